// Reads the resource: before the work, while it is judged after it, and its runtime log when it is
// not as expected.
import { Failure, isFailure } from '../failure.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import { reads } from '../service/endpoints.ts';
import type { Resource } from '../service/replies.ts';
import type { Step } from '../step.ts';

/** Keeps what a reply shows of the resource. A status that is no longer shown is forgotten. */
export function keepResource(outcome: Outcome, resource: Resource | undefined): void {
  if (resource === undefined) return;
  const { name, type, status, url } = resource;
  if (name !== undefined) outcome.name = name;
  if (type !== undefined) outcome.type = type;
  if (url !== undefined) outcome.url = url;
  delete outcome.resourceStatus;
  if (status !== undefined) outcome.resourceStatus = status;
}

/** Reads the resource until it is answered. Undefined if the reply is not recognised. */
export async function readResource(
  { service, outcome }: Step,
  limits?: { readonly giveUpMs: number },
): Promise<Resource | undefined> {
  const resource = await service.read(reads.resource(outcome.resourceId), limits);
  keepResource(outcome, resource);
  return resource;
}

/** Reads the resource once, without waiting for anything. Undefined if that shows nothing. */
export async function loadResource({ service, outcome }: Step): Promise<Resource | undefined> {
  const resource = await service.tryRead(reads.resource(outcome.resourceId));
  if (isFailure(resource)) return undefined;
  keepResource(outcome, resource);
  return resource;
}

/** Before a deployment, the read of the resource is given up after this. */
const GIVE_UP_MS = 10_000;

/**
 * Reads the resource before the work; undefined if that fails for a reason that need not stop the
 * step, or if the reply is not recognised. Throws for a resource or key that the service refuses.
 */
export async function readResourceBefore(step: Step): Promise<Resource | undefined> {
  const { log, outcome, signal } = step;
  let why = 'is not recognised';
  try {
    const resource = await readResource(step, { giveUpMs: GIVE_UP_MS });
    if (resource !== undefined) return resource;
  } catch (error) {
    if (!isFailure(error) || signal.aborted || isRefusal(error)) throw error;
    why = 'could not be read';
  }
  log.info(`${nameOf(outcome)} ${why}: its status before is unknown.`);
  return undefined;
}

/** Nothing else can be done either: the key, the wallet or the resource is refused. */
function isRefusal(failure: Failure): boolean {
  return failure.isAboutKey || isFailure(failure, 'billing', 'not_found', 'rate_limited');
}

/** Lines of the runtime log that explain a failure. */
const EXPLAINING_LINES = 100;

/** Prints the runtime log for a failure. Warns if it cannot be read. */
export async function printRuntimeLog({ inputs, log, outcome, service }: Step): Promise<void> {
  const name = nameOf(outcome);
  const read = await service.tryRead(reads.logs(outcome.resourceId, EXPLAINING_LINES));
  if (isFailure(read))
    return log.warn(`The runtime log of ${name} could not be read: ${read.message}`);
  const text = read.log?.text ?? '';
  if (text === '') return log.info(`The runtime log of ${name} is empty or not recognised.`);
  if (inputs.buildLog) log.info(`The last lines of the runtime log of ${name}:`);
  await log.lines('runtime', text);
}

/** Prints the runtime log, and throws `not_running` for a resource that is not `expected`. */
export async function failNotRunning(
  step: Step,
  { expected, isLoop }: { expected: string; isLoop: boolean },
): Promise<never> {
  const { log, outcome } = step;
  await printRuntimeLog(step);
  const { resourceStatus = 'unknown' } = outcome;
  const status = isLoop
    ? `it keeps restarting (${resourceStatus})`
    : `its status is ${resourceStatus}`;
  const title = `${nameOf(outcome)} is not ${expected}; ${status}`;
  // An error of an app that still runs does not say why it was not stopped.
  const cause = expected === 'stopped' ? undefined : log.explain('runtime').cause;
  const explainedBy = expected === 'stopped' ? undefined : 'runtime';
  throw new Failure('not_running', cause ?? `${title}.`, { title, cause, explainedBy });
}
