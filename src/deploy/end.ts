// The end of a deployment that did not finish: the last lines of its log, its cause, and what it
// means for the app.
import { Failure } from '../failure.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import { loadResource } from '../app/resource.ts';
import { howToFollow } from '../report/explain.ts';
import { reads } from '../service/client.ts';
import type { Deployment } from '../service/replies.ts';
import {
  classOf,
  type Ending,
  endingOf,
  isKnownStatus,
  isSameStatus,
} from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { tryList } from './find.ts';
import type { LogView } from './log-view.ts';
import { itemsOf } from './ours.ts';
import type { Polled } from './poll.ts';

/** After a failure the log may still grow, and its last lines hold the cause. */
const LAST_WORDS_MS = 10_000;
const LAST_WORDS_GAP_MS = 2_000;

/**
 * Reads the log of a failed deployment until a cause is named or a reason is given, and nothing
 * more has come. Returns what was read last.
 */
export async function lastWords(step: Step, first: Polled, view: LogView): Promise<Polled> {
  const { clock, inputs, log, outcome, service, signal, waits } = step;
  const { resourceId, deploymentId = '' } = outcome;
  const untilMs = clock.now() + LAST_WORDS_MS;
  let last = first;
  waits.begin('log', { text: 'Waiting for the last lines of the log', untilMs });
  try {
    // A log that is not shown, or that there is none of, does not grow.
    while (clock.now() + LAST_WORDS_GAP_MS <= untilMs && mayHaveLog(last)) {
      await clock.sleep(LAST_WORDS_GAP_MS, signal);
      const next = await service.tryRead(reads.deployment(resourceId, deploymentId));
      if (next instanceof Failure) {
        last = readAgain(last, { failure: next });
        continue;
      }
      // A deployment that is in progress again shows the log of another attempt.
      if (next.status !== undefined && endingOf(next.status) === undefined) return last;
      const hasGrown = next.log?.text !== last.log?.text;
      last = readAgain(last, next);
      if (next.log !== undefined) await view.showEnd(next.log);
      const hasCause =
        last.reason !== undefined || !inputs.buildLog || log.explain('build').isErrorLine;
      if (hasCause && !hasGrown) return last;
    }
  } catch (error) {
    // The verdict is known: neither deadline nor cancel changes it.
    if (!signal.aborted) throw error;
  } finally {
    waits.end('log');
  }
  return last;
}

/** What was shown once, perhaps by the list, stays known. */
function readAgain(before: Polled, next: Polled): Polled {
  return { ...before, failure: undefined, ...next };
}

function mayHaveLog({ failure, log, isTooLarge = false }: Polled): boolean {
  return !isTooLarge && (failure !== undefined || log !== undefined);
}

/** The end of a deployment that did not finish. */
interface End {
  readonly ending: Ending;
  /** What was read last. */
  readonly last: Polled;
  /** It may have ended before this step began: no poll has shown it in progress. */
  readonly hadEnded: boolean;
}

/** The failure for a deployment that failed or was cancelled. */
export async function endFailure(step: Step, end: End): Promise<Failure> {
  const { outcome, log } = step;
  const { last } = end;
  const isFailed = end.ending === 'failed';
  const name = `Deployment ${outcome.deploymentId} of ${nameOf(outcome)}`;
  const title = `${name} ${isFailed ? 'failed' : 'was cancelled'}${unusualWord(outcome)}`;
  if (isFailed && last.failure !== undefined) log.warn(unreadLogSentence(outcome, last.failure));
  const [meaning, newer] = await Promise.all([
    meaningOf(step, end),
    isFailed ? undefined : newerDeployment(step),
  ]);
  if (!isFailed) return await cancelledFailure(step, newer, { title, meaning });
  const { cause, isExplained } = causeOf(step, last);
  const next = cause === undefined ? FIND_CAUSE : fixCause(outcome, last);
  const texts = { title, meaning, cause, next };
  const explained = isExplained ? ('build' as const) : undefined;
  return new Failure('deployment_failed', cause ?? withoutCause(step, last), {
    ...texts,
    explainedBy: explained,
  });
}

/** The status, if it is another word for the end. */
function unusualWord({ status = '' }: Outcome): string {
  return isKnownStatus(status) ? '' : ` (${status})`;
}

/** An app that does not start says why in its runtime log. */
const FIND_CAUSE =
  'Fix the cause, or look for it in the console and in the runtime log (operation: logs).';

function fixCause({ logs }: Outcome, { failure, isTooLarge = false }: Polled): string {
  const isWhole = failure === undefined && !isTooLarge;
  const hasFile = isWhole && logs.some(({ file }) => file !== undefined);
  const where = 'The output log-file names the file with the whole log.';
  return hasFile ? `Fix the cause and deploy again. ${where}` : 'Fix the cause and deploy again.';
}

/** The cause of a failure: the error line of its log, else what the service says. */
function causeOf({ inputs, log, outcome }: Step, { reason }: Polled) {
  if (!inputs.buildLog) return { cause: undefined, isExplained: false };
  const { cause: line, excerpt, isErrorLine } = log.explain('build');
  const isExplained = excerpt.length > 0;
  if (line === undefined || reason === undefined || !isErrorLine)
    return { cause: reason ?? line, isExplained };
  // The line may say less, such as `Killed`.
  if (!line.includes(reason)) outcome.facts.push({ label: 'Reason given', value: reason });
  return { cause: line, isExplained };
}

function withoutCause({ inputs }: Step, last: Polled): string {
  if (!inputs.buildLog) return `Its cause is not shown here (build-log: false).`;
  if (last.failure !== undefined && last.json === undefined)
    return `Its details could not be read, so its cause is not known.`;
  if (last.log === undefined && last.isTooLarge !== true)
    return `The service names no cause, and shows no log that is recognised.`;
  const isEmpty = last.log?.text === '' ? ', and its log is empty' : '';
  return `The service names no cause${isEmpty}.`;
}

/** What the end means for the app. Says nothing about an app that cannot be read. */
async function meaningOf(step: Step, { hadEnded }: End): Promise<string | undefined> {
  const { outcome } = step;
  const { resourceStatus: before } = outcome;
  const resource = await loadResource(step);
  const ended = hadEnded ? 'The deployment had ended before. ' : '';
  const name = nameOf(outcome);
  if (resource instanceof Failure || resource?.status === undefined)
    return ended.trim() || undefined;
  const { status } = resource;
  const isSame = isSameStatus(before, status) && !hadEnded;
  if (isSame && classOf(status) === 'up')
    return `${ended}The previous version of ${name} is still ${status}.`;
  const isDown = ['down', 'crashed', 'restarting'].includes(classOf(status));
  if (isDown && classOf(before) === 'up' && !hadEnded) {
    outcome.wentDown = `${name} was ${before} before, and is ${status} now.`;
    return undefined;
  }
  return `${ended}${name} is ${status}${isSame ? ', as before' : ''}.`;
}

/** The failure of a deployment that was cancelled, perhaps since a newer one exists. */
async function cancelledFailure(
  step: Step,
  newer: Deployment | undefined,
  texts: { title: string; meaning: string | undefined },
): Promise<Failure> {
  const { inputs, outcome } = step;
  if (newer === undefined) {
    return new Failure('deployment_cancelled', `The deployment has not finished.`, texts);
  }
  const run = await step.run;
  const { id, status: shown = 'no status', commit } = newer;
  const isSame = commit !== undefined && run.isOwnCommit(commit);
  const why = isSame
    ? `${id} builds the commit of this run`
    : `it might replace ${id} with an older commit`;
  // A job that only follows starts nothing.
  const warning = inputs.operation === 'follow' ? '' : `Do not run this job again: ${why}. `;
  const next = warning + howToFollow({ ...outcome, deploymentId: id }).replace('it:', `${id}:`);
  const message = `Deployment ${id} (${shown}) was started after it.`;
  return new Failure('deployment_cancelled', message, { ...texts, next });
}

async function newerDeployment(step: Step): Promise<Deployment | undefined> {
  const { deploymentId } = step.outcome;
  const list = itemsOf(await tryList(step));
  const isReplaced = list.findIndex(({ id }) => id === deploymentId) > 0;
  return isReplaced ? list[0] : undefined;
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
    title: `Deployment ${id} of ${nameOf(outcome)} is no longer known`,
    next: 'It may have been deleted while it was in progress. Look for it in the console.',
  });
}
