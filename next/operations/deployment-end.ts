// The failure of a deployment that failed or was cancelled: its cause, and what it means for the app.
import { classOf } from '../api/status-words.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import type { Step } from '../step.ts';
import type { Followed } from './follow.ts';
import { BRIEF_MS } from './resource.ts';

/** The failure for a deployment that did not finish. */
export async function deploymentEnded(
  step: Step,
  outcome: Outcome,
  { ending, reasons }: Pick<Extract<Followed, { kind: 'ended' }>, 'ending' | 'reasons'>,
): Promise<Failure> {
  const label = `Deployment ${outcome.deploymentId} of ${nameOf(outcome)}`;
  if (ending === 'failed') {
    const next = step.inputs.buildLog
      ? undefined
      : 'Fix the cause and deploy again. The log is in log-file and in the console.';
    return new Failure('deployment_failed', causeOf(step, outcome, reasons), {
      title: `${label} failed`,
      meaning: previousRelease(outcome),
      next,
    });
  }
  const newer = await newerDeployment(step, outcome);
  const title = `${label} was cancelled`;
  if (newer === undefined) {
    const said = step.inputs.buildLog ? reasons[0] : undefined;
    const message = said ?? 'The service names no cause.';
    return new Failure('deployment_cancelled', message, { title, meaning: previousRelease(outcome) });
  }
  return new Failure('deployment_cancelled', `The newer deployment ${newer} has taken its place.`, {
    title: `${label} was superseded`,
    next: `Do not run this job again: it would deploy the older commit over ${newer}.`,
  });
}

/** The error line of the log, else what the service says beside it. */
function causeOf({ inputs, log }: Step, { status }: Outcome, reasons: readonly string[]): string {
  if (!inputs.buildLog) return 'Its cause is not shown here (build-log: false).';
  const word = status === 'failed' ? '' : ` Its status is "${status}".`;
  return log.errorLine('build') ?? reasons[0] ?? `The service names no cause.${word}`;
}

/** What a deployment without success means for an app that is up. */
function previousRelease({ resourceStatus, ...outcome }: Outcome): string | undefined {
  return classOf(resourceStatus) === 'up'
    ? `${nameOf(outcome)} is ${resourceStatus}, still on the previous release.`
    : undefined;
}

/** The latest deployment, if it is newer than ours. */
async function newerDeployment({ api }: Step, { resourceId, deploymentId }: Outcome): Promise<string | undefined> {
  try {
    const { items } = await api.listDeployments(resourceId, { giveUpMs: BRIEF_MS });
    return items.findIndex(({ id }) => id === deploymentId) > 0 ? items[0]?.id : undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return undefined;
  }
}
