// Checks that environment variables exist before anything is changed. The service sends names, never values.
import type { Context, Inputs } from '../operation.ts';
import type { Task } from '../task.ts';

/** Names of environment variables, including dots and hyphens, which only some systems accept. */
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,127}$/;

/** Reads `required-env`. */
export function readRequiredEnv(inputs: Inputs): readonly string[] {
  const names = [...new Set(inputs.words('required-env'))];
  const bad = names.filter((name) => !NAME.test(name)).map((name) => `\`${name}\``);
  if (bad.length > 0) inputs.refuse('required-env', `must be names such as DATABASE_URL, not ${bad.join(', ')}`);
  return names;
}

/**
 * True when every name exists; otherwise the task has failed with `missing_env`, or with `unreadable_reply` where the list
 * of names is incomplete.
 */
export async function hasRequiredEnv(task: Task, names: readonly string[], context: Context): Promise<boolean> {
  if (names.length === 0) return true;
  const { items, isComplete } = await context.client.listEnvNames(task.resourceId);
  const present = new Set(items);
  const missing = names.filter((name) => !present.has(name));
  if (missing.length === 0) return true;
  if (!isComplete) {
    const cause = `Whether ${task.resourceId} has these environment variables is not known: ${missing.join(', ')}. They are not among the names that could be read, and the list of names is incomplete.`;
    task.emit({ kind: 'failed', errorCode: 'unreadable_reply', cause });
    return false;
  }
  const cause = `These environment variables are not set on ${task.resourceId}: ${missing.join(', ')}.`;
  task.emit({ kind: 'failed', errorCode: 'missing_env', cause });
  return false;
}
