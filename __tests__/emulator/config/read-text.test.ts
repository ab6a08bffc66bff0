// A file that a person named: its text, or one sentence about why there is none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readText } from '../../../emulator/config/read-text.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'read-text-'));
});
afterAll(() => {
  rmSync(dir, { recursive: true });
});

test('the text is read as UTF-8', () => {
  const file = path.join(dir, 'text.yaml');
  writeFileSync(file, 'name: é🗝\n');
  expect(readText(file)).toBe('name: é🗝\n');
});

test('a file that is not there, and a folder, are named with the reason', () => {
  const file = path.join(dir, 'gone.yaml');
  expect(() => readText(file)).toThrow(`${file} cannot be read: there is no such file.`);
  expect(() => readText(dir)).toThrow(`${dir} cannot be read: it is a folder.`);
});

test('any other reason is shown in the words of the system', () => {
  expect(() => readText('a\0b')).toThrow(/cannot be read: .*null bytes/);
});
