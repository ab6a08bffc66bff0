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
  writeFileSync(path.join(dir, 'app', 'x.js'), '');
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

describe('a mistake is one line that names its place', () => {
  test.each([
    ['resources: [{ id: a }, { id: a }]', 'resources: the id a is used twice'],
    ['resources: [{ id: a, source: app }]', 'resources[0] has a source, but no start command'],
    ['resources: [{ id: a, type: database, source: app, start: node y }]', 'only apps and workers run'],
    ['resources: [{ id: a, source: app, start: node y, status: running }]', 'resources[0] has a source and status'],
    ['resources: [{ id: a, build: make }]', 'resources[0] has build, but no source that could be built and run'],
    ['resources: [{ id: a, buildTimeout: 5 }]', 'resources[0] has buildTimeout, but no source'],
    ['{ resources: [], keys: [{ name: a }, { name: a }] }', 'keys: the name a is used twice'],
    ['{ resources: [], dialect: plane }', 'dialect: Unknown dialect "plane"'],
    ['{ resources: [], faults: [{ on: "*" }] }', 'faults[0]: it needs "kind", one of refuse, '],
    ['{ resources: [], faults: [{ on: deploy, kind: hang }] }', 'faults[0] (hang): on must be one of'],
    [
      '{ resources: [{ id: app_web }], faults: [{ on: { resourceId: app_wep }, kind: hang }] }',
      'faults[0]: there is no resource "app_wep"; did you mean "app_web"?',
    ],
    [
      '{ resources: [], keys: [{ name: ci }], faults: [{ on: "*", kind: hang }, { on: { keyName: cd }, kind: hang }] }',
      'faults[1]: there is no key "cd"',
    ],
    [real(', type: worker, port: 4000'), 'resources[0] has port, but is a worker, which listens nowhere'],
    [
      '{ resources: [], keys: [{ name: a, value: key_of_both }, { name: b, value: key_of_both }] }',
      'keys[1] has the value of keys[0]',
    ],
    ['{ resources: [], faults: [{ on: {}, kind: hang }] }', 'faults[0] (hang): on must not be empty'],
    ['resources: &r [{ id: a, env: *r }]', 'an alias in it refers to what it stands in'],
    ['---\nresources: []\n---\nresources: []', 'it holds several documents; one is read'],
    ['resources: [', 'Flow sequence in block collection'],
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

test('a fault may be aimed at a resource and a key that exist, or at any', () => {
  const names = '{ resources: [{ id: app_web }], keys: [{ name: ci }]';
  expect(mistakes(`${names}, faults: [{ on: { resourceId: app_web, keyName: ci }, kind: hang }] }`)).toBe('accepted');
  expect(mistakes(`${names}, faults: [{ on: { method: POST }, kind: hang }] }`)).toBe('accepted');
});

test('the port of the command line counts, not the one of the file', () => {
  const text = `{ port: 4180, ${real(', port: 4180')} }`;
  expect(mistakes(text, 5000)).toBe('accepted');
  expect(mistakes(text, 4180)).toMatch(/port of the emulator itself/);
  expect(mistakes(text)).toMatch(/port of the emulator itself/);
});
