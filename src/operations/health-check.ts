// The health check: after the work has ended, the app itself must answer, with a given text if one
// is required.
import { raceWithSignal, withTimeLimit } from '../clock.ts';
import { type ErrorCode } from '../advice.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
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

/** The address to request. The first deployment may bring the domain for a path. */
async function awaitAddress(
  step: Step,
  { signal, endMs }: { signal: AbortSignal; endMs: number },
): Promise<string> {
  const note = createNote(step);
  for (;;) {
    const address = addressOf(step);
    if (address !== undefined) return address;
    note('', `${nameOf(step.outcome)} shows no domain yet for the health check`, endMs);
    await raceWithSignal(step.api.pause(0), signal);
    await tryResource(step, { giveUpMs: BEST_EFFORT_MS });
  }
}

/** Requests the app until it is healthy; nothing without `health-check`. Throws `unhealthy`. */
export async function checkHealth(step: Step): Promise<void> {
  const { inputs, outcome, clock, github, log, signal } = step;
  if (inputs.healthCheck === undefined) return;
  const startedMs = clock.now();
  const endMs = startedMs + inputs.healthCheckTimeoutMs;
  const longest = formatDuration(inputs.healthCheckTimeoutMs);
  const reason = new Failure('timeout', 'the time for the health check has passed');
  const limit = withTimeLimit(clock, inputs.healthCheckTimeoutMs, { signal, reason });
  const note = createNote(step);
  let address: string | undefined;
  let health: Health | undefined;
  try {
    address = await awaitAddress(step, { signal: limit.signal, endMs });
    log.info(`Health check: requesting ${address}, for at most ${longest}.`);
    health = await requestHealth(step, address, limit.signal);
    for (let gapMs = FIRST_GAP_MS; !health.isHealthy; gapMs *= GAP_GROWTH) {
      note(health.key, `${address} ${health.text}; requesting it again`, endMs);
      await clock.sleep(Math.min(gapMs, LONGEST_GAP_MS), limit.signal);
      health = await requestHealth(step, address, limit.signal);
    }
  } catch (error) {
    if (!isFailure(error, 'timeout')) throw error;
    if (address === undefined) throw noDomain(step, 'unhealthy');
    if (!signal.aborted) await printRuntimeLog(step);
    const { text = 'gave no answer', isTextMissing = false } = health ?? {};
    const waited = formatDuration(clock.now() - startedMs);
    throw unhealthy(step, `${address} ${text}. It was requested for ${waited}.`, isTextMissing);
  } finally {
    limit.clear();
  }
  outcome.facts.push({ label: 'Health check', value: `${address} ${health.text}` });
  // A text that is a commit of this run proves what is deployed.
  const proven = github.run.commits.find((commit) => commit === inputs.healthCheckContains);
  if (proven !== undefined) outcome.commit ??= proven;
}

/** The failure of a health check. `what` says what the app answered. */
export function unhealthy(
  { inputs, outcome }: Step,
  what: string,
  isTextMissing: boolean,
): Failure {
  const title = `${nameOf(outcome)} did not pass its health check`;
  const { healthCheckContains } = inputs;
  const text = `"${healthCheckContains}"`;
  const isSaid = healthCheckContains === undefined || what.includes(text);
  const needed = isSaid ? '' : ` It must contain ${text}.`;
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

/** One answer of the app. */
export interface Health {
  readonly isHealthy: boolean;
  /** What it answered, in words; quotes the body. */
  readonly text: string;
  /** The same without the body, so that a body that changes is not logged each time. */
  readonly key: string;
  /** It answers 2xx or 3xx, but without the text of `health-check-contains`. */
  readonly isTextMissing: boolean;
}

const MAX_QUOTE_CHARS = 200;

/** Requests the app once. Rejects only with the reason of the signal. */
export async function requestHealth(
  step: Step,
  address: string,
  signal: AbortSignal,
): Promise<Health> {
  const { api, inputs } = step;
  const { healthCheckContains: contains, healthCheckHeaders: headers } = inputs;
  const bodyToQuote = isQuoted(step) ? 'of errors' : 'none';
  const body = contains === undefined ? bodyToQuote : 'all';
  const answer = await api.probe(address, { body, headers, signal });
  if ('failure' in answer) {
    const text = `gave no answer: ${answer.failure}`;
    return { isHealthy: false, text, key: text, isTextMissing: false };
  }
  const key = statusText(step, answer);
  const hundreds = Math.floor(answer.status / 100);
  // With headers, a redirect probably leads to a login page.
  const isUsual = hundreds === 2 || (hundreds === 3 && headers === undefined);
  if (contains === undefined) {
    const text = answer.quotable === '' ? key : `${key} with ${quoteOf(step, answer.quotable)}`;
    return { isHealthy: isUsual, text, key, isTextMissing: false };
  }
  const hasText = answer.body.includes(contains);
  // A redirect never contains the text: it is not followed.
  const isHealthy = hundreds === 2 && hasText;
  const quote = quoteOf(step, answer.quotable);
  const text = `${key} with ${quote}, which ${hasText ? 'contains' : 'lacks'} "${contains}"`;
  return { isHealthy, text, key, isTextMissing: isUsual && !isHealthy };
}

function statusText(
  { inputs }: Step,
  { status, headers }: { status: number; headers: { location?: string | undefined } },
): string {
  if (headers.location === undefined || !inputs.buildLog) return `answered ${status}`;
  return inputs.healthCheckHeaders === undefined
    ? `answered ${status} with Location: ${headers.location}`
    : `answered ${status}, a redirect, which does not pass with health-check-headers`;
}

/** An answer from behind a login is not for everybody who can read the log. */
function isQuoted({ inputs }: Step): boolean {
  return inputs.buildLog && inputs.healthCheckHeaders === undefined;
}

function quoteOf(step: Step, body: string): string {
  if (!isQuoted(step)) return 'a body';
  const quote = step.log.quote(body, MAX_QUOTE_CHARS);
  return quote === '' ? 'an empty body' : `the body "${quote}"`;
}
