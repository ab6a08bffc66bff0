// One step put together: keys masked, inputs refused together, unexpected errors published without a stack trace.
import { describe, expect, test } from '@jest/globals';
import { ConnectionLostError } from '../../src/api/errors.ts';
import { Stop } from '../../src/clock.ts';
import type { Inputs, Operation } from '../../src/operations/operation.ts';
import { openStep } from '../../src/runner/step.ts';
import { unexpectedErrorReport } from '../../src/runner/messages/unexpected-error.ts';
import { recordHost, type Recording, type RecordingOptions } from '../support/runner/recording-host.ts';

const GOOD = { 'base-url': 'https://host.test/api/v1', 'api-key': 'good-key-1', 'resource-id': 'app_web' };

function operationReading(read: (inputs: Inputs) => void): Operation {
  return {
    effect: 'waits',
    read(inputs) {
      read(inputs);
      return { resourceIds: inputs.resourceIds({ several: true, required: true }) };
    },
    run: () => Promise.reject(new Error('nothing runs in this test')),
  };
}

const deploy = operationReading((given) => void given.flag('force'));
const list: Operation = { ...operationReading((given) => void given.text('filter')), effect: 'reads' };

function openWith(inputs: Record<string, string>, more: RecordingOptions = {}) {
  const recording = recordHost({ inputs: { ...GOOD, ...inputs }, ...more });
  return { recording, step: openStep(recording.host, { deploy, list }) };
}

/** A step whose inputs were accepted. */
function started(inputs: Record<string, string>, more: RecordingOptions = {}) {
  const { step, recording } = openWith(inputs, more);
  if (step.start.kind === 'refusal') throw new Error(`refused: ${step.start.report.cause}`);
  return { step, recording, plan: step.start };
}

/** What a step publishes whose inputs cannot be accepted. */
function refused(inputs: Record<string, string>, more: RecordingOptions = {}): Recording {
  const { recording, step } = openWith(inputs, more);
  if (step.start.kind === 'refusal') step.publish(step.start.report);
  return recording;
}

describe('the key', () => {
  test('is masked first of all, before any input is checked', () => {
    expect(openWith({}).recording).toMatchObject({ masked: [GOOD['api-key']], log: '' });
  });

  test('is masked when it is invalid too, unless it is so short that the mask would hide half the log', () => {
    expect(openWith({ 'api-key': 'two words' }).recording.masked).toEqual(['two words']);
    expect(openWith({ 'api-key': 'short' }).recording.masked).toEqual([]);
  });

  test('is masked together with the GitHub token, where that is used', () => {
    const { recording } = openWith({ 'github-token': 'ghs_0123456789', 'github-environment': 'production' });
    expect(recording.masked).toEqual([GOOD['api-key'], 'ghs_0123456789']);
  });
});

describe('the inputs', () => {
  test('give the requested operation, its arguments and the connection', () => {
    expect(started({ operation: 'list', timeout: '90s' }).plan).toMatchObject({
      operation: list,
      args: { resourceIds: ['app_web'] },
      timeoutMs: 90_000,
      connection: { baseUrl: 'https://host.test/api/v1', apiKey: GOOD['api-key'] },
    });
  });

  test('are all refused in one error, including those of the operation', () => {
    const recording = refused({ 'base-url': 'http://host.test', timeout: 'soon', force: 'yes', 'resource-id': '..' });
    const [error, ...others] = recording.annotations;
    expect(others).toEqual([]);
    expect(error?.title).toBe('The inputs cannot be accepted');
    expect(error?.message).toMatch(/^4 inputs cannot be accepted\. /);
    for (const name of ['base-url', 'timeout', 'force', 'resource-id'])
      expect(error?.message).toContain(`${name} must`);
    expect(recording.exitCodes).toEqual([1]);
    expect(Object.fromEntries(recording.outputs)).toMatchObject({ 'error-code': 'invalid_input' });
  });

  test('that the operation does not use are named in one warning', () => {
    const { recording } = started({ operation: 'list', force: 'true', 'build-log': 'false', filter: 'type=app' });
    expect(recording.annotations).toEqual([
      {
        kind: 'warning',
        title: '',
        message: 'force, build-log have no effect with operation: list. Remove them, or check the operation.',
      },
    ]);
  });

  test('that are used or at their defaults give no warning, and a probable mistake gives a note', () => {
    const { recording } = started({
      force: 'true',
      timeout: '5',
      'github-token': 'ghs_0123456789',
      'fail-fast': 'true',
    });
    expect(recording.annotations).toEqual([]);
    expect(recording.log).toBe('timeout: a bare number is seconds, so 5 is 5s; write 5m for minutes\n');
  });
});

describe('an unexpected error', () => {
  const endpoint = { method: 'GET', path: '/resources' } as const;

  test.each<[string, unknown, string, string]>([
    ['a stop before anything began', new Stop('interrupted'), 'interrupted', 'stopped before'],
    ['a failure of the service', new ConnectionLostError('lost', endpoint), 'unreachable', 'lost'],
    ['a defect of the action', new TypeError('x is not a function'), 'internal', 'x is not a function'],
  ])('(%s) gives one error with its code, and no stack trace', (_, thrown, errorCode, words) => {
    const { step, recording } = openWith({});
    step.publish(unexpectedErrorReport(thrown));
    expect(recording.annotations).toMatchObject([{ kind: 'error', message: expect.stringContaining(words) }]);
    expect(Object.fromEntries(recording.outputs)).toMatchObject({ 'error-code': errorCode });
    expect(recording.exitCodes).toEqual([1]);
    const everything = JSON.stringify([recording.annotations, recording.log, recording.pages]);
    expect(everything).not.toMatch(/\bat .*:\d+:\d+/);
  });

  test('has a sanitized message', () => {
    const { step, recording } = openWith({});
    step.publish(unexpectedErrorReport(new Error(`bad ${GOOD['api-key']}\n::error::x`)));
    const [error] = recording.annotations;
    expect(error?.message).toContain('bad *** ::error::x');
  });
});

describe('signals', () => {
  test('are listened for until the step is closed, and stop the operation', async () => {
    const { step, recording, plan } = started({});
    for (const listener of recording.listeners) listener('SIGTERM');
    expect(plan.signal.reason).toMatchObject({ reason: 'interrupted' });
    await step.close();
    expect(recording.listeners.size).toBe(0);
  });
});

test('ends the process within two seconds of its close, with its exit code', async () => {
  const { step, recording } = started({});
  step.publish({ headline: 'done', outcomes: [] });
  await step.close();
  const [timer, ...others] = recording.timers;
  expect(others).toEqual([]);
  expect(timer?.ms).toBeLessThan(2_000);
  timer?.callback();
  expect(recording.forcedExits).toEqual([0]);
});

test('keeps the build log out of the step log with build-log: false', () => {
  const { step, recording } = started({ 'build-log': 'false' });
  step.reporter.emit({ kind: 'log', resourceId: 'app_web', source: 'build', text: 'private\n' });
  expect(recording.log).toBe('');
});
