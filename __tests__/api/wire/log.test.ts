// A log as text: where it is found, and which of its entries are read, hidden or without text.
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  readDeployment as readWithTrace,
  readRuntimeLog as readRuntimeWithTrace,
  type Trace,
} from '../../../src/api/wire/index.ts';
import { forDrawn } from '../../support/drawn.ts';
import { fuzzTimeoutMs } from '../../support/random.ts';
import { contentOf, readDeployment, readRuntimeLog, traceOf } from '../../support/service/readers.ts';

const logIn = (fields: object, status = 'building') =>
  readDeployment({ deployment: { id: 'dep_1', status, ...fields } }).log;
const textOf = (log: unknown) => logIn({ log }).text;
const asJson = (body: unknown) => readRuntimeLog(JSON.stringify(body), 'application/json');

describe('the build log', () => {
  test.each([
    [{ log: 'one' }],
    [{ buildLog: 'one' }],
    [{ build_logs: ['one'] }],
    [{ 'deployment-log': 'one' }],
    [{ build__log: 'one' }],
    [{ my_log: 'one' }],
    [{ step2Log: 'one' }],
    [{ output: 'one' }],
    [{ logLines: ['one'] }],
    [{ logs: { lines: ['one'] } }],
    [{ logs: { data: { entries: [{ message: 'one' }] } } }],
    [{ build: { log: 'one' } }],
    [{ build: { status: 'failed', log: 'one' } }],
    [{ log: '', output: 'one' }],
    [{ log: 'a summary', logs: ['one'] }],
    [{ logs: { url: 'x' }, log: 'one' }],
  ])('is read from %j', (fields) => {
    expect(logIn(fields).text).toBe('one');
  });

  test('is read in a part of the deployment, whatever the objects around it are called', () => {
    const last = { id: 'dep_1', status: 'building', build: { status: 'failed', log: 'one' } };
    expect(readDeployment({ last }).log.text).toBe('one');
  });

  test('is read beside the deployment', () => {
    expect(readDeployment({ data: { deployment: { id: 'dep_1', status: 'building' }, logs: ['one'] } }).log.text).toBe(
      'one',
    );
  });

  test.each([
    [{ logUrl: 'https://logs.example.test/?sig=1' }],
    [{ changelog: 'x', catalog: 'x', blog: 'x', logLevel: 'info', logs: 3, log: true }],
    [{ 'x.Log': 'x' }],
    [{ env: { SECRET: 'x' }, message: 'x', transcript: ['x'] }],
    [{ previous: { id: 'dep_0', status: 'failed', log: 'x' } }],
    [{ previous: { id: 'dep_0', state: 'failed', build: { log: 'x' } } }],
    [{ lastDeployment: { status: 'failed', log: 'x' } }],
    [
      {
        history: [
          { id: 'dep_0', log: 'x' },
          { id: 'dep_9', log: 'x' },
        ],
      },
    ],
    [{ steps: [{ name: 'build', message: 'x' }] }],
  ])('is not read from %j', (fields) => {
    expect(logIn(fields)).toEqual({ text: '', hiddenCount: 0 });
  });

  test.each(['stages', 'phases', 'steps', 'events'])('is read from %s once the deployment has ended', (name) => {
    const parts = [
      { name: 'build', logs: ['one'] },
      { name: 'push', logs: ['two', 'error: three'] },
    ];
    expect(logIn({ [name]: parts }).text).toBe('');
    expect(logIn({ [name]: parts }, 'failed')).toMatchObject({
      text: 'one\ntwo\nerror: three',
      path: `deployment.${name}`,
    });
    expect(logIn({ [name]: parts, log: 'four' }, 'failed').text).toBe('four');
    expect(logIn({ [`past_${name}`]: parts, [`${name}_done`]: parts }, 'failed').text).toBe('');
  });

  test('stays at the place where it was read first', () => {
    const body = { id: 'dep_1', status: 'building', output: 'one', logs: ['two'] };
    expect(readDeployment(body).log).toMatchObject({ path: 'logs', text: 'two' });
    expect(readDeployment(body, 'dep_1', 'output').log).toMatchObject({ path: 'output', text: 'one' });
    expect(readDeployment({ ...body, output: '' }, 'dep_1', 'output').log.text).toBe('two');
  });

  test.each([[''], [null], [[]], [{}], ['[]']])('that is empty has a place and no text: %j', (log) => {
    expect(logIn({ log })).toEqual({ path: 'deployment.log', text: '', hiddenCount: 0 });
  });

  test('is reported with its place, and entries without text by the shape of the first', () => {
    const reports = (log: unknown) =>
      traceOf((trace) =>
        readWithTrace({ id: 'dep_1', status: 'queued', log }, { deploymentId: 'dep_1', logPath: undefined }, trace),
      ).slice(2);
    expect(reports(['one'])).toEqual(['build log ← log']);
    expect(reports('')).toEqual([]);
    expect(reports(['one', { seq: 1 }, 7])).toEqual(['build log ← log', 'build log: {seq: number}']);
    expect(reports({ chunks: 3, secret: 'sk-canary' })).toEqual(['build log: {chunks: number, secret: string}']);
  });
});

describe('a log', () => {
  test.each([
    ['texts', ['one', 'two'], 'one\ntwo'],
    ['texts with line ends', ['one\n', 'two\r\n', 'three\r'], 'one\ntwo\nthree'],
    ['objects', [{ message: 'one' }, { msg: 'two' }, { text: 'three' }, { content: 'four' }], 'one\ntwo\nthree\nfour'],
    ['the clearest of several names', [{ data: 'x', line: 'x', message: 'one' }], 'one'],
    ['an error beside the message', [{ message: 'one', error: 'two', level: 'error' }], 'one\ntwo'],
    ['an error that the message repeats', [{ message: 'failed: two', error: 'two' }], 'failed: two'],
    ['an error of several lines', [{ msg: 'one', err: { code: 1, stack: 'two\nthree' } }], 'one\ntwo\nthree'],
    ['errors that are no text', [{ message: 'one', error: true, errors: [], exception: null }], 'one'],
    ['both streams', { stdout: 'one', stderr: 'two' }, 'one\ntwo'],
    ['entries within entries', [{ message: 'step', logs: [{ line: 'one' }, 'two'] }], 'step\none\ntwo'],
    ['no data of an entry', [{ message: 'one', context: { text: 'x' }, tags: ['x'] }], 'one'],
    ['a message in an object', [{ record: { message: 'one' } }], 'one'],
    ['lists by phase', { build: ['one'], push: ['two'], total: 2 }, 'one\ntwo'],
    ['errors that the message repeats', [{ message: 'a: one\ntwo', errors: ['one', 'two'] }], 'a: one\ntwo'],
    ['an error alone', [{ error: 'one', code: 1 }], 'one'],
    ['an entry without entries', ['one', { logs: [] }], 'one'],
    ['JSON of numbers as text', '[1, 2]', '[1, 2]'],
    ['JSON of mixed entries as text', '[{"message":"one"}, 2]', '[{"message":"one"}, 2]'],
    ['blank lines at its beginning', ['', '', 'one'], 'one'],
    ['JSON as text', JSON.stringify([{ output: 'one' }, { output: 'two' }]), 'one\ntwo'],
    ['text that only looks like it', '[{"a":1}] and more', '[{"a":1}] and more'],
    ['JSON of an object as text', '{"message":"one"}', '{"message":"one"}'],
    ['nothing between', ['one', null, 'two'], 'one\ntwo'],
    ['blank lines', ['', 'one', '', 'two'], 'one\n\ntwo'],
  ])('of %s is read', (_, log, text) => {
    expect(textOf(log)).toBe(text);
    expect(logIn({ log }).unread).toBeUndefined();
  });

  test('leaves out what the service hides, and counts it', () => {
    const log = [{ message: 'one' }, { message: 'x', hidden: true }, { message: 'two', hidden: 'true' }];
    expect(logIn({ log })).toMatchObject({ text: 'one\ntwo', hiddenCount: 1 });
    expect(logIn({ log: JSON.stringify(log) })).toMatchObject({ text: 'one\ntwo', hiddenCount: 1 });
    expect(logIn({ logs: { data: { lines: log } } })).toMatchObject({ text: 'one\ntwo', hiddenCount: 1 });
  });

  test('returns entries without text apart, as lines of JSON', () => {
    expect(logIn({ log: ['one', { seq: 1 }, 7, 'two'] })).toMatchObject({ text: 'one\ntwo', unread: '{"seq":1}\n7' });
    expect(logIn({ log: { chunks: 3 } })).toMatchObject({ text: '', unread: '{"chunks":3}' });
    expect(logIn({ log: ['one'] }).unread).toBeUndefined();
  });

  test.each(['message', 'msg', 'text', 'line', 'log', 'output', 'stdout', 'data', 'payload', 'content'])(
    'has its text under %s',
    (name) => {
      expect(textOf([{ level: 'info', [name]: 'one' }])).toBe('one');
    },
  );

  const errorNames = 'err error errors stderr errorMessage errorDetail error_details exception stack stack_trace'.split(
    ' ',
  );
  test.each(errorNames)('has an error under %s beside its text', (name) => {
    expect(textOf([{ message: 'one', [name]: 'two' }])).toBe('one\ntwo');
  });

  const dataNames =
    'lastErr errorCode lastErrorMessage errorMessageId lastException exceptionId fullStack stackSize'.split(' ');
  test.each(dataNames)('has no error under %s', (name) => {
    expect(textOf([{ message: 'one', [name]: 'x' }])).toBe('one');
  });

  test.each(['log', 'logs', 'lines', 'entries', 'steps', 'output'])('has entries under %s beside its text', (name) => {
    expect(textOf([{ message: 'one', [name]: ['two'] }])).toBe('one\ntwo');
  });

  test.each(['catalogs', 'logsBefore', 'pipelines', 'linesLeft'])('has no entries under %s', (name) => {
    expect(textOf([{ message: 'one', [name]: ['x'] }])).toBe('one');
  });

  test('counts what is hidden within an entry', () => {
    expect(logIn({ log: [{ message: 'one', logs: [{ message: 'x', hidden: true }] }] })).toMatchObject({
      text: 'one',
      hiddenCount: 1,
    });
  });

  test.each([
    [{ error: [] }],
    [{ error: '' }],
    [{ errors: [{ code: 1 }] }],
    [{ tags: [] }],
    [{ error: null, stack: 7 }],
  ])('has no text in %j', (entry) => {
    expect(logIn({ log: [entry] })).toMatchObject({ text: '', unread: JSON.stringify(entry) });
  });

  const timed = (name: string) => [
    { [name]: 2, message: 'b' },
    { [name]: 1, message: 'a' },
  ];

  test.each(['t', 'ts', 'at', 'date', 'created', 'createdAt', 'time', 'timestamp', '@timestamp'])(
    'has its times under %s',
    (name) => {
      expect(textOf(timed(name))).toBe('a\nb');
    },
  );

  test.each(['level', 'endTime', 'timeMs', 'updated_at'])('has no times under %s', (name) => {
    expect(textOf(timed(name))).toBe('b\na');
  });

  const at = (...times: unknown[]) => times.map((time, index) => ({ time, message: String(index) }));

  test.each([
    ['times that descend', at('2026-03-01T10:00:03Z', '2026-03-01T10:00:02Z', '2026-03-01T10:00:02Z'), '2\n1\n0'],
    ['numbers that descend', at(3, 2, 1), '2\n1\n0'],
    ['numbers as text', at('30', '20', '5'), '2\n1\n0'],
    [
      'another name of the time',
      [
        { '@timestamp': 2, message: 'b' },
        { '@timestamp': 1, message: 'a' },
      ],
      'a\nb',
    ],
    ['times that ascend', at(1, 2, 3), '0\n1\n2'],
    ['equal times', at(1, 1, 1), '0\n1\n2'],
    ['one time that is later', at(3, 2, 4, 1), '0\n1\n2\n3'],
    ['times without a zone', at('2026-03-01T10:00:03', '2026-03-01T10:00:02'), '1\n0'],
    [
      'another field that is no time',
      [
        { date: 'soon', ts: 2, message: 'b' },
        { date: 'soon', ts: 1, message: 'a' },
      ],
      'a\nb',
    ],
    ['one entry without a time', [...at(3, 2), { message: 'x' }], '0\n1\nx'],
    ['an entry without a time between', [...at(3), { message: 'x' }, { time: 1, message: 'y' }], '0\nx\ny'],
    ['times that are null', at(null, null), '0\n1'],
    ['no times', at('soon', 'now'), '0\n1'],
  ])('with %s is read in the order in which it was written', (_, log, text) => {
    expect(textOf(log)).toBe(text);
  });

  test('of 400,000 lines is read in linear time, wherever they stand', () => {
    const lines = Array.from({ length: 400_000 }, (_, index) => `line ${index}`);
    const startedMs = performance.now();
    for (const log of [
      lines,
      { data: { lines } },
      [{ message: 'x', logs: lines }],
      [{ message: 'x'.repeat(1e6), errors: lines }],
    ]) {
      expect(textOf(log).endsWith('\nline 399999')).toBe(true);
    }
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });

  test.each([
    ['lists', '[', ']'],
    ['objects', '{"data":', '}'],
    ['entries', '[{"logs":', '}]'],
  ])('of %s that are nested too deep has no text', (_, open, close) => {
    const depth = 50_000;
    const nested: unknown = JSON.parse(`${open.repeat(depth)}"x"${close.repeat(depth)}`);
    expect(logIn({ log: nested }).text).toBe('');
    expect(logIn({ log: nested }).unread).toBeDefined();
    expect(logIn({ log: ['one', nested] }).text).toBe('one');
  });
});

describe('the runtime log', () => {
  test.each([
    [['one', 'two']],
    [{ logs: ['one', 'two'] }],
    [{ ok: true, data: { logs: 'one\ntwo' } }],
    [{ ok: true, data: 'one\ntwo' }],
    [{ ok: true, lines: ['one', 'two'], resource: { id: 'x', logLevel: 'info' } }],
    [{ data: { result: [{ message: 'one' }, { message: 'two' }] } }],
    ['one\ntwo'],
  ])('is read from the JSON %j', (body) => {
    expect(asJson(body).text).toBe('one\ntwo');
  });

  test.each([[{ logs: [] }], [{ data: { logs: null } }], [{ logs: '' }], [[]], ['']])(
    'is empty in the JSON %j',
    (body) => {
      expect(asJson(body)).toMatchObject({ text: '', hiddenCount: 0 });
      expect(asJson(body).unread).toBeUndefined();
    },
  );

  test.each([
    ['{"data":{"logs":["one"]}}', 'application/json', 'data.logs'],
    ['["one"]', 'application/json', ''],
    ['one', 'text/plain', ''],
    ['{"line":"one"}', 'application/x-ndjson', ''],
    ['data: one', 'text/event-stream', ''],
  ])('in %s as %s is reported with its place', (body, type, path) => {
    const read = (trace: Trace) => {
      const log = readRuntimeWithTrace(contentOf(body), type, trace);
      expect(log).toEqual({ path, text: 'one', hiddenCount: 0 });
    };
    expect(traceOf(read)).toEqual([`runtime log ← ${path}`]);
  });

  test('that has no text is returned apart, as JSON', () => {
    expect(asJson({ log: { chunks: 7 } })).toMatchObject({ text: '', unread: '{"chunks":7}' });
  });

  test.each(['application/json', 'application/json ; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.logs+json'])(
    'called %s is JSON',
    (type) => {
      expect(readRuntimeLog('{"logs":["a","b"]}', type).text).toBe('a\nb');
      expect(() => readRuntimeLog('one\n', type)).toThrow('expected JSON');
    },
  );

  test.each(['application/x-ndjson', 'application/jsonl', 'application/jsonlines', 'application/stream+json'])(
    'called %s is read line by line, and no line is lost',
    (type) => {
      expect(readRuntimeLog('{"message":"a"}\r\nplain\n\nid: 5\ndata: x\n{"line":"b"}', type).text).toBe(
        'a\nplain\nid: 5\ndata: x\nb',
      );
    },
  );

  test('that is an event stream is read from its data', () => {
    const body =
      'event: log\nid: 1\ndata: {"message":"a"}\n\n: ping\nretry: 5\ndata: plain\n\ndata:id: 5\n\nmy data: 7\n';
    expect(readRuntimeLog(body, 'text/event-stream; charset=utf-8').text).toBe('a\nplain\nid: 5\nmy data: 7');
  });

  test.each([
    'text/plain',
    undefined,
    'application/json5',
    'application/ndjson-like',
    'application/jsonl-like',
    'application/stream+json-like',
    'text/html',
    'text/html-like',
    'text/xml-like',
  ])('called %s is the text itself', (type) => {
    const text = '{"logs":"a","message":"b"}\n{"level":"info"}\n';
    expect(readRuntimeLog(text, type).text).toBe(text);
    expect(readRuntimeLog('<info> one\n', type === 'text/html' ? undefined : type).text).toBe('<info> one\n');
    expect(readRuntimeLog('{"ok":"yes"}', type).text).toBe('{"ok":"yes"}');
  });

  test('of the API is read as JSON whatever it is called', () => {
    expect(readRuntimeLog('{"ok":true,"logs":["one"]}\n', 'text/plain; charset=utf-8').text).toBe('one');
    expect(() => readRuntimeLog('{"ok":false}', undefined)).toThrow('expected a log');
    expect(() => asJson({ success: false, logs: ['x'] })).toThrow('expected a log');
  });

  test.each([
    ['<html>login</html>', 'text/html'],
    ['<!DOCTYPE html><p>login', 'text/plain'],
    ['<html>login</html>', undefined],
    ['<error/>', 'text/xml'],
  ])('is never a page: %s as %s', (body, type) => {
    expect(() => readRuntimeLog(body, type)).toThrow(/^expected a log, got (?:an HTML page|a page of markup)$/);
  });
});

describe('any log', () => {
  const logs = fc.string({
    unit: fc.constantFrom('a', 'Überraschung', '\r\n', '\n', '\r', '\r\r\n', '😀', ' ', '\u0000', '::error::'),
    minLength: 1,
    maxLength: 60,
    size: 'max',
  });

  test(
    'begins with its earlier text when it has grown, wherever it was cut',
    async () => {
      await forDrawn(logs, { rounds: 20 }, (whole) => {
        const lines = whole.split('\n');
        for (let end = 0; end < whole.length; end += 1) {
          expect(textOf(whole.slice(0, end + 1)).startsWith(textOf(whole.slice(0, end)))).toBe(true);
        }
        for (let count = 1; count < lines.length; count += 1) {
          expect(textOf(lines.slice(0, count + 1)).startsWith(textOf(lines.slice(0, count)))).toBe(true);
        }
      });
    },
    fuzzTimeoutMs,
  );

  test(
    'reads the same as text, as lines, as lines with line ends, and as objects',
    async () => {
      await forDrawn(logs, { rounds: 20 }, (text) => {
        const lines = text.split('\n');
        const asText = textOf(text);
        expect(textOf(lines)).toBe(asText);
        expect(textOf(text.split(/(?<=\n)/))).toBe(asText);
        expect(textOf(lines.map((message, index) => ({ index, message })))).toBe(asText);
        expect(readRuntimeLog(text, 'text/plain').text).toBe(asText);
        expect(asJson({ logs: lines }).text).toBe(asText);
      });
    },
    fuzzTimeoutMs,
  );
});
