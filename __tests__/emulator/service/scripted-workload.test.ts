// Scripted work: what builds, logs and statuses do when a test scripts them, and what the service makes of it.
import { describe, expect, test } from '@jest/globals';
import type { ResourceOptions } from '../../../emulator/index.ts';
import type { Stage } from '../client.ts';
import { errorOf, stage } from '../client.ts';

const DEPLOYMENTS = '/resources/app_web/deployments';

async function withApp(options: Omit<ResourceOptions, 'id'>): Promise<Stage> {
  return await stage({ resources: [{ id: 'app_web', ...options }] });
}

function statusOf({ emulator }: Stage): string | undefined {
  return emulator.view().resources[0]?.status;
}

/** The words that a reading shows at each of the given moments. */
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

  test('other status words show while it builds, and the outcome wins in the end', async () => {
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

  test('two clients that deploy at once get one 202 and one 409, whatever their number', async () => {
    const { call, emulator } = await withApp({});
    const answers = await Promise.all(Array.from({ length: 8 }, async () => await call('POST', DEPLOYMENTS)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      202,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(emulator.deployments('app_web')).toHaveLength(1);
  });

  test('work on one resource does not make another one busy, nor show among its deployments', async () => {
    const { call, emulator } = await stage({ resources: [{ id: 'app_web' }, { id: 'app_api' }] });
    expect((await call('POST', DEPLOYMENTS)).status).toBe(202);
    expect((await call('POST', '/resources/app_api/deployments')).status).toBe(202);
    expect(emulator.deployments('app_web').map(({ id }) => id)).toEqual(['dep_000001']);
    expect(emulator.deployments('app_api').map(({ id }) => id)).toEqual(['dep_000002']);
  });

  test('one from the console has its own label, and can be made to overlap', async () => {
    const { call, emulator } = await withApp({});
    await call('POST', DEPLOYMENTS);
    expect(() => emulator.deploy('app_web')).toThrow(/busy/);
    const second = emulator.deploy('app_web', { label: 'console', evenIfBusy: true });
    expect(second).toMatchObject({ id: 'dep_000002', label: 'console', by: 'console', status: 'queued' });
    expect((await call('GET', DEPLOYMENTS)).json).toMatchObject({
      deployments: [{ id: 'dep_000002' }, { id: 'dep_000001' }],
    });
  });

  test('history lies in the past, an hour apart, and new deployments go on counting', async () => {
    const { call, clock, emulator } = await withApp({ history: 3 });
    await call('POST', DEPLOYMENTS);
    const deployments = emulator.deployments('app_web');
    expect(deployments.map(({ id }) => id)).toEqual(['dep_000004', 'dep_000003', 'dep_000002', 'dep_000001']);
    const past = deployments.slice(1);
    expect(past.map(({ createdAtMs }) => (clock.wallTime() - createdAtMs) / 3_600_000)).toEqual([1, 2, 3]);
    expect(past.map(({ createdAtMs, finishedAtMs }) => (finishedAtMs ?? 0) - createdAtMs)).toEqual([
      60_000, 60_000, 60_000,
    ]);
    expect(past.filter(({ force, status }) => force || status !== 'finished')).toEqual([]);
  });
});

describe('status words', () => {
  test.each([
    ['start', 'stopped', ['starting', 'starting', 'running']],
    ['stop', 'running', ['stopping', 'stopping', 'stopped']],
    ['restart', 'running', ['restarting', 'restarting', 'running']],
  ] as const)('%s moves through its words by default', async (action, status, words) => {
    const staged = await withApp({ status });
    await staged.call('POST', `/resources/app_web/${action}`);
    expect(await readAt(staged, () => statusOf(staged), [0, 1999, 3000])).toEqual(words);
  });

  test('a deployment starts what was stopped, and a start after it moves through its words again', async () => {
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

  test('words are lowercase, whoever puts them there', async () => {
    const staged = await withApp({ status: 'Running' });
    expect(statusOf(staged)).toBe('running');
    staged.emulator.control.setStatus('app_web', 'On Fire');
    expect((await staged.call('GET', '/resources')).json).toMatchObject({ resources: [{ status: 'on fire' }] });
  });

  test('busy is reported for the one resource, with a message', async () => {
    const { call } = await withApp({});
    await call('POST', '/resources/app_web/restart');
    expect(errorOf(await call('POST', DEPLOYMENTS))).toMatchObject({
      code: 'busy',
      message: expect.stringContaining('busy'),
    });
  });
});

test('a workload that throws fails the deployment and is reported, and the service continues', async () => {
  const broken = async (): Promise<never> => await Promise.reject(new Error('no compiler'));
  const staged = await withApp({
    workload: () => ({
      build: broken,
      start: broken,
      stop: broken,
      domains: () => [],
      close: async () => await Promise.resolve(),
    }),
  });
  await staged.call('POST', DEPLOYMENTS);
  await staged.call('POST', '/resources/app_web/restart');
  expect(staged.emulator.deployments('app_web')[0]).toMatchObject({ status: 'failed' });
  expect(staged.emulator.violations).toEqual(['no compiler', 'no compiler']);
  expect((await staged.call('POST', DEPLOYMENTS)).status).toBe(202);
});
