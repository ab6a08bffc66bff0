// Logs and their files, as the log printer keeps them.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastOutputs, log, open, reportOn, resourceId } from '../support/open-reporter.ts';
import { recordHost, type Recording } from '../support/recording-host.ts';

let temp: string;

beforeEach(() => {
  temp = mkdtempSync(join(tmpdir(), 'reporter-'));
});

afterEach(() => {
  rmSync(temp, { recursive: true, force: true });
});

function record(runnerTemp = temp): Recording {
  return recordHost({ env: { RUNNER_TEMP: runnerTemp } });
}

describe('log files', () => {
  test('each step has a folder of its own below RUNNER_TEMP, each log a file, whole and named after the resource', () => {
    const files = ['first step', 'second step'].map((step) => {
      const { emit, recording } = open({ resourceIds: ['a:b'] }, record());
      emit(log(`${step}\nhalf`, { of: 'a:b' }));
      return lastOutputs(recording)['log-file'] ?? '';
    });
    expect(new Set(files).size).toBe(2);
    for (const file of files) expect(file).toMatch(/1-a_b\.build\.log$/);
    expect(files.every((file) => file.startsWith(temp))).toBe(true);
    expect(readFileSync(files[0] ?? '', 'utf8')).toBe('first step\n');
  });

  test('an id as long and as odd as an id may be has a log file', () => {
    const id = `a/${'é:'.repeat(127)}`;
    const { emit, recording } = open({ resourceIds: [id] }, record());
    emit(log('one\n', { of: id }));
    expect(recording.annotations).toEqual([]);
    expect(readFileSync(lastOutputs(recording)['log-file'] ?? '', 'utf8')).toBe('one\n');
  });

  test('of a build and an app, the output names the build’s', () => {
    const { emit, recording } = open({}, record());
    emit(log('runtime\n', { source: 'runtime' }));
    expect(lastOutputs(recording)['log-file']).toMatch(/runtime\.log$/);
    emit(log('build\n'));
    expect(lastOutputs(recording)['log-file']).toMatch(/build\.log$/);
  });

  test('without RUNNER_TEMP there is none, and no warning', () => {
    const { emit, recording } = open({}, recordHost());
    emit(log('one\n'));
    expect(lastOutputs(recording)['log-file']).toBeUndefined();
    expect(recording.annotations).toEqual([]);
  });

  test('without a place for them there is a warning, and the step continues', () => {
    const { emit, recording } = open({}, record(join(temp, 'missing')));
    emit(log('one\n'));
    expect(recording.annotations).toMatchObject([{ kind: 'warning', message: expect.stringContaining('ENOENT') }]);
    expect(recording.log).toContain('  | one\n');
  });
});

describe('build-log: false', () => {
  test('no log of build or app is in step log or summary; the files are written', () => {
    const { emit, reporter, recording } = open({ showLogs: false }, record());
    emit(log('private\n'), log('private too\n', { source: 'runtime' }));
    const outcome = { resourceId, status: 'failed', errorCode: 'deployment_failed' as const };
    reporter.finish({ ...reportOn(outcome), errorCode: 'deployment_failed' as const });
    expect(recording.log + recording.pages.join('')).not.toContain('private');
    expect(reporter.failureExcerptOf(outcome)).toBeUndefined();
    expect(readFileSync(lastOutputs(recording)['log-file'] ?? '', 'utf8')).toBe('private\n');
  });
});

test('the failure excerpt of a resource is that of its build log', () => {
  const { emit, reporter } = open({}, record());
  emit(log('fine\nerror: broken\nlast\n'), log('error: of the app\n', { source: 'runtime' }));
  expect(reporter.failureExcerptOf({ resourceId })).toEqual({
    cause: ['error: broken'],
    tail: ['fine', 'error: broken', 'last'],
  });
  expect(reporter.failureExcerptOf({ resourceId: 'another' })).toBeUndefined();
});
