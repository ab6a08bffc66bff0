// What is not recognised in a list of deployments or in one of them is reported, and nothing of it is dropped.
import { describe, expect, test } from '@jest/globals';
import { assertAccepted, readDeployment, readDeployments } from '../../../src/api/wire/index.ts';
import { PROXY_PAGE } from '../../support/service/raw-service.ts';
import { contentOf, notesOf, textOf } from '../../support/service/readers.ts';

test('reports an item without an id, and keeps it in its place', async () => {
  const body = { deployments: [{ id: 'dep_2', status: 'queued' }, { ref: 'x' }, { id: 'dep_1', status: 'failed' }] };
  const notes = await notesOf((note) => {
    expect(readDeployments(body, note).items).toMatchObject([{ id: 'dep_2' }, { id: undefined }, { id: 'dep_1' }]);
  });
  expect(notes).toEqual(['the id of a deployment: {ref: string}']);
});

test.each([
  [{ state: 'finished' }, '{state: string}'],
  [3, 'number'],
  ['x'.repeat(65), 'string'],
])('reports a value that is not a status: %j', async (status, shape) => {
  const notes = await notesOf((note) => readDeployments({ deployments: [{ id: 'dep_1', status }] }, note));
  expect(notes).toEqual([`the status of a deployment: ${shape}`]);
});

test.each([
  [{ id: 'dep_1', state: 'finished' }, '{id: string, state: string}'],
  [{ id: 'dep_1', status: null }, '{id: string, status: null}'],
])('reports a listed deployment without a status: %j', async (item, shape) => {
  const notes = await notesOf((note) => readDeployments({ deployments: [item] }, note));
  expect(notes).toEqual([`the status of a deployment: ${shape}`]);
});

test('reports a build log that it cannot read, by its fields', async () => {
  const body = { deployment: { id: 'dep_1', status: 'failed', log: { chunks: 3, secret: 'sk-canary' } } };
  const notes = await notesOf(async (note) => {
    expect((await readDeployment(body, 'dep_1', note)).log).toEqual({
      kind: 'unrecognised',
      shape: '{chunks: number, secret: string}',
    });
  });
  expect(notes).toEqual(['the build log: {chunks: number, secret: string}']);
});

test.each([
  [{ log: 'Build failed', logs: ['one', 'error: two'] }, 'one\nerror: two'],
  [{ log: 'one\nerror: two', logs: [], output: 'the longest text of all' }, 'one\nerror: two'],
  [{ buildLog: 'one', logs: ['of the app'] }, 'one'],
])('reads the longest of several logs, unless the name of one is clearer: %j', async (fields, log) => {
  const body = { id: 'dep_1', status: 'failed', ...fields };
  expect(textOf((await readDeployment(body, 'dep_1', () => undefined)).log)).toBe(log);
});

test('reports a possible log of an ended deployment under an unknown name', async () => {
  const body = { id: 'dep_1', status: 'failed', commit: { sha: 'x' }, transcript: ['a'], remarks: 'exit\ncode 1' };
  const notes = await notesOf(async (note) => {
    expect((await readDeployment({ ...body, status: 'queued' }, 'dep_1', note)).log).toEqual({ kind: 'absent' });
    expect((await readDeployment(body, 'dep_1', note)).log.kind).toBe('unrecognised');
  });
  expect(notes).toEqual(['the build log: {transcript: [1 × string], remarks: string}']);
});

test('reports a possible log beside an ended deployment under an unknown name', async () => {
  const deployment = { id: 'dep_1', status: 'failed' };
  const body = { ok: true, request: { id: 'r1' }, deployment, transcript: [{ message: 'a' }] };
  const notes = await notesOf(async (note) => {
    expect((await readDeployment(body, 'dep_1', note)).log.kind).toBe('unrecognised');
    expect((await readDeployment({ ...body, transcript: null }, 'dep_1', note)).log.kind).toBe('absent');
  });
  expect(notes).toEqual(['the build log: {transcript: [1 × {message: string}]}']);
});

test.each(['stages', 'phases', 'steps'])('reads the logs of %s where the deployment has no other', async (name) => {
  const building = { id: 'dep_1', status: 'building', [name]: [{ name: 'build', message: 'running' }] };
  const stages = [
    { name: 'build', logs: ['one'] },
    { name: 'push', logs: ['two', 'error: three'] },
  ];
  const notes = await notesOf(async (note) => {
    expect((await readDeployment(building, 'dep_1', note)).log).toEqual({ kind: 'absent' });
    const log = { kind: 'read', value: 'one\ntwo\nerror: three' };
    expect((await readDeployment({ ...building, status: 'failed', [name]: stages }, 'dep_1', note)).log).toEqual(log);
  });
  expect(notes).toEqual([]);
});

test.each([['logUrl'], ['build_log_url'], ['output_stream_url'], ['logsBase64'], ['log-file']])(
  'reports %s of an ended deployment as a possible log, without its value',
  async (name) => {
    const body = {
      id: 'dep_1',
      status: 'failed',
      [name]: 'https://logs.example.test/?sig=1',
      logLevel: 'info',
      catalog: 'x',
    };
    const notes = await notesOf(async (note) => {
      expect((await readDeployment(body, 'dep_1', note)).log.kind).toBe('unrecognised');
    });
    expect(notes).toEqual([`the build log: {${name}: string}`]);
  },
);

test.each([
  ['another field is empty', '', 'unrecognised', 'the build log: {part: number}'],
  ['another field is read', 'one\n', 'read', 'a part of the build log: {part: number}'],
])('reports a log that is not recognised also where %s', async (_, output, kind, note) => {
  const body = { id: 'dep_1', status: 'failed', logs: { part: 1 }, output };
  const notes = await notesOf(async (report) => {
    expect((await readDeployment(body, 'dep_1', report)).log.kind).toBe(kind);
  });
  expect(notes).toEqual([note]);
});

describe('the cause of a failure', () => {
  test.each([
    [{ failure_reason: 'exit code 137' }, 'exit code 137'],
    [{ errorMessage: 'No space\n left.', message: 'Fix the login page' }, 'No space left.'],
    [{ error: { code: 'oom', message: 'out of memory' } }, 'out of memory'],
    [{ error: { code: 'oom' } }, 'oom'],
    [{ error: [{ detail: 'out of memory' }] }, 'out of memory'],
    [{ error: '', reason: null, statusMessage: 'image not found' }, 'image not found'],
  ])('is read from %j', async (fields, reason) => {
    const body = { id: 'dep_1', status: 'failed', ...fields };
    expect(
      await notesOf(async (note) => {
        expect(await readDeployment(body, 'dep_1', note)).toMatchObject({ reason, log: { kind: 'absent' } });
      }),
    ).toEqual([]);
    expect(readDeployments([body], () => undefined).items).toEqual([{ id: 'dep_1', status: 'failed', reason }]);
  });

  test('is reported by its fields where they are not recognised', async () => {
    const body = { id: 'dep_1', status: 'failed', error: { exit: 137, secret: ['sk-canary'] } };
    const notes = await notesOf((note) => readDeployment(body, 'dep_1', note));
    expect(notes).toEqual(['the cause of a failure: {exit: number, secret: [1 × string]}']);
  });

  test.each(['queued', 'building', 'finished', 'baking'])(
    'is not looked for in a deployment that is %s',
    async (status) => {
      const body = { id: 'dep_1', status, error: { kind: 1 }, message: 'Fix the login page' };
      const notes = await notesOf(async (note) => {
        expect(await readDeployment(body, 'dep_1', note)).not.toHaveProperty('reason');
      });
      expect(notes).toEqual([]);
    },
  );
});

test('reports nothing for the documented list', async () => {
  const body = { deployments: [{ id: 'dep_1', status: 'finished' }] };
  expect(await notesOf((note) => readDeployments(body, note))).toEqual([]);
});

test.each([
  [202, ''],
  [202, 'Accepted'],
  [202, '{"ok":true}'],
  [200, '{"ok":true}'],
])('takes a POST answered by %d %j for accepted', (status, body) => {
  expect(() => assertAccepted({ status, ...contentOf(body) })).not.toThrow();
});

test.each([
  [202, `\n${PROXY_PAGE}`],
  [200, ''],
  [200, PROXY_PAGE],
])('does not take a POST answered by %d %j for accepted: it may not have reached the service', (status, body) => {
  expect(() => assertAccepted({ status, ...contentOf(body) })).toThrow('expected JSON');
});
