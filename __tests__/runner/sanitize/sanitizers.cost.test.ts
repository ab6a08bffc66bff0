// What the sanitizers cost: a text that is long, or made to be expensive, takes as long as any other of its length.
import { describe, expect, test } from '@jest/globals';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import { readLines } from '../../support/runner/runner-parsers.ts';

// A cost that grows with the square of the text would take many minutes here; the time limit is the judge.
const LINEAR_COST_TIMEOUT_MS = 30_000;

describe('the cost is proportional to the text', () => {
  const many = 200_000;
  test.each([
    ['a text without a line end', 'x'.repeat(10 * many)],
    ['many backticks', '`'.repeat(many)],
    ['many marks', '##['.repeat(many)],
    ['many marked lines', '##[\n'.repeat(many)],
    ['many introducers', '\u001b]\u009d'.repeat(many)],
    ['many open sequences', '\u001b[1;'.repeat(many)],
    ['many tag characters', '\u{e0041}'.repeat(many)],
    ['many returns', '\r'.repeat(many)],
    ['white space', ' '.repeat(many)],
  ])(
    'for %s',
    (_name, text) => {
      const sanitizers = createSanitizers({ secrets: ['a-key-of-the-test'] });
      const output = sanitizers.log()(text).printable();
      expect(readLines(output).filter((line) => line.length > 4096 + '  | '.length)).toEqual([]);
      expect(sanitizers.line(text).length).toBeLessThanOrEqual(2_000);
      expect(sanitizers.text(text).length).toBeLessThanOrEqual(3 * 500 + 4);
    },
    LINEAR_COST_TIMEOUT_MS,
  );
});
