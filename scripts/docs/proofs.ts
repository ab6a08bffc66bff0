// What tables give as proof of a claim: tests, benchmarks and sources that must exist. Pure: text in, problems out.
import type { Page } from '../project.ts';
import type { Project } from './doc-facts.ts';

/** A test, benchmark or source that a table gives as proof, with the names of tests quoted after it. */
interface Proof {
  readonly file: string;
  readonly tests: readonly string[];
}

/**
 * The proofs in the last column of the tables of a page: `runner/plan` is `__tests__/runner/plan.test.ts`, anything
 * with an ending, and any folder, is a path from the root; “quoted” names are tests of the file before them.
 */
function proofsOf({ text }: Page): Proof[] {
  const rows = text.split('\n').filter((row) => row.startsWith('| ') && !/^\| :?-/.test(row));
  return rows.flatMap((row) => {
    const cell = row.split(/(?<!\\)\|/).at(-2) ?? '';
    return [...cell.matchAll(/`([\w/.-]+)`([^`]*)/g)].map(([, name = '', rest = '']) => ({
      file: /\.(?:ts|yml)$|^\.ci\/|\/$/.test(name) ? name : `__tests__/${name}.test.ts`,
      tests: [...rest.matchAll(/“([^”]+)”/g)].map(([, test = '']) => test),
    }));
  });
}

/** Proofs whose file does not exist, and quoted tests that are not in it; `read` gives the text of a file. */
export function proofProblems(page: Page, { files }: Project, read: (file: string) => string): string[] {
  return proofsOf(page).flatMap(({ file, tests }) => {
    if (file.endsWith('/') && files.some((name) => name.startsWith(file))) return [];
    if (!files.includes(file)) return [`${page.page}: there is no ${file}`];
    const source = read(file);
    return tests
      .filter((test) => !source.includes(test))
      .map((test) => `${page.page}: ${file} has no test “${test}”${nearestTitle(test, source)}`);
  });
}

/** The title in `source` that shares most words with the one that was quoted, where it shares half of them. */
function nearestTitle(quoted: string, source: string): string {
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const wanted = wordsOf(quoted);
  const titles = [...source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])(.+?)\1/gs)];
  const [best] = titles
    .map(([, , title = '']) => ({
      title,
      shared: [...wordsOf(title)].filter((word) => wanted.has(word)).length / wanted.size,
    }))
    .toSorted((a, b) => b.shared - a.shared);
  return best !== undefined && best.shared >= 0.5 ? `; is it now “${best.title}”?` : '';
}
