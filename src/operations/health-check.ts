// The health check: after the work has ended, the app itself must answer, if asked for with a given
// text.
import { raceWithSignal, withTimeLimit } from '../clock.ts';
import { type ErrorCode, Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { createNote } from './notes.ts';
import { BRIEF_MS, printRuntimeLog, tryResource } from './resource.ts';

const FIRST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 10_000;
/** Longest quote of an answer that does not contain the text. */
const MAX_QUOTE_CHARS = 200;

/**
 * The address to request; undefined without `health-check`, and for a path when the resource shows
 * no domain.
 */
export function addressOf({ inputs: { healthCheck }, outcome: { url } }: Step): string | undefined {
  if (healthCheck === undefined || !healthCheck.startsWith('/')) return healthCheck;
  return url === undefined ? undefined : new URL(healthCheck, url).href;
}

/**
 * Throws `invalid_input` for a path when the resource, which was deployed before, shows no domain.
 */
export function assertAddress(step: Step): void {
  if (step.inputs.healthCheck === undefined || addressOf(step) !== undefined) return;
  throw noDomain(step, 'invalid_input', `Nothing was started for ${nameOf(step.outcome)}.`);
}

function noDomain({ inputs, outcome }: Step, code: ErrorCode, meaning?: string): Failure {
  const name = nameOf(outcome);
  const what = `health-check is the path ${inputs.healthCheck}, and ${name} shows no domain to request it from.`;
  const next =
    'Give the resource a domain in the console, or write a whole https: address into health-check.';
  return new Failure(code, what, {
    title: `${name} has no domain for the health check`,
    meaning,
    next,
  });
}

/** One answer of the app. */
export interface Health {
  readonly isHealthy: boolean;
  /** What it answered, in words; quotes the body. */
  readonly text: string;
  /** The same without the body: what has not changed is not news. */
  readonly key: string;
  /** It answers well, only not with the text. */
  readonly isTextMissing: boolean;
}

/**
 * Requests the app until it is healthy. Throws `unhealthy`. Does nothing without `health-check`.
 */
export async function checkHealth(step: Step): Promise<void> {
  const { inputs, outcome, api, clock, signal, log } = step;
  if (inputs.healthCheck === undefined) return;
  const startedMs = clock.now();
  const reason = new Failure('timeout', 'the time for the health check has passed');
  const limit = withTimeLimit(clock, inputs.healthCheckTimeoutMs, { signal, reason });
  const note = createNote(step);
  let address = addressOf(step);
  let last: Health | undefined;
  try {
    while (address === undefined) {
      note('', `${nameOf(outcome)} shows no domain yet for the health check.`);
      // The first deployment may bring the domain.
      await raceWithSignal(api.pause(0), limit.signal);
      await tryResource(step, { giveUpMs: BRIEF_MS });
      address = addressOf(step);
    }
    log.info(`Health check: requesting ${address}`);
    for (let gapMs = FIRST_GAP_MS; ; gapMs = Math.min(gapMs * 1.5, LONGEST_GAP_MS)) {
      last = await requestHealth(step, address, limit.signal);
      if (last.isHealthy) break;
      note(last.key, `${address} ${last.text}; requesting it again.`);
      await clock.sleep(gapMs, limit.signal);
    }
  } catch (error) {
    if (!isFailure(error, 'timeout')) throw error;
    if (address === undefined) throw noDomain(step, 'unhealthy');
    if (!signal.aborted) await printRuntimeLog(step);
    const waited = formatDuration(clock.now() - startedMs);
    const answer =
      last === undefined
        ? `gave no answer within ${waited}`
        : `${last.text}. It was requested for ${waited}`;
    throw unhealthy(step, `${address} ${answer}.`, last?.isTextMissing === true);
  } finally {
    limit.clear();
  }
  outcome.facts.push({ label: 'Health check', value: `${address} ${last.text}` });
  // A text that is a commit of this run proves what is deployed.
  const proven = step.github.run.commits.find((commit) => commit === inputs.healthCheckContains);
  if (proven !== undefined) outcome.commit ??= proven;
}

/** The failure of a health check. */
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
    next: 'Check that this path serves the text of health-check-contains, and that the service builds the branch that holds this commit. If the app needs more time, raise health-check-timeout or timeout.',
  });
}

/** Requests the app once. Rejects only with the signal. */
export async function requestHealth(
  step: Step,
  address: string,
  signal: AbortSignal,
): Promise<Health> {
  const { inputs, api } = step;
  const contains = inputs.healthCheckContains;
  const answer = await api.probe(address, { readBody: contains !== undefined, signal });
  if ('failure' in answer) {
    const text = `gave no answer: ${answer.failure}`;
    return { isHealthy: false, text, key: text, isTextMissing: false };
  }
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const isRedirect = answer.status >= 300 && answer.status < 400;
  const { location } = answer.headers;
  const to = location === undefined ? '' : ` with Location: ${location}`;
  const key = `answered ${answer.status}${to}`;
  if (contains === undefined)
    return { isHealthy: isSuccess || isRedirect, text: key, key, isTextMissing: false };
  // A redirect never contains the text: what it leads to is not requested.
  const isHealthy = isSuccess && answer.body.includes(contains);
  const text = `${key} with ${quoteOf(step, answer.body)}, which ${answer.body.includes(contains) ? 'contains' : 'lacks'} "${contains}"`;
  return { isHealthy, text, key, isTextMissing: !isHealthy && (isSuccess || isRedirect) };
}

function quoteOf({ inputs, log }: Step, body: string): string {
  if (!inputs.buildLog) return 'a body';
  const quote = log.quote(body, MAX_QUOTE_CHARS);
  return quote === '' ? 'an empty body' : `the body "${quote}"`;
}
