// Faults that bend what a sound answer shows: lists that lag, lose or repeat, and a canary that comes back everywhere.
import { describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../emulator/index.ts';
import type { Stage } from '../client.ts';
import { errorOf, refusalOf, stage } from '../client.ts';

const DEPLOYMENTS = '/resources/app_web/deployments';

describe('altered lists', () => {
  const ids = async ({ call }: Stage): Promise<unknown> => {
    const { text } = await call('GET', DEPLOYMENTS);
    return [...text.matchAll(/dep_\d+(\d)/g)].map(([, digit]) => digit).join('');
  };
  const withHistory = async (fault: Fault): Promise<Stage> =>
    await stage({ resources: [{ id: 'app_web', history: 3, script: { buildMs: 10 } }], faults: [fault] });

  test('lag: a new deployment shows in the list only after its time, in the detail at once', async () => {
    const staged = await withHistory({ on: 'listDeployments', kind: 'lag', ms: 5000 });
    await staged.call('POST', DEPLOYMENTS);
    expect(await ids(staged)).toBe('321');
    expect((await staged.call('GET', `${DEPLOYMENTS}/dep_000004`)).status).toBe(200);
    await staged.clock.sleep(4999);
    expect(await ids(staged)).toBe('321');
    await staged.clock.sleep(1);
    expect(await ids(staged)).toBe('4321');
  });

  test.each<[Fault, string]>([
    [{ on: '*', kind: 'vanish' }, '21'],
    [{ on: '*', kind: 'vanish', deploymentId: 'dep_000002' }, '31'],
    [{ on: '*', kind: 'duplicate' }, '332211'],
    [{ on: '*', kind: 'reorder' }, '123'],
    [{ on: '*', kind: 'vanish', times: 1, skip: 1 }, '321'],
  ])('%j lists %s', async (fault, expected) => {
    expect(await ids(await withHistory(fault))).toBe(expected);
  });

  test('what has vanished is gone from the detail too', async () => {
    const staged = await withHistory({ on: '*', kind: 'vanish', deploymentId: 'dep_000002' });
    expect(refusalOf(await staged.call('GET', `${DEPLOYMENTS}/dep_000002`))).toBe('404 not_found');
    expect((await staged.call('GET', `${DEPLOYMENTS}/dep_000001`)).status).toBe(200);
  });

  test('several apply together, also with one that delays the answer', async () => {
    const staged = await withHistory({ on: '*', kind: 'duplicate' });
    staged.emulator.faults.add({ on: '*', kind: 'vanish' }, { on: '*', kind: 'delay', ms: 1000 });
    expect(await ids(staged)).toBe('2211');
    expect(staged.clock.now()).toBe(1000);
  });
});

describe('echo', () => {
  const canary = 'key_CANARY';

  test('puts the canary into every text, a field and a header, but not into ids, codes and statuses', async () => {
    const staged = await stage({ faults: [{ on: '*', kind: 'echo', canary }] });
    const answer = await staged.call('POST', DEPLOYMENTS);
    expect(answer.json).toEqual({
      ok: true,
      echo: canary,
      deployment: { id: 'dep_000001', status: 'queued', echo: canary },
    });
    expect(answer.headers['x-echo']).toBe(canary);
    expect(errorOf(await staged.call('POST', DEPLOYMENTS))).toMatchObject({
      code: 'busy',
      message: expect.stringContaining(canary),
    });
  });

  test('puts the canary into ids and statuses too, with everywhere', async () => {
    const { call } = await stage({ faults: [{ on: '*', kind: 'echo', canary, everywhere: true }] });
    expect((await call('POST', DEPLOYMENTS)).json).toMatchObject({
      deployment: { id: `dep_000001 ${canary}`, status: `queued ${canary}` },
    });
  });
});

test('a canary that no header can hold comes back encoded in the header', async () => {
  const canary = 'é\n🗝';
  const { call } = await stage({ faults: [{ on: '*', kind: 'echo', canary }] });
  const answer = await call('GET', '/resources');
  expect(answer.headers['x-echo']).toBe(encodeURIComponent(canary));
  expect(answer.json).toMatchObject({ echo: canary });
});
