// Services that once misled the step, each as the shortest story that did it.
import { describe, expect, test } from '@jest/globals';
import { accepted, goodStory } from '../support/adversary/good-story.ts';
import { brokenBy } from '../support/adversary/invariants/index.ts';
import type { PostPlan, Story } from '../support/adversary/story.ts';
import { tryStory, type Trial } from '../support/adversary/trial.ts';

const lost: PostPlan = { ...accepted, answer: '502 page' };

async function judged(story: Partial<Story>): Promise<Trial> {
  const trial = await tryStory({ ...goodStory, ...story });
  expect(brokenBy(trial)).toEqual([]);
  return trial;
}

describe('a step', () => {
  test('takes the status from the list when the detail shows none, and the log from the detail', async () => {
    const { run } = await judged({ build: { ...goodStory.build, buildS: 20, lines: 6, hasStatus: false } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs['status']).toBe('finished');
  });

  test('does not send a lost request again where the list begins with the oldest', async () => {
    const { run, hosting } = await judged({
      past: ['finished'],
      posts: [lost],
      build: { ...goodStory.build, buildS: 20 },
      list: { ...goodStory.list, order: 'oldest first' },
    });
    expect(run.outputs['error-code']).toBe('unknown_outcome');
    expect(hosting.all().filter(({ by }) => by === 'us')).toHaveLength(1);
  });

  test('does not skip as busy with what may be the deployment of its own lost request', async () => {
    const { run } = await judged({
      onBusy: 'skip',
      past: ['failed'],
      posts: [{ ...lost, answer: '503, retry after 7 s' }],
      isBusyWhileBuilding: true,
      build: { ...goodStory.build, buildS: 25 },
      list: { ...goodStory.list, order: 'oldest first', lagS: 1 },
    });
    expect(run.outputs).toMatchObject({ skipped: '', 'error-code': 'unknown_outcome' });
  });

  test('waits for a first deployment where the list of none is a 404', async () => {
    const { run } = await judged({
      operation: 'wait',
      list: { ...goodStory.list, none: '404' },
      rivals: [{ atS: 30, afterPost: false, buildS: 10, outcome: 'finished' }],
    });
    expect(run.outputs).toMatchObject({ status: 'finished', 'error-code': '' });
  });

  test('reads the resource after its deployment no sooner than the service asks', async () => {
    const { run, served } = await judged({
      faults: [{ on: 'resource', kind: '503, retry after 7 s', after: 1, times: 1 }],
    });
    expect(run.exitCode).toBe(0);
    const [, refused, again] = served.filter(({ endpoint }) => endpoint === 'resource');
    expect((again?.atMs ?? 0) - (refused?.endedAtMs ?? 0)).toBeGreaterThanOrEqual(7_000);
  });

  test('does not take a list that has become empty for one without a new deployment', async () => {
    const { hosting } = await judged({
      past: ['finished'],
      posts: [{ ...lost, answer: 'cut', createdAfterS: 3 }],
      list: { ...goodStory.list, lagS: 5 },
      faults: [{ on: 'deployments', kind: 'not found', after: 3, times: 2 }],
    });
    expect(hosting.all().filter(({ by }) => by === 'us')).toHaveLength(1);
  });

  test('reads the last lines of a failed build no sooner than the service asks', async () => {
    const { run, served } = await judged({
      build: { ...goodStory.build, buildS: 5, lines: 6, outcome: 'failed' },
      faults: [{ on: 'deployment', kind: '503, retry after 7 s', after: 3, times: 1 }],
    });
    expect(run.outputs['error-code']).toBe('deployment_failed');
    const refused = served.findIndex(({ fault }) => fault !== undefined);
    const again = served.slice(refused + 1).find(({ endpoint }) => endpoint === 'deployment');
    expect((again?.atMs ?? 0) - (served[refused]?.endedAtMs ?? 0)).toBeGreaterThanOrEqual(7_000);
  });

  test('writes the status of the list when the gate is cancelled before its first poll is answered', async () => {
    const { run } = await judged({
      operation: 'wait',
      target: 'named',
      past: ['finished'],
      faults: [{ on: 'deployment', kind: 'hang', after: 0, times: 1 }],
      cancelAtS: 1,
    });
    expect(run.outputs).toMatchObject({ status: 'finished', 'error-code': 'interrupted' });
  });

  test('does not report a restart that was never sent as one of unknown outcome', async () => {
    const { run, served } = await judged({
      operation: 'restart',
      timeoutS: 8,
      faults: [{ on: 'resource', kind: 'quota, retry after 5 s', after: 0, times: 2 }],
    });
    expect(served.filter(({ endpoint }) => endpoint === 'restart')).toEqual([]);
    expect(run.outputs['error-code']).not.toBe('unknown_outcome');
  });

  test('reports a page instead of the last lines of a failed build, although they are read later', async () => {
    const { run } = await judged({
      build: { ...goodStory.build, buildS: 5, lines: 6, outcome: 'failed' },
      faults: [{ on: 'deployment', kind: '200 page', after: 3, times: 1 }],
    });
    expect(run.log).toMatch(/the log could not be read\. .* answered 200 with an HTML page/);
  });

  test('names the text that the health check needs when nothing answered in time', async () => {
    const { run } = await judged({
      timeoutS: 8,
      health: { target: 'address', contains: true, before: 'hang', switchAfterS: 0, after: 'hang' },
    });
    expect(run.outputs['error-code']).toBe('unhealthy');
    expect(run.log).toMatch(/gave no answer in time, where one that contains "release-7f3a" is needed/);
  });

  test('names the text that the health check needs when only the status is wrong, without a quote of the body', async () => {
    const { run } = await judged({
      timeoutS: 30,
      showsLogs: false,
      health: { target: 'address', contains: true, before: '200', switchAfterS: 0, after: '503 with the text' },
    });
    expect(run.log).toMatch(/answered 503 with a body that contains "release-7f3a", but only a 2xx status passes/);
  });

  test('reports a page instead of the detail although the deadline comes before the list is read', async () => {
    const { run } = await judged({
      timeoutS: 12,
      posts: [accepted],
      build: { ...goodStory.build, buildS: 40 },
      faults: [
        { on: 'deployment', kind: '404 text', after: 0, times: 1 },
        { on: 'deployments', kind: 'stall', after: 1, times: 3 },
      ],
    });
    expect(run.outputs['error-code']).toBe('timeout');
    expect(run.log).toMatch(/deployment dep_1 could not be read, .* answered 404 with/);
  });

  test('reports every resource as skipped when nothing was done for any', async () => {
    const { run } = await judged({
      onBusy: 'skip',
      posts: [{ ...lost, answer: 'busy', takes: false }],
      others: [{ ...goodStory, resourceId: 'app_api', posts: [{ ...lost, answer: 'busy', takes: false }] }],
    });
    expect(run.outputs).toMatchObject({ skipped: 'busy', deployments: '' });
  });

  test('does not take the deployment of somebody else for the one that was named because the key is limited', async () => {
    const { run } = await judged({
      timeoutS: 120,
      posts: [accepted],
      build: { ...goodStory.build, buildS: 60 },
      rivals: [{ atS: 1, afterPost: true, buildS: 5, outcome: 'finished' }],
      list: { ...goodStory.list, anonymous: 'ours' },
      faults: [{ on: 'deployment', kind: 'rate limited, retry at a date', after: 0, times: 2 }],
    });
    expect(run.outputs['deployment-id']).toBe('dep_2');
  });
});
