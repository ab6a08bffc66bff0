// The health check: after the work has ended, the app itself must answer, with a given text if one
// is required.
import { raceWithSignal, withTimeLimit } from '../clock.ts';
import { type ErrorCode, Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { type Health, requestHealth } from './health-request.ts';
import { createNote } from './notes.ts';
import { BEST_EFFORT_MS, printRuntimeLog, tryResource } from './resource.ts';

/** The gap between two requests grows from the first to the longest. */
const FIRST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 10_000;
const GAP_GROWTH = 1.5;

/**
 * The address to request; undefined without `health-check`, and for a path when the resource shows
 * no domain.
 */
export function addressOf({ inputs: { healthCheck }, outcome: { url } }: Step): string | undefined {
  if (healthCheck === undefined || !healthCheck.startsWith('/')) return healthCheck;
  return url === undefined ? undefined : new URL(healthCheck, url).href;
}

/** Throws `invalid_input` for a path when a resource that was deployed before shows no domain. */
export function assertAddress(step: Step): void {
  if (step.inputs.healthCheck === undefined || addressOf(step) !== undefined) return;
  throw noDomain(step, 'invalid_input', `Nothing was started for ${nameOf(step.outcome)}.`);
}

function noDomain({ inputs, outcome }: Step, code: ErrorCode, meaning?: string): Failure {
  const name = nameOf(outcome);
  const path = `health-check is the path ${inputs.healthCheck}`;
  return new Failure(code, `${path}, and ${name} shows no domain to request it from.`, {
    title: `${name} has no domain for the health check`,
    meaning,
    next:
      'Give the resource a domain in the console, ' +
      'or write a whole https: address into health-check.',
  });
}

/** How far a health check has come. */
interface Progress {
  address: string | undefined;
  last?: Health;
}

/** Requests the app until it is healthy; nothing without `health-check`. Throws `unhealthy`. */
export async function checkHealth(step: Step): Promise<void> {
  const { inputs, clock, signal } = step;
  if (inputs.healthCheck === undefined) return;
  const startedMs = clock.now();
  const reason = new Failure('timeout', 'the time for the health check has passed');
  const limit = withTimeLimit(clock, inputs.healthCheckTimeoutMs, { signal, reason });
  const progress: Progress = { address: addressOf(step) };
  try {
    await requestUntilHealthy(step, progress, limit.signal);
  } catch (error) {
    if (!isFailure(error, 'timeout')) throw error;
    throw await timedOut(step, progress, startedMs);
  } finally {
    limit.clear();
  }
}

async function requestUntilHealthy(
  step: Step,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { inputs, outcome, api, clock, github, log } = step;
  const note = createNote(step);
  const endMs = Math.min(clock.now() + inputs.healthCheckTimeoutMs, step.deadlineMs);
  const until = (): string => `trying for at most ${formatDuration(endMs - clock.now())} more`;
  while (progress.address === undefined) {
    note('', `${nameOf(outcome)} shows no domain yet for the health check; ${until()}.`);
    // The first deployment may bring the domain.
    await raceWithSignal(api.pause(0), signal);
    await tryResource(step, { giveUpMs: BEST_EFFORT_MS });
    progress.address = addressOf(step);
  }
  const { address } = progress;
  log.info(`Health check: requesting ${address}`);
  let health = await requestHealth(step, address, signal);
  for (let gapMs = FIRST_GAP_MS; !health.isHealthy; gapMs *= GAP_GROWTH) {
    progress.last = health;
    note(health.key, `${address} ${health.text}; ${until()}.`);
    await clock.sleep(Math.min(gapMs, LONGEST_GAP_MS), signal);
    health = await requestHealth(step, address, signal);
  }
  outcome.facts.push({ label: 'Health check', value: `${address} ${health.text}` });
  // A text that is a commit of this run proves what is deployed.
  const proven = github.run.commits.find((commit) => commit === inputs.healthCheckContains);
  if (proven !== undefined) outcome.commit ??= proven;
}

async function timedOut(
  step: Step,
  { address, last }: Progress,
  startedMs: number,
): Promise<Failure> {
  const { clock, signal } = step;
  if (address === undefined) return noDomain(step, 'unhealthy');
  if (!signal.aborted) await printRuntimeLog(step);
  const waited = formatDuration(clock.now() - startedMs);
  const answer =
    last === undefined
      ? `gave no answer within ${waited}`
      : `${last.text}. It was requested for ${waited}`;
  return unhealthy(step, `${address} ${answer}.`, last?.isTextMissing === true);
}

/** The failure of a health check. `what` says what the app answered. */
export function unhealthy(
  { inputs, outcome }: Step,
  what: string,
  isTextMissing: boolean,
): Failure {
  const title = `${nameOf(outcome)} did not pass its health check`;
  const { healthCheckContains: text = '' } = inputs;
  const needed = what.includes(text) ? '' : ` It must contain "${text}".`;
  if (!isTextMissing) return new Failure('unhealthy', what + needed, { title });
  return new Failure('unhealthy', what, {
    title,
    meaning: 'The app answers, but not with the text: the previous release may still be answering.',
    next:
      'Check that this path serves the text of health-check-contains, and that the service ' +
      'builds the branch that holds this commit. ' +
      'If the app needs more time, raise health-check-timeout or timeout.',
  });
}
