// Finds our deployment in the list, when the answer to the POST does not name it or was lost.
import { Failure } from '../failure.ts';
import { endUnconfirmed, forgetDeployment, nameOf, type Outcome } from '../outcome.ts';
import type { Deployment } from '../service/replies.ts';
import type { Step } from '../step.ts';
import { nameSome } from '../text.ts';
import { reportCommit } from './commit.ts';
import { attemptList, type DeploymentList, isInProgress, nameWithStatus } from './list.ts';
import { type Baseline, searchIn, type SearchResult } from './ours.ts';

/** What the last read of a search has shown. */
type Found = Exclude<SearchResult, { kind: 'several' }> | { readonly kind: 'unread' };

/** How to search. */
interface SearchOptions {
  readonly baseline: Baseline;
  /** What ends the search at once. */
  readonly accepts: readonly Found['kind'][];
  /** When the answer came or was lost, on the clock of the step. */
  readonly fromMs: number;
  /** How long all reads must show nothing new, or none of them an entry from before. */
  readonly quietMs: number;
  /** The search ends after this, whatever the list shows; by default only at the deadline. */
  readonly longestMs?: number;
  /** What is looked for, for the log. */
  readonly what: string;
}

/** What reads without a break have shown: nothing new, nothing to rely on, or neither. */
type Streak = 'quiet' | 'unsure' | 'none';

const STREAKS: Readonly<Record<Found['kind'], Streak>> = {
  none: 'quiet',
  cut: 'unsure',
  below: 'unsure',
  // Work in progress and outages start the time anew.
  hidden: 'none',
  unread: 'none',
  one: 'none',
};

/**
 * Reads the list until it shows what is accepted, or has been quiet or unsure for long enough.
 * Returns what the last read has shown. Throws `ambiguous` if several deployments are new.
 */
export async function search(step: Step, options: SearchOptions): Promise<Found> {
  const { clock, outcome, service, waits } = step;
  const { accepts, fromMs, longestMs = Infinity, quietMs, what } = options;
  const endMs = fromMs + longestMs;
  let streak: Streak | undefined;
  let sinceMs = fromMs;
  try {
    for (;;) {
      const found = await readOnce(step, options.baseline, endMs);
      if (accepts.includes(found.kind)) return found;
      const nowMs = clock.now();
      const latest = STREAKS[found.kind];
      if (streak !== undefined && latest !== streak) sinceMs = nowMs;
      streak = latest;
      const untilMs = Math.min(streak === 'none' ? Infinity : sinceMs + quietMs, endMs);
      if (nowMs >= untilMs) return found;
      const hiddenBy = keepHidingWork(outcome, found);
      const work = hiddenBy === undefined ? '' : `; ${hiddenBy} is in progress`;
      const text = `Looking for ${what} in the list of deployments${work}`;
      waits.begin('search', { text, untilMs });
      await service.pause();
    }
  } finally {
    waits.end('search');
  }
}

/** Keeps the work in progress that may hide ours, for the message at the deadline. */
function keepHidingWork(outcome: Outcome, found: Found): string | undefined {
  const { stage } = outcome;
  const hiddenBy = found.kind === 'hidden' ? `deployment ${nameWithStatus(found.by)}` : undefined;
  if (stage.kind === 'requesting' || stage.kind === 'accepted')
    outcome.stage = { ...stage, hiddenBy };
  return hiddenBy;
}

/** Limits of a single read within a search. */
const SHORTEST_READ_MS = 5_000;
const LONGEST_READ_MS = 30_000;

async function readOnce(step: Step, baseline: Baseline, endMs: number): Promise<Found> {
  const leftMs = Math.max(endMs - step.clock.now(), SHORTEST_READ_MS);
  const list = await attemptList(step, { timeoutMs: Math.min(leftMs, LONGEST_READ_MS) });
  if (list === undefined) return { kind: 'unread' };
  const found = searchIn(list, baseline);
  if (found.kind === 'several') throw ambiguousFailure(step.outcome, found.deployments);
  return found;
}

/** Why a search that has ended so does not show which deployment is ours. */
export function searchSentence(found: Exclude<Found, { kind: 'one' }>): string {
  switch (found.kind) {
    case 'none':
    case 'hidden':
      return 'The list shows no new deployment.';
    case 'unread':
      return 'The list could not be read.';
    case 'below': {
      const named = `The new deployment ${nameWithStatus(found.deployment)}`;
      return `${named} is below older ones in the list: it may not be ours.`;
    }
    case 'cut':
      return cutSentence(found.list);
    default:
      return found satisfies never;
  }
}

function cutSentence({ items, kind }: DeploymentList): string {
  if (kind === 'unknown') return 'The list of deployments is not recognised.';
  const [newest] = items;
  const first = newest === undefined ? 'no deployment' : `${nameWithStatus(newest)} as the newest`;
  return `The list shows none of the deployments from before, and ${first}.`;
}

/** Takes an entry of the list as ours. If it has ended, that counts once it is confirmed. */
export async function takeFromList(
  step: Step,
  deployment: Deployment,
  sinceMs: number,
): Promise<void> {
  const { clock, log, outcome, save } = step;
  const { id, status, commit } = deployment;
  outcome.deploymentId = id;
  if (status !== undefined) outcome.status = status;
  outcome.stage = { kind: 'working', sinceMs, isSeen: true };
  if (!isInProgress(deployment)) endUnconfirmed(outcome, clock.now());
  log.info(`Deployment ${id} is the new one in the list (${status ?? 'no status'}).`);
  await reportCommit(step, commit);
  save();
}

/** Several deployments may be ours. */
export function ambiguousFailure(outcome: Outcome, deployments: readonly Deployment[]): Failure {
  const name = nameOf(outcome);
  forgetDeployment(outcome);
  const what = `There are ${deployments.length} new deployments of ${name} since the request`;
  const which = nameSome(deployments.map(({ id, status }) => `${id}: ${status ?? 'no status'}`));
  const message = `${what} (${which}), and the service did not say which is ours.`;
  return new Failure('ambiguous', message);
}
