// The health check: after the work has ended, the app itself must answer, with a given text if one
// is required. It gets neither the key nor the pace of the API.
import { raceWithSignal, withTimeLimit } from '../clock.ts';
import { CODES, type ErrorCode, Failure, isFailure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import { exchange, type HttpReply } from '../service/http.ts';
import { toLine } from '../service/json.ts';
import { ExchangeError } from '../service/network-errors.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { loadResource, printRuntimeLog } from './resource.ts';

/** The gap between two requests grows from the first to the longest. */
const FIRST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 10_000;
const GAP_GROWTH = 1.5;
/** The limit for one request. */
const TIMEOUT_MS = 10_000;
/** How much of the body `health-check-contains` searches. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_QUOTE_CHARS = 200;

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

/** Requests the app until it is healthy; nothing without `health-check`. Throws `unhealthy`. */
export async function checkHealth(step: Step): Promise<void> {
  const { clock, inputs, signal, waits } = step;
  if (inputs.healthCheck === undefined) return;
  const reason = new Failure('timeout', 'the time for the health check has passed');
  const limit = withTimeLimit(clock, inputs.healthCheckTimeoutMs, { signal, reason });
  const deadlineMs = Math.min(step.deadlineMs, clock.now() + inputs.healthCheckTimeoutMs);
  const limited = { ...step, signal: limit.signal, deadlineMs };
  try {
    await pollHealth(limited, await awaitAddress(limited));
  } catch (error) {
    if (isFailure(error, 'unhealthy') && !signal.aborted) await printRuntimeLog(step);
    throw error;
  } finally {
    limit.clear();
    for (const key of ['health', 'domain']) waits.end(key);
  }
}

/** The address to request. The first deployment may bring the domain for a path. */
async function awaitAddress(step: Step): Promise<string> {
  const { deadlineMs, outcome, service, signal, waits } = step;
  for (;;) {
    const address = addressOf(step);
    if (address !== undefined) {
      waits.end('domain');
      return address;
    }
    const text = `${nameOf(outcome)} shows no domain yet for the health check; reading it again`;
    waits.begin('domain', { text, untilMs: deadlineMs });
    const reading = service.pause().then(() => loadResource(step));
    await raceWithSignal(reading, signal).catch((error: unknown) => {
      throw isFailure(error, 'timeout') ? noDomainFailure(step, 'unhealthy') : error;
    });
  }
}

/** Requests the address until it is healthy. Throws `unhealthy` at the deadline of the check. */
async function pollHealth(step: Step, address: string): Promise<void> {
  const { clock, deadlineMs, signal, waits } = step;
  const startedMs = clock.now();
  const isLate = signal.aborted;
  let last: Health | undefined;
  const first = `Health check: ${address} has not answered yet; waiting`;
  waits.begin('health', { text: first, untilMs: deadlineMs });
  try {
    for (let gapMs = FIRST_GAP_MS; ; gapMs *= GAP_GROWTH) {
      last = await requestHealth(step, address);
      if (last.isHealthy) return await recordHealth(step, address, last);
      const text = `Health check: ${address} ${last.text}; requesting it again`;
      waits.begin('health', { text, untilMs: deadlineMs, reason: last.reason });
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
async function recordHealth(step: Step, address: string, { text }: Health): Promise<void> {
  const { inputs, outcome } = step;
  outcome.facts.push({ label: 'Health check', value: `${address} ${text}` });
  const { commits } = await step.run;
  // A text that holds a commit of this run proves what is deployed.
  const proven = commits.find((commit) => inputs.healthCheckContains?.includes(commit) === true);
  if (proven !== undefined) outcome.commit ??= proven;
}

/** The failure of a health check. `what` says what the app answered last, with this `status`. */
function unhealthyFailure(step: Step, what: string, status?: number): Failure {
  const { inputs, outcome } = step;
  const title = `${nameOf(outcome)} did not pass its health check`;
  const { healthCheckContains: contains } = inputs;
  const isNamed = contains === undefined || what.includes(`"${contains}"`);
  const needed = isNamed ? '' : ` It must contain "${contains}".`;
  return new Failure('unhealthy', what + needed, { title, next: nextAfter(status) });
}

/** What to do after an answer with this status; 0 without an answer. */
function nextAfter(status = 0): string {
  const login = 'For a page behind a login, use a step with curl in the place of the health check.';
  if (status === 401 || status === 403) return `The app refused the request. ${login}`;
  const general = CODES.unhealthy.next;
  if (status < 200 || status >= 400) return general;
  if (status >= 300)
    return `Redirects are not followed: set health-check to the final address. ${login}`;
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
  readonly reason: string;
}

/** Requests the app once. Rejects only with the reason of the step's signal. */
async function requestHealth(step: Step, address: string): Promise<Health> {
  const { inputs, log, clock, signal } = step;
  const sentMs = clock.now();
  const headers = { accept: '*/*', 'user-agent': 'deployment-service-action health check' };
  const request = { method: 'GET', url: address, headers, timeoutMs: TIMEOUT_MS } as const;
  const limits = { maxBytes: MAX_BODY_BYTES, acceptsPart: true };
  let shown = 'no reply';
  try {
    const reply = await exchange({ ...request, ...limits }, { clock, signal });
    shown = String(reply.status);
    return inputs.healthCheckContains === undefined
      ? judgeStatus(step, reply)
      : judgeText(step, reply, inputs.healthCheckContains);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    const text = `gave no answer: ${error.message}`;
    return { isHealthy: false, text, reason: text };
  } finally {
    log.debug(`GET ${address} (${Math.round(clock.now() - sentMs)} ms): ${shown}`);
  }
}

function judgeStatus(step: Step, reply: HttpReply): Health {
  const { status } = reply;
  const reason = statusText(step, reply);
  const isHealthy = status >= 200 && status < 400;
  const isQuoted = status >= 400 && step.inputs.buildLog && reply.body !== '';
  const text = isQuoted ? `${reason} with ${quoteOf(step, reply)}` : reason;
  return { isHealthy, status, text, reason };
}

function judgeText(step: Step, reply: HttpReply, contains: string): Health {
  const { body, isPart, status } = reply;
  const reason = statusText(step, reply);
  const hasText = body.includes(contains);
  const lacking = isPart ? 'whose beginning (up to 64 KiB) lacks' : 'which lacks';
  const search = hasText ? 'which contains' : lacking;
  const text = `${reason} with ${quoteOf(step, reply)}, ${search} "${contains}"`;
  // A redirect never contains the text: it is not followed.
  return { isHealthy: status >= 200 && status < 300 && hasText, status, text, reason };
}

function statusText({ inputs }: Step, { status, headers }: HttpReply): string {
  if (headers.location === undefined || !inputs.buildLog) return `answered ${status}`;
  return `answered ${status} with Location: ${headers.location}`;
}

function quoteOf({ inputs, sanitizers }: Step, { body, isPart }: HttpReply): string {
  if (!inputs.buildLog) return 'a body';
  const whole = isPart ? sanitizers.withoutOpenEnd(body) : body;
  const quote = sanitizers.line(toLine(whole) ?? '', { maxChars: MAX_QUOTE_CHARS });
  return quote === '' ? 'no readable body' : `the body "${quote}"`;
}
