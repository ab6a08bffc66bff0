// What an emulator is started with: the defaults of a resource, its work and its history.
import { describe, expect, test } from '@jest/globals';
import { historyOf, resourceRecord, workloadOf } from '../../../emulator/config/options.ts';
import type { ResourceOptions } from '../../../emulator/config/options.ts';
import { systemClock } from '../../../emulator/clock/index.ts';
import { memoryStore } from '../../../emulator/state/index.ts';
import { stage } from '../client.ts';

const NOW_MS = Date.UTC(2026, 0, 31, 12);
const HOUR_MS = 3_600_000;

/** The record without its log. */
function record(options: ResourceOptions): object {
  const { logs } = memoryStore({ logLimit: 1000 });
  const { runtimeLog: _log, ...facts } = resourceRecord(options, { createdAtMs: NOW_MS, logs });
  return facts;
}

describe('a resource', () => {
  test('is a running app of a usual size by default', () => {
    expect(record({ id: 'app_web' })).toEqual({
      id: 'app_web',
      type: 'app',
      name: 'web',
      status: 'running',
      catalogKey: 'app-standard',
      cpuMillicores: 500,
      memoryMb: 512,
      diskGb: 5,
      createdAtMs: NOW_MS,
      env: [],
    });
  });

  test.each([
    ['app_web', 'web'],
    ['app_my_web', 'my_web'],
    ['web', 'web'],
    ['_web', 'web'],
  ])('of the id %s has the name %s', (id, name) => {
    expect(record({ id })).toMatchObject({ name });
  });

  test('has the catalogue key of its type', () => {
    expect(record({ id: 'db', type: 'database' })).toMatchObject({ catalogKey: 'database-standard' });
    expect(record({ id: 'db', type: 'database', catalogKey: 'pg-16' })).toMatchObject({ catalogKey: 'pg-16' });
  });

  test('keeps what is given, also where it is nothing', () => {
    const sizes = { cpuMillicores: 0, memoryMb: 0, diskGb: 0 };
    expect(record({ id: 'a', name: '', env: ['A'], ...sizes })).toMatchObject({ name: '', env: ['A'], ...sizes });
  });

  test('with real work is stopped until it is started', () => {
    const workload = workloadOf({ id: 'a' }, systemClock);
    expect(record({ id: 'a', workload })).toMatchObject({ status: 'stopped' });
    expect(record({ id: 'a', workload, status: 'Crashed' })).toMatchObject({ status: 'crashed' });
  });

  test('has lower-case statuses, as the service sends them', async () => {
    const { call } = await stage({ resources: [{ id: 'app_web', status: 'Running' }] });
    expect((await call('GET', '/resources')).json).toMatchObject({ resources: [{ status: 'running' }] });
  });

  test('has the runtime log given, bounded', () => {
    const more = { createdAtMs: NOW_MS, logs: memoryStore({ logLimit: 1000 }).logs };
    expect(resourceRecord({ id: 'a', runtimeLog: 'up\n' }, more).runtimeLog.text()).toBe('up\n');
    expect(resourceRecord({ id: 'a', runtimeLog: 'later\n' }, more).runtimeLog.text()).toBe('up\n');
    const { runtimeLog } = resourceRecord({ id: 'b' }, more);
    expect(runtimeLog.text()).toBe('');
    for (let count = 0; count < 30; count += 1) runtimeLog.append(`${'x'.repeat(99)}\n`);
    expect(runtimeLog.text().length).toBeLessThanOrEqual(1100);
  });
});

describe('the work of a resource', () => {
  const events = { status: () => undefined, log: () => undefined };

  test('is a script with the domains given', () => {
    expect(workloadOf({ id: 'a', domains: ['a.test'] }, systemClock)(events).domains()).toEqual(['a.test']);
    expect(workloadOf({ id: 'a' }, systemClock)(events).domains()).toEqual([]);
  });

  test('is the real one where there is one, whatever the script is', () => {
    const workload = workloadOf({ id: 'b' }, systemClock);
    expect(workloadOf({ id: 'a', workload, domains: ['a.test'] }, systemClock)).toBe(workload);
  });
});

describe('the history of a resource', () => {
  test('is none by default', () => {
    expect(historyOf({ id: 'a' }, NOW_MS, 1)).toEqual([]);
  });

  test('lies in the past, an hour apart and oldest first, with numbers that go on', () => {
    const history = historyOf({ id: 'a', history: 3 }, NOW_MS, 7);
    expect(history.map(({ id }) => id)).toEqual(['dep_000007', 'dep_000008', 'dep_000009']);
    expect(history.map(({ createdAtMs }) => (NOW_MS - createdAtMs) / HOUR_MS)).toEqual([3, 2, 1]);
    expect(
      history.every(({ resourceId, status, force }) => resourceId === 'a' && status === 'finished' && !force),
    ).toBe(true);
    expect(history.map(({ createdAtMs, finishedAtMs }) => (finishedAtMs ?? 0) - createdAtMs)).toEqual([
      60_000, 60_000, 60_000,
    ]);
  });

  test('is there at the start, and new deployments go on counting', async () => {
    const { call, emulator } = await stage({ resources: [{ id: 'app_web', history: 3 }] });
    await call('POST', '/resources/app_web/deployments');
    const ids = emulator.deployments('app_web').map(({ id }) => id);
    expect(ids).toEqual(['dep_000004', 'dep_000003', 'dep_000002', 'dep_000001']);
  });
});
