// Configurations that can be used, and one clear line for each mistake in one that cannot.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { checkConfig, readConfig } from '../../emulator/config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = path.join(folder, 'emulator.yaml');
  writeFileSync(file, text);
  return file;
}

test('reads the sample, with sources as absolute paths and commands as words', () => {
  const { port, keys, resources } = readConfig(
    path.join(import.meta.dirname, '../../emulator/sample/emulator.yaml'),
  );
  expect(port).toBe(4180);
  expect(keys.map(({ name }) => name)).toEqual(['deploy', 'read']);
  expect(resources.map(({ id, type }) => `${type} ${id}`)).toEqual([
    'app res_hello',
    'worker res_ticker',
    'database res_main-db',
    'service res_cache',
  ]);
  expect(resources[0]).toMatchObject({ build: ['node', 'build.ts'], start: ['node', 'server.ts'] });
  expect(path.isAbsolute(resources[0]?.source ?? '')).toBe(true);
});

test('reads a file with every kind of setting', () => {
  const file = fileWith(`
port: 0
wallet: empty
dialect: silent
requestsPerMinute: 10
keys: [{ name: ci, scopes: [deploy], expiresInDays: none, dailyCreationCap: 9, value: my-own-value }]
faults: ['busy@createDeployment,times=2', { name: lag, ms: 500 }]
resources:
  - { id: real, source: ., build: [node, a b.js], start: node c.js, port: 4000, env: { A: text, B: 1, C: true } }
  - id: simulated
    domains: [web.test]
    script: [{ outcome: failed, log: [no] }, { buildMs: 5, statusAfter: [{ afterMs: 1, status: crashed }] }]
    lifecycle: { stop: [{ afterMs: 0, status: stopped }] }
`);
  expect(readConfig(file)).toMatchObject({
    wallet: 'empty',
    dialect: 'silent',
    faults: [{ name: 'busy', times: 2 }, { name: 'lag' }],
    resources: [
      { source: folder, build: ['node', 'a b.js'], start: ['node', 'c.js'] },
      {
        script: [{ outcome: 'failed' }, { queuedMs: 1000 }],
        lifecycle: { stop: [{ status: 'stopped' }] },
      },
    ],
  });
});

const APP = { id: 'app' };
const REAL = { id: 'app', source: '.', start: 'node app.js' };

test.each<[config: unknown, line: string]>([
  [undefined, 'configuration: Invalid input: expected object, received undefined'],
  [{}, 'configuration.resources: Invalid input: expected array, received undefined'],
  [{ resources: [] }, 'configuration.resources: at least one resource is needed'],
  [{ resources: [APP], prot: 1 }, 'configuration: Unrecognized key: "prot"'],
  [
    { resources: [APP], port: 70_000 },
    'configuration.port: Too big: expected number to be <=65535',
  ],
  [
    { resources: [APP], dialect: 'wrapped' },
    'configuration.dialect: Invalid option: expected one of "plain"|"silent"',
  ],
  [{ resources: [APP], requestsPerMinute: 0 }, 'configuration.requestsPerMinute: Too small'],
  [{ resources: [APP, APP] }, 'configuration: resources: the id app is used twice'],
  [
    { resources: [APP], keys: [{ name: 'a' }, { name: 'a' }] },
    'configuration: keys: the name a is used twice',
  ],
  [
    { resources: [APP], keys: [{ name: 'a', scopes: ['all'] }] },
    'configuration.keys[0].scopes[0]: Invalid option',
  ],
  [{ resources: [APP], faults: ['no'] }, 'fault.name: unknown fault; known are refuse'],
  [{ resources: [{ id: '../up' }] }, 'configuration.resources[0].id: letters, digits and ._~:-'],
  [{ resources: [{ ...APP, type: 'site' }] }, 'configuration.resources[0].type: Invalid option'],
  [{ resources: [{ ...APP, start: 'node a.js' }] }, 'build, start and port need a source'],
  [
    { resources: [{ ...REAL, start: undefined }] },
    'configuration.resources[0]: a source needs a start command',
  ],
  [
    { resources: [{ ...REAL, type: 'database' }] },
    'a database has no source: only apps and workers are run',
  ],
  [
    { resources: [{ ...REAL, start: 'node a.js && b' }] },
    'resources[0].start: a program with arguments, without quotes',
  ],
  [{ resources: [{ ...REAL, start: 'node "a b.js"' }] }, 'without quotes and shell operators'],
  [
    { resources: [{ ...REAL, buildTimeout: 0 }] },
    'configuration.resources[0].buildTimeout: Too small',
  ],
  [
    { resources: [{ ...APP, domains: ['http://web.test/'] }] },
    'resources[0].domains[0]: a host, with a port',
  ],
  [
    { resources: [{ ...APP, script: { buildMs: -1 } }] },
    'configuration.resources[0].script.buildMs: Too small',
  ],
  [
    { resources: [{ ...APP, script: [{ outcome: 'good' }] }] },
    'configuration.resources[0].script[0].outcome: Invalid',
  ],
  [
    { resources: [{ ...APP, lifecycle: { pause: [] } }] },
    'resources[0].lifecycle: Unrecognized key: "pause"',
  ],
])('refuses %j in one line', (config, line) => {
  let message = '';
  try {
    checkConfig(config);
  } catch (error) {
    message = Error.isError(error) ? error.message : '';
  }
  expect(message).toContain(line);
  expect(message).not.toContain('\n');
});

test('names every mistake, one a line, with the name of the file', () => {
  const file = fileWith('port: x\nresources:\n  - id: app\n    status: 3\n');
  expect(() => readConfig(file)).toThrow(
    `${file}.port: Invalid input: expected number, received string\n` +
      `${file}.resources[0].status: Invalid input: expected string, received number`,
  );
});

test.each([
  ['that is missing', undefined, 'ENOENT'],
  ['that is no YAML', 'resources: [', 'Flow sequence'],
  [
    'whose source is no folder',
    'resources: [{ id: app, source: ./none, start: node a.js }]',
    'the source of app is no folder',
  ],
])('refuses a file %s in one line', (_what, text, message) => {
  const file = text === undefined ? path.join(folder, 'none.yaml') : fileWith(text);
  expect(() => readConfig(file)).toThrow(message);
  expect(() => readConfig(file)).toThrow(/^[^\n]*$/);
});
