// Configurations that can be used, and one clear line for each mistake in one that cannot.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { z } from 'zod';
import { checkConfig, configSchema } from '../../emulator/config.ts';
import { readConfigFile } from '../../emulator/config-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = path.join(folder, 'emulator.yaml');
  writeFileSync(file, text);
  return file;
}

test('reads the sample, with sources as absolute paths and commands as words', () => {
  const { port, keys, resources } = readConfigFile(
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
keys: [{ name: ci, scopes: [deploy], expiresInDays: none, value: my-value }]
faults: ['busy@createDeployment,times=2', lag]
resources:
  - { id: real, source: ., build: [node, a b.js], start: node c.js, port: 4000,
      env: { A: text, B: 1, C: true } }
  - id: simulated
    domains: [web.test]
    script: [{ outcome: failed, log: [no] },
      { buildMs: 5, statusAfter: [{ afterMs: 1, status: crashed }] }]
    lifecycle: { stop: [{ afterMs: 0, status: stopped }] }
`);
  expect(readConfigFile(file)).toMatchObject({
    wallet: 'empty',
    dialect: 'silent',
    faults: ['busy@createDeployment,times=2', 'lag'],
    resources: [
      { source: folder, build: ['node', 'a b.js'], start: ['node', 'c.js'] },
      {
        script: [{ outcome: 'failed' }, { queuedMs: 1000 }],
        lifecycle: { stop: [{ status: 'stopped' }] },
      },
    ],
  });
});

const REAL = 'id: a, source: ., start: node a.js';

/** Each row: the file (`\n` ends a line), then what is said, after the name of the file. */
const MISTAKES = String.raw`
{}                                        → 1:1: resources: is missing
port→ 1:1: the configuration must be a group of settings, not "port"
resources: [→ 1:13: is not YAML: Flow sequence in block collection must be
a: 1\na: 2                                → 2:1: is not YAML: Map keys must be unique
resources: []                             → 1:1: resources: must have at least one resource
resources: {}                             → 1:1: resources: must be a list, not a group of settings
resources:                                → 1:1: resources: must be a list, not empty
APP\nprot: 1                              → 2:1: prot: there is no such setting; known are port, wallet,
APP\nport: 70000                          → 2:1: port: must be at most 65535, not 70000
APP\nport: a                              → 2:1: port: must be a number, not "a"
APP\nport: 1.5                            → 2:1: port: must be a whole number, not 1.5
APP\nwallet: fundet→ 2:1: wallet: must be funded or empty, not "fundet"
APP\nrequestsPerMinute: 0                 → 2:1: requestsPerMinute: must be at least 1, not 0
APP\nkeys: [{ name: a }, { name: a }]     → 2:23: keys[1].name: "a" is used twice
APP\nkeys: [{}]                           → 2:8: keys[0].name: is missing
APP\nkeys: [{ name: "" }]                 → 2:10: keys[0].name: must not be empty
APP\nkeys: [{ name: a, scopes: deploy }]  → 2:19: keys[0].scopes: must be a list, not "deploy"
APP\nkeys:\n  - name: a\n    scopes: [all]→ 4:14: keys[0].scopes[0]: must be read, deploy, write or
APP\nkeys: [{ name: a, expiresInDays: 7 }]→ 2:19: keys[0].expiresInDays: must be 30, 90, 365 or none
APP\nkeys: [{ name: a, value: short }]→ 2:19: keys[0].value: must be 8 to 256 printable ASCII charac
APP\nkeys: [{ name: a, by: admin }]        → 2:19: keys[0].by: there is no such setting
APP\nkeys: [{ name: a, expires: 9 }]→ 2:19: keys[0].expires: there is no such setting; known are name, scopes, exp
APP\nkeys: [{ name: a, value: the-same }, { name: b, value: the-same }]→ 2:49: keys[1].value: another key
APP\npassEnv: [A=1]                        → 2:11: passEnv[0]: must be the name of a variable
APP\nrequestsPerMinute: .inf→ 2:1: requestsPerMinute: must be a number, not Infinity
APP\nkeys: *all                            → 2:7: *all stands for nothing before it
APP\n---\nport: 1                          → 2:1: holds more than one document
[1]                                       → 1:1: the configuration must be a group of settings, not a list
APP\nfaults: [busy@getEnv@x]               → 2:10: faults[0].on: must be listResources, getResource
APP\nfaults: ["lag, ms=99999999999"]       → 2:10: faults[0].ms: must be at most 86400000, not 9999999999
APP\nfaults: ["busy,ms=5"]→ 2:10: faults[0].ms: is no setting of busy; it has times or skip
resources:\n  - { id: a }\n  - { id: a }  → 3:7: resources[1].id: "a" is used twice
resources: [{ id: ../up }]                → 1:15: resources[0].id: must be letters, digits and ._~:-
resources: [{ id: a, type: site }]→ 1:22: resources[0].type: must be app, worker, database or servic
resources: [{ id: a, status: 3 }]         → 1:22: resources[0].status: must be text, not 3
resources: [{ id: a, readyTimeout: 5 }] → 1:22: resources[0].readyTimeout: needs a source
resources: [{ id: a, type: service, script: {} }] → 1:37: resources[0].script: is for an app
resources: [{ REAL, type: worker, port: 80 }] → 1:65: resources[0].port: a worker has no port
resources: [{ id: a, start: node a.js }]→ 1:22: resources[0].start: needs a source that can be built
resources: [{ id: a, env: { A: [] } }]→ 1:29: resources[0].env.A: must be text, a number or true or
resources: [{ id: a, source: . }]→ 1:22: resources[0].source: a source needs a start command
resources: [{ id: a, domains: ["a/b"] }]→ 1:32: resources[0].domains[0]: must be a host, with a port
resources: [{ id: a, script: { log: 1 } }]→ 1:32: resources[0].script.log: must be a list, not 1
resources: [{ id: a, script: [{ outcome: good }] }]→ 1:33: resources[0].script[0].outcome: must be f
resources: [{ id: a, lifecycle: { pause: [] } }]→ 1:35: resources[0].lifecycle.pause: there is no su
resources: [{ id: a, source: ./none, start: a }]    → 1:22: resources[0].source: there is no folder
resources: [{ REAL, type: database }]→ 1:22: resources[0].source: a database has no source
resources: [{ REAL, build: node a.js && b }]→ 1:51: resources[0].build: must be a program with argum
resources: [{ REAL, build: node a $PORT }]→ 1:51: resources[0].build: runs without a shell, so $PORT
resources: [{ REAL, build: A=1 node b.js }]→ 1:51: resources[0].build: begins with a variable; A=1 belongs
resources: [{ REAL, port: 0 }]            → 1:51: resources[0].port: must be at least 1, not 0
resources: [{ REAL, build: [node, '\${HOME}'] }]    → 1:51: resources[0].build: runs without a shell
resources: [{ REAL, env: { PORT: 1 } }]→ 1:58: resources[0].env.PORT: is set by the emulator
resources: [{ REAL, buildTimeout: 0 }]→ 1:51: resources[0].buildTimeout: must be at least 1, not 0
resources: [{ REAL, domains: [a.test] }]→ 1:51: resources[0].domains: is for a simulated resource
resources: [{ REAL, port: 80 }, { id: b, source: ., start: a, port: 80 }]→ 1:93: resources[1].port:
port: 4180\nresources: [{ REAL, port: 4180 }]→ 2:51: resources[0].port: the emulator itself has this
`;

test.each(
  MISTAKES.trim()
    .split('\n')
    .map((row) => {
      const [text = '', expected = ''] = row.split('→');
      return [text.trim(), expected.trim()] as const;
    }),
)('refuses %s in one line with its place', (text, expected) => {
  const lines = text.replaceAll(String.raw`\n`, '\n').replace('REAL', REAL);
  const file = fileWith(lines.replace('APP', 'resources: [{ id: a }]').replace('\\$', '$'));
  expect(() => readConfigFile(file)).toThrow(`${file}:${expected}`);
  expect(() => readConfigFile(file)).toThrow(/^[^\n]*$/);
});

test('names every mistake, one a line, through anchors and with what overrides the file', () => {
  const file = fileWith(
    'port: 1\nkeys: [&key { name: 3 }, *key]\nresources:\n  - { id: a, status: 3 }\n',
  );
  expect(() => readConfigFile(file, 5)).toThrow(
    `${file}:2:15: keys[0].name: must be text, not 3\n` +
      `${file}:2:15: keys[1].name: must be text, not 3\n` +
      `${file}:4:14: resources[0].status: must be text, not 3`,
  );
});

test('takes what overrides the file, and commands of a shell', () => {
  const file = fileWith(`port: 80\nresources: [{ ${REAL}, port: 80, build: [sh, -c, "a $PORT"] }]`);
  expect(readConfigFile(file, 0)).toMatchObject({ port: 0, resources: [{ port: 80 }] });
});

test.each([
  ['that is missing', () => path.join(folder, 'none.yaml'), 'there is no such file'],
  ['that is a folder', () => folder, 'it is a folder'],
])('refuses a file %s in one line', (_what, file, why) => {
  const asked = path.relative('', file());
  expect(() => readConfigFile(asked)).toThrow(`${file()} cannot be read: ${why}`);
});

test('programs are told where in their options a mistake is', () => {
  expect(() => checkConfig({ resources: [{ id: 'a', typ: 'app' }] })).toThrow(
    'configuration.resources[0].typ: there is no such setting; known are id, type, name,',
  );
});

test('the JSON Schema beside the sample is that of the configuration', () => {
  const file = path.join(import.meta.dirname, '../../emulator/sample/emulator.schema.json');
  const schema = z.toJSONSchema(configSchema, { io: 'input' });
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, JSON.stringify(schema));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema)));
  const isValid = new Ajv2020({ strict: false }).compile(schema);
  const sample = readFileSync(path.join(path.dirname(file), 'emulator.yaml'), 'utf8');
  expect(isValid(parse(sample))).toBe(true);
  expect(isValid({ resources: [{ id: 'a' }], prot: 1 })).toBe(false);
});
