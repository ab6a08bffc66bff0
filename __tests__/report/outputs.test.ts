// The values of the outputs for what is known, and when they are written.
import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { readManifest } from '../../scripts/docs/action-manifest.ts';
import { Failure } from '../../src/failure.ts';
import type { Outcome } from '../../src/outcome.ts';
import { createOutputWriter, OUTPUT_NAMES, outputsOf } from '../../src/report/outputs.ts';
import type { Report } from '../../src/report/report.ts';
import { recordHost } from '../support/recording-host.ts';
import { finished, logOf, outcomeWith, pageOf } from '../support/summary-pages.ts';

const KEY = 'canary-key-1';

function outputs(outcome: Outcome, known: Partial<Report> = {}): Record<string, string> {
  const given = outputsOf(pageOf(outcome, { isRunning: true, ...known }));
  return Object.fromEntries(OUTPUT_NAMES.map((name) => [name, given[name] ?? '']));
}

const whole = finished({
  commit: '4f6c21d',
  stage: { kind: 'ended', sinceMs: 1_000, endedAtMs: 73_400 },
  logs: [logOf('', { source: 'runtime' }), logOf('')],
});
const nothing = Object.fromEntries(OUTPUT_NAMES.map((name) => [name, '']));

test('are those of action.yml', () => {
  const { outputs: declared } = readManifest(join(import.meta.dirname, '../../action.yml'));
  expect(declared.map(({ name }) => name)).toEqual(OUTPUT_NAMES);
});

describe('the outputs', () => {
  test('have a value for every fact', () => {
    const shown = outputs(whole);
    expect(shown).toEqual({
      ...nothing,
      'deployment-id': 'dep_7',
      status: 'finished',
      'resource-status': 'running',
      url: 'https://web.example.test',
      duration: '72',
      'log-file': '/tmp/deployment-logs-1/app_web.build.log',
      commit: '4f6c21d',
    });
  });

  test('are empty for what is unknown', () => {
    expect(outputs(outcomeWith())).toEqual(nothing);
  });

  test.each<[stage: Outcome['stage'], state: string, duration: string]>([
    [{ kind: 'preparing' }, 'has ended', ''],
    [{ kind: 'requesting' }, 'has ended', ''],
    [{ kind: 'accepted', sinceMs: 1_000 }, 'has ended', '9'],
    [{ kind: 'accepted', sinceMs: 1_000 }, 'is running', ''],
    [{ kind: 'accepted', sinceMs: 1_000, endedAtMs: 2_499 }, 'is running', '1'],
    [{ kind: 'working', sinceMs: 1_000, isSeen: true }, 'has ended', '9'],
    [{ kind: 'working', sinceMs: 1_000, isSeen: true }, 'is running', ''],
    [{ kind: 'ended', sinceMs: 1_000, endedAtMs: 2_499 }, 'has ended', '1'],
    [{ kind: 'ended', sinceMs: 1_000, endedAtMs: 2_499 }, 'is running', '1'],
    [{ kind: 'ended', endedAtMs: 2_499 }, 'has ended', ''],
  ])('with %j, when the step %s, have the duration %j', (stage, state, duration) => {
    const known = { nowMs: 9_600, isRunning: state === 'is running' };
    expect(outputs(outcomeWith({ stage }), known)['duration']).toBe(duration);
  });

  test('have the code of the failure, and no status before the deployment is known as ours', () => {
    const failure = new Failure('deployment_failed', 'x');
    expect(outputs(whole, { failure })['error-code']).toBe('deployment_failed');
    const stage = { kind: 'accepted', sinceMs: 1_000, endedAtMs: 9_000 } as const;
    expect(outputs(finished({ stage }))).toMatchObject({ status: '', 'deployment-id': 'dep_7' });
  });

  test.each([
    ['FINISHED', 'finished'],
    ['canceled', 'cancelled'],
    ['rolling out', 'rolling out'],
    ['Exited (1)', 'Exited (1)'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), 'unknown'],
    ['', 'unknown'],
    ['two\nlines', 'unknown'],
    ['$(rm -rf /)', 'unknown'],
    ['é', 'unknown'],
    ['##[error]', 'unknown'],
  ])('show the status %j as %j', (sent, shown) => {
    const given = outputs(outcomeWith({ status: sent, resourceStatus: sent }));
    expect([given['status'], given['resource-status']]).toEqual([shown, shown]);
  });

  test.each(['dep\n7', 'dep_\u202e7', 'dep_\u001b[1m7', 'exec(1)'])('leave out the id %j', (id) =>
    expect(outputs(outcomeWith({ deploymentId: id }))['deployment-id']).toBe(''),
  );
});

test('pass on the arrays of list and env with invisible characters escaped and without the key', () => {
  const hidden = KEY.split('').join('\u200b');
  const resources = [{ id: 'a\u202eb', name: 'größe', [hidden]: hidden }];
  const shown = outputs(outcomeWith({ resourceId: '', resources, envNames: ['A'] }));
  expect(shown).toEqual({
    ...nothing,
    resources: String.raw`[{"id":"a\u202eb","name":"größe","***":"***"}]`,
    'env-names': '["A"]',
  });
  const named = outputs(outcomeWith({ deploymentId: hidden, url: `https://x.test/${KEY}` }));
  expect(named).toMatchObject({ 'deployment-id': '***', url: 'https://x.test/***' });
});

describe('the writer', () => {
  test('writes every output at first, and then those that changed', () => {
    const { host, outputs: written } = recordHost();
    const write = createOutputWriter(host.core, () => undefined);
    write({ status: 'building' });
    expect(Object.fromEntries(written)).toEqual({ ...nothing, status: 'building' });
    write({ status: 'building' });
    write({ status: 'finished', url: 'https://web.test' });
    write({ status: 'finished' });
    expect(written.slice(OUTPUT_NAMES.length)).toEqual([
      ['status', 'finished'],
      ['url', 'https://web.test'],
      ['url', ''],
    ]);
  });

  test('warns once of outputs that cannot be written (outputs/unwritable)', () => {
    const { host } = recordHost({ broken: ['outputs'] });
    const warnings: string[] = [];
    const write = createOutputWriter(host.core, (text) => warnings.push(text));
    write({ status: 'building' });
    write({ status: 'finished' });
    expect(warnings).toEqual([expect.stringMatching('cannot be written')]);
  });

  test('writes later what could not be written at first (outputs/always)', () => {
    const broken: 'outputs'[] = ['outputs'];
    const { host, outputs: written } = recordHost({ broken });
    const write = createOutputWriter(host.core, () => undefined);
    write({ status: 'building' });
    broken.pop();
    write({ status: 'building' });
    expect(Object.fromEntries(written)).toEqual({ ...nothing, status: 'building' });
  });
});
