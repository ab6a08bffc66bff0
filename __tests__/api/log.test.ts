// A log as text: where it is found, and which of its entries are read, hidden or not recognised.
import { describe, expect, test } from '@jest/globals';
import { parseDeployment } from '../../src/api/deployments.ts';
import { parseJson } from '../../src/api/json.ts';
import { type LogText, parseRuntimeLog } from '../../src/api/log.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';

const logIn = (fields: object, beside: object = {}): LogText =>
  parseDeployment(
    { ...beside, deployment: { id: 'dep_1', status: 'building', ...fields } },
    'dep_1',
  ).log;
const textOf = (log: unknown): string => logIn({ log }).text;

describe('the build log', () => {
  test.each([
    [{ log: 'one\n' }],
    [{ logs: 'one\n' }],
    [{ buildLog: 'one\n' }],
    [{ build_logs: ['one'] }],
    [{ 'deployment-log': 'one\n' }],
    [{ output: 'one\n' }],
    [{ console_output: 'one\n' }],
    [{ logLines: ['one'] }],
    [{ logText: 'one\n' }],
    [{ log_entries: ['one'] }],
    [{ logs: { lines: ['one'] } }],
    [{ logs: { count: 1, entries: [{ message: 'one' }] } }],
    [{ logs: { items: ['one'], lines: 1 } }],
    [{ build: { log: 'one\n' } }],
    [{ log: '', output: 'one\n' }],
    [{ logs: { url: 'x' }, log: 'one\n' }],
    [{ log: null, logs: [], output: 'one\n' }],
    [{ log: 'one\n', logs: ['one'] }],
    [{ steps: [{ id: 's1', status: 'done', log: 'one\n' }] }],
    [{ log: 'one\n', steps: [{ log: 'x' }] }],
  ])('is read from %j', (fields) => {
    expect(logIn(fields)).toEqual({ text: 'one\n', hiddenCount: 0 });
  });

  test('is read beside the deployment, at any level, but its own goes first', () => {
    expect(logIn({}, { logs: ['one'] }).text).toBe('one\n');
    expect(logIn({ log: 'own' }, { logs: ['one'] }).text).toBe('own');
    const reply = { log: 'one', data: { deployment: { id: 'dep_1', status: 'queued' } } };
    expect(parseDeployment(reply, 'dep_1').log.text).toBe('one');
  });

  test.each([
    [{ logUrl: 'https://logs.example.test/?sig=1', myLog: 'x', logs2: 'x', outputStream: 'x' }],
    [{ changelog: 'x', catalog: 'x', blog: 'x', logLevel: 'info', logs: 3, log: true }],
    [{ message: 'x', transcript: ['x'], events: [{ message: 'x' }] }],
    [{ previous: { log: 'x' } }],
    [{ history: [{ id: 'dep_0', state: 'failed', log: 'x' }] }],
    [{ current: { id: 'dep_0', state: 'failed', log: 'x' } }],
  ])('is not read from %j', (fields) => {
    expect(logIn(fields)).toEqual({ text: '', hiddenCount: 0 });
  });

  test.each([
    [{ deployLog: 'two', buildLog: 'one' }, 'two\none'],
    [{ output: 'two', buildLog: ['one'] }, 'one\ntwo'],
    [{ steps: [{ log: 'one' }, { output: 'three', logs: ['two'] }] }, 'one\ntwo\nthree'],
    [{ steps: [{ log: 'one' }, { log: 'x', hidden: true }], logs: [] }, 'one'],
    [{ steps: [{ log: 'ok' }, { log: 'two', output: 'two' }, { log: 'ok' }] }, 'ok\ntwo\nok'],
  ])('follows another one in %j', (fields, text) => expect(logIn(fields).text).toBe(text));
});

test.each([
  [{ steps: [{ log: 'one\n' }, { log: 'x', hidden: true }] }, 'one\n'],
  [{ steps: [{ log: 'one\n' }, { hidden: true, steps: [{ log: 'x' }] }] }, 'one\n'],
  [{ steps: [{ hidden: true, result: { output: 'x' } }] }, ''],
])('nothing of a hidden part is read from %j, but it is counted', (fields, text) => {
  expect(logIn(fields)).toEqual({ text, hiddenCount: 1 });
});

describe('a log', () => {
  test.each([
    ['text', 'one\ntwo', 'one\ntwo'],
    ['text with carriage returns', 'one\r\ntwo\r\n\rthree\r', 'one\ntwo\n\nthree'],
    ['texts', ['one', 'two'], 'one\ntwo\n'],
    ['texts with line ends', ['one\n', 'two\r\n', 'three\r\n'], 'one\ntwo\nthree\n'],
    ['texts of several lines', ['one\ntwo', 'three'], 'one\ntwo\nthree\n'],
    ['blank lines', ['', 'one', '', 'two'], '\none\n\ntwo\n'],
    [
      'objects',
      ['message', 'msg', 'text', 'line', 'content', 'log', 'output', 'stdout', 'stderr'].map(
        (name) => ({ level: 'info', [name]: name }),
      ),
      'message\nmsg\ntext\nline\ncontent\nlog\noutput\nstdout\nstderr\n',
    ],
    ['the clearest of several names', [{ output: 'x', line: 'x', message: 'one' }], 'one\n'],
    ['an empty message', [{ message: '' }, { message: 'one' }], '\none\n'],
    ['a message that is no text', [{ message: { a: 1 }, text: 'one' }], 'one\n'],
    ['phases', { build: ['one'], push: { level: 1, lines: ['two'] } }, 'one\ntwo\n'],
    ['phases in a list', [{ name: 'build', steps: [{ content: 'one' }, 'two'] }], 'one\ntwo\n'],
    ['lists of lists', [['one'], [['two']]], 'one\ntwo\n'],
    ['a text and its parts', [{ message: 'one', lines: ['two'], tags: ['x'] }], 'one\ntwo\n'],
    ['two streams', [{ stderr: 'two', stdout: 'one' }], 'one\ntwo\n'],
    ['an empty stream', [{ message: '', stdout: 'one' }], 'one\n'],
    ['null', null, ''],
    ['nothing between', ['one', null, {}, [], 'two'], 'one\ntwo\n'],
    ['JSON of objects', JSON.stringify([{ output: 'one' }, { output: 'two' }]), 'one\ntwo\n'],
    ['JSON of numbers as text', '[1, 2]', '[1, 2]'],
    ['JSON of mixed entries as text', '[{"message":"one"}, 2]', '[{"message":"one"}, 2]'],
    ['text that only looks like it', '[{"a":1}] and [x]', '[{"a":1}] and [x]'],
    ['JSON of one object as text', '{"message":"one"}', '{"message":"one"}'],
    ['JSON of an empty list as text', '[]', ''],
  ])('of %s is read', (_, log, text) => expect(logIn({ log })).toEqual({ text, hiddenCount: 0 }));

  test('leaves out what the service hides, and counts it', () => {
    const log = [
      { message: 'one' },
      { message: 'x', hidden: true },
      { message: 'two', hidden: 'true' },
    ];
    for (const sent of [log, JSON.stringify(log), { lines: log }])
      expect(logIn({ log: sent })).toEqual({ text: 'one\ntwo\n', hiddenCount: 1 });
  });

  test.each([
    [['one', { seq: 1 }, 7, true, [8], 'two'], 'one\ntwo\n', '{"seq":1}\n7\ntrue\n8'],
    [{ chunks: 3 }, '', '{"chunks":3}'],
    [['one', [{ seq: 1 }, 'two']], 'one\ntwo\n', '{"seq":1}'],
    [
      { build: 'one\ntwo\n', deploy: 'three\nfour', seq: 'a1' },
      'one\ntwo\nthree\nfour\n',
      undefined,
    ],
    [{ build: ['one', { seq: 1 }], deploy: [{ seq: 2 }] }, 'one\n', '{"seq":1}\n{"seq":2}'],
  ])('shows what is not recognised in %j apart, as lines of JSON', (log, text, unrecognised) => {
    expect(logIn({ log })).toEqual({ text, hiddenCount: 0, unrecognised });
  });

  test.each([
    { logs: null, output: { seq: 1 } },
    { log: { seq: 1 }, logs: null },
  ])('shows what is not recognised in any field where none has text: %j', (fields) => {
    expect(logIn(fields)).toEqual({ text: '', hiddenCount: 0, unrecognised: '{"seq":1}' });
  });

  test.each<[string, (lines: readonly string[]) => unknown]>([
    ['texts', (lines) => lines],
    ['objects', (lines) => lines.map((message) => ({ message }))],
    ['an object of lines', (lines) => ({ lines })],
    ['one text', (lines) => `${lines.join('\r\n')}\n`],
  ])('of %s is read in linear time', async (_form, logOf) => {
    const read = (length: number): void => {
      const lines = Array.from({ length }, (_, index) => `line ${index}`);
      expect(textOf(logOf(lines)).endsWith(`\nline ${length - 1}\n`)).toBe(true);
    };
    expect(await growthOf(read, 20_000)).toBeLessThan(PROPORTIONAL);
  });
});

describe('the runtime log', () => {
  const read = (body: string): LogText => parseRuntimeLog(parseJson(body), body);

  test.each([
    [['one', 'two']],
    [{ ok: true, logs: ['one', 'two'] }],
    [{ ok: true, data: { logs: 'one\ntwo\n' } }],
    [{ ok: true, lines: ['one', 'two'], resource: { id: 'x', logLevel: 'info' } }],
    [{ log: [{ message: 'one', timestamp: 'x' }, { message: 'two' }] }],
  ])('is read from the JSON %j', (body) => {
    expect(read(JSON.stringify(body))).toEqual({ text: 'one\ntwo\n', hiddenCount: 0 });
  });

  test.each([[{ logs: [] }], [{ data: { logs: '' } }], [[]], [null], [{ ok: true, logs: null }]])(
    'is empty in %j',
    (body) => expect(read(JSON.stringify(body))).toEqual({ text: '', hiddenCount: 0 }),
  );

  test.each(['one\ntwo\n', '{"a":1}\n{"b":2}\n', '', '{"cut":'])('is the text %j itself', (body) =>
    expect(read(body)).toEqual({ text: body, hiddenCount: 0 }),
  );

  test('shows nothing that is hidden', () => {
    const body = '{"logs":[{"output":"x","hidden":true}]}';
    expect(read(body)).toEqual({ text: '', hiddenCount: 1 });
  });

  test('that is not recognised is shown as JSON', () => {
    const body = '{"ok":true,"data":"x"}';
    expect(read(body)).toEqual({ text: '', hiddenCount: 0, unrecognised: body });
  });
});
