// What the docs are and what they are checked against: pages, the scripts of package.json, the files of the project.
import { readdirSync, readFileSync } from 'node:fs';
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

/** Every file but those that `.gitignore` names, with `/` between folders. Needs no git: a copy of the tree will do. */
export function listFiles(root: string): string[] {
  const patterns = ['.git', ...readFileSync(join(root, '.gitignore'), 'utf8').split(/\r?\n/)];
  const isIgnored = (folder: string, name: string) =>
    patterns.some((pattern) => {
      const path = pattern.startsWith('/') ? `/${folder}${name}` : name;
      return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
    });
  const filesIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter(({ name }) => !isIgnored(folder, name))
      .flatMap((entry) => (entry.isDirectory() ? filesIn(`${folder}${entry.name}/`) : [`${folder}${entry.name}`]));
  return filesIn('');
}
