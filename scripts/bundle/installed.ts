// Whether node_modules/ holds what package-lock.json pins. A bundle of anything else would not be reproducible.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, textOf } from '../fields.ts';

/** Packages that the bundle may hold and that are not installed in the version of the lock, by path. */
export function outdatedPackages(root: string): string[] {
  const installed = packagesOf(join(root, 'node_modules/.package-lock.json'));
  return Object.entries(packagesOf(join(root, 'package-lock.json')))
    .filter(([path, entry]) => path !== '' && fieldOf(entry, 'dev') !== true && fieldOf(entry, 'optional') !== true)
    .filter(([path, entry]) => textOf(fieldOf(installed, path), 'version') !== textOf(entry, 'version'))
    .map(([path]) => path);
}

/** The packages of a lock file, or of the copy that npm leaves beside what it has installed. */
function packagesOf(file: string): object {
  const packages = existsSync(file) ? fieldOf(JSON.parse(readFileSync(file, 'utf8')), 'packages') : undefined;
  return typeof packages === 'object' && packages !== null ? packages : {};
}
