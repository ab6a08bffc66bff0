// Waits until a deployment appears in the list.
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { Failure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { createNote } from './notes.ts';
import { baselineFrom, newEntries } from './ownership.ts';

/** How long a deployment may take to appear: the service may start one soon after a push. */
const APPEARANCE_TIMEOUT_MS = 120_000;
/** The shortest time between two reads of the list; usually the pace decides. */
const LIST_POLL_MS = 2_400;

/**
 * Waits two minutes for a deployment that was not in the `first` list, and returns its id. Throws
 * `no_deployment`.
 */
export async function awaitAppearance(step: Step, first: List<Deployment>): Promise<string> {
  const { api, clock, deadlineMs, log, outcome } = step;
  const baseline = baselineFrom(first);
  const note = createNote(step);
  const sinceMs = clock.now();
  const untilMs = Math.min(sinceMs + APPEARANCE_TIMEOUT_MS, deadlineMs - LIST_POLL_MS);
  for (let list = first; ; list = await api.listDeployments(outcome.resourceId)) {
    const [appeared] = newEntries(baseline, list).above;
    if (appeared !== undefined) {
      log.info(`Deployment ${appeared.id} has appeared (${appeared.status}).`);
      return appeared.id;
    }
    if (clock.now() >= untilMs) throw noDeploymentFailure(step, list, clock.now() - sinceMs);
    note('list', 'No deployment is in progress; waiting for one to appear', untilMs);
    await api.pause(LIST_POLL_MS);
  }
}

function noDeploymentFailure(
  { outcome }: Step,
  { items: [latest], isRecognised }: List<Deployment>,
  waitedMs: number,
): Failure {
  const none = isRecognised ? 'none is shown' : 'no list of deployments is recognised';
  const known = latest === undefined ? none : `the latest is ${latest.id} (${latest.status})`;
  const what = `No deployment appeared within ${formatDuration(waitedMs)}; ${known}.`;
  const title = `No deployment of ${nameOf(outcome)} is in progress`;
  return new Failure('no_deployment', what, { title });
}
