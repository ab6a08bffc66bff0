// Each fault as a client sees it, what it leaves behind at the service, and how faults are written.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { startEmulator } from '../../emulator/emulator.ts';
import { FAULT_NAMES, readFault } from '../../emulator/faults.ts';
import type { TestEmulator } from './test-emulator.ts';
import { at, call, control, openEmulator } from './client.ts';

const DEPLOY = 'POST /resources/app_web/deployments';

/** How a request ends: with a status, or broken, and how many deployments there are then. */
async function outcome(emulator: TestEmulator): Promise<unknown[]> {
  let status: unknown;
  try {
    ({ status } = await call(emulator, DEPLOY));
  } catch (error) {
    status = at(error, 'cause', 'code');
  }
  return [status, emulator.view().resources[0]?.deployments.length];
}

test.each<[fault: string, status: unknown, deployments: number]>([
  ['cut-before', 'UND_ERR_SOCKET', 0],
  ['cut-after', 'UND_ERR_SOCKET', 1],
  ['server-error,status=503', 503, 0],
  ['server-error-after,status=502', 502, 1],
  ['page', 200, 0],
  ['page,status=403', 403, 0],
  ['rate-limited', 429, 0],
  ['create-limit', 429, 0],
  ['busy', 409, 0],
  ['delay', 202, 1],
  ['lag', 202, 1],
])('%s answers a deploy with %s and leaves %i deployments', async (fault, status, deployments) => {
  const emulator = await openEmulator();
  emulator.arm(fault);
  // The document knows no 5xx and no page: the reply is read without it.
  const reply = /server-error|page/.test(fault)
    ? await unchecked(emulator)
    : await outcome(emulator);
  expect(reply).toEqual([status, deployments]);
  expect(emulator.requests.at(-1)).toMatchObject({
    fault: fault === 'lag' ? null : fault.split(',')[0],
  });
});

async function unchecked(emulator: TestEmulator): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${emulator.key}` };
  const response = await fetch(`${emulator.baseUrl}/resources/app_web/deployments`, {
    method: 'POST',
    headers,
  });
  return [response.status, emulator.view().resources[0]?.deployments.length];
}

test('rate-limited names the seconds to wait if told so', async () => {
  const emulator = await openEmulator();
  emulator.arm('rate-limited,retryAfter=7');
  emulator.arm('rate-limited');
  const waits = [await call(emulator, DEPLOY), await call(emulator, DEPLOY)].map(({ headers }) =>
    headers.get('retry-after'),
  );
  expect(waits).toEqual(['7', null]);
});

test('delay carries the request out at once and answers late', async () => {
  const emulator = await openEmulator();
  emulator.arm('delay,ms=600000');
  await call(emulator, DEPLOY);
  expect(emulator.clock.now()).toBe(600_000);
  expect(emulator.view().resources[0]?.deployments[0]?.status).toBe('finished');
});

test('refuse closes the port for a while, with all its connections', async () => {
  const emulator = await openEmulator();
  await call(emulator, 'GET /resources');
  emulator.arm('refuse,ms=5000');
  expect(await outcome(emulator)).toEqual(['UND_ERR_SOCKET', 0]);
  expect(await outcome(emulator)).toEqual(['ECONNREFUSED', 0]);
  await emulator.clock.sleep(5001);
  expect((await call(emulator, 'GET /resources')).status).toBe(200);
});

test('refuse waits for a port that was taken meanwhile, and says so', async () => {
  const problems: string[] = [];
  const emulator = await startEmulator({
    resources: [{ id: 'app_web' }],
    onProblem: (sentence) => problems.push(sentence),
  });
  emulator.arm('refuse,ms=300');
  const port = Number(new URL(emulator.origin).port);
  const other = createServer();
  const isAnswered = async (): Promise<boolean> =>
    await fetch(emulator.origin).then(
      () => true,
      () => false,
    );
  const refused = fetch(`${emulator.baseUrl}/resources`).catch(() => undefined);
  // The other process takes the port as soon as it is free.
  for (let isTaken = false; !isTaken;) {
    other.listen(port, '127.0.0.1');
    isTaken = await Promise.race([
      once(other, 'listening').then(() => true),
      once(other, 'error').then(() => false),
    ]).catch(() => false);
    await new Promise((resolve) => setImmediate(resolve)); // else nothing else happens
  }
  await refused;
  while (problems.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(problems).toEqual([
    `Port ${port} was taken by another process while it was closed; ` +
      'it is tried again until it is free.',
  ]);
  await once(other.close(), 'close');
  while (!(await isAnswered())) await new Promise((resolve) => setTimeout(resolve, 20));
  await emulator.stop();
  expect(problems).toHaveLength(1);
});

test('lag hides a new deployment from the list, not its detail, for a while', async () => {
  const emulator = await openEmulator();
  emulator.arm('lag,ms=4000');
  await call(emulator, DEPLOY);
  const listed = async (): Promise<unknown> => {
    const { body } = await call(emulator, 'GET /resources/app_web/deployments');
    return at(body, 'deployments', 0, 'id');
  };
  expect(await listed()).toBeUndefined();
  expect((await call(emulator, 'GET /resources/app_web/deployments/dep_000001')).status).toBe(200);
  await emulator.clock.sleep(3999);
  expect(await listed()).toBeUndefined();
  await emulator.clock.sleep(1);
  expect(await listed()).toBe('dep_000001');
});

describe('which requests are hit', () => {
  test('as many as times says, after those that skip lets pass, in order of arming', async () => {
    const emulator = await openEmulator({
      faults: ['busy@listResources,skip=1,times=2', 'rate-limited'],
    });
    const statuses = [];
    for (let count = 0; count < 5; count += 1) {
      const headers = { authorization: `Bearer ${emulator.key}` };
      statuses.push((await fetch(`${emulator.baseUrl}/resources`, { headers })).status);
    }
    expect(statuses).toEqual([429, 409, 409, 200, 200]);
  });

  test('only those of the endpoint, and none after all are cleared', async () => {
    const emulator = await openEmulator();
    await control(emulator, 'POST /faults', ['busy@createDeployment', 'busy@stopResource']);
    expect((await call(emulator, 'GET /resources')).status).toBe(200);
    expect((await call(emulator, DEPLOY)).status).toBe(409);
    expect(emulator.view().faults).toHaveLength(1);
    await control(emulator, 'DELETE /faults');
    expect((await call(emulator, DEPLOY)).status).toBe(202);
  });
});

test.each(FAULT_NAMES)('reads %s by its name alone', (name) => {
  expect(readFault(name)).toEqual({ name, skip: 0 });
});

test.each<[fault: unknown, message: string]>([
  ['cut', 'fault.name: must be refuse, delay, cut-before'],
  ['busy@deploy', 'fault.on: must be listResources, getResource'],
  ['busy,times', 'fault.times: must be a number, not ""'],
  ['busy,times=many', 'fault.times: must be a number, not "many"'],
  ['busy,colour=1', 'fault.colour: there is no such setting'],
  ['busy,times=0', 'fault.times: must be at least 1, not 0'],
  ['lag,ms=-1', 'fault.ms: must be a number, not "-1"'],
  ['busy,ms=5', 'fault.ms: is no setting of busy; it has times or skip'],
  ['page,retryAfter=1', 'fault.retryAfter: is no setting of page; it has status, times or skip'],
  ['', 'fault.name: must be refuse, delay, '],
  [7, 'fault: must be text, not 7'],
])('refuses %j in one line', (fault, message) => {
  expect(() => readFault(fault)).toThrow(message);
  expect(() => readFault(fault)).toThrow(/^.*$/);
});
