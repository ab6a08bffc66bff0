// The failure of a deployment that failed or was cancelled: its cause, and what it means for the app.
import { classOf, type Ending } from '../api/status-words.ts';
import { Failure, isFailure, orFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { BRIEF_MS, readResource } from './resource.ts';

/** The failure for a deployment that did not finish; `reasons`: what the service says beside the log. */
export async function deploymentEnded(
  step: Step,
  { ending, reasons }: { ending: Ending; reasons: readonly string[] },
): Promise<Failure> {
  const { inputs, outcome } = step;
  // Only for the message: a failure changes nothing.
  await orFailure(readResource(step, { giveUpMs: BRIEF_MS }));
  const label = `Deployment ${outcome.deploymentId} of ${nameOf(outcome)}`;
  const isUp = classOf(outcome.resourceStatus) === 'up';
  const meaning = isUp ? `${nameOf(outcome)} is ${outcome.resourceStatus}, still on the previous release.` : undefined;
  const cause = causeOf(step, reasons);
  if (ending === 'failed') {
    const hasLog = outcome.logs.some(({ source }) => source === 'build');
    const where = inputs.buildLog ? 'in this step, in log-file and in the console' : 'in log-file and in the console';
    const next = `Fix the cause and deploy again. ${hasLog ? `The log is ${where}` : 'No log could be read here; the console may have one'}.`;
    return new Failure('deployment_failed', cause, { title: `${label} failed`, meaning, next });
  }
  const newer = await newerDeployment(step);
  if (newer === undefined)
    return new Failure('deployment_cancelled', cause, { title: `${label} was cancelled`, meaning });
  return new Failure('deployment_cancelled', `The newer deployment ${newer} has taken its place.`, {
    title: `${label} was superseded`,
    next: `Do not run this job again: it would deploy the older commit over ${newer}.`,
  });
}

/** The error line of the log, else what the service says beside it. */
function causeOf({ inputs, log, outcome: { status } }: Step, reasons: readonly string[]): string {
  if (!inputs.buildLog) return 'Its cause is not shown here (build-log: false).';
  const word = status === 'failed' || status === 'cancelled' ? '' : ` Its status is "${status}".`;
  return log.errorLine('build') ?? reasons[0] ?? `The service names no cause.${word}`;
}

async function newerDeployment({ api, outcome }: Step): Promise<string | undefined> {
  const list = await orFailure(api.listDeployments(outcome.resourceId, { giveUpMs: BRIEF_MS }));
  if (isFailure(list) || list.items.findIndex(({ id }) => id === outcome.deploymentId) <= 0) return undefined;
  return list.items[0]?.id;
}
