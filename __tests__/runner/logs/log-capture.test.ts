// One log, written to step log, summary and file.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogCapture, type LogCaptureOptions } from '../../../src/runner/logs/log-capture.ts';
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

test.each([
  { name: 'that is in its file', hasFile: true },
  { name: 'without a file', hasFile: false },
])('stops printing a log $name after 32 MiB with all gutters, and says so once', ({ hasFile }) => {
  const capture = keep({ label: 'a-name-of-24-characters-', file: hasFile ? file : undefined });
  const gutterBytes = '  a-name-of-24-characters- | \n'.length;
  const lines = 100_000;
  const fitting = Math.floor((32 * 1024 * 1024) / (gutterBytes * lines));
  for (let pushed = 0; pushed < fitting; pushed += 1) capture.push('\n'.repeat(lines));
  expect([newlyPrinted().length, notes]).toEqual([gutterBytes * lines * fitting, []]);
  capture.push('\n'.repeat(lines));
  capture.push('last\n');
  expect([newlyPrinted(), notes]).toEqual([
    '',
    [`the log is longer than 32 MiB, so its rest is not printed here${hasFile ? `; the whole log is in ${file}` : ''}`],
  ]);
  expect(capture.excerpt?.excerpt({ maxBytes: 1_000 }).text).toMatch(/\nlast$/);
  expect(existsSync(file) ? statSync(file).size : 0).toBe(hasFile ? lines * (fitting + 1) + 'last\n'.length : 0);
});

describe('a log that must not be shown', () => {
  test('is only in the file, and its lines are counted', () => {
    const capture = keep({ show: false });
    capture.push('error: private\nmore\n');
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
