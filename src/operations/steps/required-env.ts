// Environment variables that must exist before anything is changed. The service tells their names, never their values.
import type { Context, Inputs } from '../operation.ts';
import { type Draft, fail } from '../outcome.ts';

/** Names that systems accept for environment variables, and a few that only some do. */
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,127}$/;

/** Reads `required-env`. */
export function readRequiredEnv(inputs: Inputs): readonly string[] {
  const names = [...new Set(inputs.words('required-env'))];
  const bad = names.filter((name) => !NAME.test(name));
  if (bad.length > 0) inputs.refuse('required-env', `must be names such as DATABASE_URL, not ${bad.join(', ')}`);
  return names;
}

/** True when every name exists; otherwise the draft says which are missing. */
export async function hasRequiredEnv(draft: Draft, names: readonly string[], context: Context): Promise<boolean> {
  if (names.length === 0) return true;
  const present = new Set(await context.client.listEnvNames(draft.resourceId));
  const missing = names.filter((name) => !present.has(name));
  if (missing.length === 0) return true;
  fail(draft, 'missing_env', `These environment variables are not set on ${draft.resourceId}: ${missing.join(', ')}.`);
  return false;
}
