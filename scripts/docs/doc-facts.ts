// Names on the pages that must exist in the project: npm scripts, files, folders. Pure: text and names of files in, problems
// out.
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

/** What stands in single backticks outside of blocks. */
function codeSpans(text: string): string[] {
  return [...proseOf(text).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, span = '']) => span);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
