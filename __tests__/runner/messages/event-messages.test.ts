// The line of each event in the step log.
import { describe, expect, test } from '@jest/globals';
import { ConnectionLostError, RefusedError } from '../../../src/api/errors.ts';
import type { Ownership, StepEvent } from '../../../src/operations/operation.ts';
import { eventMessage, unchangedMessage } from '../../../src/runner/messages/event-messages.ts';

const resourceId = 'app_web';
const deploymentId = 'dep_7';
const service = 'https://host.test/api/v1';
const endpoint = { method: 'GET', path: '/resources/app_web/deployments' } as const;

const refusal = { status: 429, code: 'rate_limited', serviceMessage: 'slow down', retryAfterMs: undefined } as const;
const limited = new RefusedError(endpoint, refusal);
const limitedByPage = new RefusedError(endpoint, { ...refusal, host: 'host.test', page: 'an HTML page' });

test.each<[StepEvent, string]>([
  [{ kind: 'note', text: 'as it is' }, 'as it is'],
  [
    {
      kind: 'waiting',
      resourceId,
      afterMs: 4_000,
      leftMs: 1_700_000,
      blocker: { id: 'dep_6', status: 'building', seenForMs: 61_000 },
      isWatched: true,
    },
    'the resource is busy: deployment dep_6 is building, first seen 1m 1s ago; next try when it has ended, at the latest in 4s, 28m 20s left',
  ],
  [
    {
      kind: 'waiting',
      resourceId,
      afterMs: 4_000,
      leftMs: 60_000,
      blocker: { id: undefined, status: 'queued', seenForMs: 0 },
      isWatched: false,
    },
    'the resource is busy: a deployment without an id is queued; next try in 4s, 1m left',
  ],
  [
    { kind: 'waiting', resourceId, afterMs: 2_100, leftMs: 9_000, blocker: undefined, isWatched: false },
    'the resource is busy: the service does not show with what; next try in 2.1s, 9s left',
  ],
  [
    { kind: 'retrying', error: limited, afterMs: 30_000, attempt: 1 },
    'the key has used up its requests of this minute (GET https://host.test/api/v1/resources/app_web/deployments); try 2 in 30s',
  ],
  [
    { kind: 'retrying', error: limitedByPage, afterMs: 30_000, attempt: 1 },
    'GET https://host.test/api/v1/resources/app_web/deployments: host.test answered 429 with an HTML page; try 2 in 30s',
  ],
  [
    {
      kind: 'retrying',
      error: new ConnectionLostError('the connection was lost: ECONNRESET', endpoint),
      afterMs: 1_000,
      attempt: 3,
    },
    'GET https://host.test/api/v1/resources/app_web/deployments: the connection was lost: ECONNRESET; try 4 in 1s',
  ],
  [{ kind: 'posting', resourceId, action: 'deploy', isRetry: false }, 'requesting a deployment'],
  [{ kind: 'posting', resourceId, action: 'restart', isRetry: false }, 'requesting a restart'],
  [
    { kind: 'retrying', error: limitedByPage, afterMs: 0, attempt: 1 },
    `GET ${service}/resources/app_web/deployments: host.test answered 429 with an HTML page; try 2 now`,
  ],
  [{ kind: 'not-started', resourceId, text: 'as it is' }, 'as it is'],
  [{ kind: 'commit', resourceId, commit: '4f6c21d' }, 'the deployment builds commit 4f6c21d'],
  [{ kind: 'resource', resourceId, status: undefined, why: 'no status was found', url: '' }, 'no status was found'],
  [{ kind: 'lost', resourceId, error: limited, text: 'as it is' }, 'as it is'],
  [{ kind: 'already', resourceId, text: 'as it is' }, 'as it is'],
  [{ kind: 'requested', resourceId }, 'accepted'],
  [{ kind: 'found', resourceId, deploymentId, status: 'building' }, 'deployment dep_7 is building'],
  [
    { kind: 'status', resourceId, deploymentId, status: 'queued', elapsedMs: 4_700, hasEnded: false },
    'queued after 4.7s',
  ],
  [{ kind: 'resource', resourceId, status: 'running', url: '' }, 'the resource is running'],
  [{ kind: 'checking', resourceId, url: 'https://a.test/health' }, 'health check: requesting https://a.test/health'],
  [
    {
      kind: 'healthy',
      resourceId,
      answer: 'https://a.test/health answered 200',
      proof: { url: 'https://a.test/health', status: 200 },
    },
    'health check passed: https://a.test/health answered 200',
  ],
  [{ kind: 'failed', resourceId, errorCode: 'busy', cause: 'still there' }, 'busy: still there'],
  [
    { kind: 'skipped', resourceId, why: 'outdated', detail: 'main is at abc' },
    'nothing done: outdated (main is at abc)',
  ],
  [{ kind: 'skipped', resourceId, why: 'busy', detail: '' }, 'nothing done: busy'],
  [{ kind: 'skipped', resourceId, why: 'fail-fast', detail: '' }, 'nothing done: fail-fast'],
])('logs %j as "%s"', (event, sentence) => {
  expect(eventMessage(event, service)).toBe(sentence);
});

test.each<StepEvent>([
  { kind: 'named', resourceId, name: 'web' },
  { kind: 'warning', text: 'reported as an annotation' },
  { kind: 'log', resourceId, source: 'build', text: 'printed behind a gutter' },
  { kind: 'resource', resourceId, status: undefined, url: 'https://a.test' },
  { kind: 'settled', resourceId, elapsedMs: 1 },
  { kind: 'refused', resourceId },
  { kind: 'posting', resourceId, action: 'deploy', isRetry: true },
  { kind: 'as-before', resourceId },
  { kind: 'ended', resourceId },
])('logs nothing for $kind', (event) => {
  expect(eventMessage(event, service)).toBeUndefined();
});

describe('an accepted request', () => {
  test.each<[Ownership, RegExp]>([
    ['response', /^deployment dep_7 accepted$/],
    ['list', /new in the list/],
    ['adopted', /new since our request.*could be a colleague/],
    ['joined', /in progress already.*joined our request/],
    ['rerun', /builds the commit of this run.*instead of requesting another one/],
    ['asked', /the one that deployment-id names/],
    ['in-progress', /^deployment dep_7 is in progress$/],
    ['appeared', /has appeared/],
    ['latest', /latest/],
  ])('known from "%s" is logged as: %s', (ownership, sentence) => {
    expect(eventMessage({ kind: 'accepted', resourceId, deploymentId, ownership }, service)).toMatch(sentence);
  });

  test('without an id is logged with what the step does next', () => {
    const accepted = { kind: 'accepted', resourceId, deploymentId: undefined, ownership: 'list' } as const;
    expect(eventMessage(accepted, service)).toBe('accepted; looking for the deployment in the list');
  });
});

test('logs an unchanged status with its age and the time left', () => {
  const polled = {
    kind: 'status',
    resourceId,
    deploymentId,
    status: 'building',
    elapsedMs: 95_000,
    hasEnded: false,
  } as const;
  expect(unchangedMessage(polled, 1_705_000)).toBe('still building after 1m 35s, 28m 25s left');
  const read = { kind: 'resource', resourceId, url: '' } as const;
  expect(unchangedMessage({ ...read, status: 'starting' }, 60_000)).toBe('the resource is still starting, 1m left');
  expect(unchangedMessage({ ...read, status: undefined }, 60_000)).toContain('still in an unknown state');
});
