// What the emulator prints for people: the greeting, and one line per request.

import { describe, expect, test } from '@jest/globals';
import { greeting, greetingJson, requestLine, workflowStep } from '../../../emulator/cli/text.ts';
import type { Started } from '../../../emulator/cli/text.ts';
import { stage } from '../client.ts';
import { key, resource, view } from '../console/view.ts';

const started: Started = {
  origin: 'http://127.0.0.1:4180',
  baseUrl: 'http://127.0.0.1:4180/api/v1',
  keys: { read: 'key_read', ship: 'key_ship"\n' },
  view: view({
    keys: [key({ name: 'read', scopes: ['read'] }), key({ name: 'ship' }), key({ name: 'kept' })],
    resources: [],
  }),
};

const withApp: Started = {
  ...started,
  view: { ...started.view, resources: [resource({ id: 'res_hello', name: 'hello', status: 'stopped' })] },
};

describe('the greeting', () => {
  test('holds a step that can be pasted, with a key that may deploy', () => {
    expect(workflowStep(withApp)).toBe(`- uses: ./
  with:
    base-url: http://127.0.0.1:4180/api/v1
    api-key: "key_ship\\"\\n"
    resource-id: "res_hello"`);
    expect(greeting(withApp)).toContain('  - uses: ./\n    with:\n');
  });

  test('has no step where nothing could be deployed', () => {
    expect(workflowStep(started)).toBeUndefined();
    expect(greeting(started)).not.toContain('uses:');
  });

  test('shows for a key from an earlier start that its value is gone', () => {
    expect(greeting(withApp)).toMatch(/kept {2}read deploy {2}\(made earlier; its value was shown then\)/);
  });

  test.each(['constructor', '__proto__'])(
    'shows whether the value of a key with the name %s is known',
    async (name) => {
      const shown = async (keys: readonly { readonly name: string }[]): Promise<string> => {
        const { emulator } = await stage({ keys });
        return greeting({ ...started, keys: emulator.keys, view: view({ keys: [key({ name })] }) });
      };
      expect(await shown([{ name }])).toMatch(new RegExp(`${name} +read deploy +key_`));
      expect(await shown([])).toMatch(new RegExp(`${name} +read deploy +\\(made earlier`));
    },
  );

  test('is one line of JSON for programs', () => {
    const text = greetingJson(withApp);
    expect(text).not.toContain('\n');
    expect(JSON.parse(text)).toEqual({
      baseUrl: started.baseUrl,
      keys: started.keys,
      resources: [{ id: 'res_hello', type: 'app', name: 'hello', status: 'stopped', domains: ['127.0.0.1:24000'] }],
    });
  });
});

describe('the line of a request', () => {
  const request = {
    endpoint: 'getResource',
    method: 'GET',
    path: '/resources/res_hello',
    status: 200,
    keyName: 'ship',
    atMs: Date.UTC(2026, 0, 1, 9, 8, 7),
    fault: null,
    held: false,
    headers: { authorization: '(a key)' },
    body: '',
  };

  test('shows time, request, status and key', () => {
    expect(requestLine(request)).toBe('09:08:07 GET /resources/res_hello 200 ship');
    expect(requestLine({ ...request, status: null, keyName: null, fault: 'reset-before' })).toBe(
      '09:08:07 GET /resources/res_hello no answer (no key) fault: reset-before',
    );
  });

  test('stays one line whatever the client and the key’s name hold', () => {
    const line = requestLine({
      ...request,
      path: `/\u001B[2J\u009B\u202Ex${'y'.repeat(5000)}`,
      keyName: 'a\r\n::error::b\u2028',
    });
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(line.length).toBeLessThan(600);
  });
});
