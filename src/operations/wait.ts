// wait: a gate for a deployment that something else started. Polls it and passes only when it finished. Changes
// nothing.
import type { LogLines } from '../api/client.ts';
import { type Deployment, type Identified, isFinal, isIdentified, type List } from '../api/model.ts';
import { isTimeout } from '../clock.ts';
import { formatDuration } from '../duration.ts';
import {
  type FanOut,
  fanOut,
  readFanOut,
  afterDeployment,
  awaitDeployment,
  createNotes,
  createPolls,
  type HealthCheck,
  requestHealth,
  type Known,
  knownFrom,
  listDeployments,
  LATEST,
  latestOf,
  newSince,
  readBefore,
  readHealthCheck,
  readLines,
  readTarget,
  type Target,
} from './steps/index.ts';
import { type Args, type Context, type Operation, type Outcome, type Ownership } from './operation.ts';
import { reportOn } from './report.ts';
import { runTask, type Task } from './task.ts';

interface WaitArgs extends Args, Target, FanOut {
  readonly healthCheck: HealthCheck | undefined;
  readonly lines: LogLines;
}

/** Polls a deployment that exists or appears soon; passes only when it finished. Sends no POST. */
export const wait: Operation<WaitArgs> = {
  effect: 'waits',

  read(inputs) {
    return {
      ...readTarget(inputs),
      healthCheck: readHealthCheck(inputs, { wait: true }),
      lines: readLines(inputs),
      ...readFanOut(inputs),
    };
  },

  async run(args, context) {
    const endedBefore = new Set<string>();
    const outcomes = await fanOut(args.resourceIds, { ...args, context }, (id) =>
      runTask(id, context, async (task) => {
        if ((await waitFor(task, args, context)) === 'ended before') endedBefore.add(id);
      }),
    );
    return reportOn(outcomes, {
      action: 'wait for',
      done: 'finished',
      passed: (outcome) => passedHeadline(outcome, endedBefore.has(outcome.resourceId)),
    });
  },
};

/** The deployment to wait for. */
interface Gate {
  readonly deploymentId: string;
  readonly ownership: Ownership;
  /** Its status in the list that it was found in; undefined when it is not listed. */
  readonly status: string | undefined;
  /** It had ended when the list was first read. */
  readonly hasEnded: boolean;
}

async function waitFor(task: Task, args: WaitArgs, context: Context): Promise<'ended before' | 'awaited'> {
  const startedAtMs = context.clock.now();
  const list = await readBefore(task, context);
  if (list === undefined) return 'awaited';
  const gate = await findGate(task, { args, list }, context);
  if (gate === undefined) return 'awaited';
  const { deploymentId, ownership, status, hasEnded } = gate;
  task.emit({ kind: 'accepted', deploymentId, ownership, ...(status === undefined ? {} : { status }) });
  const statusBefore = hasEnded ? undefined : task.outcome.resourceStatus;
  if (hasEnded) task.emit({ kind: 'note', text: `deployment ${deploymentId} had already ended when the step began` });
  const finished = await awaitDeployment(task, { deploymentId, startedAtMs, atOnce: true }, context);
  await afterDeployment(task, { ...args, finished, statusBefore }, context);
  return hasEnded ? 'ended before' : 'awaited';
}

/** The deployment to wait for; undefined when the task has failed. */
async function findGate(
  task: Task,
  { args, list }: { args: WaitArgs; list: List<Deployment> },
  context: Context,
): Promise<Gate | undefined> {
  const { deploymentId, healthCheck } = args;
  if (deploymentId === LATEST) {
    const latest = latestOf(task, list);
    if (latest !== undefined) return gateOf(latest, 'latest');
    const cause = `${task.resourceId} has no deployments, so there is none to wait for.`;
    task.emit({ kind: 'failed', errorCode: 'no_deployment', cause });
    return undefined;
  }
  if (deploymentId !== undefined) {
    const found = list.items.find(({ id }) => id === deploymentId);
    const hasEnded = found !== undefined && isFinal(found.status);
    return { deploymentId, ownership: 'asked', status: found?.status, hasEnded };
  }
  const inProgress = list.items.find(({ status }) => !isFinal(status));
  if (inProgress === undefined) return await awaitNewDeployment(task, { list, healthCheck }, context);
  if (isIdentified(inProgress)) return gateOf(inProgress, 'in-progress');
  const cause = `A deployment of ${task.resourceId} is ${inProgress.status}, but the list shows no id for it, so it cannot be polled.`;
  task.emit({ kind: 'failed', errorCode: 'unreadable_reply', cause });
  return undefined;
}

function gateOf({ id, status }: Identified<Deployment>, ownership: Ownership): Gate {
  return { deploymentId: id, ownership, status, hasEnded: isFinal(status) };
}

/** How long to wait for a deployment to appear: the platform may be about to start one after a push. */
const APPEARS_WITHIN_MS = 120_000;
/** Kept free before the deadline to report the result. */
const RESERVE_MS = 2_000;

/**
 * Polls the list until a deployment appears. With `health-check-contains` it polls up to the deadline, and the text in
 * the health response also proves that the latest deployment is the right one.
 */
async function awaitNewDeployment(
  task: Task,
  { list, healthCheck }: { list: List<Deployment>; healthCheck: HealthCheck | undefined },
  context: Context,
): Promise<Gate | undefined> {
  const { clock, deadline } = context;
  let known = endedIn(list);
  const startedAtMs = clock.now();
  const proof = healthCheck?.contains === undefined ? undefined : healthCheck;
  const leftMs = Math.max(0, deadline.remainingMs() - RESERVE_MS);
  const withinMs = proof === undefined ? Math.min(APPEARS_WITHIN_MS, leftMs) : leftMs;
  const text = `no deployment is in progress; waiting up to ${formatDuration(withinMs)} for one to appear`;
  task.emit({ kind: 'note', text: proof === undefined ? text : `${text}, or for the text at the health check` });
  const poller = context.client.poller({ startedAtMs, atOnce: false });
  const polls = createPolls(task, clock);
  const note = createNotes(task, clock);
  let latest = list.items[0];
  let hasOthers = false;
  let served: string | undefined;
  try {
    for (;;) {
      if (proof !== undefined && latest?.status === 'finished' && isIdentified(latest)) {
        served ??= 'there was no answer in time';
        const answer = await requestHealth(task, proof, context);
        if (answer.isHealthy) return gateOf(latest, 'latest');
        served = answer.text;
        note(served);
      }
      if (clock.now() - startedAtMs >= withinMs) break;
      const listed = await polls.read('the list', listDeployments(task.resourceId, await poller.next()));
      if (listed === undefined) continue;
      [latest] = listed.items;
      known ??= endedIn(listed);
      if (known === undefined) continue;
      const found = newSince(known, listed.items);
      ({ hasOthers } = found);
      const [first] = found.deployments;
      if (first !== undefined && first === latest) return { ...gateOf(first, 'appeared'), hasEnded: false };
    }
  } catch (error) {
    if (!isTimeout(error) || served === undefined) throw error;
  }
  const waited = formatDuration(clock.now() - startedAtMs);
  if (served !== undefined) {
    const cause = `No deployment appeared within ${waited}, and the health check does not show the release: ${served}.`;
    task.emit({ kind: 'failed', errorCode: 'unhealthy', cause });
    return undefined;
  }
  const found = hasOthers
    ? 'A new entry was listed, but without an id or below older deployments, so it cannot be identified'
    : 'No deployment was in progress, and none appeared';
  const about =
    latest === undefined
      ? 'it has no deployments.'
      : `the latest, ${latest.id ?? 'which has no id'}, is ${latest.status}. A deployment that had ended before this step began says nothing about this commit; to check it anyway, pass deployment-id: latest.`;
  const cause = `${found} within ${waited} for ${task.resourceId}; ${about}`;
  task.emit({ kind: 'failed', errorCode: 'no_deployment', cause });
  return undefined;
}

/**
 * What had ended before this step. Undefined without a list: the 404 may be a mistake, so that what has ended in the next
 * one is not new.
 */
function endedIn({ items, isComplete }: List<Deployment>): Known | undefined {
  return isComplete || items.length > 0 ? knownFrom(items.filter(({ status }) => isFinal(status))) : undefined;
}

function passedHeadline({ resourceId, name, deploymentId, durationMs }: Outcome, hadEnded: boolean): string {
  const label = name ?? resourceId;
  return hadEnded
    ? `Deployment ${deploymentId} of ${label} had already finished before this step began`
    : `Deployment ${deploymentId} of ${label} finished; waited ${formatDuration(durationMs ?? 0)}`;
}
