// Waits until a deployment appears in the list, or until the app serves the required text.
import type { Deployment } from '../api/deployments.ts';
import type { List } from '../api/records.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { endPhase } from '../phase.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { addressOf, unhealthy } from './health-check.ts';
import { type Health, requestHealth } from './health-request.ts';
import { createNote } from './notes.ts';
import { type Baseline, baselineFrom, candidatesIn } from './ownership.ts';
import { pollUntil, type Sample, type Wait } from './poll-until.ts';

/** How long a deployment may take to appear: the service may start one soon after a push. */
const APPEARANCE_TIMEOUT_MS = 120_000;
/** How often the list is read meanwhile. */
const LIST_POLL_MS = 2_400;

/** A read of the list, and the answer of the app if it was requested. */
interface Reading {
  readonly list: List<Deployment>;
  readonly health: Health | undefined;
}

/** `served`: the app serves the text, so the latest deployment is the one to wait for. */
type Appearance =
  | { readonly kind: 'appeared' | 'served'; readonly deployment: Deployment }
  | { readonly kind: 'none'; readonly list: List<Deployment> };

/**
 * Waits for a deployment that was not in the `first` list, and returns its id. With
 * `health-check-contains` it waits until the deadline, and returns undefined if the text proves
 * that the latest deployment is running. Throws `no_deployment` or `unhealthy`.
 */
export async function awaitAppearance(
  step: Step,
  first: List<Deployment>,
): Promise<string | undefined> {
  const { api, clock, deadlineMs, inputs, log, outcome, signal } = step;
  const hasProof = inputs.healthCheckContains !== undefined;
  const sinceMs = clock.now();
  const untilDeadlineMs = deadlineMs - sinceMs - LIST_POLL_MS;
  const timeoutMs = Math.min(hasProof ? Infinity : APPEARANCE_TIMEOUT_MS, untilDeadlineMs);
  const isProvable = hasProof && first.items[0]?.status === 'finished';
  const limit = isProvable
    ? 'the text at the health check'
    : formatDuration(Math.max(0, timeoutMs));
  log.info(`No deployment is in progress; waiting for one to appear, or for ${limit}.`);
  const baseline = baselineFrom(first);
  const note = createNote(step);
  let firstList: List<Deployment> | undefined = first;
  let health: Health | undefined;

  async function read(): Promise<Reading> {
    const list = firstList ?? (await api.listDeployments(outcome.resourceId));
    firstList = undefined;
    const address = addressOf(step);
    const isRequested = hasProof && address !== undefined && isServedBy(list, baseline);
    if (!isRequested) return { list, health: undefined };
    health = await requestHealth(step, address, signal);
    if (!health.isHealthy) note(health.key, `The app ${health.text}; requesting it again.`);
    return { list, health };
  }
  try {
    const facts = { baseline, sinceMs, timeoutMs };
    const found = await pollUntil(step, read, (samples) => judgeAppearance(facts, samples));
    if (found.kind === 'none') throw noDeployment(step, found.list, clock.now() - sinceMs);
    return takeFound(step, found);
  } catch (error) {
    if (!signal.aborted || !isFailure(error, 'timeout') || health === undefined) throw error;
    const what = `No deployment appeared before the deadline, and the app ${health.text}.`;
    throw unhealthy(step, what, health.isTextMissing);
  }
}

/** The app is requested only if the latest deployment has finished and no new one has appeared. */
function isServedBy(list: List<Deployment>, baseline: Baseline): boolean {
  return list.items[0]?.status === 'finished' && candidatesIn(baseline, list).length === 0;
}

function judgeAppearance(
  { baseline, sinceMs, timeoutMs }: { baseline: Baseline; sinceMs: number; timeoutMs: number },
  samples: readonly Sample<Reading>[],
): Appearance | Wait {
  const wait: Wait = { kind: 'wait', ms: LIST_POLL_MS };
  const last = samples.at(-1);
  if (last === undefined) return wait;
  const { list, health } = last.value;
  const [appeared] = candidatesIn(baseline, list);
  if (appeared !== undefined) return { kind: 'appeared', deployment: appeared };
  const [latest] = list.items;
  if (latest !== undefined && health?.isHealthy) return { kind: 'served', deployment: latest };
  const isOver = health === undefined && last.atMs - sinceMs >= timeoutMs;
  return isOver ? { kind: 'none', list } : wait;
}

function takeFound(
  { clock, log, outcome }: Step,
  { kind, deployment }: Exclude<Appearance, { kind: 'none' }>,
): string | undefined {
  const { id, status } = deployment;
  if (kind === 'appeared') {
    log.info(`Deployment ${id} has appeared (${status}).`);
    return id;
  }
  outcome.deploymentId = id;
  outcome.status = status;
  outcome.phase = endPhase(outcome.phase, clock.now());
  outcome.headline = `The app serves the required text; deployment ${id} is the latest`;
  return undefined;
}

function noDeployment(
  { outcome }: Step,
  { items: [latest], isRecognised }: List<Deployment>,
  waitedMs: number,
): Failure {
  const none = isRecognised ? 'none is shown' : 'the list of deployments is not recognised';
  const known = latest === undefined ? none : `the latest is ${latest.id} (${latest.status})`;
  const what = `No deployment appeared within ${formatDuration(waitedMs)}; ${known}.`;
  const title = `No deployment of ${nameOf(outcome)} is in progress`;
  return new Failure('no_deployment', what, { title });
}
