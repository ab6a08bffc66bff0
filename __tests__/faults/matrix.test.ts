// Every request of a deploy with every fault, once, twice and always. The expected results are written by hand.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { aim, effects } from './effects.ts';
import { problemsOf } from './invariants.ts';
import { tryDeploy } from './trial.ts';

/**
 * A cell holds the verdicts for once, twice and always, or one for all three. `ok`: the step passed and one deployment
 * was made. An error code: it failed with that; deployments made: none in the first two columns, one in the others, or
 * the number after `+`.
 */
const table = `
fault             | list before            | POST                               | detail             | list after             | resource
refuse            | ok ok unreachable      | ok ok unknown_outcome              | ok                 | ok ok timeout          | ok
reset before      | ok ok unreachable      | ok ok unknown_outcome              | ok                 | ok ok timeout          | ok
reset after       | ok ok unreachable      | ok                                 | ok                 | ok ok timeout          | ok
cut body          | ok ok unreachable      | ok                                 | ok                 | ok ok timeout          | ok
drip              | ok ok unreachable      | ok                                 | ok                 | ok ok timeout          | ok
hang              | ok ok unreachable      | ok unknown_outcome unknown_outcome | ok                 | ok ok timeout          | ok
hang after        | ok ok unreachable      | ok                                 | ok                 | ok ok timeout          | ok
delay 5 s         | ok                     | ok                                 | ok                 | ok                     | ok
delay 40 s        | ok ok unreachable      | ok unknown_outcome unknown_outcome | ok                 | ok ok timeout          | ok
delay 40 s after  | ok ok unreachable      | ok                                 | ok                 | ok ok timeout          | ok
garbage           | ok ok unreadable_reply | ok unknown_outcome unknown_outcome | ok                 | ok ok unreadable_reply | ok
garbage after     | ok ok unreadable_reply | ok                                 | ok                 | ok ok unreadable_reply | ok
html              | ok ok unreadable_reply | ok unknown_outcome unknown_outcome | ok                 | ok ok unreadable_reply | ok
html after        | ok ok unreadable_reply | ok                                 | ok                 | ok ok unreadable_reply | ok
empty             | ok ok unreadable_reply | ok unknown_outcome unknown_outcome | ok                 | ok ok unreadable_reply | ok
empty after       | ok ok unreadable_reply | ok                                 | ok                 | ok ok unreadable_reply | ok
500               | ok ok service_error    | ok ok unknown_outcome              | ok                 | ok ok timeout          | ok
500 after         | ok ok service_error    | ok                                 | ok                 | ok ok timeout          | ok
503 Retry-After 7 | ok ok service_error    | ok ok unknown_outcome              | ok                 | ok ok timeout          | ok
502 html          | ok ok unreachable      | ok unknown_outcome unknown_outcome | ok                 | ok ok timeout          | ok
400               | service_error          | service_error                      | ok                 | service_error          | ok
401               | unauthorized           | unauthorized                       | ok                 | unauthorized           | unauthorized+0
402               | billing                | billing                            | ok                 | billing                | ok
403               | forbidden              | forbidden                          | ok                 | forbidden              | forbidden+0
404 html          | ok ok unreadable_reply | ok unknown_outcome unknown_outcome | ok                 | ok ok unreadable_reply | ok
429               | ok ok rate_limited     | ok ok rate_limited                 | ok                 | ok ok rate_limited     | ok
429 for 30 s      | ok ok rate_limited     | ok ok rate_limited                 | ok                 | ok ok rate_limited     | ok
429 until a date  | ok ok rate_limited     | ok ok rate_limited                 | ok                 | ok ok rate_limited     | ok
429 for 11 days   | rate_limited           | rate_limited                       | ok                 | rate_limited           | ok
busy              | busy                   | ok ok busy                         | ok                 | busy                   | ok
busy for 30 s     | busy                   | ok ok busy                         | ok                 | busy                   | ok
create limit      | create_limit           | create_limit                       | ok                 | create_limit           | ok
redirect          | ok ok unreadable_reply | ok unknown_outcome unknown_outcome | ok                 | ok ok unreadable_reply | ok
gzip              | ok                     | ok                                 | ok                 | ok                     | ok
endless           | unreadable_reply       | ok                                 | ok                 | unreadable_reply       | ok
wrong types       | ok                     | ok                                 | ok                 | unreadable_reply       | ok
ok false          | internal_error         | internal_error                     | ok                 | internal_error         | ok
ok false after    | internal_error         | internal_error+1                   | ok                 | internal_error         | ok
down 10 s         | ok ok unreachable      | ok ok unknown_outcome              | ok ok timeout      | ok ok timeout          | ok
down 10 s after   | ok ok unreachable      | ok                                 | ok ok timeout      | ok ok timeout          | ok
down 100 s        | ok unreachable unreachable | ok unknown_outcome unknown_outcome | ok timeout timeout | ok timeout timeout     | unreachable+0
lag 9 s           | ok                     | ok                                 | ok                 | ok                     | ok
vanish            | ok                     | ok                                 | ok                 | ok ok timeout          | ok
duplicate         | ok                     | ok                                 | ok                 | ok                     | ok
reorder           | ok                     | ok                                 | ok                 | ok ok ambiguous        | ok
echo              | ok                     | ok                                 | ok                 | ok                     | ok
`;

/** The requests of a deploy by the names of the columns; a list after the POST is needed where the response names no id. */
const requests = [
  { request: 'list before', target: { on: 'listDeployments' } },
  { request: 'POST', target: { on: 'createDeployment' } },
  { request: 'detail', target: { on: 'getDeployment' } },
  { request: 'list after', target: { on: 'listDeployments', skip: 1 }, dialect: 'silent' },
  { request: 'resource', target: { on: 'getResource' } },
] as const;

const counts = [
  { count: 'once', times: 1 },
  { count: 'twice', times: 2 },
  { count: 'always', times: 'always' },
] as const;

const TIMEOUT_MS = 180_000;
const inputs = { timeout: '3m' };

/** Codes of a wait that only the deadline ends. */
const DEADLINE_CODES = new Set(['timeout', 'unknown_outcome', 'rate_limited', 'busy']);
/** Codes of an error that still occurred at the deadline. */
const CAUSE_CODES = new Set(['unreachable', 'service_error']);
/** The longest wait before the service has sent one readable response. */
const FIRST_CONTACT_MS = 60_000;
/** How long the list is polled for a deployment that it may show late. */
const LIST_PATIENCE_MS = 15_000;
/** A refusal ends the step at once. */
const AT_ONCE_MS = 1_000;

interface Cell {
  readonly fault: string;
  readonly request: string;
  readonly count: string;
  readonly times: number | 'always';
  /** Empty when the step is to pass. */
  readonly errorCode: string;
  readonly deployments: number;
}

const cells = table
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => cellsOf(line.split('|').map((part) => part.trim())));

function cellsOf([fault = '', ...columns]: readonly string[]): Cell[] {
  return requests.flatMap(({ request }, column) => {
    const verdicts = (columns[column] ?? '').split(/ +/);
    return counts.map(({ count, times }, index) => {
      const [code = '', made] = (verdicts[index] ?? verdicts[0] ?? '').split('+');
      const sent = code === 'ok' || column > 1;
      return {
        fault,
        request,
        count,
        times,
        errorCode: code === 'ok' ? '' : code,
        deployments: made === undefined ? Number(sent) : Number(made),
      };
    });
  });
}

test('has a row for every fault effect', () => {
  expect([...new Set(cells.map(({ fault }) => fault))].toSorted()).toEqual([...effects.keys()].toSorted());
});

test('has only error codes that docs/errors.md explains', () => {
  const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const missing = cells.filter(({ errorCode }) => errorCode !== '' && !page.includes(`\`${errorCode}\``));
  expect(missing.map(({ errorCode }) => errorCode)).toEqual([]);
});

describe.each(requests)('$request', ({ request, target, ...more }) => {
  const ofRequest = cells.filter((cell) => cell.request === request);
  test.each(ofRequest.map((cell) => [cell.fault, cell.count, cell.errorCode || 'ok', cell] as const))(
    '%s, %s: %s',
    async (name, _count, _verdict, { times, errorCode, deployments }) => {
      const effect = effects.get(name);
      if (effect === undefined) throw new Error(`There is no effect ${name}.`);
      const trial = await tryDeploy({ faults: [aim(effect, { ...target, times })], inputs, ...more });

      expect(problemsOf(trial, { timeoutMs: TIMEOUT_MS })).toEqual([]);
      expect(trial.run.outputs['error-code']).toBe(errorCode);
      expect(trial.ours).toHaveLength(deployments);
      expect(limitOf(errorCode, trial.run.tookMs)).toBe('kept');
    },
  );
});

/** `kept` when a verdict came in time. */
function limitOf(errorCode: string, tookMs: number): string {
  if (errorCode === '') return 'kept';
  // Without a connection the step ends earlier only before the service has answered once.
  const isAtDeadline = CAUSE_CODES.has(errorCode) && tookMs > FIRST_CONTACT_MS;
  if ((DEADLINE_CODES.has(errorCode) && tookMs > AT_ONCE_MS) || isAtDeadline) {
    return tookMs === TIMEOUT_MS ? 'kept' : `ended after ${tookMs} ms, not at the deadline`;
  }
  const limits: Record<string, number> = {
    unreachable: FIRST_CONTACT_MS,
    unreadable_reply: FIRST_CONTACT_MS + LIST_PATIENCE_MS,
    ambiguous: LIST_PATIENCE_MS,
  };
  const limitMs = limits[errorCode] ?? AT_ONCE_MS;
  return tookMs <= limitMs ? 'kept' : `ended after ${tookMs} ms, more than ${limitMs}`;
}
