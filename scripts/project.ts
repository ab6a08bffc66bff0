// What the docs are and what they are checked against: pages, the scripts of package.json, the files of the project.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf } from './fields.ts';

const ROOT_PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

/** A page: its path below the root, and its text. */
export interface Page {
  readonly page: string;
  readonly text: string;
}

/** The pages that are checked: those at the root and those of docs/. */
export function readPages(root: string): Page[] {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return [...ROOT_PAGES, ...docs.map((name) => `docs/${name}`)].map((page) => ({
    page,
    text: readFileSync(join(root, page), 'utf8').replaceAll('\r\n', '\n'),
  }));
}

/** The scripts of package.json, by name. */
export function readScripts(root: string): Record<string, string> {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const scripts = Object.entries(fieldOf(manifest, 'scripts') ?? {});
  return Object.fromEntries(scripts.map(([name, body]) => [name, String(body)]));
}

/** Every file that git does not ignore, with `/` between folders. */
export function listFiles(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  // A file that was deleted is listed until that is committed.
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}
