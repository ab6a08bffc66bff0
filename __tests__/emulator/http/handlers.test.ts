// What each endpoint does with a permitted request, without HTTP: the service is asked, the response has the dialect's shape.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { endpointNames } from '../../../emulator/api/index.ts';
import { isRefusal } from '../../../emulator/refusals.ts';
import { dialectOf } from '../../../emulator/testing/dialects/index.ts';
import type { Dialect } from '../../../emulator/testing/dialects/index.ts';
import { VirtualClock } from '../../../emulator/testing/virtual-time/index.ts';
import { resourceRecord, workloadOf } from '../../../emulator/config/index.ts';
import type { ResourceOptions } from '../../../emulator/config/index.ts';
import { handlers } from '../../../emulator/http/handlers.ts';
import type { Call } from '../../../emulator/http/handlers.ts';
import { Service } from '../../../emulator/service/index.ts';
import { memoryStore } from '../../../emulator/state/index.ts';
import { isObject } from '../../../emulator/json.ts';
import { emptyState } from '../../../emulator/state/state.ts';
import { stage } from '../client.ts';

let clock: VirtualClock;
let service: Service;

beforeEach(() => {
  clock = new VirtualClock();
  const store = memoryStore({ logLimit: 10_000 });
  service = new Service({ clock, store, state: emptyState('funded'), onError: () => undefined });
  const app: ResourceOptions = { id: 'app_web', runtimeLog: 'one\ntwo\nthree\n', env: ['B', 'A'] };
  for (const options of [app, { id: 'db_main', type: 'database' } as const]) {
    service.addResource(
      resourceRecord(options, { createdAtMs: clock.wallTime(), logs: store.logs }),
      workloadOf(options, clock),
    );
  }
});

afterEach(async () => {
  await service.close();
  clock.dispose();
});

/** The refusal's code, or the body of the response, of an endpoint of `app_web` unless another resource is given. */
function call(name: keyof typeof handlers, more: Partial<Call> = {}): unknown {
  const result = handlers[name]({
    service,
    dialect: dialectOf('plain'),
    parameters: { id: 'app_web' },
    query: new URLSearchParams(),
    body: undefined,
    actor: { by: 'ci', address: null },
    standing: [],
    nowMs: clock.wallTime(),
    ...more,
  });
  if (isRefusal(result)) return result.refused;
  return result.body !== undefined && 'json' in result.body ? result.body.json : result.body;
}

test('every endpoint of the document has a handler, and each of a resource refuses an unknown one', () => {
  expect(Object.keys(handlers).toSorted()).toEqual(endpointNames.toSorted());
  const ofResource = endpointNames.filter((name) => name !== 'listResources' && name !== 'getOpenapi');
  const parameters = { id: 'app_none', deploymentId: 'dep_000001' };
  expect(new Set(ofResource.map((name) => call(name, { parameters })))).toEqual(new Set(['not_found']));
});

describe('a deploy', () => {
  test.each([
    [undefined, false],
    [{}, false],
    [{ force: false }, false],
    [{ force: true }, true],
  ])('with the body %j has force %s', (body, force) => {
    expect(call('createDeployment', { body })).toMatchObject({ ok: true });
    expect(service.deployments('app_web')[0]).toMatchObject({ force, by: 'ci', label: 'api' });
  });

  test('of what is no app is refused, and nothing begins', () => {
    expect(call('createDeployment', { parameters: { id: 'db_main' } })).toBe('invalid_input');
    expect(service.deployments('db_main')).toEqual([]);
  });

  test('of a busy app is refused', () => {
    call('createDeployment');
    const changes = ['createDeployment', 'startResource', 'stopResource', 'restartResource'] as const;
    expect(changes.map((name) => call(name))).toEqual(['busy', 'busy', 'busy', 'busy']);
  });
});

describe('the last lines of a runtime log', () => {
  const linesOf = (lines: string): unknown => call('getLogs', { query: new URLSearchParams({ lines }) });

  test.each([
    ['1', 'three\n'],
    ['2', 'two\nthree\n'],
    ['3', 'one\ntwo\nthree\n'],
    ['500', 'one\ntwo\nthree\n'],
  ])('are %s where so many were requested', (lines, logs) => {
    expect(linesOf(lines)).toEqual({ ok: true, logs });
  });

  test('are as many where the last one has no end yet', () => {
    const app = service.resource('app_web');
    if (!isRefusal(app)) app.record.runtimeLog.append('four');
    expect(linesOf('2')).toEqual({ ok: true, logs: 'three\nfour' });
  });

  test('are 100 where no number was requested', () => {
    const app = service.resource('app_web');
    if (!isRefusal(app)) app.record.runtimeLog.append('x\n'.repeat(200));
    expect(call('getLogs')).toEqual({ ok: true, logs: 'x\n'.repeat(100) });
  });
});

describe('a deployment', () => {
  const shownAs = (dialect: Dialect, deploymentId: string): unknown =>
    call('getDeployment', { dialect, parameters: { id: 'app_web', deploymentId } });

  test('is found under the id that the dialect shows, and under no other', () => {
    call('createDeployment');
    const numbers = dialectOf('numbers');
    expect(shownAs(numbers, '1')).toMatchObject({ deployment: { id: 1 } });
    expect(shownAs(numbers, 'dep_000001')).toBe('not_found');
    expect(shownAs(dialectOf('plain'), 'dep_000001')).toMatchObject({ deployment: { id: 'dep_000001' } });
  });

  test('that vanished is not found, although it is new', () => {
    call('createDeployment');
    const standing = [{ kind: 'vanish', on: '*' }] as const;
    const parameters = { id: 'app_web', deploymentId: 'dep_000001' };
    expect(call('getDeployment', { standing, parameters })).toBe('not_found');
    expect(call('getDeployment', { standing: [{ kind: 'lag', on: '*', ms: 1e9 }], parameters })).toMatchObject({
      ok: true,
    });
  });
});

test('the list of a resource without deployments is empty, and refused where the dialect has it so', () => {
  expect(call('listDeployments')).toEqual({ deployments: [] });
  expect(call('listDeployments', { dialect: dialectOf('none-yet') })).toBe('not_found');
});

test('the names of variables are in the order given', () => {
  expect(call('getEnv')).toEqual({ ok: true, env: ['B', 'A'] });
});

test('the runtime log has as many lines as were asked for, however long they are', async () => {
  const { call: ask, emulator } = await stage({ logLimit: 8_000_000 });
  for (let line = 1; line <= 2500; line += 1) {
    emulator.control.appendRuntimeLog('app_web', `${line} ${'x'.repeat(3000)}\n`);
  }
  for (const count of [100, 500, 2000]) {
    const { json } = await ask('GET', `/resources/app_web/logs?lines=${count}`);
    const lines = isObject(json) ? String(json['logs']).split('\n') : [];
    expect([lines.length - 1, lines[0]?.slice(0, 5), lines.at(-2)?.slice(0, 5)]).toEqual([
      count,
      `${2501 - count} `.padEnd(5, 'x'),
      '2500 ',
    ]);
  }
});

test.each([
  ['', ''],
  ['\n', '\n'],
  ['one', 'one'],
  ['\n\n', '\n\n'],
])('a runtime log of %j is shown as it is', async (text, shown) => {
  const { call: ask } = await stage({ resources: [{ id: 'app_web', runtimeLog: text }] });
  expect((await ask('GET', '/resources/app_web/logs?lines=100')).json).toEqual({ ok: true, logs: shown });
});
