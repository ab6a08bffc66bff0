// The command line as a value, the configuration file, and what is printed: all pure.

import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { UsageError, parseCommand } from '../../../emulator/cli/arguments.ts';
import { greeting, greetingJson, requestLine, workflowStep } from '../../../emulator/cli/text.ts';
import type { Started } from '../../../emulator/cli/text.ts';
import { ConfigError, parseConfig, readConfig } from '../../../emulator/config/config.ts';
import { key, resource, view } from '../console/view.ts';

const places = { baseDir: '/base', workRoot: path.join(tmpdir(), 'never-made') };

describe('the command line', () => {
  test('starts the emulator with nothing given', () => {
    const nothing = { config: undefined, port: undefined, dialect: undefined, faults: undefined, state: undefined };
    expect(parseCommand([])).toEqual({ kind: 'serve', ...nothing, json: false, exitWithParent: false });
  });

  test('takes every option', () => {
    const args = '--config a.yaml --port 0 --dialect bare --faults [] --state s.json --json --exit-with-parent'.split(
      ' ',
    );
    expect(parseCommand(args)).toEqual({
      kind: 'serve',
      config: 'a.yaml',
      port: 0,
      dialect: 'bare',
      faults: '[]',
      state: 's.json',
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
      request: { name: 'ci', scopes: ['deploy', 'write'], expiresInDays: null, dailyCreationCap: 3, by: 'admin' },
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
    [['--colour'], /--colour/],
    [['serve'], /serve/],
    [['key'], /key is followed by create, list or revoke/],
    [['key', 'toString'], /key is followed by/],
    [['key', 'revoke'], /needs the name or id/],
    [['key', 'revoke', 'a', 'b'], /too many arguments/],
    [['key', 'create'], /needs --name/],
    [['key', 'create', '--name', 'a', '--expires', '7'], /--expires is 30, 90, 365 or none, not "7"/],
    [['key', 'create', '--name', 'a', '--cap', '-1'], /cap/],
  ])('refuses %j with a reason', (args, reason) => {
    expect(() => parseCommand(args)).toThrow(UsageError);
    expect(() => parseCommand(args)).toThrow(reason);
  });
});

describe('the configuration file', () => {
  test('of the sample has all four types, two of them really run', () => {
    const file = path.join(import.meta.dirname, '../../../emulator/sample/emulator.yaml');
    const { resources, keys, port, wallet } = readConfig(file, places.workRoot);
    expect(resources?.map(({ type, workload }) => [type, workload !== undefined])).toEqual([
      ['app', true],
      ['worker', true],
      ['database', false],
      ['service', false],
    ]);
    expect(keys?.map(({ name, scopes }) => [name, scopes])).toEqual([
      ['deploy', ['deploy']],
      ['read', ['read']],
    ]);
    expect([port, wallet]).toEqual([4180, 'funded']);
  });

  test('hands out names of variables, never their values', () => {
    const { resources } = parseConfig('resources: [{ id: a, env: { TOKEN: hush, PORT_COUNT: 3 } }]', places);
    expect(resources?.[0]?.env).toEqual(['TOKEN', 'PORT_COUNT']);
    expect(JSON.stringify(resources)).not.toContain('hush');
  });

  test('writes no expiry of a key as none', () => {
    const { keys } = parseConfig('{ keys: [{ name: a, expiresInDays: none }, { name: b }], resources: [] }', places);
    expect(keys).toEqual([{ name: 'a', expiresInDays: null }, { name: 'b' }]);
  });

  test.each([
    ['resources: [{ id: a, typ: app }]', 'resources[0] has no typ'],
    ['resources: [{ id: a, type: apps }]', 'resources[0].type must be one of app, worker, database, service'],
    ['resources: [{ name: a }]', 'resources[0] needs id'],
    ['resources: [{ id: a }, { id: a }]', 'resources: the id a is used twice'],
    ['resources: [{ id: a, source: x }]', 'resources[0] has a source, but no start command'],
    ['resources: [{ id: a, type: database, source: x, start: y }]', 'only apps and workers run'],
    ['resources: [{ id: a, source: x, start: y, status: running }]', 'resources[0] has a source and status'],
    ['resources: [{ id: a, build: make }]', 'resources[0] has build, but no source to build'],
    [`resources: [{ id: a, source: x, start: 'sh -c "y"' }]`, 'resources[0].start must match'],
    [
      '{ resources: [], keys: [{ name: a, scopes: [all] }] }',
      'keys[0].scopes[0] must be one of read, deploy, write, admin',
    ],
    ['{ resources: [], keys: [{ name: a }, { name: a }] }', 'keys: the name a is used twice'],
    ['{ resources: [], port: 70000 }', 'port must be <= 65535'],
    ['resources', 'the file must be object'],
  ])('refuses %s', (text, problem) => {
    expect(() => parseConfig(text, places)).toThrow(ConfigError);
    expect(() => parseConfig(text, places)).toThrow(problem);
  });

  test('is refused with all its mistakes at once, one a line', () => {
    const text = '{ port: 70000, resources: [{ id: a, typ: app }, { name: b }] }';
    expect(() => parseConfig(text, places)).toThrow(
      'port must be <= 65535\nresources[0] has no typ\nresources[1] needs id',
    );
  });

  test('names the file when it cannot be read or understood', () => {
    expect(() => readConfig('/nowhere/emulator.yaml', places.workRoot)).toThrow(/^\/nowhere\/emulator\.yaml: ENOENT/);
  });
});

const started: Started = {
  origin: 'http://127.0.0.1:4180',
  baseUrl: 'http://127.0.0.1:4180/api/v1',
  keys: { look: 'key_look', ship: 'key_ship"\n' },
  view: view({
    keys: [key({ name: 'look', scopes: ['read'] }), key({ name: 'ship' }), key({ name: 'kept' })],
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

  test('says of a key from an earlier start that its value is gone', () => {
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

  test('says when, what, answer and key', () => {
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
