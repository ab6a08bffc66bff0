// One request of the health check, and what its answer means.
import type { Step } from '../step.ts';

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
  const isSuccess = answer.status >= 200 && answer.status < 300;
  // With headers, a redirect probably leads to a login page.
  const isRedirect = answer.status >= 300 && answer.status < 400 && headers === undefined;
  const key = statusText(step, answer);
  if (contains === undefined) {
    const text = answer.quotable === '' ? key : `${key} with ${quoteOf(step, answer.quotable)}`;
    return { isHealthy: isSuccess || isRedirect, text, key, isTextMissing: false };
  }
  const hasText = answer.body.includes(contains);
  // A redirect never contains the text: it is not followed.
  const isHealthy = isSuccess && hasText;
  const isTextMissing = !isHealthy && (isSuccess || isRedirect);
  const quote = quoteOf(step, answer.quotable);
  const text = `${key} with ${quote}, which ${hasText ? 'contains' : 'lacks'} "${contains}"`;
  return { isHealthy, text, key, isTextMissing };
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
