// The public names: inputs and outputs as an action.yml declares them.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const entries = z
  .record(z.string(), z.object({ description: z.string(), default: z.string().optional() }))
  .transform((record) =>
    Object.entries(record).map(([name, { description, default: fallback }]) => ({
      name,
      description: description.replaceAll(/\s+/g, ' ').trim(),
      fallback,
    })),
  );

const schema = z.object({ inputs: entries, outputs: entries });

/** Inputs and outputs, in their order in the file. */
export function readManifest(file: string): z.output<typeof schema> {
  return schema.parse(parse(readFileSync(file, 'utf8')));
}
