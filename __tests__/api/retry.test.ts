// Which failure may be retried, and after how long.
import { describe, expect, test } from '@jest/globals';
import {
  type ApiError,
  ConnectionLostError,
  RedirectedError,
  ResponseTooLargeError,
  RequestTimeoutError,
  UnreachableError,
  UnreadableResponseError,
} from '../../src/api/errors.ts';
import { FIRST_CONTACT_MS, mayRetry } from '../../src/api/retry.ts';
import { endpoint, failed, refused } from '../support/service/refusals.ts';

const failures = {
  rateLimited: refused('rate_limited', { status: 429 }),
  busy: refused('busy', { status: 409 }),
  createLimit: refused('create_limit', { status: 429 }),
  billing: refused('billing', { status: 402 }),
  unauthorized: refused('unauthorized', { status: 401 }),
  forbidden: refused('forbidden', { status: 403 }),
  notFound: refused('not_found', { status: 404 }),
  invalidInput: refused('invalid_input'),
  unknownCode: refused('internal_error', { status: 200 }),
  quota: refused('quota_exceeded', { status: 429 }),
  quotaWithTime: refused('quota_exceeded', { status: 429, retryAfterMs: 5_000 }),
  certificate: new UnreachableError('expired', endpoint, { isPermanent: true }),
  noConnection: new UnreachableError('no connection', endpoint),
  lost: new ConnectionLostError('lost', endpoint),
  requestDeadline: new RequestTimeoutError('no complete response in time', endpoint),
  serviceFailed: failed(503),
  unreadable: new UnreadableResponseError('expected JSON', endpoint, { status: 200 }),
  redirect: new RedirectedError(endpoint, 302, 'elsewhere.example'),
  tooLarge: new ResponseTooLargeError(endpoint, { maxBytes: 10, tail: '' }),
} as const satisfies Record<string, ApiError>;

type Failure = keyof typeof failures;

/** When the same request may be sent again, by method: `always`, `never`, or what it takes. */
type Rule = 'always' | 'never' | 'first contact' | 'answered' | 'ten seconds, then a minute' | 'a minute once answered';

const rules: Record<Failure, { GET: Rule; POST: Rule }> = {
  rateLimited: { GET: 'always', POST: 'always' },
  busy: { GET: 'never', POST: 'never' },
  createLimit: { GET: 'never', POST: 'never' },
  billing: { GET: 'never', POST: 'never' },
  unauthorized: { GET: 'never', POST: 'never' },
  forbidden: { GET: 'never', POST: 'never' },
  notFound: { GET: 'never', POST: 'never' },
  invalidInput: { GET: 'never', POST: 'never' },
  unknownCode: { GET: 'never', POST: 'never' },
  noConnection: { GET: 'first contact', POST: 'first contact' },
  lost: { GET: 'always', POST: 'never' },
  requestDeadline: { GET: 'always', POST: 'never' },
  serviceFailed: { GET: 'always', POST: 'never' },
  unreadable: { GET: 'ten seconds, then a minute', POST: 'never' },
  quota: { GET: 'never', POST: 'never' },
  quotaWithTime: { GET: 'always', POST: 'always' },
  certificate: { GET: 'answered', POST: 'answered' },
  redirect: { GET: 'a minute once answered', POST: 'never' },
  tooLarge: { GET: 'never', POST: 'never' },
};

const states = [
  { answeredBefore: false, nextTryAfterMs: 1_000, unreadableForMs: 10_000 },
  { answeredBefore: false, nextTryAfterMs: FIRST_CONTACT_MS, unreadableForMs: 10_001 },
  { answeredBefore: false, nextTryAfterMs: FIRST_CONTACT_MS + 1, unreadableForMs: 1_000 },
  { answeredBefore: true, nextTryAfterMs: 1_000, unreadableForMs: 60_000 },
  { answeredBefore: true, nextTryAfterMs: 10 * FIRST_CONTACT_MS, unreadableForMs: 60_001 },
] as const;

const allowed: Record<Rule, readonly boolean[]> = {
  always: [true, true, true, true, true],
  never: [false, false, false, false, false],
  'first contact': [true, true, false, true, true],
  answered: [false, false, false, true, true],
  'a minute once answered': [false, false, false, true, false],
  'ten seconds, then a minute': [true, false, true, true, false],
};

describe('which failure may be retried', () => {
  const cases = Object.entries(rules).flatMap(([name, rule]) => [
    { name, method: 'GET' as const, rule: rule.GET },
    { name, method: 'POST' as const, rule: rule.POST },
  ]);
  test.each(cases)('$method, $name: $rule', ({ name, method, rule }) => {
    const error = Object.entries(failures).find(([key]) => key === name)?.[1];
    expect(error).toBeDefined();
    if (error === undefined) return;
    expect(states.map((state) => mayRetry(error, { method, ...state }))).toEqual(allowed[rule]);
  });
});
