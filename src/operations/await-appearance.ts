// Waits until a deployment appears in the list, or until the app serves the required text.
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { endPhase } from '../phase.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import {
  addressOf,
  type Health,
  recordHealth,
  requestHealth,
  unhealthyFailure,
} from './health-check.ts';
import { createNote } from './notes.ts';
import { baselineFrom, newEntries } from './ownership.ts';

/** How long a deployment may take to appear: the service may start one soon after a push. */
const APPEARANCE_TIMEOUT_MS = 120_000;
/** The shortest time between two reads of the list; usually the pace decides. */
const LIST_POLL_MS = 2_400;

/**
 * Waits two minutes for a deployment that was not in the `first` list, and returns its id. If the
 * latest in that list has finished and `health-check-contains` is given, it waits until the
 * deadline, and returns undefined once the app serves the text: the latest is what is running.
 * Throws `no_deployment` or `unhealthy`.
 */
export async function awaitAppearance(
  step: Step,
  first: List<Deployment>,
): Promise<string | undefined> {
  const { api, clock, deadlineMs, log, outcome } = step;
  const address = provingAddress(step, first);
  const baseline = baselineFrom(first);
  const note = createNote(step);
  const sinceMs = clock.now();
  const longestMs = address === undefined ? APPEARANCE_TIMEOUT_MS : Infinity;
  const untilMs = Math.min(sinceMs + longestMs, deadlineMs - LIST_POLL_MS);
  let health: Health | undefined;
  try {
    for (let list = first; ; list = await api.listDeployments(outcome.resourceId)) {
      const [appeared] = newEntries(baseline, list).above;
      if (appeared !== undefined) {
        log.info(`Deployment ${appeared.id} has appeared (${appeared.status}).`);
        return appeared.id;
      }
      const [latest] = list.items;
      if (address !== undefined && latest?.status === 'finished') {
        health = await requestHealth(step, address);
        if (health.isHealthy) {
          recordHealth(step, address, health);
          takeLatest(step, latest);
          return undefined;
        }
        note(health.key, `${address} ${health.text}; requesting it again`, untilMs);
      } else if (clock.now() >= untilMs)
        throw noDeploymentFailure(step, list, clock.now() - sinceMs);
      else note('list', 'No deployment is in progress; waiting for one to appear', untilMs);
      await api.pause(LIST_POLL_MS);
    }
  } catch (error) {
    if (!isFailure(error, 'timeout') || health === undefined || api.outage()) throw error;
    const what = `No deployment appeared before the deadline, and ${address} ${health.text}.`;
    throw unhealthyFailure(step, what, health.status);
  }
}

/** The address that is searched for the text, which can prove only a finished deployment. */
function provingAddress(step: Step, { items: [latest] }: List<Deployment>): string | undefined {
  if (latest?.status !== 'finished') return undefined;
  return step.inputs.healthCheckContains === undefined ? undefined : addressOf(step);
}

/** The app serves the required text, so the latest deployment is the one to wait for. */
function takeLatest({ clock, outcome }: Step, { id, status }: Deployment): void {
  outcome.deploymentId = id;
  outcome.status = status;
  outcome.phase = endPhase(outcome.phase, clock.now());
  outcome.headline = `The app serves the required text; deployment ${id} is the latest`;
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
