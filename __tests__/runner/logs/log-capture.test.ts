// One log on its way to step log, page and file.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogCapture, type LogCaptureOptions } from '../../../src/runner/logs/log-capture.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';

const KEY = 'canary-key-1';
const sanitizers = createSanitizers({ secrets: [KEY], token: () => 'token-of-this-test-0' });

let folder: string;
let file: string;
let troubles: string[];
let printed: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-keeper-'));
  file = join(folder, 'a.log');
  troubles = [];
  printed = [];
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function keep(options: Partial<LogCaptureOptions> = {}) {
  const onFileError = (message: string): void => void troubles.push(message);
  const print = (text: string): void => void printed.push(text);
  return createLogCapture({ sanitizers, file, label: undefined, show: true, onFileError, print, ...options });
}

/** What has been printed since the last look. */
function newlyPrinted(): string {
  return printed.splice(0).join('');
}

test('whole lines are printed as they come, the last one at the end; the file is the same text', () => {
  const capture = keep();
  capture.push('one\ntw');
  expect(newlyPrinted()).toBe('  | one\n');
  capture.push('o\n');
  expect(newlyPrinted()).toBe('  | two\n');
  capture.push('three');
  expect(newlyPrinted()).toBe('');
  expect(capture.lineCount()).toBe(2);
  capture.end();
  expect(newlyPrinted()).toBe('  | three\n');
  expect(capture.lineCount()).toBe(3);
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree');
  expect(capture.excerpt?.excerpt({ maxBytes: 1_000 }).text).toBe('one\ntwo\nthree');
});

test('a label stands in the gutter', () => {
  keep({ label: 'web' }).push('one\n');
  expect(newlyPrinted()).toBe('  web | one\n');
});

test('a command in the log reaches the step log behind two walls, and the file as it came', () => {
  const capture = keep();
  capture.push('::error::forged\n');
  expect(newlyPrinted()).toBe('::stop-commands::token-of-this-test-0\n  | ::error::forged\n::token-of-this-test-0::\n');
  expect(readFileSync(file, 'utf8')).toBe('::error::forged\n');
});

test('the key reaches no sink, also where it comes in two pieces', () => {
  const capture = keep();
  capture.push(`a ${KEY.slice(0, 5)}`);
  capture.push(`${KEY.slice(5)} b\n`);
  capture.end();
  const page = capture.excerpt?.excerpt({ maxBytes: 1_000 }).text;
  expect([newlyPrinted(), page, readFileSync(file, 'utf8')]).toEqual(['  | a *** b\n', 'a *** b', 'a *** b\n']);
});

test('the failureExcerpt tells what looks like an error and the last lines', () => {
  const capture = keep();
  capture.push('fine\nerror: broken\n\nlast\n');
  expect(capture.failureExcerpt()).toEqual({ cause: ['error: broken'], tail: ['fine', 'error: broken', 'last'] });
});

describe('a log that is not to be shown', () => {
  test('is only in the file; its lines are counted', () => {
    const capture = keep({ show: false });
    capture.push('error: private\nmore');
    capture.end();
    expect(printed).toEqual([]);
    expect([capture.excerpt, capture.failureExcerpt(), capture.lineCount()]).toEqual([undefined, undefined, 2]);
    expect(readFileSync(file, 'utf8')).toBe('error: private\nmore');
  });
});

describe('the file', () => {
  test('is named once there is one', () => {
    expect(keep().file()).toBe(file);
    expect(keep({ file: undefined }).file()).toBeUndefined();
  });

  test('that cannot be written is told once and named no more; the log goes on', () => {
    const capture = keep({ file: join(folder, 'missing', 'a.log') });
    capture.push('one\n');
    capture.push('two\n');
    expect(newlyPrinted()).toBe('  | one\n  | two\n');
    expect(troubles).toEqual([expect.stringContaining('ENOENT')]);
    expect(capture.file()).toBeUndefined();
  });
});
