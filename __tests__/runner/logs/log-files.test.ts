// The paths of log files, and which of them the outputs name.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createLogFiles, namedFiles } from '../../../src/runner/logs/log-files.ts';
import { logOf } from '../../support/runner/summary-data.ts';

let temp: string;
let errors: string[];

beforeEach(() => {
  temp = mkdtempSync(join(tmpdir(), 'log-files-'));
  errors = [];
});

afterEach(() => {
  rmSync(temp, { recursive: true, force: true });
});

function files(runnerTemp: string | undefined) {
  return createLogFiles({ RUNNER_TEMP: runnerTemp }, (message) => void errors.push(message));
}

describe('the path of a log file', () => {
  test('is in a folder of the step that exists, and is never given twice', () => {
    const [logFile, other] = [files(temp), files(temp)];
    const paths = [logFile('a:b', 'build'), logFile('a:b', 'build'), logFile('a:b', 'runtime'), other('a:b', 'build')];
    const names = ['1-a_b.build.log', '2-a_b.build.log', '3-a_b.runtime.log', '1-a_b.build.log'];
    expect(paths.map((path) => basename(path ?? ''))).toEqual(names);
    const folders = paths.map((path) => dirname(path ?? ''));
    expect(folders.map((folder) => [dirname(folder), statSync(folder).isDirectory()])).toEqual(
      folders.map(() => [temp, true]),
    );
    expect(new Set(folders).size).toBe(2);
  });

  test('has a name of limited length for the longest id', () => {
    expect(basename(files(temp)('x'.repeat(256), 'build') ?? '').length).toBeLessThan(255);
  });

  test.each([[undefined], ['']])('does not exist where RUNNER_TEMP is %p', (runnerTemp) => {
    expect(files(runnerTemp)('a', 'build')).toBeUndefined();
    expect(errors).toEqual([]);
  });

  test('does not exist where the folder cannot be made, which is reported once', () => {
    const logFile = files(join(temp, 'missing'));
    expect([logFile('a', 'build'), logFile('b', 'build')]).toEqual([undefined, undefined]);
    expect(errors).toEqual([expect.stringContaining('ENOENT')]);
  });
});

test.each([
  ['the build log of a resource rather than its runtime log', ['build', 'runtime']],
  ['the build log also if it began later', ['runtime', 'build']],
] as const)('names %s', (_, sources) => {
  const logs = sources.map((source) => logOf('one\n', { source, file: `${source}.log` }));
  expect([...namedFiles(logs).values()]).toEqual(['build.log']);
});

test('names the runtime log where the build log could not be written', () => {
  const build = logOf('one\n');
  const logs = [
    { ...build, capture: { ...build.capture, file: () => undefined } },
    logOf('two\n', { source: 'runtime', file: 'runtime.log' }),
  ];
  expect([...namedFiles(logs).values()]).toEqual(['runtime.log']);
});
