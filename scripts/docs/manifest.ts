// The public names: inputs and outputs as action.yml declares them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** The top of the repository. */
export const root = join(import.meta.dirname, '../..');

const entry = z.object({
  description: z.string().transform((text) => text.replaceAll(/\s+/g, ' ').trim()),
  default: z.string().optional(),
});

/** Inputs and outputs by name, in the order of action.yml. */
export const manifest = z
  .object({ inputs: z.record(z.string(), entry), outputs: z.record(z.string(), entry) })
  .parse(parse(readFileSync(join(root, 'action.yml'), 'utf8')));

/** The text of a file, by its path from the top of the repository. */
export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
}
