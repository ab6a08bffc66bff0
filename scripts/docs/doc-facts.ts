// Names on the pages that must exist in the project: npm scripts, files, folders, proofs. Pure: text and names of files in,
// problems out.
import { codeBlocks, isShell, proseOf, tagProblem } from './command-blocks.ts';
import type { Page } from '../project.ts';

/** What there is. */
export interface Project {
  /** Paths of all files, with `/` between folders. */
  readonly files: readonly string[];
  /** Names of the scripts of package.json. */
  readonly scripts: ReadonlySet<string>;
}

/** A name that git ignores or that belongs to somebody else's repository. */
const ELSEWHERE =
  /^(?:try\.yml|\.demo|\.stryker|\.github\/workflows\/release-gate|bench\/results|dist|build|coverage|node_modules)\b/;
const FILE_NAME = /^(?:[\w.-]+\/)*[\w.-]+\.(?:ts|js|cjs|json|md|ya?ml|txt)$/;
const FOLDER_NAME = /^(?:[\w.-]+\/)+$/;

/** npm scripts and program files in prose and commands that do not exist; blocks of commands without a tag. */
export function commandProblems({ page, text }: Page, { files, scripts }: Project): string[] {
  const named = [...text.matchAll(/\bnpm run (?:--[\w-]+ )*([\w:-]+)/g)].map(([, name = '']) => name);
  const programs = codeBlocks(page, text)
    .filter(isShell)
    .flatMap(({ code }) => [...code.matchAll(/\bnode ([\w./-]+\.ts)\b/g)].map(([, file = '']) => file));
  return [
    ...unique(named.filter((name) => !scripts.has(name))).map((name) => `${page}: there is no script ${name}`),
    ...unique(programs.filter((file) => !files.includes(file))).map((file) => `${page}: there is no ${file}`),
    ...codeBlocks(page, text).flatMap((block) => {
      const problem = tagProblem(block);
      return problem === undefined ? [] : [`${page}:${block.line}: ${problem}`];
    }),
  ];
}

/** Names of files and folders in backticks that nothing in the project has. A path may begin anywhere. */
export function pathProblems({ page, text }: Page, { files }: Project): string[] {
  const anywhere = files.map((file) => `/${file}`);
  const exists = (path: string) =>
    anywhere.some((file) => (path.endsWith('/') ? file.includes(`/${path}`) : file.endsWith(`/${path}`)));
  const named = codeSpans(text).filter((span) => FILE_NAME.test(span) || FOLDER_NAME.test(span));
  return unique(named)
    .filter((path) => !ELSEWHERE.test(path) && !exists(path))
    .map((path) => `${page}: there is no ${path}`);
}

/** Where the first column of a table of folders and the folders of `src/` that hold files differ, both ways. */
export function folderProblems({ page, text }: Page, { files }: Project): string[] {
  const rows = [...text.matchAll(/^\| ([^|]+?) +\|/gm)].flatMap(([, cell = '']) => codeSpans(cell));
  const named = rows.filter((name) => /^src\/(?:[\w-]+\/)*$/.test(name));
  const folders = unique(
    files.filter((file) => file.startsWith('src/')).map((file) => file.slice(0, file.lastIndexOf('/') + 1)),
  );
  return [
    ...named.filter((name) => !folders.includes(name)).map((name) => `${page}: there is no ${name}`),
    ...folders.filter((name) => !named.includes(name)).map((name) => `${page}: no row of the table is for ${name}`),
  ];
}

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

/** What stands in single backticks outside of blocks. */
function codeSpans(text: string): string[] {
  return [...proseOf(text).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, span = '']) => span);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
