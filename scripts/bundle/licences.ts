// The licences of everything that the bundle may hold: all packages that package-lock.json does not mark as for
// development. (ncc's own list covers only the chunk that it writes last.)
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, textOf } from '../fields.ts';

/** One text with name, version and licence of each package, in the order of their paths. */
export function licencesOf(root: string): string {
  const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(fieldOf(lock, 'packages') ?? {})
    .filter(([path, entry]) => path !== '' && fieldOf(entry, 'dev') !== true)
    .map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const licence = textOf(entry, 'license') ?? 'see below';
      return `${name} ${textOf(entry, 'version') ?? ''}\n${licence}\n\n${licenceIn(join(root, path))}`;
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** The licence of the package in a folder. */
export function licenceIn(folder: string): string {
  if (!existsSync(folder)) return '(not installed on this platform)\n';
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file === undefined
    ? '(the package carries no licence file)\n'
    : readFileSync(join(folder, file), 'utf8').trim();
}
