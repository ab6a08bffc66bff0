// The facts of the run, and which commits are of it.
import type { Env } from './host.ts';
import { readRun } from './run.ts';

/** What a step knows of GitHub. */
export type GitHub = ReturnType<typeof createGitHub>;

/** Reads the facts of the run. */
export function createGitHub(env: Env) {
  const run = readRun(env);
  const isOwnCommit = (commit: string): boolean =>
    run.commits.some((own) => own.startsWith(commit));
  return {
    run,
    /** True for a commit of this run; `commit` may be cut to its first digits. */
    isOwnCommit,
    /** False for a short text that may be something other than a commit. */
    isCommit: (commit: string): boolean => commit.length === 40 || isOwnCommit(commit),
  };
}
