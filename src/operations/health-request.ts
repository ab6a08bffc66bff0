// One request of the health check, and what its answer means.
import type { Step } from '../step.ts';

/** One answer of the app. */
export interface Health {
  readonly isHealthy: boolean;
  /** What it answered, in words; quotes the body. */
  readonly text: string;
  /** The same without the body: a body that changes is not news. */
  readonly key: string;
  /** It answers well, but not with the text of `health-check-contains`. */
  readonly isTextMissing: boolean;
}

/** The longest quote of an answer. */
const MAX_QUOTE_CHARS = 200;

/** Requests the app once. Rejects only with the reason of the signal. */
export async function requestHealth(
  step: Step,
  address: string,
  signal: AbortSignal,
): Promise<Health> {
  const { api, inputs } = step;
  const contains = inputs.healthCheckContains;
  const answer = await api.probe(address, { readBody: contains !== undefined, signal });
  if ('failure' in answer) {
    const text = `gave no answer: ${answer.failure}`;
    return { isHealthy: false, text, key: text, isTextMissing: false };
  }
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const isRedirect = answer.status >= 300 && answer.status < 400;
  const key = statusText(answer.status, inputs.buildLog ? answer.headers.location : undefined);
  if (contains === undefined)
    return { isHealthy: isSuccess || isRedirect, text: key, key, isTextMissing: false };
  const hasText = answer.body.includes(contains);
  // A redirect never contains the text: it is not followed.
  const isHealthy = isSuccess && hasText;
  const isTextMissing = !isHealthy && (isSuccess || isRedirect);
  const quote = quoteOf(step, answer.body);
  const text = `${key} with ${quote}, which ${hasText ? 'contains' : 'lacks'} "${contains}"`;
  return { isHealthy, text, key, isTextMissing };
}

function statusText(status: number, location: string | undefined): string {
  return `answered ${status}${location === undefined ? '' : ` with Location: ${location}`}`;
}

function quoteOf({ inputs, log }: Step, body: string): string {
  if (!inputs.buildLog) return 'a body';
  const quote = log.quote(body, MAX_QUOTE_CHARS);
  return quote === '' ? 'an empty body' : `the body "${quote}"`;
}
