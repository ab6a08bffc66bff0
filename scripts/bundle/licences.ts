// The licences of everything that the bundle may hold: all packages that package-lock.json does not
// mark as for development. (ncc's own list covers only the chunk that it writes last.)
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string(),
      license: z.string().default('see below'),
      dev: z.boolean().default(false),
    }),
  ),
});

/** One text with name, version and licence of each package, in the order of their paths. */
export function licencesOf(root: string): string {
  const { packages } = lockSchema.parse(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
  );
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `${name} ${version}\n${license}\n\n${textIn(join(root, path))}`;
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** The licence that the package in a folder carries. */
function textIn(folder: string): string {
  if (!existsSync(folder)) return '(not installed on this platform)\n';
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file === undefined
    ? '(the package carries no licence file)\n'
    : readFileSync(join(folder, file), 'utf8').trim();
}
