// The command line as a value, the configuration file, and what is printed: all pure.

import { describe, expect, test } from '@jest/globals';
import { UsageError, parseCommand } from '../../../emulator/cli/arguments.ts';
import { greeting, greetingJson, requestLine, workflowStep } from '../../../emulator/cli/text.ts';
import type { Started } from '../../../emulator/cli/text.ts';
import { key, resource, view } from '../console/view.ts';

describe('the command line', () => {
  test('starts the emulator with nothing given', () => {
    const nothing = {
      config: undefined,
      port: undefined,
      dialect: undefined,
      faults: undefined,
      state: undefined,
      requestsPerMinute: undefined,
      clockOffset: undefined,
      seed: undefined,
    };
    expect(parseCommand([])).toEqual({
      kind: 'serve',
      ...nothing,
      countRefused: false,
      json: false,
      exitWithParent: false,
    });
  });

  test('takes every option', () => {
    const args =
      '--config a.yaml --port 0 --dialect bare --faults [] --state s.db --requests-per-minute 20 --count-refused ' +
      '--clock-offset 91d --seed 7 --json --exit-with-parent';
    expect(parseCommand(args.split(' '))).toEqual({
      kind: 'serve',
      config: 'a.yaml',
      port: 0,
      dialect: 'bare',
      faults: '[]',
      state: 's.db',
      requestsPerMinute: 20,
      countRefused: true,
      clockOffset: 91 * 86_400_000,
      seed: '7',
      json: true,
      exitWithParent: true,
    });
  });

  test('creates a key with scopes, expiry and cap', () => {
    const args =
      'key create --name ci --scopes deploy,write --expires none --cap 3 --as admin --url http://127.0.0.1:1'.split(
        ' ',
      );
    expect(parseCommand(args)).toEqual({
      kind: 'key-create',
      url: 'http://127.0.0.1:1',
      request: { name: 'ci', scopes: ['deploy', 'write'], expiresInDays: 'none', dailyCreationCap: 3, by: 'admin' },
    });
    const plain = { name: 'ci', scopes: [], by: 'owner' };
    expect(parseCommand(['key', 'create', '--name', 'ci'])).toMatchObject({ request: plain });
  });

  test('lists and revokes keys', () => {
    expect(parseCommand(['key', 'list'])).toEqual({ kind: 'key-list', url: 'http://127.0.0.1:4180' });
    expect(parseCommand(['key', 'revoke', 'ci'])).toMatchObject({ kind: 'key-revoke', key: 'ci' });
  });

  test.each([[['--help']], [['-h']], [['key', '--help']]])('explains itself for %j', (args) => {
    expect(parseCommand(args)).toEqual({ kind: 'help' });
  });

  test.each([
    [['--port', '70000'], /--port is a whole number up to 65535, not "70000"/],
    [['--port', 'x'], /--port is a whole number/],
    [['--clock-offset', 'soon'], /--clock-offset is a number with s, m, h or d, such as 91d, not "soon"/],
    [['--requests-per-minute', '0'], /--requests-per-minute is at least 1/],
    [['--state', ''], /^--state needs a value$/],
    [['--config='], /^--config needs a value$/],
    [['--faults', ''], /^--faults needs a value$/],
    [['--colour'], /--colour/],
    [['serve'], /serve/],
    [['key'], /key is followed by create, list or revoke/],
    [['key', 'toString'], /key is followed by/],
    [['key', 'revoke'], /needs the name or id/],
    [['key', 'revoke', 'a', 'b'], /too many arguments/],
    [['key', 'list', 'mine'], /^key list takes no names$/],
    [['key', 'list', '--url', 'here'], /^--url is an address such as http:\/\/127\.0\.0\.1:4180, not "here"$/],
    [['key', 'list', '--url', 'ftp://127.0.0.1'], /^--url is an address/],
    [['key', 'create'], /needs --name/],
    [['key', 'create', '--name', 'a', '--expires', '7'], /--expires is 30, 90, 365 or none, not "7"/],
    [['key', 'create', '--name', 'a', '--cap', '-1'], /cap/],
  ])('refuses %j with a reason', (args, reason) => {
    expect(() => parseCommand(args)).toThrow(UsageError);
    expect(() => parseCommand(args)).toThrow(reason);
  });
});

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
