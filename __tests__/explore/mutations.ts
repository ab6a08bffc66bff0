// Rules of the action broken on purpose, one at a time: the explorer has to notice each of them.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One change of the source. */
export interface Mutation {
  /** What the action does wrong then. */
  readonly name: string;
  /** Below the root of the project. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}

export const mutations: readonly Mutation[] = [];

/** The changed text of the file. Throws when `find` does not occur exactly once. */
export function mutate(text: string, { name, find, replace }: Mutation): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`the mutation "${name}" finds its place ${text.split(find).length - 1} times`);
  }
  return before + replace + after;
}

/** Hands a copy of the project with the change to `use`, and removes the copy. */
export async function withMutation<T>(root: string, mutation: Mutation, use: (copy: string) => Promise<T>): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), 'mutation-'));
  try {
    for (const folder of ['src', '__tests__/explore', '__tests__/support', 'package.json']) {
      cpSync(join(root, folder), join(copy, folder), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
    const file = join(copy, mutation.file);
    writeFileSync(file, mutate(readFileSync(file, 'utf8'), mutation));
    return await use(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
