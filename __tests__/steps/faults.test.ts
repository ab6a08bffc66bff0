// Faults that never end, one kind per row: the list before the POST, the POST, and the detail of
// the deployment, each alone.
import { testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import type { Timeline } from '../support/timeline.ts';

/** `ok`: passes with one deployment; `no log`: so with a warning; else the error code. */
const table: readonly [fault: string, list: string, post: string, detail: string][] = [
  ['cut', 'unreachable', 'unknown_outcome', 'no log'],
  ['hang', 'unreachable', 'unknown_outcome', 'no log'],
  ['200 {"ok":true} (stalls)', 'unreachable', 'unknown_outcome', 'no log'],
  ['500 internal_error', 'internal_error', 'unknown_outcome', 'no log'],
  ['500 internal_error (late 25s)', 'internal_error', 'unknown_outcome', 'no log'],
  ['503 unavailable (retry-after 7)', 'unavailable', 'unknown_outcome', 'no log'],
  ['502 page', 'unreachable', 'unknown_outcome', 'no log'],
  ['504 {"message":"timed out"}', 'unreachable', 'unknown_outcome', 'no log'],
  ['200 page', 'unreadable_reply', 'unknown_outcome', 'no log'],
  ['200 {"ok":tr', 'unreadable_reply', 'unknown_outcome', 'no log'],
  ['404 page', 'unreadable_reply', 'unreadable_reply', 'no log'],
  ['403 page', 'unreadable_reply', 'unreadable_reply', 'no log'],
  ['302 (location https://elsewhere.test/)', 'unreadable_reply', 'unreadable_reply', 'no log'],
  ['401 unauthorized', 'unauthorized', 'unauthorized', 'no log'],
  ['402 billing', 'billing', 'billing', 'no log'],
  ['403 forbidden', 'forbidden', 'forbidden', 'no log'],
  ['404 not_found', 'ok', 'not_found', 'no log'],
  ['400 bad_request', 'bad_request', 'bad_request', 'no log'],
  ['409 busy', 'busy', 'busy', 'no log'],
  ['429 rate_limited', 'rate_limited', 'rate_limited', 'no log'],
  ['429 rate_limited (retry-after 999999)', 'rate_limited', 'rate_limited', 'rate_limited'],
  ['429 create_limit', 'create_limit', 'create_limit', 'no log'],
  ['200 {"ok":false,"error":{"code":"broken","message":"No."}}', 'broken', 'broken', 'no log'],
  ['200 {"something":["else"]}', 'ok', 'ok', 'ok'],
  ['200 null', 'ok', 'ok', 'ok'],
];

const places = ['list before', 'POST', 'detail'] as const;

/** How often the POST is sent at most where it is sent again. */
const MOST: Readonly<Record<string, string>> = {
  unknown_outcome: '≤2×',
  rate_limited: '≤9×',
  busy: '≤20×',
};

/** The rows of the service for a fault in this place. */
function serviceOf(place: (typeof places)[number], fault: string): string {
  if (place === 'list before') return `list ${fault}`;
  if (place === 'detail') return `detail dep_2 ${fault}`;
  // Accepted in spite of the answer only where the answer does not deny it.
  const isTaken = fault.startsWith('200 {"something"') || fault === '200 null';
  return isTaken ? deploys(fault, 'building', '20s finished') : `POST ${fault}`;
}

function rowsOf([fault, ...verdicts]: (typeof table)[number]): Timeline[] {
  return places.map((place, index) => {
    const verdict = verdicts[index] ?? '';
    return {
      it: `${fault} in the ${place}`,
      rule: 'always/safe',
      with: { timeout: '3m' },
      service: serviceOf(place, fault),
      ends: verdict.replace(/^(?:ok|no log)$/, 'passed'),
      ...(place === 'POST' ? { sent: { POST: MOST[verdict] ?? '1×' } } : {}),
      log: verdict === 'no log' ? ['could not be read to its end'] : [],
    };
  });
}

testSteps('a step that meets a fault that never ends', ...table.flatMap(rowsOf));
