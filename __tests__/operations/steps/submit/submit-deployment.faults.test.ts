// What a deploy request returns to its caller: which deployment is ours, how that is known, and what stays pending after
// an abort.
import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../../emulator/index.ts';
import { Stop } from '../../../../src/clock.ts';
import type { StepEvent } from '../../../../src/operations/operation.ts';
import type { SubmitOptions } from '../../../../src/operations/steps/submit/submit-deployment.ts';
import { BEGIN_MS, submitting } from '../../../support/submitting.ts';

const HOUR_MS = 3_600_000;
const lostAfter: Fault = { on: 'createDeployment', kind: 'reset-after' };
const lostBefore: Fault = { on: 'createDeployment', kind: 'reset-before' };
const lag = (ms: number): Fault => ({ on: 'listDeployments', kind: 'lag', ms });

const kindsOf = (events: readonly StepEvent[]) => events.map(({ kind }) => kind);

describe('a deployment is known as ours', () => {
  test('by the response that names it', async () => {
    const { ended, outcome, events } = await submitting();
    expect(ended).toMatchObject({
      deploymentId: 'dep_000003',
      acceptedAtMs: BEGIN_MS,
      known: { ids: new Set(['dep_000002', 'dep_000001']) },
    });
    expect(outcome).toMatchObject({ deploymentId: 'dep_000003', phase: { kind: 'following' }, stillRunning: true });
    expect(events).toMatchObject([
      { kind: 'posting', resourceId: 'app_web', action: 'deploy', isRetry: false },
      { kind: 'accepted', ownership: 'response' },
    ]);
  });

  test('by the list, when the response does not name it', async () => {
    const { ownership, ended } = await submitting({ dialect: 'silent' });
    expect(ownership).toBe('list');
    expect(ended).toMatchObject({
      deploymentId: 'dep_000003',
    });
  });

  test('without its id, with wait: false and a list that shows it too late', async () => {
    const { events, ended } = await submitting({
      dialect: 'silent',
      faults: [lag(HOUR_MS)],
      submit: { wait: false },
    });
    expect(events.filter(({ kind }) => kind === 'accepted')).toMatchObject([{ deploymentId: undefined }]);
    expect(ended).toBeUndefined();
    expect(events.at(-1)).toMatchObject({
      kind: 'note',
      text: expect.stringContaining('did not show it in time'),
    });
  });

  test('by adoption after a lost response, and a note names what is searched for', async () => {
    const { ownership, ended, outcome, events } = await submitting({ faults: [lostAfter, lag(9_000)] });
    expect(ownership).toBe('adopted');
    expect(ended).toMatchObject({
      deploymentId: 'dep_000003',
      acceptedAtMs: BEGIN_MS,
    });
    expect(outcome).toMatchObject({ stillRunning: true, phase: { kind: 'following' } });
    expect(events).toEqual([
      { kind: 'posting', resourceId: 'app_web', action: 'deploy', isRetry: false },
      {
        kind: 'lost',
        resourceId: 'app_web',
        error: expect.objectContaining({ name: 'ConnectionLostError' }),
        text: expect.stringMatching(/.; checking the list for a new deployment for (?:15s|1m 30s)$/),
      },
      { kind: 'accepted', resourceId: 'app_web', deploymentId: 'dep_000003', ownership: 'adopted', status: 'building' },
    ]);
  });

  test.each([
    ['after a second read', 18_000, 0],
    ['waited for', 45_000, 1],
  ])(
    'by adoption as well when it makes the resource busy before the list shows it, %s',
    async (_, lagMs, leastWaits) => {
      const { ownership, ended, posts, events } = await submitting({
        faults: [lostAfter, lag(lagMs)],
        script: { buildMs: 90_000 },
      });
      expect(ownership).toBe('adopted');
      expect(ended).toMatchObject({ deploymentId: 'dep_000003' });
      expect(posts).toBeGreaterThanOrEqual(2);
      expect(kindsOf(events).filter((kind) => kind === 'waiting').length).toBeGreaterThanOrEqual(leastWaits);
    },
  );

  test('by adoption even when the list shows it only during the wait', async () => {
    // Slow reads show it neither in the fifteen seconds after the loss nor in those after "busy", but right after them.
    const slow: Fault = { on: 'listDeployments', kind: 'delay', ms: 3_000, times: 'always' };
    const { ownership, ended, posts } = await submitting({
      faults: [lostAfter, slow, lag(39_500)],
      script: { buildMs: 60_000 },
    });
    expect(ownership).toBe('adopted');
    expect(ended).toMatchObject({ deploymentId: 'dep_000003' });
    expect(posts).toBe(2);
  });

  test('never when somebody else started it between the list and the request', async () => {
    const { ownership, ended, posts } = await submitting({
      permission: async ({ permissionRequests, emulator }) => {
        if (permissionRequests === 1) emulator.deploy('app_web');
        return await Promise.resolve({ go: true });
      },
    });
    expect(ownership).toBe('response');
    expect(ended).toMatchObject({
      deploymentId: 'dep_000004',
      known: { ids: new Set(['dep_000003', 'dep_000002', 'dep_000001']) },
    });
    expect(posts).toBe(2);
  });

  test('never when somebody else started it during the wait', async () => {
    const { ownership, ended, events } = await submitting({
      before: (emulator) => void emulator.deploy('app_web'),
    });
    expect(ownership).toBe('response');
    expect(ended).toMatchObject({
      deploymentId: 'dep_000004',
      known: { ids: new Set(['dep_000003', 'dep_000002', 'dep_000001']) },
    });
    expect(kindsOf(events)).toContain('waiting');
  });
});

describe('nothing is posted', () => {
  test('when the commit is outdated: the reason is reported, and no request is sent', async () => {
    const permission = async () => await Promise.resolve({ go: false, detail: 'abc is ahead' } as const);
    const { ended, posts, events, outcome } = await submitting({ permission });
    const skipped = { kind: 'skipped', resourceId: 'app_web', why: 'outdated', detail: 'abc is ahead' };
    expect({ ended, posts, events }).toEqual({ ended: undefined, posts: 0, events: [skipped] });
    expect(outcome).toEqual({
      resourceId: 'app_web',
      phase: { kind: 'before' },
      skipped: 'outdated',
      cause: 'abc is ahead',
    });
  });

  test('when the step is stopped while permission is requested, and nothing counts as requested', async () => {
    const { ended, posts, events, outcome } = await submitting({
      permission: async ({ stop }) => {
        stop();
        return await Promise.resolve({ go: true });
      },
    });
    expect(ended).toMatchObject({ name: 'Stop', reason: 'interrupted' });
    expect({ posts, events, phase: outcome.phase }).toEqual({ posts: 0, events: [], phase: { kind: 'before' } });
  });

  test('when that happens after a refusal, and nothing counts as requested either', async () => {
    const { ended, posts, outcome } = await submitting({
      faults: [{ on: 'createDeployment', kind: 'rate-limited', retryAfter: 1 }],
      permission: async ({ permissionRequests, stop }) => {
        if (permissionRequests > 1) throw stoppedBy(stop);
        return await Promise.resolve({ go: true });
      },
    });
    expect(ended).toMatchObject({ name: 'Stop' });
    expect({ posts, phase: outcome.phase }).toEqual({ posts: 1, phase: { kind: 'before' } });
  });

  function stoppedBy(stop: () => void): Stop {
    stop();
    return new Stop('interrupted');
  }
});

describe('a busy resource', () => {
  const busy = (onBusy: SubmitOptions['onBusy']) =>
    submitting({ submit: { onBusy }, before: (emulator) => void emulator.deploy('app_web') });

  test('is a reason to skip, with the message of the service', async () => {
    const { ended, posts, outcome } = await busy('skip');
    expect(ended).toBeUndefined();
    expect(outcome).toMatchObject({ skipped: 'busy', cause: expect.stringMatching(/./) });
    expect(posts).toBe(1);
  });

  test('is a reason to fail, with the refusal', async () => {
    const { ended, posts, outcome } = await busy('fail');
    expect(ended).toBeUndefined();
    expect(outcome).toMatchObject({ errorCode: 'busy', cause: expect.stringContaining('409 busy') });
    expect(posts).toBe(1);
  });
});

describe('the list after a lost response', () => {
  /** The number of reads of the list between the first request and the second. */
  const readsBetweenRequests = ({ emulator }: Awaited<ReturnType<typeof submitting>>) => {
    const endpoints = emulator.requests.map(({ endpoint }) => endpoint);
    const first = endpoints.indexOf('createDeployment');
    return endpoints.slice(first + 1, endpoints.indexOf('createDeployment', first + 1)).length;
  };

  test('is read every five seconds for fifteen seconds', async () => {
    expect(readsBetweenRequests(await submitting({ faults: [lostBefore] }))).toBe(4);
  });

  test('is read only three times when it answers slowly', async () => {
    const slow: Fault = { on: 'listDeployments', kind: 'delay', ms: 10_000, times: 'always' };
    expect(readsBetweenRequests(await submitting({ faults: [lostBefore, slow] }))).toBe(3);
  });
});

describe('an abort', () => {
  const endpoint = { method: 'POST', path: '/resources/app_web/deployments', resourceId: 'app_web' };

  test('during the request leaves its fate unknown', async () => {
    const { ended, outcome } = await submitting({
      faults: [{ on: 'createDeployment', kind: 'hang', after: false }],
      stopAfterMs: 2_000,
    });
    expect(ended).toMatchObject({ name: 'Stop', reason: 'timeout' });
    expect(outcome.phase).toEqual({ kind: 'posting' });
  });

  test('while the list is searched for an accepted deployment reports that nothing named it', async () => {
    const { ended, outcome } = await submitting({ dialect: 'silent', faults: [lag(HOUR_MS)], stopAfterMs: 60_000 });
    expect(ended).toMatchObject({
      reason: 'timeout',
      cause: {
        name: 'UnreadableResponseError',
        message: 'the request was accepted, but neither the response nor the list names the new deployment',
        status: 202,
        endpoint,
      },
    });
    expect(outcome).toMatchObject({ phase: { kind: 'searching' }, stillRunning: true });
  });

  test('during the wait for a busy resource reports the refusal', async () => {
    const { ended, outcome } = await submitting({
      script: { buildMs: Infinity },
      before: (emulator) => void emulator.deploy('app_web'),
      stopAfterMs: 60_000,
    });
    expect(ended).toMatchObject({ reason: 'timeout' });
    expect(outcome.phase).toMatchObject({ kind: 'busy', error: { code: 'busy' } });
  });

  test('reports the lost request before everything else', async () => {
    const { ended, outcome } = await submitting({
      faults: [lostAfter, lag(HOUR_MS)],
      script: { buildMs: Infinity },
      stopAfterMs: 90_000,
    });
    expect(ended).toMatchObject({ reason: 'timeout' });
    expect(outcome.phase).toMatchObject({ kind: 'lost', error: { name: 'ConnectionLostError', fate: 'unknown' } });
  });
});
