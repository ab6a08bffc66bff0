// Reads the resource: before the work, while it is judged after it, and its runtime log when it is
// not as expected.
import type { ReadOptions } from '../api/requests.ts';
import type { ResourceDetail } from '../api/resources.ts';
import { Failure, isFailure, catchFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';

/** Before a deployment, the read of the resource is given up after this. */
const GIVE_UP_MS = 10_000;
/** Limit of reads that only add to a message. */
export const BEST_EFFORT_MS = 5_000;

/** True for a failure that ends the work on the resource: it is fatal, or the step was aborted. */
export function endsWork({ signal }: Step, failure: Failure): boolean {
  return signal.aborted || failure.isFatal;
}

/** Reads the resource; its name, status and address go into the outcome. */
export async function loadResource(
  { api, outcome }: Step,
  limits?: ReadOptions,
): Promise<ResourceDetail> {
  const resource = await api.readResource(outcome.resourceId, limits);
  const { id, name, status, addresses } = resource;
  const [address] = addresses;
  if (name !== undefined) outcome.name = name;
  // Forget a status that the service no longer reports.
  if (id !== undefined) delete outcome.resourceStatus;
  if (status !== undefined) outcome.resourceStatus = status;
  if (address !== undefined) outcome.url = address;
  return resource;
}

/** Reads the resource; a failure that need not stop the step is returned. */
export async function tryResource(
  step: Step,
  limits: ReadOptions,
): Promise<ResourceDetail | Failure> {
  const resource = await catchFailure(loadResource(step, limits));
  if (isFailure(resource) && endsWork(step, resource)) throw resource;
  return resource;
}

/**
 * Reads the resource before a deployment; undefined when that fails for a reason that need not stop
 * the step, or when the reply is not recognised.
 */
export async function readResourceBefore(step: Step): Promise<ResourceDetail | undefined> {
  const resource = await tryResource(step, { giveUpMs: GIVE_UP_MS, waitsForLimit: true });
  if (!isFailure(resource) && resource.id !== undefined) return resource;
  const why = isFailure(resource) ? 'could not be read' : 'is not recognised';
  step.log.info(`${nameOf(step.outcome)} ${why}: its status before is unknown.`);
  return undefined;
}

/** Prints the runtime log, and throws `not_running` for a resource that is not `expected`. */
export async function failNotRunning(step: Step, expected: string): Promise<never> {
  const { log, outcome } = step;
  await printRuntimeLog(step);
  const { resourceStatus = 'unknown' } = outcome;
  const title = `${nameOf(outcome)} is not ${expected}; its status is ${resourceStatus}`;
  // An error of an app that still runs does not say why it was not stopped.
  const cause = expected === 'stopped' ? undefined : log.errorLine('runtime');
  throw new Failure('not_running', cause ?? `${title}.`, { title });
}

/** Prints the runtime log for a failure. Warns if it cannot be read. */
export async function printRuntimeLog(step: Step): Promise<void> {
  const text = await catchFailure(readRuntimeLog(step, { giveUpMs: BEST_EFFORT_MS }));
  if (!isFailure(text)) return;
  step.log.warn(`The runtime log of ${nameOf(step.outcome)} could not be read: ${text.message}`);
}

/** Reads and prints the runtime log. Entries that are not recognised are printed as JSON. */
export async function readRuntimeLog(
  { api, inputs, log, outcome }: Step,
  limits?: ReadOptions,
): Promise<string> {
  const { text, unrecognised = '' } = await api.readLogs(outcome.resourceId, inputs.lines, limits);
  const lines = [text, unrecognised]
    .filter(Boolean)
    .map((part) => (part.endsWith('\n') ? part : `${part}\n`))
    .join('');
  await log.lines('runtime', lines);
  return lines;
}
