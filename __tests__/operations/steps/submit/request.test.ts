// A deploy request that is sent until it is accepted, over loopback HTTP in virtual time.
import { expect, test } from '@jest/globals';
import type { Acceptance } from '../../../../src/api/model.ts';
import { Stop } from '../../../../src/clock.ts';
import type { Permission } from '../../../../src/operations/operation.ts';
import {
  type LostRequest,
  type RepeatablePost,
  requestUntilAccepted,
} from '../../../../src/operations/steps/submit/request.ts';
import { createTask } from '../../../../src/operations/task.ts';
import { createContext } from '../../../support/context.ts';
import { type Answer, rawServicesPerTest, PROXY_PAGE, refusalBody } from '../../../support/service/raw-service.ts';

const accepted: Answer = { status: 202, body: '{"ok":true,"deployment":{"id":"dep_9"}}' };
const busy: Answer = { status: 409, body: refusalBody('busy') };
const lost: Answer = { status: 502, body: PROXY_PAGE };
const list = '{"ok":true,"deployments":[{"id":"dep_1","status":"building"}]}';

const services = rawServicesPerTest();

/** Sends a deploy request to a service that answers POSTs with these responses in turn. */
async function requesting(
  answers: readonly Answer[],
  more: Partial<RepeatablePost<Acceptance>> = {},
  { permission = { go: true }, stops = false }: { permission?: Permission; stops?: boolean } = {},
) {
  let posts = 0;
  const baseUrl = await services.serve(({ method }, response) => {
    const answer = method === 'POST' ? answers[posts++] : { status: 200, body: list };
    response.writeHead(answer?.status ?? 500).end(answer?.body);
  });
  const client = services.clientOf(baseUrl);
  const losses: LostRequest[] = [];
  const run = new AbortController();
  const beforePost = () => {
    if (stops) run.abort(new Stop('interrupted'));
    return Promise.resolve(permission);
  };
  const { context, events } = createContext(client, services.clock, { beforePost, signal: run.signal });
  const task = createTask('app_web', context);
  const ended: unknown = await requestUntilAccepted<Acceptance>(
    task,
    {
      action: 'deploy',
      onBusy: 'wait',
      lostText: () => 'reading the list',
      send: (mayPost) => client.createDeployment('app_web', { force: false, mayPost }),
      recover: (loss) => {
        losses.push(loss);
        return Promise.resolve(undefined);
      },
      ...more,
    },
    context,
  ).catch((error: unknown) => error);
  return { ended, outcome: task.outcome, posts, events, losses };
}

test('sends a request once that is accepted', async () => {
  const { ended, posts, events } = await requesting([accepted]);
  expect(ended).toMatchObject({ value: { deploymentId: 'dep_9' } });
  expect(posts).toBe(1);
  expect(events).toEqual([{ kind: 'posting', action: 'deploy', isRetry: false, resourceId: 'app_web' }]);
});

test('waits for a busy resource, and names the blocking deployment', async () => {
  const { ended, posts, events } = await requesting([busy, accepted]);
  expect(ended).toMatchObject({ value: { deploymentId: 'dep_9' } });
  expect(posts).toBe(2);
  expect(events.find(({ kind }) => kind === 'waiting')).toMatchObject({
    blocker: { id: 'dep_1', status: 'building', seenForMs: 0 },
  });
});

test('fails on a busy resource with on-busy: fail', async () => {
  const { ended, outcome, posts } = await requesting([busy], { onBusy: 'fail' });
  expect(ended).toBeUndefined();
  expect(outcome).toMatchObject({ errorCode: 'busy', cause: expect.stringContaining('409 busy: No.') });
  expect(posts).toBe(1);
});

test('skips a busy resource with on-busy: skip', async () => {
  const { ended, outcome, posts } = await requesting([busy], { onBusy: 'skip' });
  expect(ended).toBeUndefined();
  expect(outcome).toMatchObject({ skipped: 'busy', cause: 'No.' });
  expect(outcome.errorCode).toBeUndefined();
  expect(posts).toBe(1);
});

test('does not send a request again whose response was lost when its deployment is found', async () => {
  const recover = () => Promise.resolve({ deploymentId: 'dep_7' });
  const { ended, posts, events } = await requesting([lost, accepted], { recover });
  expect(ended).toMatchObject({ value: { deploymentId: 'dep_7' } });
  expect(posts).toBe(1);
  expect(events.find(({ kind }) => kind === 'lost')).toMatchObject({
    text: expect.stringMatching(/; reading the list$/),
  });
});

test('sends a request again whose response was lost when it started nothing', async () => {
  const { ended, posts, losses } = await requesting([lost, lost, accepted]);
  expect(ended).toMatchObject({ value: { deploymentId: 'dep_9' } });
  expect(posts).toBe(3);
  expect(losses.map(({ count, isBusy }) => ({ count, isBusy }))).toEqual([
    { count: 1, isBusy: false },
    { count: 2, isBusy: false },
  ]);
});

test('considers that a resource busy after a lost response may be busy with the lost request', async () => {
  const { losses } = await requesting([lost, busy, accepted]);
  expect(losses.map(({ isBusy }) => isBusy)).toEqual([false, true]);
});

test('ends the wait when the deployment appears in the list after a lost response', async () => {
  const { ended, posts } = await requesting([lost, busy], {
    onList: ({ items: [first] }, loss) => (loss === undefined ? undefined : { deploymentId: first?.id ?? '' }),
  });
  expect(ended).toMatchObject({ value: { deploymentId: 'dep_1' } });
  expect(posts).toBe(2);
});

test('sends nothing when the branch has moved past the commit', async () => {
  const { ended, outcome, posts } = await requesting(
    [],
    {},
    { permission: { go: false, detail: 'main is at 1234567' } },
  );
  expect(ended).toBeUndefined();
  expect(outcome).toMatchObject({ skipped: 'outdated', cause: 'main is at 1234567' });
  expect(posts).toBe(0);
});

test('sends nothing when the run is cancelled while the branch is read', async () => {
  const { ended, outcome, posts } = await requesting([accepted], {}, { stops: true });
  expect(ended).toMatchObject({ name: 'Stop', reason: 'interrupted' });
  expect({ posts, phase: outcome.phase }).toEqual({ posts: 0, phase: { kind: 'before' } });
});

test.each([
  ['billing', 402],
  ['create_limit', 429],
  ['monthly_quota', 429],
])(
  'reports after a refusal with %s that the lost request before it may have been carried out',
  async (code, status) => {
    const { ended, outcome, posts } = await requesting([lost, { status, body: refusalBody(code) }]);
    expect(ended).toBeUndefined();
    expect(posts).toBe(2);
    expect(outcome.errorCode).toEqual(code === 'monthly_quota' ? { serviceCode: code } : code);
    expect(outcome.cause).toMatch(
      new RegExp(`answered ${status} ${code}: No\\. The response to an earlier request was lost \\(.* 502\\)`),
    );
    expect(outcome).toMatchObject({ stillRunning: true });
  },
);

test('throws any other refusal, and does not send the request again', async () => {
  const { ended, posts } = await requesting([{ status: 402, body: refusalBody('billing') }]);
  expect(ended).toMatchObject({ name: 'RefusedError', code: 'billing' });
  expect(posts).toBe(1);
});
