// Faults that never end, one kind per row: the list before the POST, the POST, and the detail of
// the deployment, each alone.
import { testSteps } from '../support/test-steps.ts';
import type { Timeline } from '../support/timeline.ts';

const TIMEOUT = '3m';

/**
 * `ok`: passes with one deployment; else the error code; `|` between codes where the contract
 * leaves it open.
 */
const table: readonly [fault: string, list: string, post: string, detail: string][] = [
  ['cut', 'unreachable', 'unknown_outcome', 'ok'],
  ['hang', 'unreachable|timeout', 'unknown_outcome', 'ok'],
  ['200 {"ok":true} (stalls)', 'unreachable|timeout', 'unknown_outcome', 'ok'],
  ['500 internal_error', 'internal_error', 'unknown_outcome', 'ok'],
  ['500 internal_error (late 25s)', 'internal_error|unreachable', 'unknown_outcome', 'ok'],
  ['503 unavailable (retry-after 7)', 'unavailable', 'unknown_outcome', 'ok'],
  ['502 page', 'unreachable|service_error', 'unknown_outcome', 'ok'],
  ['504 {"message":"timed out"}', 'unreachable|service_error', 'unknown_outcome', 'ok'],
  ['200 page', 'unreadable_reply', 'unknown_outcome', 'ok'],
  ['200 {"ok":tr', 'unreadable_reply|unreachable', 'unknown_outcome', 'ok'],
  ['404 page', 'unreadable_reply', 'unreadable_reply', 'ok'],
  ['403 page', 'unreadable_reply', 'unreadable_reply', 'ok'],
  ['302 (location https://elsewhere.test/)', 'unreadable_reply', 'unreadable_reply', 'ok'],
  ['401 unauthorized', 'unauthorized', 'unauthorized', 'unauthorized'],
  ['402 billing', 'billing', 'billing', 'billing'],
  ['403 forbidden', 'forbidden', 'forbidden', 'forbidden'],
  ['404 not_found', 'ok', 'not_found', 'ok'],
  ['400 bad_request', 'bad_request', 'bad_request', 'bad_request|ok'],
  ['409 busy', 'busy', 'busy', 'busy|ok'],
  ['429 rate_limited', 'rate_limited', 'rate_limited', 'rate_limited|timeout|ok'],
  [
    '429 rate_limited (retry-after 999999)',
    'rate_limited',
    'rate_limited',
    'rate_limited|timeout|ok',
  ],
  ['429 create_limit', 'create_limit', 'create_limit', 'create_limit|ok'],
  ['200 {"ok":false,"error":{"code":"broken","message":"No."}}', 'broken', 'broken', 'broken|ok'],
  ['200 {"something":["else"]}', 'ok', 'ok', 'ok'],
  ['200 null', 'unreadable_reply|ok', 'ok|unknown_outcome', 'ok'],
];

const places = ['list before', 'POST', 'detail'] as const;

/** The row of the service for a fault in this place. */
function serviceOf(place: (typeof places)[number], fault: string): string {
  const good = `
    POST          {"deploymentId":"dep_2"}
    dep_2         building
    20s dep_2     finished
  `;
  if (place === 'list before') return `list ${fault}\n${good}`;
  if (place === 'detail') return `${good}\ndetail dep_2 ${fault}`;
  // Accepted in spite of the answer only where the answer does not deny it.
  const isTaken = fault.startsWith('200 {"something"') || fault === '200 null';
  return `POST ${fault}\n${isTaken ? 'dep_2 building\n20s dep_2 finished' : ''}`;
}

function rowsOf([fault, ...verdicts]: (typeof table)[number]): Timeline[] {
  return places.map((place, index) => {
    const verdict = verdicts[index] ?? '';
    return {
      it: `${fault} in the ${place}`,
      rule: 'always/safe',
      with: { timeout: TIMEOUT },
      service: serviceOf(place, fault),
      ends: verdict.replaceAll(/\bok\b/g, 'passed'),
      sent: {
        POST:
          place === 'list before' && verdict !== 'ok'
            ? '≤1×'
            : place === 'POST' && /^(?:unknown|busy|rate)/.test(verdict)
              ? '≤99×'
              : '1×',
      },
      warnings: 'any',
    };
  });
}

testSteps('a step that meets a fault that never ends', ...table.flatMap(rowsOf));
