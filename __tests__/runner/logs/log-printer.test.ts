// The lines and the log files of a step.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explanationsOf } from '../../../src/runner/logs/index.ts';
import { lastOutputs, log, open, reportOn, resourceId } from '../../support/runner/open-reporter.ts';
import { following, outcomeOf } from '../../support/runner/outcome-of.ts';
import { recordHost, type Recording } from '../../support/runner/recording-host.ts';

let temp: string;

beforeEach(() => {
  temp = mkdtempSync(join(tmpdir(), 'log-printer-'));
});

afterEach(() => {
  rmSync(temp, { recursive: true, force: true });
});

function record(runnerTemp = temp): Recording {
  return recordHost({ env: { RUNNER_TEMP: runnerTemp } });
}

describe('log files', () => {
  test('are written to one folder per step below RUNNER_TEMP, one complete file per log, named after the resource', () => {
    const files = ['first step', 'second step'].map((step) => {
      const { emit, recording } = open({ resourceIds: ['a:b'] }, record());
      emit(log(`${step}\n`, { of: 'a:b' }));
      return lastOutputs(recording)['log-file'] ?? '';
    });
    expect(new Set(files).size).toBe(2);
    for (const file of files) expect(file).toMatch(/1-a_b\.build\.log$/);
    expect(files.every((file) => file.startsWith(temp))).toBe(true);
    expect(readFileSync(files[0] ?? '', 'utf8')).toBe('first step\n');
  });

  test('that cannot be made for several resources cause one warning for all of them, and the step continues', () => {
    const { emit, recording } = open({ resourceIds: ['a', 'b', 'c'] }, record(join(temp, 'missing')));
    emit(...['a', 'b', 'c'].map((of) => log('one\n', { of })), { kind: 'warning', text: 'another one' });
    expect(recording.annotations.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^No log file can be made.*ENOENT/),
      'another one',
    ]);
    expect(recording.log).toBe('  a | one\n  b | one\n  c | one\n');
  });

  test('that can no longer be written cause two annotations, and a line for each further log', () => {
    const { emit, recording } = open({ resourceIds: ['a', 'b', 'c'] }, record());
    emit(log('one\n', { of: 'a' }));
    for (const folder of readdirSync(temp)) rmSync(join(temp, folder), { recursive: true });
    emit(log('two\n', { of: 'a' }), log('three\n', { of: 'a' }), ...['b', 'c'].map((of) => log('one\n', { of })));
    expect(recording.annotations).toMatchObject([
      { kind: 'warning', message: expect.stringMatching(/^a: The log file cannot be written.*ENOENT/) },
      { kind: 'warning', message: expect.stringMatching(/^b: The log file cannot be written.*ENOENT/) },
    ]);
    expect(recording.log).toMatch(/^warning: c: The log file cannot be written.*ENOENT/m);
  });
});

describe('build-log: false', () => {
  test('keeps build and runtime logs out of the step log and the summary, and writes the files', () => {
    const { emit, reporter, recording } = open({ showLogs: false }, record());
    emit(log('private\n'), log('private too\n', { source: 'runtime' }));
    const outcome = outcomeOf({ resourceId, phase: following, status: 'failed', errorCode: 'deployment_failed' });
    reporter.finish({ ...reportOn(outcome), errorCode: 'deployment_failed' as const });
    expect(recording.log + recording.pages.join('')).not.toContain('private');
    expect(explanationsOf([outcome], reporter.logs())).toEqual([]);
    expect(readFileSync(lastOutputs(recording)['log-file'] ?? '', 'utf8')).toBe('private\n');
  });
});

describe('lines', () => {
  test('about one of several resources are whole, however long its name is', () => {
    const { emit, recording } = open({ resourceIds: ['one', 'two'] }, record());
    emit({ kind: 'named', resourceId: 'one', name: 'n'.repeat(15_000) });
    emit({ kind: 'note', resourceId: 'one', text: 'the list could not be read' });
    expect(recording.log).toMatch(/^n{40,60}…?: the list could not be read$/m);
  });

  test('with two ids of 300 characters are whole', () => {
    const { emit, recording } = open({}, record());
    const text = `deployment ${'x'.repeat(300)} could not be read: ${'y'.repeat(300)}: no answer`;
    emit({ kind: 'note', text });
    expect(recording.log).toContain(text);
  });
});
