// Repositories that act runs workflows in.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Commits everything in a folder, as a repository if it is none yet; returns the commit. */
export function commitAll(folder: string): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const author = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost'];
  if (!existsSync(join(folder, '.git'))) git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git(...author, 'commit', '--quiet', '--message', 'a rehearsal');
  return git('rev-parse', 'HEAD');
}
