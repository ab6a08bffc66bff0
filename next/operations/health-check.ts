// The health check: after the work has ended, the app itself must answer, if asked for with a given text.
import type { ProbeAnswer } from '../api/probe.ts';
import { withTimeLimit } from '../clock.ts';
import { Failure, isFailure } from '../failure.ts';
import { nameOf, type Outcome } from '../outcome.ts';
import type { Step } from '../step.ts';
import { formatDuration } from '../text.ts';
import { createNote } from './notes.ts';
import { printRuntimeLog } from './resource.ts';

const FIRST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 10_000;
/** The last request is sent this long before the end. */
const LAST_REQUEST_MS = 1_000;
/** Longest quote of an answer that does not contain the text. */
const MAX_QUOTE_CHARS = 200;

/** The address to request; undefined for a path when the resource shows no domain. */
export function addressOf({ inputs }: Pick<Step, 'inputs'>, { url }: Outcome): string | undefined {
  const { healthCheck } = inputs;
  if (healthCheck === undefined || !healthCheck.startsWith('/')) return healthCheck;
  return url === undefined ? undefined : new URL(healthCheck, url).href;
}

/** Throws `invalid_input` for a path when the resource, which was deployed before, shows no domain. */
export function assertAddress(step: Pick<Step, 'inputs'>, outcome: Outcome): void {
  const { healthCheck } = step.inputs;
  if (healthCheck === undefined || addressOf(step, outcome) !== undefined) return;
  throw new Failure(
    'invalid_input',
    `health-check is the path ${healthCheck}, and ${nameOf(outcome)} shows no domain to request it from. Nothing was started.`,
    {
      title: `${nameOf(outcome)} has no domain for the health check`,
      next: 'Give the resource a domain in the console, or write a whole https: address into health-check.',
    },
  );
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

/** Requests the app until it is healthy. Throws `unhealthy`. Does nothing without `health-check`. */
export async function checkHealth(step: Step, outcome: Outcome): Promise<void> {
  const { inputs, clock, signal, log } = step;
  if (inputs.healthCheck === undefined) return;
  const address = addressOf(step, outcome);
  if (address === undefined) {
    throw new Failure('unhealthy', `${nameOf(outcome)} shows no domain to request ${inputs.healthCheck} from.`, {
      next: 'Give the resource a domain in the console, or write a whole https: address into health-check.',
    });
  }
  log.info(`Health check: requesting ${address}`);
  const startedMs = clock.now();
  const reason = new Failure('timeout', 'the time for the health check has passed');
  const limit = withTimeLimit(clock, inputs.healthCheckTimeoutMs, { signal, reason });
  const note = createNote(step);
  let last: Health | undefined;
  try {
    for (let gapMs = FIRST_GAP_MS; ; gapMs = Math.min(gapMs * 1.5, LONGEST_GAP_MS)) {
      last = await requestHealth(step, { address, signal: limit.signal });
      if (last.isHealthy) break;
      note(last.key, `${address} ${last.text}; requesting it again.`);
      // The last request comes just before the end, however long the gap has become.
      const leftMs = startedMs + inputs.healthCheckTimeoutMs - clock.now();
      const isLast = leftMs <= LAST_REQUEST_MS;
      await clock.sleep(isLast ? leftMs + 1 : Math.min(gapMs, leftMs - LAST_REQUEST_MS), limit.signal);
    }
  } catch (error) {
    if (!isFailure(error, 'timeout')) throw error;
    if (!signal.aborted) await printRuntimeLog(step, outcome);
    throw unhealthy(step, outcome, { address, last, waitedMs: clock.now() - startedMs });
  } finally {
    limit.clear();
  }
  log.info(`Health check passed: ${address} ${last.text}`);
  outcome.facts.push({ label: 'Health check', value: `${address} ${last.text}` });
}

function unhealthy(
  { inputs }: Step,
  outcome: Outcome,
  { address, last, waitedMs }: { address: string; last: Health | undefined; waitedMs: number },
): Failure {
  const needed = inputs.healthCheckContains === undefined ? '' : `, and "${inputs.healthCheckContains}" is needed`;
  const text = last?.text ?? `gave no answer${needed}`;
  const message = `${address} ${text}. It was requested for ${formatDuration(waitedMs)}.`;
  const title = `${nameOf(outcome)} did not pass its health check`;
  if (last?.isTextMissing !== true) return new Failure('unhealthy', message, { title });
  return new Failure('unhealthy', message, {
    title,
    meaning: 'The app answers, but not with the text: the previous release may still be answering.',
    next: 'Check that this path serves the text of health-check-contains, and that the service builds the branch that holds this commit. If the app needs more time, raise health-check-timeout or timeout.',
  });
}

/** Requests the app once. Rejects only with the signal. */
export async function requestHealth(
  { inputs, api }: Step,
  { address, signal }: { address: string; signal: AbortSignal },
): Promise<Health> {
  const contains = inputs.healthCheckContains;
  const answer = await api.probe(address, { readBody: contains !== undefined, signal });
  if ('failure' in answer) {
    const text = `gave no answer: ${answer.failure}`;
    return { isHealthy: false, text, key: text, isTextMissing: false };
  }
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const isRedirect = answer.status >= 300 && answer.status < 400;
  const to = answer.location === undefined ? '' : ` with Location: ${answer.location}`;
  const key = `answered ${answer.status}${to}`;
  if (contains === undefined) return { isHealthy: isSuccess || isRedirect, text: key, key, isTextMissing: false };
  // A redirect never contains the text: what it leads to is not requested.
  const hasText = isSuccess && answer.body.includes(contains);
  const text = hasText
    ? `${key}, and the body contains "${contains}"`
    : `${key}${describeBody(answer, contains, inputs)}`;
  return { isHealthy: hasText, text, key, isTextMissing: !hasText && (isSuccess || isRedirect) };
}

function describeBody(
  { body }: Exclude<ProbeAnswer, { failure: string }>,
  contains: string,
  { buildLog }: { buildLog: boolean },
): string {
  const quote = body.slice(0, MAX_QUOTE_CHARS).trim();
  const quoted = quote === '' ? 'an empty body' : `the body "${quote}${body.length > MAX_QUOTE_CHARS ? '…' : ''}"`;
  const which = buildLog ? quoted : 'a body';
  return body.includes(contains)
    ? ` with ${which} that contains "${contains}"`
    : ` with ${which} without "${contains}"`;
}
