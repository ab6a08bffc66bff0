// The files of the repository that an earlier step has checked out into the workspace.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkout } from './build-errors.ts';
import type { Env } from './host.ts';

/** A checkout with more entries is not searched. */
const MAX_ENTRIES = 50_000;
/** Larger files are not source files. */
const MAX_FILE_BYTES = 1024 * 1024;
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * Reads the checkout; undefined without one. It has no files if not all of it can be read: a second
 * file of the same name might be missing. Links are not followed.
 */
export function readCheckout({ GITHUB_WORKSPACE: root = '' }: Env): Checkout | undefined {
  if (root === '' || !existsSync(join(root, '.git'))) return undefined;
  const counts = new Map<string, number>();
  return {
    files: filesBelow(root),
    lineCount(file): number {
      const count = counts.get(file) ?? countLines(join(root, file));
      counts.set(file, count);
      return count;
    },
  };
}

function filesBelow(root: string): readonly string[] {
  const files: string[] = [];
  const folders = [''];
  let entryCount = 0;
  try {
    for (const folder of folders) {
      for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
        entryCount += 1;
        if (entryCount > MAX_ENTRIES) return [];
        const path = folder + entry.name;
        if (entry.isFile()) files.push(path);
        else if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(`${path}/`);
      }
    }
    return files;
  } catch {
    return [];
  }
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
