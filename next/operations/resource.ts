// The resource itself: what it is before the work, whether it is up after it, and its runtime log when it is not.
import type { Resource } from '../api/resources.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import type { Step } from '../step.ts';
import { isLoopback } from '../url.ts';
import { createNote } from './notes.ts';
import { readUntil } from './read-until.ts';
import { isUnreadable, judgeAfterDeploy, type StatusRead } from './settle.ts';

/** A resource that cannot be read before a deployment is given up after this; so is each read after it. */
const GIVE_UP_MS = 10_000;
/** Reads that only add to a message do not hold it up. */
export const BRIEF_MS = 5_000;

/** Errors that stop a step wherever they come. */
const STOPPING = ['unauthorized', 'forbidden', 'billing', 'not_found'] as const;

/** True for an error after which nothing else can be read either: of the key, or the end of the step. */
export function isStopping({ signal }: Pick<Step, 'signal'>, error: unknown): boolean {
  return signal.aborted || isFailure(error, ...STOPPING) || !isFailure(error);
}

/** Reads the resource; its name, status and address go into the outcome. */
export async function readResource(
  step: Step,
  outcome: Outcome,
  options: { giveUpMs?: number } = {},
): Promise<Resource> {
  const resource = await step.api.readResource(outcome.resourceId, options);
  if (resource.name !== undefined) outcome.name = resource.name;
  if (resource.status !== undefined) outcome.resourceStatus = resource.status;
  const url = addressOf(resource);
  if (url !== undefined) outcome.url = url;
  return resource;
}

/** Reads the resource before a deployment; undefined when that fails for a reason that need not stop the step. */
export async function readResourceBefore(step: Step, outcome: Outcome): Promise<Resource | undefined> {
  try {
    return await readResource(step, outcome, { giveUpMs: GIVE_UP_MS });
  } catch (error) {
    if (isStopping(step, error)) throw error;
    step.log.info(`${nameOf(outcome)} could not be read, so its status before the deployment is not known.`);
    return undefined;
  }
}

/** Reads the resource for a message; a failure changes nothing. */
export async function refreshResource(step: Step, outcome: Outcome): Promise<void> {
  await readResource(step, outcome, { giveUpMs: BRIEF_MS }).catch((error: unknown) => {
    if (!isFailure(error)) throw error;
  });
}

function addressOf({ hosts: [host] }: Resource): string | undefined {
  if (host === undefined) return undefined;
  const address = URL.parse(`https://${host}`);
  if (address === null) return undefined;
  return isLoopback(address.hostname) ? `http://${host}` : `https://${host}`;
}

/** One read of the status for a judge. */
export async function readStatus(step: Step, outcome: Outcome): Promise<StatusRead> {
  try {
    const { status } = await readResource(step, outcome, { giveUpMs: BRIEF_MS });
    return status;
  } catch (error) {
    if (isStopping(step, error)) throw error;
    return { kind: 'unreadable' };
  }
}

/** Waits until the app is up after its deployment. Throws `not_running`; a deadline in between only warns. */
export async function awaitApp(step: Step, outcome: Outcome, before: string | undefined): Promise<void> {
  const name = nameOf(outcome);
  const note = createNote(step);
  const sinceMs = step.clock.now();
  try {
    const settled = await readUntil(
      step,
      async () => {
        const status = await readStatus(step, outcome);
        const text = isUnreadable(status) ? 'cannot be read' : `is ${status ?? 'without a status'}`;
        note(text, `The deployment has finished; ${name} ${text}.`);
        return status;
      },
      (readings) => judgeAfterDeploy({ before, sinceMs }, readings),
    );
    if (settled.kind === 'wrong') throw await notRunning(step, outcome, 'after the deployment');
    if (settled.warning !== undefined) step.log.warn(`The deployment finished, but of ${name}: ${settled.warning}.`);
    if (settled.isAsBefore === true) outcome.headline = `still ${outcome.resourceStatus}, as before`;
  } catch (error) {
    if (!step.signal.aborted || !isFailure(error, 'timeout')) throw error;
    const { resourceStatus = 'not known yet' } = outcome;
    step.log.warn(`The deployment finished; when the deadline came, the status of ${name} was ${resourceStatus}.`);
  }
}

/** The failure of a resource that is not as it should be, with its runtime log. */
export async function notRunning(step: Step, outcome: Outcome, when: string): Promise<Failure> {
  const { resourceStatus = 'in an unknown state' } = outcome;
  await printRuntimeLog(step, outcome);
  const title = `${nameOf(outcome)} is ${resourceStatus} ${when}`;
  const line = step.log.errorLine('runtime');
  return new Failure('not_running', line ?? `${title}.`, { title });
}

/** Prints the runtime log; trouble with it is one warning. */
export async function printRuntimeLog(step: Step, outcome: Outcome): Promise<void> {
  try {
    const { text } = await step.api.readLogs(outcome.resourceId, step.inputs.lines, { giveUpMs: BRIEF_MS });
    if (text !== '') step.log.lines('runtime', text.endsWith('\n') ? text : `${text}\n`);
  } catch (error) {
    if (!isFailure(error)) throw error;
    step.log.warn(`The runtime log of ${nameOf(outcome)} could not be read: ${error.message}`);
  }
}
