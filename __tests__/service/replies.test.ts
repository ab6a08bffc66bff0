// What is read of the replies of the service: a corpus of replies in the style of the API page and
// as platforms of this kind send them, and the limits of each reader.
import { describe, expect, test } from '@jest/globals';
import { classify } from '../../src/service/answer.ts';
import {
  type Accepted,
  type LeftOut,
  readAccepted,
  readDeployment,
  readDeployments,
  readEnvNames,
  readPaths,
  readResource,
  readResources,
  readRuntimeLog,
  withoutSettings,
} from '../../src/service/replies.ts';
import corpus from '../fixtures/replies/corpus.json' with { type: 'json' };
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

const call = { method: 'POST', path: '/x', host: 'api.example' } as const;

interface Row {
  readonly status?: number;
  readonly reply: unknown;
  readonly reads: Readonly<Record<string, unknown>>;
}

const bodyOf = (reply: unknown): string =>
  typeof reply === 'string' ? reply : JSON.stringify(reply);
const answerTo = ({ status = 200, reply }: Row, method: 'GET' | 'POST') =>
  classify({ status, headers: {}, body: bodyOf(reply), isPart: false }, { ...call, method });

const listed = (items: readonly { id: string; status?: string | undefined }[] | undefined) =>
  items?.map(({ id, status }) => `${id} ${status}`) ?? null;

/** What is printed of a value that is not recognised, in one text. */
function shownOf(value: unknown): string {
  const leftOut: LeftOut = { settings: 0, hidden: 0 };
  return JSON.stringify(withoutSettings(value, { leftOut, clean: (text) => text }));
}

/** Reads of each kind of reply what its rows expect. */
const readers: Readonly<
  Record<keyof typeof corpus, (row: Row) => Readonly<Record<string, unknown>>>
> = {
  answers(row) {
    const answer = answerTo(row, 'POST');
    const isAccepted = answer.kind === 'ok';
    const { deploymentId, message }: Accepted = isAccepted
      ? readAccepted(answer.value.json, 'app_web')
      : {};
    return { accepted: isAccepted, id: deploymentId, message };
  },
  deployments({ reply }) {
    const { log, unreadLog, json, ...deployment } = readDeployment(reply, 'dep_1');
    return {
      ...deployment,
      log: log?.text,
      shown: shownOf(unreadLog ?? json),
      whole: shownOf(json),
    };
  },
  deploymentLists: ({ reply }) => ({ list: listed(readDeployments(reply)) }),
  resourceLists: ({ reply }) => ({ list: listed(readResources(reply)) }),
  errors(row) {
    const answer = answerTo(row, 'GET');
    if (answer.kind === 'ok') return {};
    const isPage = answer.isFromApi !== true && answer.kind !== 'limited';
    return { code: answer.failure.code, page: isPage, quoted: answer.failure.message };
  },
  resources: ({ reply }) => ({ ...readResource(reply, 'app_web') }),
  variables: ({ reply }) => ({ names: readEnvNames(reply) }),
  runtimeLogs({ reply }) {
    const json = typeof reply === 'string' ? undefined : reply;
    return { log: readRuntimeLog({ json, body: bodyOf(reply) })?.text };
  },
};

describe.each(Object.entries(corpus))('%s (reads/first)', (kind, rows) => {
  test.each(Object.entries<Row>(rows))('%s', (_, row) => {
    const isKind = (name: string): name is keyof typeof corpus => name in readers;
    if (!isKind(kind)) throw new Error(`no reader of ${kind}`);
    const read = readers[kind](row);
    const { shown = '', quoted = '', never = [], ...exact } = row.reads;
    for (const [name, value] of Object.entries(exact))
      expect([name, read[name] ?? null]).toEqual([name, value]);
    expect(read['shown'] ?? '').toContain(shown);
    expect(read['quoted'] ?? '').toContain(quoted);
    for (const text of [never].flat())
      expect([read['log'], read['log'] === undefined && read['whole']].join()).not.toContain(text);
  });
});

describe('an id (reads/ids)', () => {
  const idOf = (id: unknown): string | undefined => readDeployments([{ id }])?.[0]?.id;

  test.each([
    ['dep_1', 'dep_1'],
    ['a/b c', 'a/b c'],
    ['.a', '.a'],
    [42, '42'],
    [0, '0'],
    ['', undefined],
    ['.', undefined],
    ['..', undefined],
    [1.5, undefined],
    [2 ** 53, undefined],
    [true, undefined],
    [['dep_1'], undefined],
  ])('%j is %j', (value, id) => expect(idOf(value)).toBe(id));

  test.each([
    [{ id: 7, uuid: 'dep_1' }, 'dep_1'],
    [{ id: 'dep_1', uuid: 'u' }, 'dep_1'],
    [{ deploymentUuid: 'dep_1' }, 'dep_1'],
  ])('of %j is %s', (record, id) => {
    expect(readDeployments([record])?.[0]?.id).toBe(id);
    expect(readAccepted({ deployment: record }, 'app_web').deploymentId).toBe(id);
  });
});

describe('a deployment', () => {
  const read = (members: object) =>
    readDeployment({ deployment: { id: 'dep_1', ...members } }, 'dep_1');

  test.each([
    [' FINISHED ', 'finished'],
    ['Rolling Out', 'Rolling Out'],
    ['Exited\n(1)', 'Exited\u2028(1)'],
    [['finished'], undefined],
    [{ phase: 'finished' }, undefined],
    [1, undefined],
    ['', undefined],
  ])('with the status %j is %j', (status, expected) => {
    expect(read({ status }).status).toBe(expected);
    expect(readDeployments([{ id: 'dep_1', status }])?.[0]?.status).toBe(expected);
  });

  const sha = 'a'.repeat(40);
  test.each([
    [{ commit: sha.toUpperCase() }, sha],
    [{ commit: 'abc1234' }, 'abc1234'],
    [{ commit: { hash: sha } }, sha],
    [{ commit: { message: 'x' }, commitSha: sha }, sha],
    [{ commit: 'main', commitHash: sha }, sha],
    [{ commit: 'abc123' }, undefined],
    [{ commit: `${sha}a` }, undefined],
    [{ commit: 1234567 }, undefined],
    [{ sha }, undefined],
    [{ previous: { commit: sha } }, undefined],
  ])('with %j shows the commit %j', (members, commit) => expect(read(members).commit).toBe(commit));

  test.each([
    [{ statusReason: 'exit code 137' }, 'exit code 137'],
    [{ error: { message: 'No space\n left.' } }, 'No space\u2028 left.'],
    [{ error: '', errorMessage: 'no disk' }, 'no disk'],
    [{ error: { code: 'oom' }, failureReason: 'no memory' }, 'no memory'],
    [{ error: { code: 'oom' } }, undefined],
    [{ error: true, errors: ['x'], message: 'x', reason: 'x', lastError: 'x' }, undefined],
  ])('with %j gives the reason %j', (members, reason) => expect(read(members).reason).toBe(reason));

  test('of another id has no part that is read', () => {
    const json = { deployment: { id: 'DEP_1', status: 'finished', log: 'x' } };
    expect(readDeployment(json, 'dep_1')).toEqual({ json });
  });
});

test.each([
  [{ deploymentId: 'app_web', deployment: { id: 'dep_1' } }, 'dep_1', undefined],
  [{ id: 'req_1', deployment: { id: 'dep_1', status: 'Queued' } }, 'dep_1', 'queued'],
  [{ id: 'dep_1', status: 'building' }, 'dep_1', 'building'],
  [{ status: 'queued', deploymentId: 'dep_1' }, 'dep_1', 'queued'],
  [{ previousDeploymentId: 'dep_0', jobId: 'j', requestId: 'r' }, undefined, undefined],
  [{ last: { deployment: { id: 'dep_0' } } }, undefined, undefined],
  [{ deployment: 'dep_1' }, undefined, undefined],
  [['dep_1'], undefined, undefined],
  [undefined, undefined, undefined],
])('the answer %j names the deployment %j with the status %j', (reply, id, status) => {
  const { deploymentId, ...accepted } = readAccepted(reply, 'app_web');
  expect([deploymentId, accepted.status]).toEqual([id, status]);
});

describe('a log (reads/log)', () => {
  const logOf = (members: object, beside: object = {}) =>
    readDeployment({ ...beside, deployment: { id: 'dep_1', ...members } }, 'dep_1');

  test.each<[what: string, log: unknown, text: string]>([
    ['text', 'one\ntwo', 'one\ntwo'],
    ['text with carriage returns', 'one\r\ntwo\r\n\rthree\r', 'one\ntwo\n\nthree'],
    ['texts with line ends', ['one\n', 'two\r\n', 'three\nfour'], 'one\ntwo\nthree\nfour\n'],
    ['blank lines', ['', 'one', '', 'two'], '\none\n\ntwo\n'],
    ['objects', [{ msg: 'a' }, { text: 'b' }, { content: 'c' }, { output: 'd' }], 'a\nb\nc\nd\n'],
    ['the clearest of several names', [{ output: 'x', line: 'x', message: 'one' }], 'one\n'],
    ['an empty message', [{ message: '', text: 'x' }, { message: 'one' }], '\none\n'],
    ['texts and objects', ['one', null, { text: 'two' }], 'one\ntwo\n'],
    ['lines within', { count: 1, lines: [{ message: 'one' }] }, 'one\n'],
    ['JSON of objects', JSON.stringify([{ output: 'one' }, { output: 'two' }]), 'one\ntwo\n'],
    ['JSON of numbers as text', '[1, 2]', '[1, 2]'],
    ['JSON of one object as text', '{"message":"one"}', '{"message":"one"}'],
  ])('of %s is read', (_, log, text) => {
    expect(logOf({ log }).log).toEqual({ text, hiddenCount: 0 });
  });

  test.each(['log', 'logs', 'buildLog', 'build_logs', 'output', 'lines', 'entries'])(
    'is read as %s, of the deployment before what stands beside it',
    (name) => {
      expect(logOf({ [name]: 'one' }, { log: 'x' }).log?.text).toBe('one');
      expect(logOf({}, { [name]: ['one'] }).log?.text).toBe('one\n');
    },
  );

  test('leaves out what the service hides, and counts it (log/hidden)', () => {
    const log = [{ message: 'one' }, { message: 'x', hidden: true }, { message: 'two' }];
    for (const sent of [log, JSON.stringify(log), { lines: log }])
      expect(logOf({ log: sent }).log).toEqual({ text: 'one\ntwo\n', hiddenCount: 1 });
  });

  test.each<[log: unknown]>([
    [['one', { seq: 1 }]],
    [['one', 7]],
    [[['one']]],
    [{ chunks: ['one'] }],
    [{ build: 'one', deploy: 'two' }],
  ])('is not recognised in %j', (log) => {
    const { log: read, unreadLog } = logOf({ log });
    expect([read, unreadLog]).toEqual([undefined, log]);
  });

  test.each([{ steps: [{ log: 'x' }] }, { logUrl: 'x', changelog: 'x', logs2: 'x' }, { log: 3 }])(
    'is not searched for in %j',
    (members) => expect(logOf(members).log).toBeUndefined(),
  );

  test.each([
    ['logs of the app', { data: { logs: 'one\ntwo\n' } }],
    ['texts in data', { data: ['one', 'two'] }],
    ['a bare list', [{ message: 'one' }, { message: 'two' }]],
  ])('of the app is read from %s', (_, json) => {
    expect(readRuntimeLog({ json, body: '' })?.text).toBe('one\ntwo\n');
  });

  test.each([{ ok: true }, { odd: ['x'] }])('of the app is not recognised in %j', (json) => {
    expect(readRuntimeLog({ json, body: JSON.stringify(json) })).toBeUndefined();
  });

  test.each<[form: string, logFrom: (lines: readonly string[]) => unknown]>([
    ['texts', (lines) => lines],
    ['objects', (lines) => lines.map((message) => ({ message }))],
    ['one text', (lines) => `${lines.join('\r\n')}\n`],
    ['line ends', (lines) => '\r\n'.repeat(lines.length * 8)],
  ])('of %s is read in linear time (bounds/linear)', async (_form, logFrom) => {
    const read = (length: number): void => {
      const lines = Array.from({ length }, (_unused, index) => `line ${index}`);
      expect(logOf({ log: logFrom(lines) }).log?.text.endsWith('\n')).toBe(true);
    };
    expect(await growthOf(read, 20_000)).toBeLessThan(PROPORTIONAL);
  });
});

describe('a resource', () => {
  test('shows its members with a single value, those of the API page under its names', () => {
    const record = {
      id: 'app_web',
      TYPE: 'app',
      name: ' my\napp ',
      status: ' Running ',
      catalog_key: 'node',
      memoryMb: 512,
      on: true,
      n: null,
      list: [1],
      o: {},
      long: 'x'.repeat(16_385),
    };
    const fields = {
      id: 'app_web',
      TYPE: 'app',
      type: 'app',
      name: 'my\u2028app',
      status: 'Running',
      catalog_key: 'node',
      catalogKey: 'node',
      memoryMb: 512,
      on: true,
      n: null,
    };
    expect(readResources({ resources: [record] })).toEqual([
      { id: 'app_web', name: 'my\u2028app', type: 'app', status: 'Running', fields },
    ]);
    expect(readResource(record, 'app_web')).toMatchObject({ status: 'Running', fields });
  });

  test.each([
    [{ ok: true, name: 'web' }],
    [{ status: 'running', resource: { id: 'app_api' } }],
    [{ id: 'app_api', type: 'app' }],
    [{ resource: [{ id: 'app_web' }] }],
    [[]],
  ])('is not recognised in %j', (reply) => {
    expect(readResource(reply, 'app_web')).toBeUndefined();
  });
});

describe('the address of a resource (reads/domains)', () => {
  const urlOf = (members: object, beside: object = {}): string | undefined =>
    readResource({ ...beside, resource: { id: 'app_web', ...members } }, 'app_web')?.url;

  test.each<[members: object, beside?: object]>([
    [{ domains: 'a.example, b.example' }],
    [{ domains: [{ host: '', url: 'https://a.example', port: 3000 }] }],
    [{ domain: { name: 'a.example' } }],
    [{ urls: ['none', '*.b.example', 'a.example'] }],
    [{ hosts: 'a.example', homepage: 'b.example' }],
    [{ domains: [], domain: 'a.example', url: 'b.example' }],
    [{}, { domains: ['a.example'] }],
    [{ url: 'a.example' }, { domains: ['b.example'] }],
  ])('is read from %j beside %j', (members, beside = {}) => {
    expect(urlOf(members, beside)).toBe('https://a.example');
  });

  test.each([
    [{ domains: 7 }],
    [{ domains: [{ target: 'a.example' }] }],
    [{ domains: [['a.example']] }],
    [{ host: 'a.example', name: 'a.example', baseUrl: 'a.example' }],
    [{ database: { domain: 'a.example' } }],
    [{ domains: [...Array<string>(100).fill('none'), 'a.example'] }],
  ])('is not read from %j', (members) => expect(urlOf(members)).toBeUndefined());
});

test.each([
  [{ env: [] }, []],
  [{ env: {} }, []],
  [{ env_vars: ['A'], vars: ['B'] }, ['B']],
  [{ data: { keys: ['A'] } }, ['A']],
  [{ env: 'production', variables: ['A'] }, ['A']],
  [{ env: [{ name: 'A', value: 'x' }] }, ['A']],
  [{ env: ['x'.repeat(255)] }, ['x'.repeat(255)]],
  [{ env: ['x'.repeat(256)] }, undefined],
  [{ env: ['A', 'A=1'] }, undefined],
  [{ env: ['A', 'MY VAR'] }, undefined],
  [{ env: ['A', ''] }, undefined],
  [{ env: ['A', 1] }, undefined],
  [{ A: '1', ok: true }, undefined],
  [null, undefined],
])('the names of variables in %j are %j (reads/env)', (reply, names) => {
  expect(readEnvNames(reply)).toEqual(names);
});

test.each([
  [{ paths: { '/a': {}, '/b': {} } }, ['/a', '/b']],
  [{ paths: {} }, undefined],
  [{ paths: ['/a'] }, undefined],
  [undefined, undefined],
])('the description %j lists the paths %j', (json, paths) => {
  expect(readPaths(json)).toEqual(paths);
});

describe('what is printed of a reply that is not recognised', () => {
  const names =
    'env VARS clientSecret token PASSWORD api_key credentials config settings build-args author ' +
    'webhook DSN certificate cookies headers';

  test.each(names.split(' '))('leaves out and counts %s (ends/whole-reply-parts)', (name) => {
    const leftOut: LeftOut = { settings: 0, hidden: 0 };
    const value = { id: 1, steps: [{ [name]: { a: 'x' }, b: 'y' }] };
    const shown = withoutSettings(value, { leftOut, clean: (text) => text.toUpperCase() });
    expect(shown).toEqual({ ID: 1, STEPS: [{ B: 'Y' }] });
    expect(leftOut).toEqual({ settings: 1, hidden: 0 });
  });

  test('leaves out and counts hidden objects, wherever they stand', () => {
    const leftOut: LeftOut = { settings: 0, hidden: 0 };
    const hidden = { hidden: true, log: 'x' };
    const value = { a: hidden, b: [1, hidden, [hidden, null]] };
    const shown = withoutSettings(value, { leftOut, clean: (text) => text });
    expect(JSON.stringify(shown)).toBe('{"b":[1,[null]]}');
    expect(leftOut).toEqual({ settings: 0, hidden: 3 });
  });
});
