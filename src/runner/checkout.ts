// The files of the repository that an earlier step has checked out into the workspace.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Checkout } from './build-errors.ts';
import type { Env } from './host.ts';

/** Larger files are not source files. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Reads the checkout; undefined without one. Folders behind links are not searched. */
export function readCheckout({ GITHUB_WORKSPACE: root = '' }: Env): Checkout | undefined {
  if (root === '' || !existsSync(join(root, '.git'))) return undefined;
  // `**` leaves out what is below folders such as `.storybook`, where a second file could be.
  const patterns = ['**/*.*', '**/.*/**'];
  const files = globSync(patterns, { cwd: root, exclude: (name) => SKIPPED.has(name) });
  return {
    files: files.map((file) => file.replaceAll(sep, '/')),
    lineCount: (file) => countLines(join(root, file)),
  };
}

/** 0 for a file that cannot be read. */
function countLines(path: string): number {
  try {
    if (statSync(path).size > MAX_FILE_BYTES) return 0;
    return readFileSync(path, 'utf8').split('\n').length;
  } catch {
    return 0;
  }
}
