// The failure of a deployment that did not finish: its cause, and what it means for the app.
import type { Deployment } from '../api/deployments.ts';
import { NO_LOG } from '../api/log.ts';
import { classOf, type Ending, isSameStatus } from '../api/status-words.ts';
import { catchFailure, Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import type { Polled } from './poll-deployment.ts';
import { BEST_EFFORT_MS, loadResource } from './resource.ts';

/** The end of a deployment that did not finish. */
interface End {
  readonly ending: Ending;
  readonly last: Polled;
  /** What the service says about a failure besides the log. */
  readonly reason: string | undefined;
  /** It may have ended before this step began: no poll has shown it in progress. */
  readonly hadEnded: boolean;
}

/** The failure for a deployment that failed or was cancelled. */
export async function endFailure(step: Step, end: End): Promise<Failure> {
  const { outcome } = step;
  const isFailed = end.ending === 'failed';
  const name = `Deployment ${outcome.deploymentId} of ${nameOf(outcome)}`;
  const title = `${name} ${isFailed ? 'failed' : 'was cancelled'}`;
  const [meaning, newer] = await Promise.all([
    meaningOf(step, end),
    isFailed ? undefined : newerDeployment(step),
  ]);
  const cause = causeOf(step, end);
  // Do not point to a log that is missing or incomplete.
  const hasLog = outcome.logs.length > 0 && end.last.failure === undefined;
  const next = cause !== undefined && hasLog ? undefined : FIND_CAUSE;
  const what = cause ?? withoutCause(step, end);
  if (isFailed) return new Failure('deployment_failed', what, { title, meaning, next });
  return newer === undefined
    ? new Failure('deployment_cancelled', what, { title, meaning })
    : replacedFailure(step, title, newer);
}

/** The failure of a deployment that was cancelled, while a newer one exists. */
function replacedFailure(step: Step, title: string, { id, status, commit }: Deployment): Failure {
  const isSame = commit !== undefined && step.github.isOwnCommit(commit);
  const why = isSame
    ? `${id} builds the commit of this run`
    : `it might replace ${id} with an older commit`;
  // A job that only follows starts nothing.
  const warning = step.inputs.operation === 'follow' ? '' : `Do not run this job again: ${why}. `;
  return new Failure('deployment_cancelled', `Deployment ${id} (${status}) was started after it.`, {
    title,
    next: `${warning}To follow ${id}: operation: follow, deployment-id: ${id}.`,
  });
}

/** What the end means for the app. Says nothing about an app that cannot be read. */
async function meaningOf(step: Step, { hadEnded }: End): Promise<string | undefined> {
  const { outcome } = step;
  const { resourceStatus: before } = outcome;
  const resource = await catchFailure(loadResource(step, { giveUpMs: BEST_EFFORT_MS }));
  const { status } = isFailure(resource) ? {} : resource;
  const isSame = isSameStatus(before, status) && !hadEnded;
  // An app that was up before and still is runs the previous version.
  const what = isSame && classOf(status) === 'up' ? 'The previous version' : nameOf(outcome);
  const app = status === undefined ? '' : `${what} is ${isSame ? 'still ' : ''}${status}.`;
  return `${hadEnded ? 'The deployment had ended before. ' : ''}${app}`.trim() || undefined;
}

/** An app that does not start says why in its runtime log. */
const FIND_CAUSE =
  'Fix the cause, or look for it in the console and in the runtime log (operation: logs).';

/** Also notes the reason that the service gives, if the line of the log says something else. */
function causeOf({ inputs, log, outcome }: Step, { reason }: End): string | undefined {
  if (!inputs.buildLog) return 'Its cause is not shown here (build-log: false).';
  const line = log.errorLine('build');
  // The line may say less, such as `Killed`.
  if (line && reason && !line.includes(reason))
    outcome.facts.push({ label: 'Reason given', value: reason });
  return line ?? reason ?? log.failedLine('build');
}

function withoutCause({ outcome: { logs, status } }: Step, { ending, last }: End): string {
  const word = status === 'failed' || status === 'cancelled' ? '' : ` Its status is "${status}".`;
  if (ending === 'cancelled') return `The deployment has not finished.${word}`;
  if (last.failure && !last.wasRead)
    return `Its details could not be read, so its cause is not known.${word}`;
  // A log that was too large to be read is not `NO_LOG`, although it is as empty.
  const hasLog = logs.length > 0 || last.failure !== undefined || (last.log ?? NO_LOG) !== NO_LOG;
  const noLog = hasLog ? '' : ' and shows no log';
  return `The service names no cause${noLog} that is recognised.${word}`;
}

async function newerDeployment({ api, outcome }: Step): Promise<Deployment | undefined> {
  const { deploymentId, resourceId } = outcome;
  const list = await catchFailure(api.listDeployments(resourceId, { giveUpMs: BEST_EFFORT_MS }));
  if (isFailure(list)) return undefined;
  const isReplaced = list.items.findIndex(({ id }) => id === deploymentId) > 0;
  return isReplaced ? list.items[0] : undefined;
}

/** The failure for a deployment that the service does not show. `unread`: why it cannot be read. */
export function notShownFailure({ outcome }: Step, id: string, unread?: Failure): Failure {
  const detail = unread?.message ?? `The service does not show ${id} by its id.`;
  return new Failure('not_found', `${detail} The list does not show it, either.`, {
    title: `Deployment ${id} of ${nameOf(outcome)} is not known`,
    next: 'Check deployment-id, and that it belongs to this resource.',
  });
}

/** The failure for a deployment that the service has shown, and no longer shows. */
export function deletedFailure({ outcome }: Step): Failure {
  const { deploymentId: id } = outcome;
  return new Failure('not_found', `The service has shown ${id} before, and now shows it nowhere.`, {
    title: `Deployment ${id} of ${nameOf(outcome)} is no longer known`,
    next: 'It may have been deleted while it was in progress. Look for it in the console.',
  });
}
