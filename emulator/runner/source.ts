// The source of an app as a build gets it: a copy without what is no source, and its commit.
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { basicEnv } from './process.ts';

/** What is left out where neither git nor the configuration says it. */
export const DEFAULT_IGNORE = ['node_modules', '.venv', '__pycache__', '.DS_Store'];

/** Characters that git may list. */
const GIT_OUTPUT_LIMIT = 100_000_000;

/** What to copy, and where to. */
export interface SourceCopy {
  readonly source: string;
  readonly dir: string;
  /** Names or globs to leave out. Default: what git ignores, without git a list. */
  readonly ignore: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/** Copies the source; rejects with the signal's reason when it is aborted. */
export async function copySource({ source, dir, ignore, signal }: SourceCopy): Promise<void> {
  const listed = ignore === undefined ? await listFiles(source) : undefined;
  const globs = ignore ?? DEFAULT_IGNORE;
  const isCopied = (relative: string): boolean => {
    if (listed !== undefined) return listed.has(relative);
    const name = path.basename(relative);
    return !globs.some((glob) => path.matchesGlob(name, glob) || path.matchesGlob(relative, glob));
  };
  await cp(source, dir, {
    recursive: true,
    filter: (from) => {
      signal.throwIfAborted();
      const relative = path.relative(source, from);
      return relative === '' || (path.basename(from) !== '.git' && isCopied(relative));
    },
  });
  signal.throwIfAborted();
}

/**
 * The commit that is checked out at the source, undefined without git, and whether the source has
 * changes that are in no commit.
 */
export async function checkoutOf(source: string) {
  const commit = (await git(source, 'rev-parse', '--verify', 'HEAD'))?.trim();
  // Without the locks it leaves the index alone, which a git of the user's may be writing.
  const changes = await git(source, '--no-optional-locks', 'status', '--porcelain', '--', '.');
  return { commit, isChanged: commit !== undefined && changes !== undefined && changes !== '' };
}

/** The files that git does not ignore, with their folders; undefined where it lists none. */
async function listFiles(source: string): Promise<ReadonlySet<string> | undefined> {
  const kinds = ['--cached', '--others', '--exclude-standard'];
  const files = (await git(source, 'ls-files', '-z', ...kinds))?.split('\0').filter(Boolean) ?? [];
  if (files.length === 0) return undefined;
  const listed = new Set<string>();
  for (const file of files) {
    let each = path.normalize(file);
    for (; each !== '.' && !listed.has(each); each = path.dirname(each)) listed.add(each);
  }
  return listed;
}

async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    const options = { cwd: folder, env: basicEnv(), maxBuffer: GIT_OUTPUT_LIMIT };
    return (await promisify(execFile)('git', args, options)).stdout;
  } catch {
    return undefined; // no git, or no repository
  }
}
