// Finding the sentences in a source, so that a new one is never overlooked.
import { describe, expect, test } from '@jest/globals';
import { isIn, sentencesIn } from '../../../scripts/docs/sentences.ts';

describe('a sentence is found', () => {
  test.each([
    ["note('two words')", ['two words']],
    ['note(`${name} failed`)', ['', ' failed']],
    ["const table = { busy: 'it is busy' };", ['it is busy']],
  ])('in %s', (source, parts) => {
    expect(sentencesIn(source)).toEqual([parts]);
  });

  test('inside another one', () => {
    expect(sentencesIn("note(`the app ${isUp ? 'is up' : `has status ${status}`}`)")).toEqual([
      ['the app ', ''],
      ['is up'],
      ['has status ', ''],
    ]);
  });
});

test.each([
  "import { x } from 'a module name';",
  "type Word = 'two words';",
  "const key = { 'health-check': 1 };",
  "note('word')",
  '// a comment of words',
])('finds no sentence in %s', (source) => {
  expect(sentencesIn(source)).toEqual([]);
});

test('finds a sentence in a line that has its parts in order', () => {
  const parts = ['deployment ', ' is ', ''];
  expect(isIn('web: deployment dep_7 is building', { parts })).toBe(true);
  expect(isIn('web is the deployment of today', { parts })).toBe(false);
});
