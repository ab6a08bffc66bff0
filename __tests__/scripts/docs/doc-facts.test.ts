// Names in the docs that do not exist are found; those that exist pass.
import { describe, expect, test } from '@jest/globals';
import {
  commandProblems,
  pathProblems,
  proofProblems,
  proofsOf,
  folderProblems,
} from '../../../scripts/docs/doc-facts.ts';

const project = {
  files: ['README.md', 'src/main.ts', 'src/api/client.ts', 'src/api/wire/json.ts', '__tests__/api/client.test.ts'],
  scripts: new Set(['docs:check']),
};
const page = (text: string) => ({ page: 'docs/p.md', text });

test('finds an npm script that does not exist, in prose and in commands', () => {
  expect(commandProblems(page('`npm run docs:check`, `npm run --silent docs:check`'), project)).toEqual([]);
  expect(commandProblems(page('`npm run gone`\n```sh runnable\nnpm run lost\n```\n'), project)).toEqual([
    'docs/p.md: there is no script gone',
    'docs/p.md: there is no script lost',
  ]);
});

test('finds a program that does not exist, and commands without a tag', () => {
  expect(commandProblems(page('```sh\nnode src/main.ts\nnode src/gone.ts\n```\n'), project)).toEqual([
    'docs/p.md: there is no src/gone.ts',
    'docs/p.md:1: commands are tagged as either "runnable" or "by-hand"',
  ]);
});

test('finds a file or folder in backticks that does not exist', () => {
  expect(pathProblems(page('`main.ts`, `wire/`, `api/client.ts`, `a.b`, `GET /x.json`'), project)).toEqual([]);
  expect(pathProblems(page('`gone.ts`, `api/main.ts`, `gone/`'), project)).toEqual([
    'docs/p.md: there is no gone.ts',
    'docs/p.md: there is no api/main.ts',
    'docs/p.md: there is no gone/',
  ]);
});

describe('the table of folders', () => {
  const rows = (...cells: string[]) => page(cells.map((cell) => `| ${cell} | something |`).join('\n'));

  test('passes when it names every folder with files', () => {
    expect(folderProblems(rows('`elsewhere/`', '`src/`', '`src/api/`, `src/api/wire/`'), project)).toEqual([]);
  });

  test('fails with the folders that it lacks, and those that do not exist', () => {
    expect(folderProblems(rows('`src/`', '`src/api/`', '`src/gone/`'), project)).toEqual([
      'docs/p.md: there is no src/gone/',
      'docs/p.md: no row of the table is for src/api/wire/',
    ]);
  });
});

describe('the proofs of a claim', () => {
  const claims = page('| claim | proof |\n| ----- | ----- |\n| `x` is so | `api/client` “a test”, `src/main.ts` |\n');

  test('are the names in the last column, with the tests quoted after them', () => {
    expect(proofsOf(claims)).toEqual([
      { file: '__tests__/api/client.test.ts', tests: ['a test'] },
      { file: 'src/main.ts', tests: [] },
    ]);
  });

  test('must exist: the file, and the test in it', () => {
    expect(proofProblems(claims, project, () => "test('a test', …)")).toEqual([]);
    expect(proofProblems(claims, project, () => "test('another', …)")).toEqual([
      'docs/p.md: __tests__/api/client.test.ts has no test “a test”',
    ]);
    expect(proofProblems(claims, { ...project, files: [] }, () => '')).toHaveLength(2);
  });

  test('suggest the new title of a test that was renamed', () => {
    const renamed = page('| claim | proof |\n| - | - |\n| x | `api/client` “a reply is read once” |\n');
    const source = "test('something else', f);\ntest.each(cases)('a response is read once: %s', f);\n";
    expect(proofProblems(renamed, project, () => source)).toEqual([
      'docs/p.md: __tests__/api/client.test.ts has no test “a reply is read once”; is it now “a response is read once: %s”?',
    ]);
  });
});
