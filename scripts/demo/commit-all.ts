// Repositories that act runs workflows in.
import { execFileSync } from 'node:child_process';

/** Commits everything in a folder, as a repository if it is none yet; returns the commit. */
export function commitAll(folder: string): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const author = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost'];
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git(...author, 'commit', '--quiet', '--message', 'a rehearsal');
  return git('rev-parse', 'HEAD');
}
