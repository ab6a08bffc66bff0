// The emulator's own pages: the record of requests, and what alters its answers.
import { describe, expect, test } from '@jest/globals';
import { emulatorPage, requestsPage } from '../../../emulator/console/emulator-pages.ts';
import type { ConsoleView } from '../../../emulator/control/view.ts';
import { NOW_MS, textOf, view } from './view.ts';

const pageOf = (more: Partial<ConsoleView>): string => emulatorPage(view(more), 'tok').body.text;

describe('the record of requests', () => {
  const request = { atMs: NOW_MS - 2000, method: 'GET', path: '/resources', status: 200, keyName: 'ci', fault: null };

  test('shows method, path, status, key and fault, or that there is none', () => {
    const requests = [{ ...request, status: null, keyName: null, fault: 'reset-after' }, request];
    const text = textOf(requestsPage(view({ requests })).body.text);
    expect(text).toContain('The latest 2 requests to the API, the newest first.');
    expect(text).toMatch(
      /2 seconds ago GET \/resources no answer – reset-after 2 seconds ago GET \/resources 200 ci –$/,
    );
  });

  test('is one sentence before the first request, and loaded again by itself', () => {
    const sheet = requestsPage(view());
    expect(textOf(sheet.body.text)).toContain('No request yet.');
    expect(sheet.isMoving).toBe(true);
  });
});

describe('the settings of the emulator', () => {
  test.each([
    ['funded', 'Empty the wallet', 'empty'],
    ['empty', 'Fund the wallet', 'funded'],
  ] as const)('offer for the wallet that is %s to “%s”', (wallet, label, sent) => {
    const text = pageOf({ wallet });
    expect(text).toContain(`<button>${label}</button>`);
    expect(text).toContain(`<input type="hidden" name="wallet" value="${sent}" />`);
  });

  test('choose among the dialects, with one that has no name of its own in front', () => {
    const options = (dialect: string): string =>
      [...pageOf({ dialect }).matchAll(/<option[^>]*>[^<]*/g)].map(([option]) => option).join(' ');
    expect(options('wrapped')).toBe('<option>plain <option selected>wrapped');
    expect(options('list=page,env=nulls')).toBe('<option selected>list=page,env=nulls <option>plain <option>wrapped');
  });

  test('list armed faults with what they hit, and clear them only where there are some', () => {
    const faults = [
      { kind: 'delay', on: { method: 'POST' }, ms: 5, times: 2 },
      { kind: 'hang', on: 'getEnv' },
    ] as const;
    expect(textOf(pageOf({ faults }))).toContain(
      'delay {&quot;method&quot;:&quot;POST&quot;} {&quot;ms&quot;:5,&quot;times&quot;:2} hang getEnv {}',
    );
    expect(pageOf({ faults })).toContain('/settings/faults/clear');
    expect(textOf(pageOf({ faults: [] }))).toContain('No fault is armed.');
    expect(pageOf({ faults: [] })).not.toContain('/settings/faults/clear');
  });

  test('offer a fault as an example that can be armed as it is', () => {
    const [, example = ''] = /<textarea[^>]*>([^<]*)</.exec(pageOf({})) ?? [];
    expect(JSON.parse(example.replaceAll('&quot;', '"'))).toEqual({ on: 'createDeployment', kind: 'reset-after' });
  });
});
