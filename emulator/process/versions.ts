// The folder of a built app: one folder per version, a marker for each that is ready, and the build cache.
// A version without its marker was interrupted and does not count, so that an end at any moment leaves nothing half made.

import { createReadStream, createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, readdir, readlink, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** One version of an app: its number and the folder in which it was built. */
export interface Version {
  readonly number: number;
  readonly dir: string;
}

/** The versions of one app on disk. */
export interface Versions {
  /** The cache that builds may keep; `fresh` empties it first. */
  cacheDir(fresh: boolean): Promise<string>;
  /** Copies the source into the folder of the next version; rejects, and leaves nothing, once the signal is aborted. */
  create(sourceDir: string, signal: AbortSignal): Promise<Version>;
  /** Marks a version as built. */
  markReady(version: Version): Promise<void>;
  /** The newest version that is ready. */
  newest(): Version | undefined;
  /** Removes a version's folder and marker. */
  remove(version: Version): Promise<void>;
  /** Removes every version but the newest ready one and `keep`. */
  prune(keep: Version | undefined): Promise<void>;
}

const marker = (version: Version): string => `${version.dir}.ready`;

const NEVER_COPIED: ReadonlySet<string> = new Set(['.git']);

async function remove(version: Version): Promise<void> {
  // The marker goes first: a folder that is half removed must not count as ready.
  await rm(marker(version), { force: true });
  await rm(version.dir, { recursive: true, force: true, maxRetries: 3 });
}

/** A file from this size on is copied as a stream, which can be stopped. */
const LARGE_BYTES = 16_000_000;

/** How a folder is copied. */
interface CopyOptions {
  /** The real path of the whole that is copied. */
  readonly root: string;
  readonly isLeftOut: (source: string) => boolean;
  readonly signal: AbortSignal;
}

/** Copies a folder. Sockets and pipes are left out, and so is every path that `isLeftOut` selects. */
async function copyFolder(from: string, to: string, options: CopyOptions): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    options.signal.throwIfAborted();
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (options.isLeftOut(source)) continue;
    if (entry.isDirectory()) await copyFolder(source, target, options);
    else if (entry.isSymbolicLink()) await symlink(await linkInCopy(source, options.root), target);
    else if (entry.isFile()) await copyOne(source, target, options.signal);
  }
}

async function copyOne(source: string, target: string, signal: AbortSignal): Promise<void> {
  const { size, mode } = await stat(source);
  if (size < LARGE_BYTES) await copyFile(source, target);
  else await pipeline(createReadStream(source), createWriteStream(target, { mode }), { signal });
}

/** Where a link leads in the copy: within it, as in the source, or to the same place outside, as in a monorepo. */
async function linkInCopy(source: string, root: string): Promise<string> {
  const link = await readlink(source);
  const leadsTo = path.resolve(await realpath(path.dirname(source)), link);
  const isInside = leadsTo === root || leadsTo.startsWith(`${root}${path.sep}`);
  return isInside ? link : leadsTo;
}

/**
 * Opens (or makes) the folder `workDir`; `<n>` holds a version, `<n>.ready` marks it, `cache` is the build cache. It is
 * never copied itself, and neither are the paths in `neverCopied`, so that they may lie in the source folder.
 */
export function openVersions(workDir: string, neverCopied: readonly string[] = []): Versions {
  const leftOut = new Set([workDir, ...neverCopied].map((place) => path.resolve(place)));
  mkdirSync(workDir, { recursive: true });
  const at = (number: number): Version => ({ number, dir: path.join(workDir, String(number)) });
  const numbers = (pattern: RegExp): number[] =>
    readdirSync(workDir).flatMap((entry) => {
      const match = pattern.exec(entry);
      return match === null ? [] : [Number(match[1])];
    });
  const newest = (): Version | undefined => {
    const ready = numbers(/^(\d+)\.ready$/);
    return ready.length === 0 ? undefined : at(Math.max(...ready));
  };
  return {
    cacheDir: async (fresh) => {
      const dir = path.join(workDir, 'cache');
      if (fresh) await rm(dir, { recursive: true, force: true, maxRetries: 3 });
      await mkdir(dir, { recursive: true });
      return dir;
    },
    create: async (sourceDir, signal) => {
      const version = at(Math.max(0, ...numbers(/^(\d+)(?:\.ready)?$/)) + 1);
      const isLeftOut = (source: string): boolean => NEVER_COPIED.has(path.basename(source)) || leftOut.has(source);
      try {
        const root = await realpath(sourceDir);
        await copyFolder(path.resolve(sourceDir), version.dir, { root, isLeftOut, signal });
        return version;
      } catch (error) {
        await remove(version);
        throw error;
      }
    },
    markReady: async (version) => {
      await writeFile(marker(version), '');
    },
    newest,
    remove,
    prune: async (keep) => {
      const kept = new Set([newest()?.number, keep?.number]);
      const gone = new Set(numbers(/^(\d+)(?:\.ready)?$/).filter((number) => !kept.has(number)));
      await Promise.all([...gone].map(async (number) => await remove(at(number))));
    },
  };
}
