// Scripted work: what builds, logs and statuses do when a test scripts them.
import { describe, expect, test } from '@jest/globals';
import type { ResourceOptions } from '../../../emulator/index.ts';
import type { Stage } from '../client.ts';
import { stage } from '../client.ts';

const DEPLOYMENTS = '/resources/app_web/deployments';

async function withApp(options: Omit<ResourceOptions, 'id'>): Promise<Stage> {
  return await stage({ resources: [{ id: 'app_web', ...options }] });
}

function statusOf({ emulator }: Stage): string | undefined {
  return emulator.view().resources[0]?.status;
}

/** What `read` returns at each of the given moments. */
async function readAt(
  staged: Stage,
  read: () => string | undefined,
  momentsMs: readonly number[],
): Promise<(string | undefined)[]> {
  const words: (string | undefined)[] = [];
  for (const moment of momentsMs) {
    await staged.clock.sleep(moment - staged.clock.now());
    // Others that sleep until the same moment come first.
    await staged.clock.sleep(0);
    words.push(read());
  }
  return words;
}

describe('builds', () => {
  test('each deployment takes the next script, and the last one repeats', async () => {
    const { call, clock, emulator } = await withApp({
      script: [{ buildMs: 10, outcome: 'failed' }, { buildMs: 10 }, { buildMs: 10, outcome: 'cancelled' }],
    });
    for (let count = 0; count < 4; count += 1) {
      await call('POST', DEPLOYMENTS);
      await clock.sleep(1000);
    }
    expect(emulator.deployments('app_web').map(({ id, status }) => `${id} ${status}`)).toEqual([
      'dep_000004 cancelled',
      'dep_000003 cancelled',
      'dep_000002 finished',
      'dep_000001 failed',
    ]);
  });

  test('one that fails leaves the old version running', async () => {
    const staged = await withApp({
      script: { buildMs: 1000, outcome: 'failed', start: [{ afterMs: 0, status: 'replaced' }] },
    });
    await staged.call('POST', DEPLOYMENTS);
    expect(await readAt(staged, () => statusOf(staged), [0, 500, 1000, 5000])).toEqual(
      Array.from({ length: 4 }, () => 'running'),
    );
    expect(staged.emulator.deployments('app_web')[0]?.status).toBe('failed');
  });

  test('steps print at their times, each after the one before', async () => {
    const staged = await withApp({
      script: { steps: [{ afterMs: 100, log: 'a' }, { afterMs: 900, log: 'b' }, { afterMs: 50 }] },
    });
    await staged.call('POST', DEPLOYMENTS);
    const read = (): string | undefined => {
      const [latest] = staged.emulator.deployments('app_web');
      return `${latest?.status}: ${latest?.log.trim().replaceAll('\n', ' ')}`;
    };
    expect(await readAt(staged, read, [99, 100, 999, 1000, 1050])).toEqual([
      'building: ',
      'building: a',
      'building: a',
      'building: a b',
      'finished: a b',
    ]);
  });

  test.each([
    ['grow', 'a\nb\nc\n'],
    ['window:2', 'b\nc\n'],
    ['rewrite', '[1/3] a\n[2/3] b\n[3/3] c\n'],
  ] as const)('a log with the mode %s ends as %j', async (logMode, log) => {
    const { call, clock, emulator } = await withApp({ script: { buildMs: 300, log: ['a', 'b', 'c'], logMode } });
    await call('POST', DEPLOYMENTS);
    await clock.sleep(1000);
    expect(emulator.deployments('app_web')[0]?.log).toBe(log);
  });

  test('other statuses show while it builds, and the outcome replaces them at the end', async () => {
    const staged = await withApp({
      script: {
        buildMs: 100,
        statuses: [
          { afterMs: 10, status: 'weird' },
          { afterMs: 10, status: 'pushing' },
          { afterMs: 500, status: 'never' },
        ],
      },
    });
    await staged.call('POST', DEPLOYMENTS);
    const read = (): string | undefined => staged.emulator.deployments('app_web')[0]?.status;
    expect(await readAt(staged, read, [5, 15, 25, 100, 1000])).toEqual([
      'building',
      'weird',
      'pushing',
      'finished',
      'finished',
    ]);
  });

  test('one that never ends is in progress until it is cancelled in the console', async () => {
    const staged = await withApp({ script: { buildMs: Infinity, log: ['begun'] } });
    await staged.call('POST', DEPLOYMENTS);
    const read = (): string | undefined => staged.emulator.deployments('app_web')[0]?.status;
    expect(await readAt(staged, read, [1000, 9_000_000])).toEqual(['building', 'building']);
    staged.emulator.cancel('app_web', 'dep_000001');
    expect(staged.emulator.deployments('app_web')[0]).toMatchObject({
      status: 'cancelled',
      log: 'begun\n',
      finishedAtMs: staged.clock.wallTime(),
    });
    expect((await staged.call('POST', DEPLOYMENTS)).status).toBe(202);
  });

  test('a deployment is queued, building and finished at the times of its script', async () => {
    const { call, clock } = await stage({
      resources: [{ id: 'app_web', script: { queuedMs: 5000, buildMs: 12_000, log: ['one', 'two', 'three'] } }],
    });
    const read = async (): Promise<unknown> => (await call('GET', '/resources/app_web/deployments/dep_000001')).json;
    const shown = (status: string, log: string): unknown => ({
      ok: true,
      deployment: { id: 'dep_000001', status, log },
    });
    await call('POST', '/resources/app_web/deployments');
    expect(await read()).toEqual(shown('queued', ''));
    await clock.sleep(4999);
    expect(await read()).toEqual(shown('queued', ''));
    await clock.sleep(1);
    expect(await read()).toEqual(shown('building', 'one\n'));
    await clock.sleep(4000);
    expect(await read()).toEqual(shown('building', 'one\ntwo\n'));
    await clock.sleep(7999);
    expect(await read()).toEqual(shown('building', 'one\ntwo\nthree\n'));
    await clock.sleep(1);
    expect(await read()).toEqual(shown('finished', 'one\ntwo\nthree\n'));
  });
});

describe('statuses of a resource', () => {
  test.each([
    ['start', 'stopped', ['starting', 'starting', 'running']],
    ['stop', 'running', ['stopping', 'stopping', 'stopped']],
    ['restart', 'running', ['restarting', 'restarting', 'running']],
  ] as const)('%s passes through its default statuses', async (action, status, words) => {
    const staged = await withApp({ status });
    await staged.call('POST', `/resources/app_web/${action}`);
    expect(await readAt(staged, () => statusOf(staged), [0, 1999, 3000])).toEqual(words);
  });

  test('a deployment starts what was stopped, and a start after it passes through its statuses again', async () => {
    const staged = await withApp({ status: 'stopped', script: { buildMs: 10 } });
    await staged.call('POST', DEPLOYMENTS);
    expect(await readAt(staged, () => statusOf(staged), [5, 1000])).toEqual(['stopped', 'running']);
    await staged.call('POST', '/resources/app_web/start');
    expect(statusOf(staged)).toBe('starting');
  });

  test('a script may leave a resource moving for ever, without being busy', async () => {
    const staged = await withApp({ lifecycle: { start: [{ afterMs: 5, status: 'starting' }] } });
    await staged.call('POST', '/resources/app_web/start');
    expect(await readAt(staged, () => statusOf(staged), [0, 5, 9_000_000])).toEqual([
      'running',
      'starting',
      'starting',
    ]);
    expect((await staged.call('POST', '/resources/app_web/stop')).status).toBe(202);
  });

  test('a new version may move after the deployment has finished', async () => {
    const staged = await withApp({
      script: {
        buildMs: 100,
        statusAfterStart: [
          { afterMs: 0, status: 'starting' },
          { afterMs: 2000, status: 'running' },
        ],
      },
    });
    await staged.call('POST', DEPLOYMENTS);
    expect(await readAt(staged, () => statusOf(staged), [99, 100, 2099, 2100])).toEqual([
      'running',
      'starting',
      'starting',
      'running',
    ]);
    expect(staged.emulator.deployments('app_web')[0]?.finishedAtMs).toBe(staged.clock.wallTime() - 2000);
  });

  test('a crash shows in the status and in the runtime log, unless other work comes first', async () => {
    const staged = await withApp({ script: { crash: { afterMs: 1000, log: 'out of memory' } } });
    await staged.call('POST', DEPLOYMENTS);
    expect(await readAt(staged, () => statusOf(staged), [0, 999, 1000])).toEqual(['running', 'running', 'crashed']);
    expect((await staged.call('GET', '/resources/app_web/logs')).json).toEqual({ ok: true, logs: 'out of memory\n' });
    await staged.call('POST', DEPLOYMENTS);
    await staged.call('POST', '/resources/app_web/stop');
    await staged.clock.sleep(60_000);
    expect(statusOf(staged)).toBe('stopped');
  });
});
