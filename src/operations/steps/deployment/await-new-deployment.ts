// Waits for a deployment that something else is about to start, or for the text at the health check that proves the
// latest one to be the right one.
import { type Deployment, isIdentified, type List } from '../../../api/model.ts';
import { isTimeout } from '../../../clock.ts';
import { formatDuration } from '../../../duration.ts';
import type { Context, Ownership } from '../../operation.ts';
import type { Task } from '../../task.ts';
import { describeDeadline, type HealthCheck, requestHealth } from '../health-check.ts';
import { createNotes } from '../notes.ts';
import { createPolls } from '../polls.ts';
import { listDeployments } from '../resource/index.ts';
import { inProgressIn, type Known, knownFrom, newSince } from '../../decisions/index.ts';

/** A deployment to wait for. */
export interface DeploymentToAwait {
  readonly deploymentId: string;
  readonly ownership: Ownership;
}

/** How long to wait for a deployment to appear: the platform may be about to start one after a push. */
const APPEARANCE_LIMIT_MS = 120_000;
/** Kept free before the deadline to report the result. */
const RESERVE_MS = 2_000;

/**
 * Polls the list until a deployment appears that was not in `list`. With `health-check-contains` it polls up to the
 * deadline, and the text in the health response also proves the latest deployment. Undefined when the task has failed.
 */
export async function awaitNewDeployment(
  task: Task,
  { list, healthCheck }: { list: List<Deployment>; healthCheck: HealthCheck | undefined },
  context: Context,
): Promise<DeploymentToAwait | undefined> {
  const { client, clock, deadline } = context;
  const startedAtMs = clock.now();
  const proof = healthCheck?.contains === undefined ? undefined : healthCheck;
  const leftMs = Math.max(0, deadline.remainingMs() - RESERVE_MS);
  const limitMs = proof === undefined ? Math.min(APPEARANCE_LIMIT_MS, leftMs) : leftMs;
  const text = `no deployment is in progress; waiting up to ${formatDuration(limitMs)} for one to appear`;
  task.emit({ kind: 'note', text: proof === undefined ? text : `${text}, or for the text at the health check` });
  const poller = client.poller({ startedAtMs, atOnce: false });
  const polls = createPolls(task, clock);
  const note = createNotes(task, clock);
  let known = endedIn(list);
  let latest = list.items[0];
  let hasOthers = false;
  let lastAnswer: string | undefined;
  try {
    for (;;) {
      if (proof !== undefined && latest?.status === 'finished' && isIdentified(latest)) {
        lastAnswer ??= 'there was no answer in time';
        const answer = await requestHealth(task, proof, context);
        if (answer.proof !== undefined) return { deploymentId: latest.id, ownership: 'latest' };
        lastAnswer = answer.text;
        note(lastAnswer, { kind: answer.kind });
      }
      if (clock.now() - startedAtMs >= limitMs) break;
      const listed = await polls.read('the list', listDeployments(task.resourceId, await poller.next()));
      if (listed === undefined) continue;
      [latest] = listed.items;
      known ??= endedIn(listed);
      if (known === undefined) continue;
      const found = newSince(known, listed.items);
      ({ hasOthers } = found);
      const [first] = found.deployments;
      if (first !== undefined && first === latest) return { deploymentId: first.id, ownership: 'appeared' };
    }
  } catch (error) {
    if (!isTimeout(error) || lastAnswer === undefined) throw error;
  }
  const waited = formatDuration(clock.now() - startedAtMs);
  if (lastAnswer !== undefined) {
    const cause = `No deployment appeared within ${waited}, ${describeDeadline(deadline)}, and the health check does not show the release: ${lastAnswer}.`;
    task.emit({ kind: 'failed', errorCode: 'unhealthy', cause, detail: 'text missing' });
    return undefined;
  }
  const found = hasOthers ? 'Only an entry that cannot be identified (without an id, or below older ones)' : 'None';
  const cause = `${found} appeared within ${waited}; ${describeLatest(latest)}`;
  task.emit({ kind: 'failed', errorCode: 'no_deployment', cause });
  return undefined;
}

/**
 * What had ended before this step. Undefined without a list: the 404 may be a mistake, so that what has ended in the next
 * one is not new.
 */
function endedIn({ items, isComplete }: List<Deployment>): Known | undefined {
  const inProgress = new Set(inProgressIn(items));
  const known = knownFrom({ items: items.filter((item) => !inProgress.has(item)), isComplete });
  return isComplete || items.length > 0 ? known : undefined;
}

function describeLatest(latest: Deployment | undefined): string {
  return latest === undefined
    ? 'there are no deployments.'
    : `the latest, ${latest.id ?? 'which has no id'}, is ${latest.status}. A deployment that had ended before this step began says nothing about this commit.`;
}
