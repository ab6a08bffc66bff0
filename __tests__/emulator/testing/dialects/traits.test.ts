// Unusual dialects: ids, statuses, lists and logs as a real service may have them, apart from the usual ones.
import { describe, expect, test } from '@jest/globals';
import { dialects, parseDialect, unusualDialects } from '../../../../emulator/index.ts';
import { stage } from '../../client.ts';
import type { Answer, Stage } from '../../client.ts';

const LOG = Array.from({ length: 60 }, (_, index) => `line ${index}`);
const DEPLOYMENTS = '/resources/app_web/deployments';

type Name = keyof typeof unusualDialects;

async function open(dialect: Name, history = 0): Promise<Stage> {
  return await stage({
    dialect,
    resources: [{ id: 'app_web', history, status: 'running', script: { buildMs: 1000, log: LOG } }],
  });
}

function items({
  json,
}: Answer): readonly { readonly id: unknown; readonly status: unknown; readonly log?: unknown }[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the list of the API page holds
  return (json as { deployments: [] }).deployments;
}

test('no unusual dialect has the name of another one', () => {
  expect(Object.keys(unusualDialects).filter((name) => Object.hasOwn(dialects, name))).toEqual([]);
  for (const name of Object.keys(unusualDialects)) expect(parseDialect(name).traits).toBeDefined();
});

describe('ids', () => {
  test.each<[Name, RegExp]>([
    ['nanoid', /^[_-][A-Za-z0-9_-]{20}$/],
    ['base64', /^\/[A-Za-z0-9+/]+={1,2}$/],
    ['numbers', /^1$/],
    ['spaced', /^\{déploiement 1\}$/],
  ])('of the dialect %s have the form %s, and lead to the deployment', async (dialect, form) => {
    const { call, clock, emulator } = await open(dialect);
    expect((await call('POST', DEPLOYMENTS)).status).toBe(202);
    await clock.sleep(60_000);
    const [first] = items(await call('GET', DEPLOYMENTS));
    expect(String(first?.id)).toMatch(form);
    const detail = await call('GET', `${DEPLOYMENTS}/${encodeURIComponent(String(first?.id))}`);
    expect([detail.status, detail.json]).toEqual([
      200,
      { ok: true, deployment: { id: first?.id, status: 'finished', log: `${LOG.join('\n')}\n` } },
    ]);
    expect((await call('GET', `${DEPLOYMENTS}/other`)).status).toBe(404);
    expect(emulator.violations).toEqual([]);
  });

  test('of the dialect numbers are JSON numbers', async () => {
    expect(items(await (await open('numbers', 1)).call('GET', DEPLOYMENTS))[0]?.id).toBe(1);
  });

  test('differ for a hundred deployments', async () => {
    for (const dialect of ['nanoid', 'base64', 'numbers', 'spaced'] as const) {
      const { call } = await open(dialect, 100);
      expect(new Set(items(await call('GET', DEPLOYMENTS)).map(({ id }) => id)).size).toBe(100);
    }
  });
});

describe('statuses', () => {
  test('of resources come with details', async () => {
    const { call, emulator } = await open('detailed');
    const status = async (): Promise<string | undefined> =>
      /"status":"([^"]+)"/.exec((await call('GET', '/resources/app_web')).text)?.[1];
    expect(await status()).toBe('running (healthy)');
    emulator.control.setStatus('app_web', 'stopped');
    expect(await status()).toBe('exited (0)');
    emulator.control.setStatus('app_web', 'restarting');
    expect(await status()).toBe('restarting');
  });

  test('of deployments come in upper case', async () => {
    const { call } = await open('upper-case', 1);
    expect((await call('POST', DEPLOYMENTS)).json).toMatchObject({ deployment: { status: 'QUEUED' } });
    expect(items(await call('GET', DEPLOYMENTS)).map(({ status }) => status)).toEqual(['BUILDING', 'FINISHED']);
  });
});

describe('lists', () => {
  test('end after five items and report that there are more', async () => {
    const { json } = await (await open('capped', 7)).call('GET', DEPLOYMENTS);
    expect(json).toMatchObject({ total: 7, hasMore: true, nextCursor: 'after-5' });
    expect(json).toHaveProperty('deployments.length', 5);
    expect((await (await open('capped', 5)).call('GET', DEPLOYMENTS)).json).toMatchObject({
      hasMore: false,
      nextCursor: null,
    });
  });

  test('hold the log of every deployment', async () => {
    const { call } = await open('logs-in-list', 2);
    expect(items(await call('GET', DEPLOYMENTS)).map(({ log }) => log)).toEqual(['Built.\n', 'Built.\n']);
  });

  test('are 404 while there is none', async () => {
    const { call } = await open('none-yet');
    expect((await call('GET', DEPLOYMENTS)).status).toBe(404);
    await call('POST', DEPLOYMENTS);
    expect(items(await call('GET', DEPLOYMENTS))).toHaveLength(1);
  });
});

describe('build logs', () => {
  async function logOf(dialect: Name): Promise<unknown> {
    const { call, clock } = await open(dialect);
    await call('POST', DEPLOYMENTS);
    await clock.sleep(60_000);
    const { json } = await call('GET', `${DEPLOYMENTS}/dep_000001`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape of the dialect plain
    return (json as { deployment: { log: unknown } }).deployment.log;
  }

  test('have the newest line first, with timestamps that all descend', async () => {
    const entries = await logOf('newest-first');
    const messages = LOG.toReversed().map((message) => expect.objectContaining({ message }));
    expect(entries).toEqual(messages);
    const times = JSON.stringify(entries).match(/\d{4}-[^"]+Z/g) ?? [];
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(times).size).toBe(LOG.length);
  });

  test('have head and tail, and a note in place of the middle', async () => {
    const shown = [...LOG.slice(0, 20), '[... 20 lines removed ...]', ...LOG.slice(-20), ''];
    expect(await logOf('head-and-tail')).toBe(shown.join('\n'));
  });

  test('are JSON text inside JSON', async () => {
    const text = await logOf('json-in-json');
    expect(JSON.parse(String(text))).toHaveLength(LOG.length);
  });

  test('come by phase and step', async () => {
    expect(await logOf('phases')).toEqual([
      { phase: 'prepare', steps: [{ name: 'clone', lines: ['line 0'] }] },
      { phase: 'build', steps: [{ name: 'compile', lines: LOG.slice(1) }] },
    ]);
  });

  test('overwrite their last line in place', async () => {
    expect(await logOf('overwritten')).toBe(`${LOG.join('\r')}\n`);
  });
});

test('the acceptance of a deploy takes 50 s, while the deployment has begun', async () => {
  const { call, clock, emulator } = await open('slow');
  const started = clock.now();
  const accepted = call('POST', DEPLOYMENTS);
  await clock.sleep(10_000);
  expect(emulator.deployments('app_web')).toHaveLength(1);
  expect((await accepted).status).toBe(202);
  expect(clock.now() - started).toBe(50_000);
});
