// required-env: names that must exist among the variables of a resource, before anything is
// changed.
import { Failure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';

/**
 * Throws `missing_env` if a name is missing, and `unreadable_reply` if the list does not show
 * whether it is.
 */
export async function assertRequiredEnv({ inputs, api, outcome }: Step): Promise<void> {
  if (inputs.requiredEnv.length === 0) return;
  const { items, isRecognised, isCut } = await api.listEnvNames(outcome.resourceId);
  const missing = inputs.requiredEnv.filter((name) => !items.includes(name));
  if (missing.length === 0) return;
  const names = missing.join(', ');
  const name = nameOf(outcome);
  if (isRecognised && !isCut) {
    const title = `${name} lacks ${names}`;
    const meaning = `Nothing was changed for ${name}.`;
    throw new Failure('missing_env', `${title}.`, { title, meaning });
  }
  const why = 'the list of its variables is incomplete or not recognised';
  throw new Failure('unreadable_reply', `It is not known whether ${name} has ${names}: ${why}.`, {
    title: 'The environment variables cannot be checked',
    next: 'Leave out required-env, or report it to the operator of the service.',
  });
}
