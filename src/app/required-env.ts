// required-env: names that must exist among the variables of a resource, before anything is
// changed.
import { Failure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { reads } from '../service/endpoints.ts';
import type { Step } from '../step.ts';

/**
 * Throws `missing_env` if a name is missing, and `unreadable_reply` if the list does not show
 * whether it is.
 */
export async function assertRequiredEnv({ inputs, service, outcome }: Step): Promise<void> {
  if (inputs.requiredEnv.length === 0) return;
  const names = await service.read(reads.envNames(outcome.resourceId));
  const name = nameOf(outcome);
  if (names === undefined) {
    const wanted = inputs.requiredEnv.join(', ');
    const why = 'the list of its variables is not recognised';
    throw new Failure(
      'unreadable_reply',
      `It is not known whether ${name} has ${wanted}: ${why}.`,
      {
        title: 'The environment variables cannot be checked',
        next: 'Leave out required-env, or report it to the operator of the service.',
      },
    );
  }
  const missing = inputs.requiredEnv.filter((one) => !names.includes(one));
  if (missing.length === 0) return;
  const title = `${name} lacks ${missing.join(', ')}`;
  const meaning = `Nothing was changed for ${name}.`;
  throw new Failure('missing_env', `${title}.`, { title, meaning });
}
