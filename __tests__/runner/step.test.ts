// One step put together: keys masked, inputs refused together, surprises published without a stack trace.
import { describe, expect, test } from '@jest/globals';
import { ConnectionLostError } from '../../src/api/errors.ts';
import { Deadline, Stop, systemClock } from '../../src/clock.ts';
import type { Inputs, Operation } from '../../src/operations/operation.ts';
import { openStep } from '../../src/runner/step.ts';
import { recordHost, type Recording, type RecordingOptions } from '../support/recording-host.ts';

const GOOD = { 'base-url': 'https://host.test/api/v1', 'api-key': 'good-key-1', 'resource-id': 'app_web' };

function operationReading(read: (inputs: Inputs) => void): Operation {
  return {
    does: 'waits',
    read(inputs) {
      read(inputs);
      return { resourceIds: inputs.resourceIds({ several: true, required: true }) };
    },
    run: () => Promise.reject(new Error('nothing runs in this test')),
  };
}

function openWith(inputs: Record<string, string>, more: RecordingOptions = {}) {
  const recording = recordHost({ inputs: { ...GOOD, ...inputs }, ...more });
  const table = {
    deploy: operationReading((given) => void given.flag('force', false)),
    list: operationReading((given) => void given.text('filter')),
  };
  return { recording, table, step: openStep(recording.host) };
}

/** What the step says of inputs that it cannot accept. */
function refused(inputs: Record<string, string>, more: RecordingOptions = {}): Recording {
  const { recording, table, step } = openWith(inputs, more);
  try {
    step.read(table);
  } catch (error) {
    step.publishUnexpectedError(error);
  }
  return recording;
}

describe('the key', () => {
  test('is masked as the step opens, before any input has been judged', () => {
    expect(openWith({}).recording).toMatchObject({ masked: [GOOD['api-key']], log: '' });
  });

  test('is masked where it comes from the environment', () => {
    const env = { DEPLOYMENT_SERVICE_API_KEY: 'key-of-the-environment' };
    expect(openWith({ 'api-key': '' }, { env }).recording.masked).toEqual(['key-of-the-environment']);
  });

  test('a bad one is masked too, unless a mask so short would hide half the log', () => {
    expect(openWith({ 'api-key': 'two words' }).recording.masked).toEqual(['two words']);
    expect(openWith({ 'api-key': 'short' }).recording.masked).toEqual([]);
  });

  test('one of several lines is masked line by line: the runner would mask a short line of it too', () => {
    expect(openWith({ 'api-key': 'first-line-1\r\n}\n second-line' }).recording.masked).toEqual([
      'first-line-1',
      'second-line',
    ]);
  });

  test('the token for GitHub is masked beside it, where it is used', () => {
    const { recording } = openWith({ 'github-token': 'ghs_0123456789', 'github-environment': 'production' });
    expect(recording.masked).toEqual([GOOD['api-key'], 'ghs_0123456789']);
  });
});

describe('reading', () => {
  test('refuses a Node that is older than action.yml asks for, and no newer one', () => {
    const recording = refused({}, { nodeVersion: '23.11.1' });
    const [error] = recording.annotations;
    expect(error?.message).toMatch(
      /^The action cannot run here\nNode 24 or newer is needed, and this is Node 23\.11\.1/,
    );
    expect(Object.fromEntries(recording.outputs)).toMatchObject({ 'error-code': 'internal' });
    expect(refused({}, { nodeVersion: '100.0.0' }).annotations).toEqual([]);
  });

  test('gives the operation asked for, its arguments and the connection', () => {
    const { step, table } = openWith({ operation: 'list', timeout: '90s' });
    expect(step.read(table)).toMatchObject({
      operation: table.list,
      args: { resourceIds: ['app_web'] },
      connection: { baseUrl: 'https://host.test/api/v1', apiKey: GOOD['api-key'], timeoutMs: 90_000 },
    });
  });

  test('deploys when no operation is given', () => {
    const { step, table } = openWith({ operation: '' });
    expect(step.read(table).operation).toBe(table.deploy);
  });

  test('refuses all bad inputs in one error, those of the operation too', () => {
    const recording = refused({ 'base-url': 'http://host.test', timeout: 'soon', force: 'yes', 'resource-id': '..' });
    const [error, ...others] = recording.annotations;
    expect(others).toEqual([]);
    expect(error?.title).toBe('The step cannot start with these inputs');
    expect(error?.message).toMatch(/^4 inputs cannot be accepted\n/);
    for (const name of ['base-url', 'timeout', 'force', 'resource-id'])
      expect(error?.message).toContain(`${name} must`);
    expect(recording.exitCodes).toEqual([1]);
    expect(Object.fromEntries(recording.outputs)).toMatchObject({ 'error-code': 'invalid_input' });
  });

  test('names a single bad input in the headline', () => {
    expect(refused({ force: 'yes' }).annotations[0]?.message).toMatch(/^The input force cannot be accepted\n/);
  });

  test('an unknown operation is refused with the known ones, beside all other bad inputs', () => {
    const message = refused({ operation: 'destroy', force: 'yes' }).annotations[0]?.message;
    expect(message).toContain('operation must be one of deploy, list');
    expect(message).toContain('force must be true or false');
  });
});

describe('a surprise', () => {
  const endpoint = { method: 'GET', path: '/resources' } as const;

  test.each<[string, unknown, string, string]>([
    ['a stop before anything began', new Stop('interrupted'), 'interrupted', 'stopped before'],
    ['a failure of the service', new ConnectionLostError('lost', endpoint), 'unreachable', 'lost'],
    ['a fault of ours', new TypeError('x is not a function'), 'internal', 'x is not a function'],
    ['a thing that is no error', 'just a text', 'internal', 'just a text'],
    ['nothing at all', undefined, 'internal', 'undefined'],
    ['a thing without words', Object.create(null), 'internal', 'something without a message'],
    ['a message that is none', { message: Object.create(null) as unknown }, 'internal', 'something without a message'],
  ])('%s is one error with its code, and no stack trace', (_, thrown, errorCode, words) => {
    const { step, recording } = openWith({});
    step.publishUnexpectedError(thrown);
    expect(recording.annotations).toMatchObject([{ kind: 'error', message: expect.stringContaining(words) }]);
    expect(Object.fromEntries(recording.outputs)).toMatchObject({ 'error-code': errorCode });
    expect(recording.exitCodes).toEqual([1]);
    const everything = JSON.stringify([recording.annotations, recording.log, recording.pages]);
    expect(everything).not.toMatch(/\bat .*:\d+:\d+/);
  });

  test('its message goes through the sanitizer', () => {
    const { step, recording } = openWith({});
    step.publishUnexpectedError(new Error(`bad ${GOOD['api-key']}\n::error::x`));
    const [error] = recording.annotations;
    expect(error?.message).toContain('bad *** ::error::x');
  });
});

describe('a request as it went', () => {
  const endpoint = { method: 'GET', path: '/resources/app_web' } as const;

  test('is a line of debug output', () => {
    const { step, recording } = openWith({}, { debug: true });
    step.trace({ endpoint, status: 200, tookMs: 120, bytes: 340, shape: '{ok: boolean}' });
    step.trace({ endpoint, status: 0, tookMs: 15_000, bytes: 0, shape: '{ok: boolean}' });
    expect(recording.debug).toEqual([
      'GET /resources/app_web: 200, 0.1s, 340 bytes, after a wait of 0s; {ok: boolean}',
      'GET /resources/app_web: no response, 15s, 0 bytes, after a wait of 0s; {ok: boolean}',
    ]);
  });

  test('is not told without debug logging', () => {
    const { step, recording } = openWith({});
    step.trace({ endpoint, status: 200, tookMs: 120, bytes: 340, shape: '{ok: boolean}' });
    expect(recording.debug).toEqual([]);
  });
});

describe('signals', () => {
  test('are heard from when the work begins until the step is closed', async () => {
    const { step, recording } = openWith({});
    const stop = new AbortController();
    step.listenForCancel(stop);
    expect(recording.listeners.size).toBe(1);
    await step.close();
    expect(recording.listeners.size).toBe(0);
  });

  test('closing a step that never began to listen is no fault', async () => {
    await expect(openWith({}).step.close()).resolves.toBeUndefined();
  });
});

test('build-log: false reaches the reporter', () => {
  const { step, table, recording } = openWith({ 'build-log': 'false' });
  const { args } = step.read(table);
  const reporter = step.report(args, {
    signal: new AbortController().signal,
    deadline: new Deadline(systemClock, 60_000),
  });
  reporter.emit({ kind: 'log', resourceId: 'app_web', source: 'build', text: 'private\n' });
  expect(recording.log).toBe('');
});
