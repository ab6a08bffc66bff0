// Forms of a log that a service may send, and what reading a large one costs.
import { describe, expect, test } from '@jest/globals';
import * as wire from '../../../src/api/wire/index.ts';
import { contentOf, notesOf, readDeployment, readRuntimeLog, textOf } from '../../support/service/readers.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 4, 4, 9, 0, second)).toISOString();
const entries = ['one', 'two', 'three'].map((message, index) => ({ timestamp: at(index), message }));

const bodyWith = (log: unknown) => ({ id: 'dep_1', status: 'building', log });
const logOf = async (log: unknown) => textOf((await readDeployment(bodyWith(log), 'dep_1')).log);

describe('a log is read', () => {
  test.each<[string, unknown]>([
    ['as JSON text', JSON.stringify(entries)],
    ['as JSON text in JSON text', JSON.stringify(JSON.stringify(entries))],
    ['as JSON text with its lines', JSON.stringify({ lines: ['one', 'two', 'three'] })],
    ['as pairs of time and text', entries.map(({ timestamp, message }) => [timestamp, message])],
    [
      'as pairs of stream and text',
      [
        ['stdout', 'one'],
        ['stderr', 'two'],
        ['stdout', 'three'],
      ],
    ],
    [
      'by phases',
      [
        { name: 'build', lines: ['one', 'two'] },
        { name: 'publish', lines: ['three'] },
      ],
    ],
    ['by steps with a title', [{ message: 'one', tags: ['x'], lines: ['two'], logs: [] }, { message: 'three' }]],
    [
      'by steps',
      {
        steps: [
          { name: 'a', log: 'one\ntwo\n' },
          { name: 'b', log: 'three' },
        ],
      },
    ],
    [
      'by commands, with their errors',
      [
        { command: 'a', stdout: 'one\n', stderr: 'two', exitCode: 1 },
        { command: 'b', stdout: '', stderr: 'three' },
      ],
    ],
    [
      'by steps with an empty field beside their lines',
      [
        { message: '', logs: ['one'] },
        { name: 'b', output: '', text: '', lines: ['two', 'three'] },
      ],
    ],
    ['as lists of lines', [['one'], ['two', 'three']]],
    ['beside a shorter text', { text: 'Built', lines: ['one', 'two', 'three'] }],
    ['under names with capital letters', ['one', 'two', 'three'].map((Message) => ({ Level: 'Information', Message }))],
    [
      'with the errors that a logger was given',
      [
        { msg: 'one', err: { type: 'Error', message: 'two', code: 1 } },
        { msg: '', level: 50, error: { stack: 'three', message: '3' } },
      ],
    ],
    ['with the output beside a title', [{ message: 'one', output: 'two\n', stderr: 'three' }]],
    ['with all that a command printed', [{ command: 'a', stdout: 'one\n', stderr: 'two\n', error: 'three' }]],
    ['with several errors', { lines: ['one'], errors: [{ message: 'two' }, 'three'] }],
    [
      'with its texts once',
      [
        { message: 'one', text: 'one', line: 'one' },
        { msg: 'two\nthree', error: 'three', err: {} },
      ],
    ],
    [
      'with its errors as text',
      [
        { Message: 'one', Exception: 'two' },
        { msg: 'three', error: 'three', stack: '' },
      ],
    ],
    ['beside an empty field', { text: '', entries: [], lines: ['one', 'two', 'three'] }],
    ['from the first field of an entry that is not empty', [{ message: '', line: 'one' }, { text: 'two\nthree' }]],
    [
      'by groups in groups',
      [
        { name: 'a', lines: ['one'] },
        { name: 'b', children: [{ name: 'c', entries: [{ text: 'two' }, 'three'] }] },
      ],
    ],
    [
      'once where it comes with and without a time',
      entries.map(({ timestamp, message }) => ({ message, text: `${timestamp} ${message}` })),
    ],
    ['as a map of times', Object.fromEntries(entries.map(({ timestamp, message }) => [timestamp, message]))],
    ['as a map of line numbers', { 1: 'one', 2: 'two', 10: 'three' }],
    ['as a map of phases', { build: ['one', 'two'], publish: ['three'] }],
    ['as a map of phases by part', { build: { web: ['one', 'two'], worker: [] }, publish: { web: ['three'] } }],
    ['as a map of entries', { '-N1': entries[0], '-N2': entries[1], '-N3': entries[2] }],
    ['as a map of texts', { build: 'one\ntwo\n', publish: 'three\n' }],
    ['inside an object', { truncated: false, text: 'one\ntwo\nthree' }],
    ['with entries newest first', entries.toReversed()],
    ['with lines newest first', entries.map(({ timestamp, message }) => `${timestamp} ${message}`).toReversed()],
    [
      'with lines newest first, with a comma before the fraction',
      [3, 2, 1].map((ms) => `2026-05-04T09:00:00,00${ms} ${['', 'one', 'two', 'three'][ms]}`),
    ],
    ['with pairs newest first', entries.map(({ timestamp, message }) => [timestamp, message]).toReversed()],
    [
      'with times in milliseconds, newest first',
      [3, 2, 1].map((ms) => ({ ts: 1_777_885_200_000 + ms, msg: ['', 'one', 'two', 'three'][ms] })),
    ],
    [
      'with times in nanoseconds, newest first',
      [3, 2, 1].map((ns) => [`1777885200${ns}00000000`, ['', 'one', 'two', 'three'][ns]]),
    ],
  ])('%s', async (_, log) => {
    expect((await logOf(log))?.trimEnd().replaceAll(/^20\S+ /gm, '')).toBe('one\ntwo\nthree');
  });

  test.each<[string, unknown]>([
    [
      'one time is missing',
      [{ timestamp: at(3), message: 'one' }, { message: 'two' }, { timestamp: at(1), message: 'three' }],
    ],
    [
      'one time rises',
      [at(3), at(1), at(2)].map((timestamp, index) => ({ timestamp, message: ['one', 'two', 'three'][index] })),
    ],
    ['all times are equal', ['one', 'two', 'three'].map((message) => ({ timestamp: at(1), message }))],
  ])('in the order of the service where %s', async (_, log) => {
    expect(await logOf(log)).toBe('one\ntwo\nthree');
  });

  test.each<[string, (text: string, index: number) => unknown]>([
    ['structlog', (event, index) => ({ event, level: 'info', logger: 'app', timestamp: at(index) })],
    ['GELF', (text, index) => ({ short_message: text, full_message: text, host: 'b 1', timestamp: 1.5e9 + index })],
    [
      'Google Cloud, as text',
      (textPayload, index) => ({ textPayload, timestamp: at(index), resource: { type: 'a b' } }),
    ],
    ['Google Cloud, as JSON', (message, index) => ({ timestamp: at(index), jsonPayload: { message, component: 'a' } })],
    ['Serilog', (text, index) => ({ '@t': at(index), '@m': text, SourceContext: 'A b' })],
    ['.NET', (Message, index) => ({ Timestamp: at(index), Category: 'A b', Message, State: { Message } })],
    ['OpenTelemetry', (text, index) => ({ timeUnixNano: `177788520${index}000000000`, body: { stringValue: text } })],
    ['journald', (MESSAGE, index) => ({ MESSAGE, __REALTIME_TIMESTAMP: `177788520${index}000000` })],
    ['Python', (message, index) => ({ message, asctime: `2026-05-04 09:00:0${index},123`, name: 'a b' })],
    ['Log4j', (message, index) => ({ message, timeMillis: 1_777_885_200_000 + index, thread: 'a b' })],
  ])('from the entries of %s, newest first or not', async (_, entryOf) => {
    const log = ['one', 'two', 'three'].map(entryOf);
    expect(await logOf(log)).toBe('one\ntwo\nthree');
    expect(await logOf(log.toReversed())).toBe('one\ntwo\nthree');
  });

  test('from streams and from the attributes of entries', async () => {
    const values = [
      ['1777885201000000000', 'one'],
      ['1777885202000000000', 'two'],
    ];
    expect(await logOf({ streams: [{ stream: { app: 'a b' }, values }] })).toBe('one\ntwo');
    expect(await logOf({ data: [{ type: 'logs', attributes: { message: 'one', meta: { a: 'b c' } } }] })).toBe('one');
  });

  test('without words and attributes beside a text, but with longer texts', async () => {
    const log = [
      { message: 'one', log: 'web', attributes: [{ value: 'a b' }] },
      { msg: 'two', output: 'stdout', line: '7' },
      { message: 'three', output: 'of it' },
      { message: 'four', full_message: 'four\nfive' },
      { message: 'six', output: 'six\nseven' },
      { message: 'run ls', output: 'package.json' },
    ];
    expect(await logOf(log)).toBe('one\ntwo\nthree\nof it\nfour\nfive\nsix\nseven\nrun ls\npackage.json');
  });

  test('with numbers and booleans', async () => {
    expect(await logOf([1, true, 'one', false])).toBe('1\ntrue\none\nfalse');
  });

  test.each([
    ['a list of lines', ['npm ci', 'error: one'], 'npm ci\nerror: one'],
    ['time, text, source', [at(1), 'error: one', 'builder'], `${at(1)}\nerror: one\nbuilder`],
    ['text, source', ['failed', 'builder'], 'failed\nbuilder'],
    ['time, source, text', [at(1), 'builder', 'error: one'], 'error: one'],
    ['time with spaces, text', ['2026-05-04 09:00:00', 'error: one'], 'error: one'],
    ['level, text', ['WARN', 'error: one'], 'error: one'],
  ])('without loss where a list of up to four strings is %s', async (_, parts, text) => {
    expect(await logOf([parts])).toBe(text);
  });

  test.each([[{}], [{ build: {} }], [{ build: { web: [] }, publish: {} }]])('as empty: %j', async (log) => {
    expect(await notesOf(async (note) => void (await wire.readDeployment(bodyWith(log), 'dep_1', note)))).toEqual([]);
    expect(await logOf(log)).toBe('');
  });

  test('with its blank lines', async () => {
    const log = [{ output: 'one' }, { output: '' }, { message: '' }, { stdout: 'two', stderr: '' }];
    expect(await logOf(log)).toBe('one\n\n\ntwo');
    const pairs = ['one', '', 'two'].map((text, index) => [at(index), text]);
    expect(await logOf(pairs)).toBe('one\n\ntwo');
  });

  test.each([
    ['[build] step 1\n[build] step 2]\n'],
    ['{"message":"started"}\n'],
    ['{"message":"a"}\n{"message":"b"}\n'],
    ['[1/4] FROM node\n'],
  ])('as plain text when the app or the build prints %j', async (text) => {
    expect(await logOf(text)).toBe(text);
  });

  test('without the entries that hold no text, of which one is reported by its fields', async () => {
    const log = ['one', { level: 'info', code: 7 }, 'two'];
    const notes = await notesOf((note) => wire.readDeployment(bodyWith(log), 'dep_1', note));
    expect(notes).toEqual(['an entry of the build log: {level: string, code: number}']);
    expect(await logOf(log)).toBe('one\ntwo');
  });

  test('without the parts of a map that hold no text, of which one is reported', async () => {
    const log = { 1: 'one', 2: { level: 'info' } };
    const notes = await notesOf((note) => wire.readDeployment(bodyWith(log), 'dep_1', note));
    expect(notes).toEqual(['an entry of the build log: {level: string}']);
    expect(await logOf(log)).toBe('one');
  });

  test('without a list beside a text that holds none, which is reported', async () => {
    const log = [{ message: 'one', lines: [{ code: 7 }] }, 'two'];
    const notes = await notesOf((note) => wire.readDeployment(bodyWith(log), 'dep_1', note));
    expect(notes).toEqual(['an entry of the build log: {code: number}']);
    expect(await logOf(log)).toBe('one\ntwo');
  });

  test('of JSON lines with errors and groups, where what is beside a text and holds none is reported', async () => {
    const body = [
      { msg: 'one', err: { stack: 'two' } },
      { name: 'a', lines: ['three'] },
      { msg: 'four', lines: [{ code: 7 }] },
    ];
    const text = body.map((line) => JSON.stringify(line)).join('\n');
    const type = 'application/x-ndjson';
    expect(await readRuntimeLog(text, type)).toBe('one\ntwo\nthree\nfour');
    const notes = await notesOf((note) => wire.readRuntimeLog(contentOf(text), type, note));
    expect(notes).toEqual(['an entry of the runtime log: {code: number}']);
  });

  test('of JSON lines whose type is that of a stream of JSON', async () => {
    const text = '{"message":"one"}\n{"message":"two"}\n';
    expect(await readRuntimeLog(text, 'application/stream+json')).toBe('one\ntwo\n');
  });

  test('of events', async () => {
    const body = JSON.stringify({ events: entries, nextToken: 'f/1' });
    expect(await readRuntimeLog(body, 'application/json')).toBe('one\ntwo\nthree');
  });

  test('of the app too', async () => {
    const body = JSON.stringify({ ok: true, logs: ['one', { code: 7 }] });
    const notes = await notesOf((note) => wire.readRuntimeLog(contentOf(body), 'application/json', note));
    expect(notes).toEqual(['an entry of the runtime log: {code: number}']);
  });
});

/** Turns of the event loop while `work` runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isRunning = true;
  const count = (): void => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isRunning = false;
  return turns;
}

describe('reading a large log lets timers and signals run at least once per MB', () => {
  const MB = 1 << 20;

  test.each<[string, number, () => unknown]>([
    ['30 MB of text', 30, () => 'a line of a build\n'.repeat((30 * MB) / 18)],
    ['10 MB of text with Windows line ends', 10, () => 'a line of a build\r\n'.repeat((10 * MB) / 19)],
    ['10 MB of lines', 10, () => Array.from({ length: (10 * MB) / 64 }, () => 'x'.repeat(64))],
    ['10 MB of entries', 10, () => Array.from({ length: (10 * MB) / 64 }, () => ({ message: 'x'.repeat(64) }))],
  ])('%s', async (_, megabytes, make) => {
    const log = make();
    expect(await turnsDuring(() => logOf(log))).toBeGreaterThanOrEqual(megabytes - 1);
  });

  test('for texts of many equal characters', async () => {
    const dots = '.'.repeat(50_000);
    const startedMs = performance.now();
    expect(await logOf([{ message: dots.repeat(4), output: `${dots}F${dots}` }])).toHaveLength(300_002);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });

  test('for 10 MB of lines that should be JSON but are broken', async () => {
    const body = '{"message":\n'.repeat((10 * MB) / 12);
    expect(await turnsDuring(() => readRuntimeLog(body, 'application/x-ndjson'))).toBeGreaterThanOrEqual(9);
  });
});
