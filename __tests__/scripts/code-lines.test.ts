// What `npm run lint` counts as code, and as long and branching functions.
import { expect, test } from '@jest/globals';
import { figuresOf } from '../../scripts/checks/code-lines.ts';

const figures = (source: string) => figuresOf('sample.ts', source);

test('counts lines that hold code, without comments and blank lines', () => {
  const source = `
    // A comment.
    /** And
     * another. */
    const a = 1; // a comment beside code

    const text = \`// no comment

    /* the blank line above belongs to the text */\`; /* one more */
    export { a, text };
  `;
  expect(figures(source)).toMatchObject({ codeLines: 5, allLines: 10, wideLines: 0 });
  expect(figures(`// ${'x'.repeat(98)}\n// ${'x'.repeat(97)}\n`).wideLines).toBe(1);
});

test('counts the lines of a function without those of functions within it', () => {
  const source = `
    function outer() {
      const short = () => 1;
      return [
        function inner() {
          return short;
        },
      ];
    }
  `;
  expect(figures(source).functions.map(({ lines }) => lines)).toEqual([5, 1, 3]);
});

test.each([
  ['no branch', 'return a + b;', 1],
  ['if and else', 'if (a) return 1; else return 2;', 2],
  ['a switch once', 'switch (a) { case 1: return 1; case 2: return 2; default: return 3; }', 2],
  ['loops and catch', 'for (const x of a) { while (x) { try { b(); } catch { c(); } } }', 4],
  ['logical operators', 'return (a && b) || (a ?? b);', 4],
  ['optional chains and assignments not', 'a ??= b?.c; return a;', 1],
  ['none of the functions within', 'return a.map((x) => (x ? 1 : 2));', 1],
])('counts %s', (_what, body, complexity) => {
  const [outer] = figures(`class A { method(a, b) { ${body} } }`).functions;
  expect(outer?.complexity).toBe(complexity);
});

test('counts conditional expressions that stand directly in another one', () => {
  expect(figures('const a = b ? 1 : c ? 2 : 3;').nestedTernaries).toBe(1);
  expect(figures('const a = b ? 1 : f(c ? 2 : 3);').nestedTernaries).toBe(0);
});

test('refuses what it cannot parse', () => {
  expect(() => figures('const = 1;')).toThrow('sample.ts: ');
});
