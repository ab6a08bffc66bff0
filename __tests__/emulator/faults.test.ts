// Each fault as a client sees it, what it leaves behind at the service, and how faults are written.
import { describe, expect, test } from '@jest/globals';
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
  ['rate-limited-bare', 429, 0],
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

test('rate-limited names the seconds to wait, rate-limited-bare does not', async () => {
  const emulator = await openEmulator();
  emulator.arm('rate-limited,retryAfter=7');
  emulator.arm('rate-limited-bare');
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

test('lag hides a new deployment from the list, not from its detail, until the time is over', async () => {
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
  test('one, unless times says how many, after those that skip lets pass, in the order of arming', async () => {
    const emulator = await openEmulator({
      faults: ['busy@listResources,skip=1,times=2', { name: 'rate-limited', times: 1 }],
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
    await control(emulator, 'POST /faults', [
      'busy@createDeployment',
      { name: 'busy', on: 'stopResource' },
    ]);
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
  ['cut', 'fault.name: unknown fault; known are refuse, delay,'],
  ['busy@deploy', 'fault.on: Invalid option: expected one of "listResources"'],
  ['busy,times', 'fault: "times" is not of the form key=number'],
  ['busy,times=many', 'fault: "times=many" is not of the form key=number'],
  ['busy,colour=1', 'fault: Unrecognized key: "colour"'],
  ['busy,times=0', 'fault.times: Too small'],
  [{ name: 'busy', ms: -1 }, 'fault.ms: Too small'],
  [{}, 'fault.name: unknown fault'],
  [7, 'fault: Invalid input: expected object'],
])('refuses %j in one line', (fault, message) => {
  expect(() => readFault(fault)).toThrow(message);
  expect(() => readFault(fault)).toThrow(/^.*$/);
});
