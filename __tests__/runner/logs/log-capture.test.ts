// One log, written to step log, summary and file.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogCapture, type LogCaptureOptions, MAX_PRINTED_BYTES } from '../../../src/runner/logs/log-capture.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';

const KEY = 'canary-key-1';
const sanitizers = createSanitizers({ secrets: [KEY], token: () => 'token-of-this-test-0' });

let folder: string;
let file: string;
let fileErrors: string[];
let printed: string[];
let notes: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-capture-'));
  file = join(folder, 'a.log');
  fileErrors = [];
  printed = [];
  notes = [];
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function keep(options: Partial<LogCaptureOptions> = {}) {
  const onFileError = (message: string): void => void fileErrors.push(message);
  const print = (text: string): void => void printed.push(text);
  const note = (text: string): void => void notes.push(text);
  return createLogCapture({ sanitizers, file, label: undefined, show: true, onFileError, print, note, ...options });
}

/** What has been printed since the last call. */
function newlyPrinted(): string {
  return printed.splice(0).join('');
}

test('prints lines as they come, counts them, keeps them for the summary, and writes the same text to the file', () => {
  const capture = keep();
  capture.push('one\n');
  expect([newlyPrinted(), capture.lineCount()]).toEqual(['  | one\n', 1]);
  capture.push('two\nthree\n');
  expect([newlyPrinted(), capture.lineCount()]).toEqual(['  | two\n  | three\n', 3]);
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n');
  expect(capture.excerpt?.excerpt({ maxBytes: 1_000 }).text).toBe('one\ntwo\nthree');
});

test('never shows the key, and writes the rest to the file as it came', () => {
  const capture = keep();
  capture.push(`a ${KEY} \u001b[1mb\u001b[0m\r\n`);
  const page = capture.excerpt?.excerpt({ maxBytes: 1_000 }).text;
  expect([newlyPrinted(), page, readFileSync(file, 'utf8')]).toEqual([
    '  | a *** b\n',
    'a *** b',
    'a *** \u001b[1mb\u001b[0m\r\n',
  ]);
});

test('puts lines that look like errors and the last lines into the failure excerpt', () => {
  const capture = keep();
  capture.push('fine\nerror: broken\n\nlast\n');
  expect(capture.failureExcerpt()).toEqual({ cause: ['error: broken'], tail: ['fine', 'error: broken', 'last'] });
});

describe('a log that is longer than a step prints', () => {
  const line = `${'x'.repeat(99)}\n`;
  const lines = 120_000;

  test('is printed up to the limit, then one line names the file, and its last 200 lines come at the end', () => {
    const capture = keep();
    capture.push('first\n');
    for (let pushed = 0; pushed < lines; pushed += 1_000) capture.push(line.repeat(1_000));
    capture.push('last\n');
    const beginning = newlyPrinted();
    expect(beginning.startsWith('  | first\n')).toBe(true);
    expect(beginning.length).toBeLessThanOrEqual(MAX_PRINTED_BYTES);
    expect(beginning.length).toBeGreaterThan(MAX_PRINTED_BYTES * 0.9);
    expect(notes).toEqual([
      `the log is longer than 8 MB, so its rest is not printed here; the whole log is in ${file}`,
    ]);
    capture.end();
    const end = newlyPrinted().split('\n').slice(0, -1);
    expect([end.length, end.at(-1), end.at(0)]).toEqual([200, '  | last', `  | ${line.trimEnd()}`]);
    const printedLines = beginning.split('\n').length - 1;
    expect(notes.at(-1)).toBe(`${lines + 2 - printedLines - 200} lines not printed; the last 200 lines:`);
    expect(readFileSync(file, 'utf8').length).toBe(line.length * lines + 'first\nlast\n'.length);
  });

  test('is printed to its end when the rest is short, and no line is reported as not printed', () => {
    const capture = keep();
    const fitting = Math.floor(MAX_PRINTED_BYTES / (line.length + '  | '.length));
    capture.push(line.repeat(fitting));
    newlyPrinted();
    capture.push('a\nb\nlast\n'.repeat(50));
    capture.end();
    expect([notes.at(-1), newlyPrinted().split('\n').at(-2)]).toEqual(['the last 150 lines:', '  | last']);
  });

  test('has its last 200 lines printed, however long they are', () => {
    const capture = keep();
    const long = `${'y'.repeat(3_999)}\n`;
    capture.push(line.repeat(lines) + long.repeat(200));
    newlyPrinted();
    capture.end();
    expect(newlyPrinted()).toBe(`  | ${long}`.repeat(200));
  });

  test('has its last lines printed once, however often it is ended', () => {
    const capture = keep();
    capture.push(line.repeat(lines));
    capture.end();
    newlyPrinted();
    capture.end();
    expect([newlyPrinted(), notes.length]).toEqual(['', 2]);
  });

  test('counts the gutter of each line: a million empty lines do not print more', () => {
    const capture = keep({ label: 'a-name-of-24-characters-', file: undefined });
    capture.push('\n'.repeat(1_000_000));
    capture.end();
    expect(newlyPrinted().length).toBeLessThanOrEqual(MAX_PRINTED_BYTES + 200 * 32);
    expect(notes[0]).toBe('the log is longer than 8 MB, so its rest is not printed here');
  });
});

describe('a log that must not be shown', () => {
  test('is only in the file, and its lines are counted', () => {
    const capture = keep({ show: false });
    capture.push('error: private\nmore\n');
    capture.end();
    expect(printed).toEqual([]);
    expect([capture.excerpt, capture.failureExcerpt(), capture.lineCount()]).toEqual([undefined, undefined, 2]);
    expect(readFileSync(file, 'utf8')).toBe('error: private\nmore\n');
  });
});

describe('the log file', () => {
  test('is named once it exists', () => {
    expect(keep().file()).toBe(file);
    expect(keep({ file: undefined }).file()).toBeUndefined();
  });

  test('that cannot be written is reported once and no longer named, and the log is still printed', () => {
    const capture = keep({ file: join(folder, 'missing', 'a.log') });
    capture.push('one\n');
    capture.push('two\n');
    expect(newlyPrinted()).toBe('  | one\n  | two\n');
    expect(fileErrors).toEqual([expect.stringContaining('ENOENT')]);
    expect(capture.file()).toBeUndefined();
  });
});
