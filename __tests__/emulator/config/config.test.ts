// The configuration file: what comes of it, and one clear line for every mistake.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ConfigError, parseConfig, readConfig } from '../../../emulator/config/config.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'config-'));
  mkdirSync(path.join(dir, 'app'));
  writeFileSync(path.join(dir, 'app', 'run.sh'), '#!/bin/sh', { mode: 0o755 });
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

const read = (text: string, port?: number) =>
  parseConfig(text, { baseDir: dir, workRoot: path.join(dir, 'work'), port });

/** The mistakes of a file, one per line; fails where it has none. */
function mistakes(text: string, port?: number): string {
  try {
    read(text, port);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('a configuration file', () => {
  test('of the sample has all four types, two of them really run', () => {
    const file = path.join(import.meta.dirname, '../../../emulator/sample/emulator.yaml');
    const { resources, keys, port, wallet } = readConfig(file, { workRoot: path.join(dir, 'work') });
    expect(resources.map(({ type, workload }) => [type, workload !== undefined])).toEqual([
      ['app', true],
      ['worker', true],
      ['database', false],
      ['service', false],
    ]);
    expect(keys.map(({ name, scopes }) => [name, scopes])).toEqual([
      ['deploy', ['deploy']],
      ['read', ['read']],
    ]);
    expect([port, wallet]).toEqual([4180, 'funded']);
  });

  test('hands on names of variables, never their values', () => {
    const { resources } = read('resources: [{ id: a, env: { TOKEN: hush, PORT_COUNT: 3 } }]');
    expect(resources[0]?.env).toEqual(['TOKEN', 'PORT_COUNT']);
    expect(JSON.stringify(resources)).not.toContain('hush');
  });

  test('writes no expiry of a key as none', () => {
    const { keys } = read('{ keys: [{ name: a, expiresInDays: none }, { name: b }], resources: [] }');
    expect(keys).toEqual([{ name: 'a', expiresInDays: 'none' }, { name: 'b' }]);
  });

  test('sets limit, counting, clock and seed', () => {
    const text = '{ resources: [], requestsPerMinute: 20, countRefused: true, clockOffset: 91d, seed: 7 }';
    expect(read(text)).toMatchObject({
      requestsPerMinute: 20,
      countRefused: true,
      clockOffsetMs: 91 * 86_400_000,
      seed: '7',
    });
    expect(read('{ resources: [], clockOffset: -30m }').clockOffsetMs).toBe(-1_800_000);
  });

  test('may hold scripts and life cycles', () => {
    const text = `resources:
      - id: a
        script: [{ queuedMs: 5, steps: [{ afterMs: 1, log: x }], outcome: failed, logMode: 'window:5' }, {}]
        lifecycle: { stop: [{ afterMs: 0, status: stopped }] }
      - { id: b, script: { buildMs: 3, log: [one], crash: { afterMs: 5 } } }`;
    expect(read(text).resources).toHaveLength(2);
  });
});

const real = (more: string): string => `resources: [{ id: a, source: app, start: node x.js${more} }]`;
const script = (text: string): string => `resources: [{ id: a, script: ${text} }]`;

describe('a mistake is one line that names its place', () => {
  test.each([
    ['resources: [{ id: a, typ: app }]', 'resources[0] has no "typ"; did you mean "type"?'],
    ['resources: [{ id: a, colour: red }]', 'resources[0] has no "colour"; allowed are id, type, '],
    [
      'resources: [{ id: a, type: apps }]',
      'resources[0].type must be one of app, worker, database, service, not "apps"; did you mean "app"?',
    ],
    ['resources: [{ name: a }]', 'resources[0] needs "id"'],
    [
      'resources: [{ id: "a/b" }]',
      'resources[0].id must be up to 128 letters, digits and ._~:- that begin with a letter or digit, not "a/b"',
    ],
    ['resources: [{ id: 5 }]', 'resources[0].id must be text, not 5'],
    ['resources: [{ id: a }, { id: a }]', 'resources: the id a is used twice'],
    ['resources: [{ id: a, memoryMb: -1 }]', 'resources[0].memoryMb must be at least 0, not -1'],
    ['resources: [{ id: a, memoryMb: 1.5 }]', 'resources[0].memoryMb must be a whole number, not 1.5'],
    ['resources: [{ id: a, env: [A] }]', 'resources[0].env must be an object, not ["A"]'],
    [
      'resources: [{ id: a, env: { A: [1] } }]',
      'resources[0].env.A must be text or a number or true or false, not [1]',
    ],
    [
      'resources: [{ id: a, domains: ["http://x/y"] }]',
      'resources[0].domains[0] must be a host, with a port where needed, not "http://x/y"',
    ],
    ['resources: [{ id: a, history: 5000 }]', 'resources[0].history must be at most 1000, not 5000'],
    ['resources: [{ id: a, source: app }]', 'resources[0] has a source, but no start command'],
    ['resources: [{ id: a, type: database, source: app, start: node y }]', 'only apps and workers run'],
    ['resources: [{ id: a, source: app, start: node y, status: running }]', 'resources[0] has a source and status'],
    ['resources: [{ id: a, build: make }]', 'resources[0] has build, but no source that could be built and run'],
    ['resources: [{ id: a, buildTimeout: 5 }]', 'resources[0] has buildTimeout, but no source'],
    [
      `resources: [{ id: a, source: app, start: 'sh -c "y"' }]`,
      'resources[0].start must be a program with arguments separated by spaces, without quotes and shell operators, or a list of them',
    ],
    ['resources: [{ id: a, source: app, start: [] }]', 'resources[0].start must be a program'],
    [real(', port: 0'), 'resources[0].port must be at least 1, not 0'],
    [real(', buildTimeout: 0'), 'resources[0].buildTimeout must be at least 1, not 0'],
    [real(', whenStartFails: ignore'), 'resources[0].whenStartFails must be one of fail-deployment, crash-resource'],
    [script('[]'), 'resources[0].script must not be empty'],
    [script('fast'), 'resources[0].script must be an object, not "fast"'],
    [script('{ buildMS: 5 }'), 'resources[0].script has no "buildMS"; did you mean "buildMs"?'],
    [script('[{}, { buildMs: soon }]'), 'resources[0].script[1].buildMs must be a number, not "soon"'],
    [script('{ queuedMs: -5 }'), 'resources[0].script.queuedMs must be at least 0, not -5'],
    [script('{ outcome: crashed }'), 'resources[0].script.outcome must be one of finished, failed, cancelled'],
    [script('{ logMode: "window:0" }'), 'resources[0].script.logMode must be grow, rewrite or window:N'],
    [script('{ log: text }'), 'resources[0].script.log must be a list, not "text"'],
    [script('{ steps: [{ log: x }] }'), 'resources[0].script.steps[0] needs "afterMs"'],
    [script('{ statuses: [{ afterMs: 5 }] }'), 'resources[0].script.statuses[0] needs "status"'],
    [script('{ crash: {} }'), 'resources[0].script.crash needs "afterMs"'],
    ['resources: [{ id: a, lifecycle: { halt: [] } }]', 'resources[0].lifecycle has no "halt"'],
    [
      'resources: [{ id: a, lifecycle: { stop: [{ afterMs: x, status: y }] } }]',
      'resources[0].lifecycle.stop[0].afterMs must be a number, not "x"',
    ],
    [
      '{ resources: [], keys: [{ name: a, scopes: [all] }] }',
      'keys[0].scopes[0] must be one of read, deploy, write, admin, not "all"',
    ],
    ['{ resources: [], keys: [{ scopes: [read] }] }', 'keys[0] needs "name"'],
    [
      '{ resources: [], keys: [{ name: a, expiresInDays: 60 }] }',
      'keys[0].expiresInDays must be one of 30, 90, 365, none, null, not 60',
    ],
    [
      '{ resources: [], keys: [{ name: a, value: short }] }',
      'keys[0].value must be 8 to 256 printable ASCII characters without spaces, not "short"',
    ],
    ['{ resources: [], keys: [{ name: a }, { name: a }] }', 'keys: the name a is used twice'],
    ['{ resources: [], port: 70000 }', 'port must be at most 65535, not 70000'],
    ['{ resources: [], port: "4180" }', 'port must be a whole number, not "4180"'],
    ['{ resources: [], wallet: full }', 'wallet must be one of funded, empty, not "full"'],
    ['{ resources: [], dialect: plane }', 'dialect: Unknown dialect "plane"'],
    [
      '{ resources: [], clockOffset: 3 weeks }',
      'clockOffset must be a number with s, m, h or d, such as 91d, not "3 weeks"',
    ],
    ['{ resources: [], requestsPerMinute: 0 }', 'requestsPerMinute must be at least 1, not 0'],
    ['{ resources: [], countRefused: maybe }', 'countRefused must be true or false, not "maybe"'],
    ['{ resources: [], faults: [{ on: "*" }] }', 'faults[0]: it needs "kind", one of refuse, '],
    ['{ resources: [], faults: [{ on: deploy, kind: hang }] }', 'faults[0] (hang): on must be one of'],
    [
      '{ resources: [{ id: app_web }], faults: [{ on: { resourceId: app_wep }, kind: hang }] }',
      'faults[0].on.resourceId: there is no resource "app_wep"; did you mean "app_web"?',
    ],
    ['{ resources: [], faults: [{ on: { keyName: ci }, kind: hang }] }', 'faults[0].on.keyName: there is no key "ci"'],
    [
      'resources: [{ id: a, source: app, build: make it && run, start: node y }]',
      'resources[0].build must be a program with arguments separated by spaces, without quotes and shell operators',
    ],
    [real(', type: worker, port: 4000'), 'resources[0] has port, but is a worker, which listens nowhere'],
    [
      'resources: [{ id: a, env: { "A=B": x } }]',
      'resources[0].env has the name "A=B"; a name must be text without "=" that is not empty',
    ],
    [
      'resources: [{ id: a, env: { A: "x\\0y" } }]',
      'resources[0].env.A must be text without NUL characters, not "x\\u0000y"',
    ],
    [script('{ buildMs: .nan }'), 'resources[0].script.buildMs must be at least 0, not NaN'],
    ['{ resources: [], clockOffset: 999999d }', 'clockOffset must be a number with s, m, h or d, such as 91d'],
    ['{ resources: [], requestsPerMinute: 1e9 }', 'requestsPerMinute must be at most 1000000, not 1000000000'],
    [
      '{ resources: [], keys: [{ name: a, value: key_of_both }, { name: b, value: key_of_both }] }',
      'keys[1] has the value of keys[0]',
    ],
    ['{ resources: [], keys: [{ name: a, by: admin }] }', 'keys[0] has no "by"; allowed are name, scopes'],
    ['{ resources: [], faults: [{ on: {}, kind: hang }] }', 'faults[0] (hang): on must not be empty'],
    ['resources: &r [{ id: a, env: *r }]', 'an alias in it refers to what it stands in'],
    ['---\nresources: []\n---\nresources: []', 'it holds several documents; one is read'],
    ['{}', 'it needs "resources"'],
    ['resources', 'it must be an object, not "resources"'],
    ['', 'it must be an object, not null'],
    ['resources: [', 'Flow sequence in block collection'],
    ['{ resource: [] }', 'it has no "resource"; did you mean "resources"?'],
  ])('%s', (text, sentence) => {
    expect(mistakes(text)).toContain(sentence);
    expect(mistakes(text)).not.toMatch(/must match|undefined/);
  });

  test('and all mistakes come at once', () => {
    const lines = mistakes('{ port: 70000, resources: [{ id: a, typ: app }, { name: b }] }').split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['port', 'resources[0]', 'resources[1]']);
  });

  test('with the name of the file', () => {
    const file = path.join(dir, 'bad.yaml');
    expect(() => readConfig(file, { workRoot: dir })).toThrow(/^\S+bad\.yaml cannot be read: there is no such file\.$/);
    writeFileSync(file, '{ resources: [{ id: a }, { id: a }], keys: [{ name: k }, { name: k }] }');
    expect(() => readConfig(file, { workRoot: dir })).toThrow(
      `${file}: resources: the id a is used twice\n${file}: keys: the name k is used twice`,
    );
  });
});

describe('what is missing on the machine is reported before anything starts', () => {
  test.each([
    ['resources: [{ id: a, source: gone, start: node x }]', /resources\[0\]\.source: there is no folder \S+gone$/],
    ['resources: [{ id: a, source: app/run.sh, start: node x }]', /resources\[0\]\.source: there is no folder/],
    [
      'resources: [{ id: a, source: app, start: no-such-program }]',
      /resources\[0\]\.start: the program "no-such-program" is neither/,
    ],
    [
      'resources: [{ id: a, source: app, build: nmp run build, start: node x }]',
      /resources\[0\]\.build: the program "nmp"/,
    ],
    ['resources: [{ id: a, source: app, start: ./gone.sh }]', /resources\[0\]\.start: the program "\.\/gone\.sh"/],
    [`{ port: 4180, ${real(', port: 4180')} }`, /^resources\[0\]\.port: 4180 is the port of the emulator itself$/],
    [
      'resources: [{ id: a, source: app, start: node x, port: 4100 }, { id: b, source: app, start: node x, port: 4100 }]',
      /^resources\[1\]\.port: 4100 is the port of resources\[0\]$/,
    ],
  ])('%s', (text, sentence) => {
    expect(mistakes(text)).toMatch(sentence);
  });

  test('the port of the command line counts, not the one of the file', () => {
    const text = `{ port: 4180, ${real(', port: 4180')} }`;
    expect(mistakes(text, 5000)).toBe('accepted');
    expect(mistakes(text, 4180)).toMatch(/port of the emulator itself/);
  });

  test.each(['./run.sh', 'node'])('%s can be run', (program) => {
    expect(mistakes(`resources: [{ id: a, source: app, start: ${program} }]`)).toBe('accepted');
  });

  test('a program that the build makes need not be there yet', () => {
    expect(mistakes('resources: [{ id: a, source: app, build: ./run.sh, start: ./out/server }]')).toBe('accepted');
  });
});
