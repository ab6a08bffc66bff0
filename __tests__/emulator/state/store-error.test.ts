// What goes wrong with a state file: one sentence that names the file and what to do.
import { expect, test } from '@jest/globals';
import { NotOursError, sentenceOf } from '../../../emulator/state/store-error.ts';

const FILE = '/data/state.db';
const withCode = (errcode: number): Error => Object.assign(new Error('as SQLite has it'), { errcode });

test.each([
  [5, 'The state file /data/state.db is in use by another emulator. Stop that one, or name another file.'],
  [8, 'The state file /data/state.db cannot be written. Check its permissions and those of its folder.'],
  [11, 'The state file /data/state.db is damaged. Restore it from a copy, or remove it to start anew.'],
  [13, 'The state file /data/state.db cannot grow: the disk or the limit of the file is full.'],
  [26, 'The state file /data/state.db is not a state of this emulator. Name another file.'],
])('result code %d of SQLite is: %s', (code, sentence) => {
  expect(sentenceOf(withCode(code), FILE)).toBe(sentence);
});

test('an extended result code is explained like its primary one', () => {
  // SQLITE_IOERR_WRITE and SQLITE_READONLY_DIRECTORY, https://sqlite.org/rescode.html
  expect(sentenceOf(withCode(778), FILE)).toBe(sentenceOf(withCode(10), FILE));
  expect(sentenceOf(withCode(1544), FILE)).toBe(sentenceOf(withCode(8), FILE));
});

test('a file of somebody else is named as such', () => {
  expect(sentenceOf(new NotOursError(), FILE)).toBe(sentenceOf(withCode(26), FILE));
});

test.each([
  [withCode(1), 'as SQLite has it'],
  [new Error('no memory'), 'no memory'],
  ['text', 'text'],
])('of any other error the own words are shown', (error, words) => {
  expect(sentenceOf(error, FILE)).toBe(`The state file /data/state.db cannot be used: ${words}.`);
});
