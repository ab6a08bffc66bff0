// Finds our deployment in the list, when the answer to the POST does not name it or was lost, and
// confirms a deployment that only the list has shown.
import { Failure, isFailure } from '../failure.ts';
import { forgetDeployment, nameOf, type Outcome } from '../outcome.ts';
import { reads } from '../service/client.ts';
import type { Deployment } from '../service/replies.ts';
import { endingOf } from '../service/statuses.ts';
import type { Step } from '../step.ts';
import { nameSome } from '../text.ts';
import { reportCommit } from './commit.ts';
import {
  type Baseline,
  type DeploymentList,
  type ListRead,
  type Search,
  searchIn,
} from './ours.ts';

/** Reads the list once. Undefined if it could not be read. */
export async function attemptList(
  { service, outcome }: Step,
  limits?: { readonly timeoutMs?: number; readonly limitUntilMs?: number },
): Promise<{ readonly list: ListRead } | undefined> {
  const answer = await service.attempt(reads.deployments(outcome.resourceId), limits);
  if (answer.kind === 'ok') return { list: answer.value };
  if (answer.failure.code === 'not_found') return { list: 'missing' };
  // The same request would be refused again.
  if (answer.kind === 'refused') throw answer.failure;
  return undefined;
}

/** Reads the list until it is answered. A 404 counts as a list without entries. */
export async function readList(step: Step): Promise<ListRead> {
  const { service, outcome } = step;
  try {
    return await service.read(reads.deployments(outcome.resourceId));
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return 'missing';
    throw error;
  }
}

/** Reads the list once, without waiting for anything. Undefined if that fails. */
export async function tryList({ service, outcome }: Step): Promise<ListRead> {
  const list = await service.tryRead(reads.deployments(outcome.resourceId));
  return isFailure(list) ? undefined : list;
}

/** How the reads of a search have gone so far, in milliseconds on the clock of the step. */
interface Progress {
  /** Since when each read was good and showed nothing new and no work in progress. */
  quietSinceMs: number | undefined;
  /** Since when no read has shown an entry from before. */
  cutSinceMs: number | undefined;
}

/** What a search has come to. */
export type Found =
  | Extract<Search, { kind: 'one' | 'several' }>
  /** Good reads have shown nothing new for the whole time. */
  | { readonly kind: 'nothing' }
  /** No read has shown an entry from before. */
  | Extract<Search, { kind: 'cut' }>
  /** The time was over, and the last read failed. */
  | { readonly kind: 'unread' };

/** How to search. */
interface SearchOptions {
  readonly baseline: Baseline;
  /** When the answer came or was lost, on the clock of the step. */
  readonly fromMs: number;
  /** How long reads without an outage must show nothing new. */
  readonly quietMs: number;
  /** The search ends after this, whatever the list shows; by default only at the deadline. */
  readonly longestMs?: number;
  /** What is looked for, for the log. */
  readonly what: string;
  /** Whether an entry that was found ends the search. */
  readonly accepts?: (found: Extract<Search, { kind: 'one' }>) => boolean;
}

/** Limits of a single read within a search. */
const SHORTEST_READ_MS = 5_000;
const LONGEST_READ_MS = 30_000;

/**
 * Reads the list until it shows our deployment, or has shown nothing new for long enough. An outage
 * starts the time anew, and so does work in progress, which is named.
 */
export async function search(step: Step, options: SearchOptions): Promise<Found> {
  const { clock, service, waits } = step;
  const { baseline, fromMs, quietMs, longestMs = Infinity, accepts = () => true } = options;
  const progress: Progress = { quietSinceMs: fromMs, cutSinceMs: fromMs };
  try {
    for (;;) {
      const leftMs = Math.max(fromMs + longestMs - clock.now(), SHORTEST_READ_MS);
      const read = await attemptList(step, { timeoutMs: Math.min(leftMs, LONGEST_READ_MS) });
      const nowMs = clock.now();
      const found = read === undefined ? undefined : searchIn(read.list, baseline);
      advance(progress, found, nowMs);
      if (found?.kind === 'several') return found;
      if (found?.kind === 'one' && accepts(found)) return found;
      const isUnsure = found?.kind === 'cut' || found?.kind === 'one';
      if (isUnsure && isOver(progress.cutSinceMs, nowMs, quietMs)) return found;
      if (found?.kind === 'none' && isOver(progress.quietSinceMs, nowMs, quietMs))
        return { kind: 'nothing' };
      if (nowMs >= fromMs + longestMs) return atTheEnd(found);
      keepHiding(step, found);
      const { text, untilMs } = searchWait(options, progress, found);
      waits.begin('search', { text, untilMs: Math.min(untilMs, fromMs + longestMs) });
      await service.pause();
    }
  } finally {
    waits.end('search');
  }
}

/** Keeps the work in progress that may hide ours, for the message at the deadline. */
function keepHiding({ outcome }: Step, found: Search | undefined): void {
  const { stage } = outcome;
  if (stage.kind !== 'requesting' && stage.kind !== 'accepted') return;
  const hiddenBy = found?.kind === 'hidden' ? workText(found.by) : undefined;
  outcome.stage = { ...stage, hiddenBy };
}

function workText({ id, status = 'no status' }: Deployment): string {
  return `deployment ${id} (${status})`;
}

/** What a search has come to that ends before it is certain. */
function atTheEnd(found: Search | undefined): Found {
  if (found === undefined) return { kind: 'unread' };
  return found.kind === 'none' || found.kind === 'hidden' ? { kind: 'nothing' } : found;
}

function isOver(sinceMs: number | undefined, nowMs: number, quietMs: number): boolean {
  return sinceMs !== undefined && nowMs - sinceMs >= quietMs;
}

/** `found`: undefined for a read that failed. */
function advance(progress: Progress, found: Search | undefined, nowMs: number): void {
  const isQuiet = found?.kind === 'none';
  const isUnsure = found?.kind === 'cut' || (found?.kind === 'one' && found.isBelow);
  progress.quietSinceMs = isQuiet ? (progress.quietSinceMs ?? nowMs) : undefined;
  progress.cutSinceMs = isUnsure ? (progress.cutSinceMs ?? nowMs) : undefined;
}

function searchWait(
  { what, quietMs }: SearchOptions,
  { quietSinceMs, cutSinceMs }: Progress,
  found: Search | undefined,
): { text: string; untilMs: number } {
  if (found?.kind === 'hidden') {
    const work = workText(found.by);
    const text = `Looking for ${what} in the list of deployments; ${work} is in progress`;
    return { text, untilMs: Infinity };
  }
  const sinceMs = found === undefined ? undefined : (quietSinceMs ?? cutSinceMs);
  const untilMs = sinceMs === undefined ? Infinity : sinceMs + quietMs;
  return { text: `Looking for ${what} in the list of deployments`, untilMs };
}

/** Takes an entry of the list as ours. If it has ended, that counts once it is confirmed. */
export async function takeFromList(
  step: Step,
  { id, status, commit }: Deployment,
  sinceMs: number,
): Promise<void> {
  const { clock, log, outcome, save } = step;
  outcome.deploymentId = id;
  if (status !== undefined) outcome.status = status;
  const hasEnded = endingOf(status ?? '') !== undefined;
  outcome.stage = hasEnded
    ? { kind: 'accepted', sinceMs, endedAtMs: clock.now() }
    : { kind: 'working', sinceMs, isOurs: true };
  log.info(`Deployment ${id} is the new one in the list (${status ?? 'no status'}).`);
  await reportCommit(step, commit);
  save();
}

/** Several deployments may be ours. */
export function ambiguousFailure(outcome: Outcome, deployments: DeploymentList): Failure {
  const name = nameOf(outcome);
  forgetDeployment(outcome);
  const what = `There are ${deployments.length} new deployments of ${name} since the request`;
  const which = nameSome(deployments.map(({ id, status }) => `${id}: ${status ?? 'no status'}`));
  const message = `${what} (${which}), and the service did not say which is ours.`;
  return new Failure('ambiguous', message);
}

/** A deployment from the list is confirmed by a read this long after the answer. */
const CONFIRM_AFTER_MS = 15_000;
/** The same if it has finished: a failed one is more likely to be somebody else's. */
const CONFIRM_FINISHED_AFTER_MS = 5_000;
/** How long after its end a read is awaited that confirms it. */
const CONFIRM_WITHIN_MS = 60_000;

/** What a deployment that only the list has shown still needs. */
export interface Confirmation {
  readonly baseline: Baseline;
  /** When the answer came, or when an adopted deployment was first seen. */
  readonly fromMs: number;
}

/**
 * True if a read now can confirm the deployment. `isFinished`: it was seen to finish.
 */
export function mayConfirm({ fromMs }: Confirmation, nowMs: number, isFinished: boolean): boolean {
  return nowMs >= fromMs + (isFinished ? CONFIRM_FINISHED_AFTER_MS : CONFIRM_AFTER_MS);
}

/**
 * Reads the list once. True if it shows our deployment as the only new one. Throws `ambiguous` if
 * it shows another new one beside it.
 */
export async function tryConfirm(
  step: Step,
  { baseline }: Confirmation,
  limits?: { readonly limitUntilMs: number },
): Promise<boolean> {
  const { outcome } = step;
  const read = await attemptList(step, limits);
  const found = read === undefined ? undefined : searchIn(read.list, baseline);
  if (found?.kind === 'several') throw ambiguousFailure(outcome, found.deployments);
  return found?.kind === 'one' && found.deployment.id === outcome.deploymentId;
}

/** Waits until a deployment that has ended is confirmed. Throws if that does not happen in time. */
export async function confirm(step: Step, confirmation: Confirmation): Promise<void> {
  const { clock, outcome, service, signal, waits } = step;
  const isFinished = endingOf(outcome.status ?? '') === 'finished';
  const afterMs = isFinished ? CONFIRM_FINISHED_AFTER_MS : CONFIRM_AFTER_MS;
  const dueMs = confirmation.fromMs + afterMs;
  const untilMs = clock.now() + CONFIRM_WITHIN_MS;
  const text = 'Waiting, in case another new deployment appears in the list';
  try {
    waits.begin('search', { text, untilMs: Math.max(dueMs, clock.now()) });
    await clock.sleep(Math.max(0, dueMs - clock.now()), signal);
    for (;;) {
      if (await tryConfirm(step, confirmation, { limitUntilMs: untilMs })) return;
      if (clock.now() >= untilMs) throw unconfirmedFailure(outcome);
      waits.begin('search', { text: 'Waiting for a list that shows our deployment', untilMs });
      await service.pause();
    }
  } finally {
    waits.end('search');
  }
}

function unconfirmedFailure(outcome: Outcome): Failure {
  const { deploymentId, status } = outcome;
  const what = `Deployment ${deploymentId} (${status}) was taken for ours from the list`;
  return new Failure(
    'unknown_outcome',
    `${what}, and no later read of the list has confirmed it.`,
    {
      title: `It is not certain that deployment ${deploymentId} of ${nameOf(outcome)} is ours`,
    },
  );
}
