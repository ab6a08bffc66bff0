// The health check: after the work has ended, the app itself must answer, with a given text if one
// is required.
import { raceWithSignal, withTimeLimit } from '../clock.ts';
import { adviceFor, type ErrorCode } from '../advice.ts';
import { toLine } from '../api/json.ts';
import type { Probed } from '../api/probe.ts';
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
function addressOf({ inputs: { healthCheck }, outcome: { url } }: Step): string | undefined {
  if (healthCheck === undefined || !healthCheck.startsWith('/')) return healthCheck;
  return url === undefined ? undefined : new URL(healthCheck, url).href;
}

/**
 * Throws `invalid_input` if `health-check` is a path and no domain is known. Call it only where no
 * deployment can bring a domain.
 */
export function assertAddress(step: Step): void {
  if (step.inputs.healthCheck === undefined || addressOf(step) !== undefined) return;
  throw noDomainFailure(step, 'invalid_input', `Nothing was changed for ${nameOf(step.outcome)}.`);
}

function noDomainFailure({ inputs, outcome }: Step, code: ErrorCode, meaning?: string): Failure {
  const name = nameOf(outcome);
  const path = `health-check is the path ${inputs.healthCheck}`;
  return new Failure(code, `${path}, which needs a domain.`, {
    title: `No domain of ${name} is known for the health check`,
    meaning,
    next: 'Give the resource a domain in the console, or write a whole address into health-check.',
  });
}

/** The address to request. The first deployment may bring the domain for a path. */
async function awaitAddress(step: Step): Promise<string> {
  const { api, outcome, signal } = step;
  const note = createNote(step);
  for (;;) {
    const address = addressOf(step);
    if (address !== undefined) return address;
    note('', `${nameOf(outcome)} shows no domain yet for the health check`, Infinity);
    const reading = api.pause(0).then(() => tryResource(step, { giveUpMs: BEST_EFFORT_MS }));
    await raceWithSignal(reading, signal).catch((error: unknown) => {
      throw isFailure(error, 'timeout') ? noDomainFailure(step, 'unhealthy') : error;
    });
  }
}

/** Requests the app until it is healthy; nothing without `health-check`. Throws `unhealthy`. */
export async function checkHealth(step: Step): Promise<void> {
  const { clock, inputs } = step;
  if (inputs.healthCheck === undefined) return;
  const reason = new Failure('timeout', 'the time for the health check has passed');
  const limit = withTimeLimit(clock, inputs.healthCheckTimeoutMs, { signal: step.signal, reason });
  const deadlineMs = Math.min(step.deadlineMs, clock.now() + inputs.healthCheckTimeoutMs);
  const limited = { ...step, signal: limit.signal, deadlineMs };
  try {
    const address = await awaitAddress(limited);
    recordHealth(step, address, await pollHealth(limited, address));
  } catch (error) {
    if (isFailure(error, 'unhealthy') && !step.signal.aborted) await printRuntimeLog(step);
    throw error;
  } finally {
    limit.clear();
  }
}

/** Requests the address until it is healthy. Throws `unhealthy` at the deadline of the step. */
async function pollHealth(step: Step, address: string): Promise<Health> {
  const { clock, deadlineMs, log, signal } = step;
  const startedMs = clock.now();
  const isLate = signal.aborted;
  const longest = formatDuration(deadlineMs - startedMs);
  if (!isLate) log.info(`Health check: requesting ${address}, for at most ${longest}.`);
  const note = createNote(step);
  let last: Health | undefined;
  try {
    for (let gapMs = FIRST_GAP_MS; ; gapMs *= GAP_GROWTH) {
      last = await requestHealth(step, address);
      if (last.isHealthy) return last;
      note(last.key, `${address} ${last.text}; requesting it again`, Infinity);
      await clock.sleep(Math.min(gapMs, LONGEST_GAP_MS), signal);
    }
  } catch (error) {
    if (!isFailure(error, 'timeout')) throw error;
    const waited = formatDuration(clock.now() - startedMs);
    const what = isLate
      ? `The deadline was reached before ${address} could be requested.`
      : `${address} ${last?.text ?? 'gave no answer'}. Tried for ${waited}.`;
    throw unhealthyFailure(step, what, last?.status);
  }
}

/** Keeps what a healthy app has answered, and what that proves. */
function recordHealth(step: Step, address: string, { text }: Health): void {
  const { github, inputs, outcome } = step;
  outcome.facts.push({ label: 'Health check', value: `${address} ${text}` });
  // A text that is a commit of this run proves what is deployed.
  const proven = github.run.commits.find((commit) => commit === inputs.healthCheckContains);
  if (proven !== undefined) outcome.commit ??= proven;
}

/** The failure of a health check. `what` says what the app answered last, with this `status`. */
function unhealthyFailure(step: Step, what: string, status?: number): Failure {
  const { inputs, outcome } = step;
  const title = `${nameOf(outcome)} did not pass its health check`;
  const next = nextAfter(status);
  const { healthCheckContains: contains } = inputs;
  const isNamed = contains === undefined || what.includes(`"${contains}"`);
  const needed = isNamed ? '' : ` It must contain "${contains}".`;
  return new Failure('unhealthy', what + needed, { title, next });
}

/** For a site behind a login. */
const LOGIN = 'If a login is needed, check the app in a step of its own.';

/** What to do after an answer with this status; 0 without an answer. */
function nextAfter(status = 0): string {
  if (status === 401 || status === 403) return `The app refused the request. ${LOGIN}`;
  const general = adviceFor('unhealthy').next;
  if (status < 200 || status >= 400) return general;
  if (status >= 300)
    return `Redirects are not followed: set health-check to the final address. ${LOGIN}`;
  // A 2xx answer only lacks the text, perhaps since another commit is deployed.
  return `Check which commit is deployed, and which branch the service builds. ${general}`;
}

/** One answer of the app. */
interface Health {
  readonly isHealthy: boolean;
  /** The HTTP status; undefined without an answer. */
  readonly status?: number;
  /** What it answered, in words; quotes the body. */
  readonly text: string;
  /** The same without the body, so that a body that changes is not logged each time. */
  readonly key: string;
}

const MAX_QUOTE_CHARS = 200;

/** Requests the app once. Rejects only with the reason of the step's signal. */
async function requestHealth(step: Step, address: string): Promise<Health> {
  const { api, inputs, signal } = step;
  const { healthCheckContains: contains } = inputs;
  const bodyToQuote = step.inputs.buildLog ? 'of errors' : 'none';
  const body = contains === undefined ? bodyToQuote : 'all';
  const answer = await api.probe(address, { body, signal });
  if ('failure' in answer) {
    const text = `gave no answer: ${answer.failure}`;
    return { isHealthy: false, text, key: text };
  }
  const key = statusText(step, answer);
  const { status } = answer;
  const hundreds = Math.floor(status / 100);
  if (contains === undefined) {
    const isHealthy = hundreds === 2 || hundreds === 3;
    const text = answer.quotable === '' ? key : `${key} with ${quoteOf(step, answer.quotable)}`;
    return { isHealthy, status, text, key };
  }
  const hasText = answer.body.includes(contains);
  const search = hasText ? 'which contains' : lacking(answer);
  const text = `${key} with ${quoteOf(step, answer.quotable)}, ${search} "${contains}"`;
  // A redirect never contains the text: it is not followed.
  return { isHealthy: hundreds === 2 && hasText, status, text, key };
}

function lacking({ isPart = false }: Probed): string {
  return isPart ? 'whose beginning (up to 64 KiB) lacks' : 'which lacks';
}

function statusText({ inputs }: Step, { status, headers }: Probed): string {
  if (headers.location === undefined || !inputs.buildLog) return `answered ${status}`;
  return `answered ${status} with Location: ${headers.location}`;
}

function quoteOf(step: Step, body: string): string {
  if (!step.inputs.buildLog) return 'a body';
  const quote = step.sanitizers.safeLine(toLine(body) ?? '', { maxChars: MAX_QUOTE_CHARS });
  return quote === '' ? 'no readable body' : `the body "${quote}"`;
}
