// What a configuration needs of the machine: folders, programs and ports are checked before anything starts.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commandOf, missingParts } from '../../../emulator/config/preflight.ts';
import type { FileConfig, ResourceConfig } from '../../../emulator/config/schema.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'preflight-'));
  mkdirSync(path.join(dir, 'app'));
  writeFileSync(path.join(dir, 'app', 'run.sh'), '#!/bin/sh', { mode: 0o755 });
  writeFileSync(path.join(dir, 'app', 'readme.txt'), 'no program', { mode: 0o644 });
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

/** What is missing for a file, one phrase per line; `port` is the one that the emulator will listen on. */
function missing(file: FileConfig, port?: number): string {
  return missingParts(file, { baseDir: dir, port }).join('\n');
}

const app = (more: Partial<ResourceConfig> = {}): ResourceConfig => ({
  id: 'a',
  source: 'app',
  start: 'node run.sh',
  ...more,
});

describe('what is missing on the machine', () => {
  test.each<[string, ResourceConfig, RegExp]>([
    ['a source folder', app({ source: 'gone' }), /^resources\[0\]\.source: there is no folder \S+gone$/],
    [
      'a folder where the source is a file',
      app({ source: 'app/run.sh' }),
      /^resources\[0\]\.source: there is no folder/,
    ],
    [
      'a program on the PATH',
      app({ start: 'no-such-program' }),
      /^resources\[0\]\.start: the program "no-such-program" is neither on the PATH nor in the source folder$/,
    ],
    [
      'a folder that is less than everything',
      app({ source: '/' }),
      /^resources\[0\]\.source: \S+ is the whole file system; name the folder of the app$/,
    ],
    ['a start file', app({ start: 'node gone.ts' }), /^resources\[0\]\.start: there is no file gone\.ts in the source/],
    ['a build file', app({ build: 'node gone.ts' }), /^resources\[0\]\.build: there is no file gone\.ts in the source/],
    ['a build program', app({ build: 'nmp run build' }), /^resources\[0\]\.build: the program "nmp" is neither/],
    [
      'a program in the source folder',
      app({ start: './gone.sh' }),
      /^resources\[0\]\.start: the program "\.\/gone\.sh"/,
    ],
  ])('is named: %s', (_what, resource, phrase) => {
    expect(missing({ resources: [resource] })).toMatch(phrase);
  });

  test.each([
    ['a program in the source folder', app({ start: './run.sh' })],
    ['a start file that the build makes', app({ build: 'node run.sh', start: 'node out/gone.js' })],
    ['a script behind options', app({ start: 'node --import ./hook.js gone.ts' })],
    ['the Node that runs the emulator', app({ start: 'node' })],
    ['a program that the build makes', app({ build: ['./run.sh'], start: './out/server' })],
    ['a simulated resource, whatever it names', { id: 'a', start: 'no-such-program' }],
  ])('is nothing for %s', (_what, resource) => {
    expect(missing({ resources: [resource] })).toBe('');
  });
});

(process.platform === 'win32' ? describe.skip : describe)('a program that cannot be executed', () => {
  test('is missing, although its file is there', () => {
    expect(missing({ resources: [app({ start: './readme.txt' })] })).toContain('the program "./readme.txt" is neither');
  });
});

describe('a port', () => {
  test('of the emulator itself cannot be an app’s', () => {
    const file = { resources: [app({ port: 4180 })] };
    expect(missing(file, 4180)).toBe('resources[0].port: 4180 is the port of the emulator itself');
    expect(missing(file, 5000)).toBe('');
  });

  test('belongs to the first of several apps', () => {
    const resources = ['a', 'b', 'c'].map((id) => app({ id, port: 4100 }));
    expect(missing({ resources }).split('\n')).toEqual([
      'resources[1].port: 4100 is the port of resources[0]',
      'resources[2].port: 4100 is the port of resources[0]',
    ]);
  });

  test('that the emulator may choose collides with none', () => {
    expect(missing({ resources: [app({ port: 4180 })] }, 0)).toBe('');
  });
});

test.each([
  ['node build.ts', ['node', 'build.ts']],
  ['node  --flag   x', ['node', '--flag', 'x']],
  [
    ['node', 'a file with spaces.js'],
    ['node', 'a file with spaces.js'],
  ],
])('the command %j is run as %j', (command, parts) => {
  expect(commandOf(command)).toEqual(parts);
});
