// The globs of `filter`: a table, a comparison with a slow and simple implementation, and the cost of a long name.
import { describe, expect, test } from '@jest/globals';
import { matches, matchesGlob, parseFilter } from '../../../src/operations/steps/resource-filter.ts';
import * as fc from 'fast-check';
import { forDrawn } from '../../support/drawn.ts';

describe('a glob', () => {
  test.each([
    ['', '', true],
    ['', '*', true],
    ['', '?', false],
    ['web', 'web', true],
    ['web', 'we', false],
    ['we', 'web', false],
    ['web', '*', true],
    ['web', '***', true],
    ['web', 'w*', true],
    ['web', '*b', true],
    ['web', 'w*b', true],
    ['web', 'w*e*b', true],
    ['web', 'w*x*b', false],
    ['web', '*web*', true],
    ['web', '???', true],
    ['web', '????', false],
    ['web', '??', false],
    ['web', '?*?', true],
    ['w', '?*?', false],
    ['web mailer', 'web?mailer', true],
    ['web-a-b', '*-b', true],
    ['aab', '*ab', true],
    ['abab', '*ab', true],
    ['abcab', 'a*ab', true],
    ['a.b', 'a.b', true],
    ['axb', 'a.b', false],
    ['a[1]+(x)^$\\', 'a[1]+(x)^$\\', true],
    ['a1', 'a[1]', false],
    ['🚀', '?', true],
    ['🚀', '??', false],
    ['a🚀b', 'a?b', true],
    ['🚀🚀', '*🚀', true],
    ['😀', '*\uDE00', false],
    ['line\nbreak', 'line*break', true],
  ])('%j matches %j: %s', (text, glob, matched) => {
    expect(matchesGlob(text, glob)).toBe(matched);
  });

  test('agrees with a simple implementation of the same rule', async () => {
    const word = (letters: string): fc.Arbitrary<string> =>
      fc.array(fc.constantFrom(...letters.split('')), { maxLength: 6, size: 'max' }).map((picked) => picked.join(''));
    await forDrawn(fc.record({ text: word('ab'), glob: word('ab*?') }), { rounds: 500 }, ({ text, glob }) => {
      expect(matchesGlob(text, glob)).toBe(plainly(text, glob));
    });
  });

  test('with many stars matches a long name in time proportional to the product of their lengths', () => {
    const text = 'a'.repeat(20_000);
    const startedMs = performance.now();
    expect(matchesGlob(text, `${'*a'.repeat(50)}*b`)).toBe(false);
    expect(matchesGlob(`${text}b`, `${'a*'.repeat(50)}b`)).toBe(true);
    // A backtracking matcher would need longer than the age of the universe.
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});

/** One character at a time, every choice tried. */
function plainly(text: string, glob: string): boolean {
  if (glob === '') return text === '';
  const rest = glob.slice(1);
  if (glob[0] === '*') return plainly(text, rest) || (text !== '' && plainly(text.slice(1), glob));
  return text !== '' && (glob[0] === '?' || glob[0] === text[0]) && plainly(text.slice(1), rest);
}

describe('conditions', () => {
  test('are pairs, of which only the first = counts', () => {
    expect(parseFilter(' type=app\n\tname=a=b* ')).toEqual([
      { key: 'type', glob: 'app' },
      { key: 'name', glob: 'a=b*' },
    ]);
    expect(parseFilter('  ')).toEqual([]);
  });

  test.each(['app', 'type=', '=app', 'id=x', 'Type=app', 'type = app', 'toString=x', '__proto__=x', 'type=app name'])(
    '%j is refused with the allowed names',
    (text) => {
      expect(parseFilter(text)).toEqual(expect.stringContaining('type, status, name, catalogKey'));
    },
  );

  test.each([
    [{ type: 'App' }, 'type=app', true],
    [{ status: 'Running' }, 'status=RUN*', true],
    [{ name: 'Web' }, 'name=web', false],
    [{ catalogKey: 'Node' }, 'catalogKey=node', false],
    [{ name: 'web', type: 'app' }, 'name=web type=app', true],
    [{ name: 'web', type: 'worker' }, 'name=web type=app', false],
    [{ name: null }, 'name=*', false],
    [{}, 'name=*', false],
    [{ name: 17 }, 'name=1?', true],
    [{ name: '' }, 'name=*', true],
  ])('%j match %j: %s', (fields, filter, matched) => {
    const conditions = parseFilter(filter);
    if (typeof conditions === 'string') throw new Error(conditions);
    expect(matches({ id: 'app_web', domains: [], fields }, conditions)).toBe(matched);
  });
});
