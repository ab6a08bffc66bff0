// Every shape that the API page leaves open: each variant passes the document's check and keeps what the page promises.
import { describe, expect, test } from '@jest/globals';
import type { Dialect } from '../../../../emulator/index.ts';
import { dialects, parseDialect, shapes } from '../../../../emulator/index.ts';
import type { Answer, Stage } from '../../client.ts';
import { refusalOf, stage } from '../../client.ts';

const DEPLOYMENTS = '/resources/app_web/deployments';
const names = Object.keys(dialects).map((name) => parseDialect(name));
const variants = Object.entries(shapes).flatMap(([shape, table]) =>
  Object.keys(table).map((variant) => [shape, variant] as const),
);

/** One request to every endpoint, good ones and a refused one. */
async function tour({ call, clock }: Stage): Promise<Record<string, Answer>> {
  const accepted = await call('POST', DEPLOYMENTS);
  const busy = await call('POST', DEPLOYMENTS);
  await clock.sleep(60_000);
  return {
    accepted,
    busy,
    restarted: await call('POST', '/resources/app_web/restart'),
    resources: await call('GET', '/resources'),
    resource: await call('GET', '/resources/app_web'),
    list: await call('GET', DEPLOYMENTS),
    detail: await call('GET', `${DEPLOYMENTS}/dep_000001`),
    logs: await call('GET', '/resources/app_web/logs'),
    env: await call('GET', '/resources/app_web/env'),
  };
}

async function speaking(dialect: Partial<Dialect>): Promise<Stage> {
  return await stage({
    dialect,
    resources: [
      {
        id: 'app_web',
        domains: ['web.example.test', '127.0.0.1:4100'],
        env: ['A_NAME'],
        runtimeLog: 'ready\n',
        script: { buildMs: 5000, log: ['one', 'two'] },
      },
    ],
  });
}

async function expectFaithful(staged: Stage): Promise<Record<string, Answer>> {
  const answers = await tour(staged);
  const statuses = Object.fromEntries(Object.entries(answers).map(([what, { status }]) => [what, status]));
  expect(statuses).toEqual({
    accepted: 202,
    busy: 409,
    restarted: 202,
    resources: 200,
    resource: 200,
    list: 200,
    detail: 200,
    logs: 200,
    env: 200,
  });
  expect(staged.emulator.violations).toEqual([]);
  expect(answers['list']?.json).toMatchObject({ deployments: [{ id: 'dep_000001', status: 'finished' }] });
  expect(answers['busy']?.json).toMatchObject({ ok: false, error: { code: 'busy', message: expect.any(String) } });
  expect(answers['env']?.text).toContain('A_NAME');
  expect(answers['logs']?.text).toContain('ready');
  for (const line of ['one', 'two']) expect(answers['detail']?.text).toContain(line);
  return answers;
}

test('every open shape has at least four variants', () => {
  for (const table of Object.values(shapes)) expect(Object.keys(table).length).toBeGreaterThanOrEqual(4);
});

test('there are at least five whole dialects, all different', () => {
  expect(new Set(names.map((dialect) => JSON.stringify(dialect))).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(5);
});

describe.each(Object.keys(dialects))('dialect %s', (name) => {
  test('passes the check of the document and keeps what the page promises', async () => {
    const staged = await speaking(parseDialect(name));
    const answers = await expectFaithful(staged);
    expect(answers['resource']?.text).toContain('"id":"app_web"');
  });
});

describe.each(variants)('%s: %s', (shape, variant) => {
  test('passes the check of the document and keeps what the page promises', async () => {
    const staged = await speaking({ [shape]: variant });
    const answers = await expectFaithful(staged);
    expect(answers['resource']?.text).toContain('"id":"app_web"');
  });
});

test.each([
  ['accepted=ok', '{"ok":true}'],
  ['accepted=deployment', '{"ok":true,"deployment":{"id":"dep_000001","status":"queued"}}'],
  ['accepted=deploymentId', '{"ok":true,"deploymentId":"dep_000001"}'],
  ['accepted=bare', '{"id":"dep_000001","status":"queued"}'],
  ['accepted=okId', '{"ok":true,"id":"dep_000001"}'],
  ['accepted=data', '{"data":{"id":"dep_000001"}}'],
  ['accepted=snake', '{"deployment_id":"dep_000001"}'],
  ['accepted=resourceId', '{"ok":true,"id":"app_web"}'],
  ['accepted=empty', ''],
])('%s: a deploy is answered with %s', async (dialect, text) => {
  const { call } = await speaking(parseDialect(dialect));
  const answer = await call('POST', DEPLOYMENTS);
  expect([answer.status, answer.text]).toEqual([202, text]);
});

test.each<[Partial<Dialect>, unknown]>([
  [
    { detail: 'wrapped', logField: 'logs', logForm: 'lines' },
    { ok: true, deployment: { id: 'dep_000001', status: 'finished', logs: ['one', 'two'] } },
  ],
  [
    { detail: 'beside', logField: 'buildLog' },
    { ok: true, deployment: { id: 'dep_000001', status: 'finished' }, buildLog: 'one\ntwo\n' },
  ],
  [
    { detail: 'data', logField: 'output', logForm: 'lineObjects' },
    { data: { id: 'dep_000001', status: 'finished', output: [{ line: 'one' }, { line: 'two' }] } },
  ],
  [
    { detail: 'okBare', deploymentFields: 'created' },
    { ok: true, id: 'dep_000001', status: 'finished', createdAt: '2026-03-02T12:00:00.000Z', log: 'one\ntwo\n' },
  ],
])('in the dialect %j the detail of a deployment is %j', async (dialect, expected) => {
  const { call, clock } = await speaking(dialect);
  await call('POST', DEPLOYMENTS);
  await clock.sleep(60_000);
  expect((await call('GET', `${DEPLOYMENTS}/dep_000001`)).json).toEqual(expected);
});

test.each<[keyof typeof shapes.domains, unknown]>([
  ['strings', ['web.example.test', '127.0.0.1:4100']],
  ['urls', ['https://web.example.test', 'http://127.0.0.1:4100']],
  ['urlObjects', [{ url: 'https://web.example.test' }, { url: 'http://127.0.0.1:4100' }]],
  [
    'hosts',
    [
      { host: 'web.example.test', primary: true },
      { host: '127.0.0.1:4100', primary: false },
    ],
  ],
  ['empty', []],
])('domains as %s are %j', async (domains, expected) => {
  const { call } = await speaking({ domains });
  expect((await call('GET', '/resources/app_web')).json).toMatchObject({ resource: { domains: expected } });
});

test.each(Object.keys(shapes.env))('values of environment variables are nowhere in the env of %s', async (env) => {
  const { call } = await speaking(parseDialect(`env=${env}`));
  expect((await call('GET', '/resources/app_web/env')).text).not.toMatch(/value/i);
});

describe('choosing a dialect', () => {
  test('is possible for a running emulator, and for one request in a header', async () => {
    const { call, emulator } = await stage();
    emulator.useDialect('bare');
    expect((await call('GET', '/resources/app_web')).json).toMatchObject({
      id: 'app_web',
      domains: [{ host: 'web.example.test' }],
    });
    emulator.useDialect({ resource: 'data' });
    expect((await call('GET', '/resources/app_web')).json).toMatchObject({ data: { id: 'app_web' } });
    const headers = { 'x-emulator-dialect': 'plain' };
    expect((await call('GET', '/resources/app_web', { headers })).json).toMatchObject({
      ok: true,
      resource: { id: 'app_web' },
    });
    const nonsense = { 'x-emulator-dialect': 'klingon' };
    expect(refusalOf(await call('GET', '/resources/app_web', { headers: nonsense }))).toBe('400 invalid_input');
  });

  test('may be done by the name of a dialect, by shapes, or by both', () => {
    expect(parseDialect('bare')).toEqual(dialects.bare);
    expect(parseDialect('logForm=lines')).toEqual({ ...dialects.plain, logForm: 'lines' });
    expect(parseDialect('snake, logForm=lines,env=nulls')).toEqual({
      ...dialects.snake,
      logForm: 'lines',
      env: 'nulls',
    });
  });

  test.each([
    ['klingon', /Unknown dialect "klingon". Known are plain, /],
    ['tone=loud', /Unknown shape "tone". Known are accepted, /],
    ['logForm=haiku', /Unknown variant "haiku" of logForm. Known are text, /],
    ['constructor', /Unknown dialect/],
    ['logForm=toString', /Unknown variant/],
    ['bare,snake', /One dialect can be selected, not bare and snake/],
  ])('%s is refused with what is known', (text, reason) => {
    expect(() => parseDialect(text)).toThrow(reason);
  });
});
