// The end of a deployment that did not finish: the last lines of its log, its cause, and what it
// means for the app.
import { loadResource } from '../app/resource.ts';
import { Failure, isFailure } from '../failure.ts';
import { deploymentNameOf, nameOf, type Outcome } from '../outcome.ts';
import { howToFollow } from '../report/explain.ts';
import { reads } from '../service/endpoints.ts';
import type { Deployment } from '../service/replies.ts';
import {
  classOf,
  type Ending,
  endingOf,
  isKnownStatus,
  isSameStatus,
} from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { nameWithStatus, tryList } from './list.ts';
import { type LogView, printUnreadLog } from './log-view.ts';
import type { Polled } from './poll.ts';

/** The end of a deployment that did not finish. */
interface End {
  readonly ending: Exclude<Ending, 'finished'>;
  /** The poll that has shown it. */
  readonly polled: Polled;
  /** It may have ended before this step began: no poll has shown it in progress. */
  readonly hadEnded: boolean;
  readonly view: LogView;
}

/** The failure for a deployment that failed or was cancelled. Prints what is left of its log. */
export async function endFailure(step: Step, end: End): Promise<Failure> {
  const { ending, hadEnded, polled, view } = end;
  const isFailed = ending === 'failed';
  const last = isFailed && !hadEnded ? await lastWords(step, polled, view) : polled;
  view.reportHidden();
  const failure = isFailed
    ? await failedFailure(step, last, hadEnded)
    : await cancelledFailure(step, hadEnded);
  // What is printed in the place of a log names no cause.
  await printUnreadLog(step, last, { orWholeReply: isFailed });
  return failure;
}

/** After a failure the log may still grow, and its last lines hold the cause. */
const LAST_WORDS_MS = 10_000;
const LAST_WORDS_GAP_MS = 2_000;

/**
 * Reads the log of a failed deployment until a cause is named or a reason is given, and nothing
 * more has come. Returns what was read last. The verdict is known, so an abort only ends this.
 */
async function lastWords(step: Step, first: Polled, view: LogView): Promise<Polled> {
  const { clock, outcome, service, signal, waits } = step;
  const { resourceId, deploymentId = '' } = outcome;
  const untilMs = clock.now() + LAST_WORDS_MS;
  let last = first;
  waits.begin('log', { text: 'Waiting for the last lines of the log', untilMs });
  while (clock.now() + LAST_WORDS_GAP_MS <= untilMs && mayGrow(last)) {
    await clock.sleep(LAST_WORDS_GAP_MS, signal).catch(() => undefined);
    if (signal.aborted) break;
    const next = await service.tryRead(reads.deployment(resourceId, deploymentId));
    if (isFailure(next)) {
      last = merged(last, { failure: next });
      continue;
    }
    // A deployment that is in progress again shows the log of another attempt.
    if (next.status !== undefined && endingOf(next.status) === undefined) break;
    const hasGrown = next.log?.text !== last.log?.text;
    last = merged(last, next);
    if (next.log !== undefined) await view.showEnd(next.log);
    if (!hasGrown && hasCause(step, last)) break;
  }
  waits.end('log');
  return last;
}

/** What was shown once, perhaps by the list, stays known. */
function merged(before: Polled, next: Polled): Polled {
  return { ...before, failure: undefined, ...next };
}

/** A log that is not shown, or that there is none of, does not grow. */
function mayGrow({ failure, log, isTooLarge = false }: Polled): boolean {
  return !isTooLarge && (failure !== undefined || log !== undefined);
}

function hasCause({ inputs, log }: Step, { reason }: Polled): boolean {
  return reason !== undefined || !inputs.buildLog || log.explain('build').isErrorLine;
}

async function failedFailure(step: Step, last: Polled, hadEnded: boolean): Promise<Failure> {
  const { log, outcome } = step;
  if (last.failure !== undefined) log.warn(unreadLogSentence(outcome, last.failure));
  const meaning = await meaningOf(step, hadEnded);
  const { cause, explainedBy } = causeOf(step, last);
  const title = titleOf(outcome, 'failed');
  const next = cause === undefined ? FIND_CAUSE : undefined;
  const texts = { title, meaning, cause, next, explainedBy };
  return new Failure('deployment_failed', cause ?? withoutCause(step, last), texts);
}

function titleOf(outcome: Outcome, ended: string): string {
  const { status = '' } = outcome;
  // Another word for the end is quoted.
  return `${deploymentNameOf(outcome)} ${ended}${isKnownStatus(status) ? '' : ` (${status})`}`;
}

/** An app that does not start says why in its runtime log. */
const FIND_CAUSE =
  'Fix the cause, or look for it in the console and in the runtime log (operation: logs).';

/** The cause of a failure: the error line of its log, else what the service says. */
function causeOf({ inputs, log, outcome }: Step, { reason }: Polled) {
  if (!inputs.buildLog) return {};
  const { cause: line, excerpt, isErrorLine } = log.explain('build');
  const explainedBy = excerpt.length > 0 ? ('build' as const) : undefined;
  if (line === undefined || reason === undefined || !isErrorLine)
    return { cause: reason ?? line, explainedBy };
  // The line may say less, such as `Killed`.
  if (!line.includes(reason)) outcome.facts.push({ label: 'Reason given', value: reason });
  return { cause: line, explainedBy };
}

function withoutCause({ inputs }: Step, last: Polled): string {
  if (!inputs.buildLog) return `Its cause is not shown here (build-log: false).`;
  if (last.failure !== undefined && last.json === undefined)
    return `Its details could not be read, so its cause is not known.`;
  if (last.log === undefined && last.isTooLarge !== true)
    return `The service names no cause, and shows no log that is recognised.`;
  if (last.isTooLarge === true) return `Its log is too long to be read, so the cause is not known.`;
  const isEmpty = last.log?.text === '' ? ', and its log is empty' : '';
  return `The service names no cause${isEmpty}.`;
}

/** What the end means for the app. Says nothing about an app that cannot be read. */
async function meaningOf(step: Step, hadEnded: boolean): Promise<string | undefined> {
  const { outcome } = step;
  // What the app was before a deployment that had ended is not known.
  const before = hadEnded ? undefined : outcome.resourceStatus;
  const status = (await loadResource(step))?.status;
  const ended = hadEnded ? 'The deployment had ended before.' : undefined;
  if (status === undefined) return ended;
  const name = nameOf(outcome);
  const isSame = isSameStatus(before, status);
  if (isSame && classOf(status) === 'up')
    return `The previous version of ${name} is still ${status}.`;
  const isDown = ['down', 'crashed', 'restarting'].includes(classOf(status));
  if (isDown && classOf(before) === 'up') {
    outcome.wentDown = `${name} was ${before} before, and is ${status} now.`;
    return undefined;
  }
  const now = `${name} is ${status}${isSame ? ', as before' : ''}.`;
  return ended === undefined ? now : `${ended} ${now}`;
}

/** The failure of a deployment that was cancelled, perhaps since a newer one exists. */
async function cancelledFailure(step: Step, hadEnded: boolean): Promise<Failure> {
  const { inputs, outcome } = step;
  const [meaning, newer] = await Promise.all([meaningOf(step, hadEnded), newerDeployment(step)]);
  const texts = { title: titleOf(outcome, 'was cancelled'), meaning };
  if (newer === undefined)
    return new Failure('deployment_cancelled', `The deployment has not finished.`, texts);
  const { id } = newer;
  // A job that only follows starts nothing.
  const warning =
    inputs.operation === 'follow' ? '' : `Do not run this job again: it might replace ${id}. `;
  const next = warning + howToFollow({ ...outcome, deploymentId: id }).replace('it:', `${id}:`);
  const message = `Deployment ${nameWithStatus(newer)} was started after it.`;
  return new Failure('deployment_cancelled', message, { ...texts, next });
}

async function newerDeployment(step: Step): Promise<Deployment | undefined> {
  const { deploymentId } = step.outcome;
  const { items } = await tryList(step);
  const isReplaced = items.findIndex(({ id }) => id === deploymentId) > 0;
  return isReplaced ? items[0] : undefined;
}

/** A log that could not be read. */
export function unreadLogSentence({ deploymentId }: Outcome, { message }: Failure): string {
  return `The log of deployment ${deploymentId} could not be read to its end: ${message}`;
}

/** The failure for a deployment that the service does not show. `read`: why its detail failed. */
export function notShownFailure(outcome: Outcome, id: string, read?: Failure): Failure {
  const why = read?.message ?? `The service does not show ${id} by its id.`;
  return new Failure('not_found', `${why} The list does not show it, either.`, {
    title: `Deployment ${id} of ${nameOf(outcome)} is not known`,
    next: 'Check deployment-id, and that it belongs to this resource.',
  });
}

/** The failure for a deployment that the service has shown, and no longer shows. */
export function deletedFailure(outcome: Outcome): Failure {
  const { deploymentId: id } = outcome;
  return new Failure('not_found', `The service has shown ${id} before, and now shows it nowhere.`, {
    title: `${deploymentNameOf(outcome)} is no longer known`,
    next: 'It may have been deleted while it was in progress. Look for it in the console.',
  });
}
