// required-env: names that must exist among the variables of a resource, before anything is changed.
import { Failure } from '../failure.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import type { Step } from '../step.ts';

/** Throws `missing_env` when a name is missing, and `unreadable_reply` when the list of names cannot tell. */
export async function assertRequiredEnv({ inputs, api }: Step, outcome: Outcome): Promise<void> {
  const { requiredEnv } = inputs;
  if (requiredEnv.length === 0) return;
  const { items, isRecognised, isCut } = await api.listEnvNames(outcome.resourceId);
  const missing = requiredEnv.filter((name) => !items.includes(name));
  if (missing.length === 0) return;
  const names = missing.join(', ');
  if (!isRecognised || isCut) {
    throw new Failure(
      'unreadable_reply',
      `Whether ${nameOf(outcome)} has ${names} is not known: the list of its variables is incomplete or not recognised.`,
      {
        title: 'The environment variables cannot be checked',
        next: 'Leave out required-env, or report it to the operator of the service.',
      },
    );
  }
  const verb = missing.length === 1 ? 'is' : 'are';
  throw new Failure('missing_env', `${names} ${verb} not set for ${nameOf(outcome)}. Nothing was started.`, {
    title: `${names} ${verb} missing in ${nameOf(outcome)}`,
  });
}
