// The values of the outputs for what is known, and when they are written.
import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { readManifest } from '../../scripts/docs/action-manifest.ts';
import { Failure } from '../../src/failure.ts';
import type { Outcome } from '../../src/outcome.ts';
import type { Phase } from '../../src/phase.ts';
import { createOutputWriter, OUTPUT_NAMES, outputsOf } from '../../src/runner/outputs.ts';
import type { Report } from '../../src/runner/report.ts';
import { recordHost } from '../support/recording-host.ts';
import { finished, logOf, outcomeWith, pageOf } from '../support/summary-pages.ts';

const KEY = 'canary-key-1';
const github = { ...pageOf([]).github, recordId: () => '42' };

function outputs(
  outcomes: readonly Outcome[],
  known: Partial<Report> = {},
): Record<string, string> {
  const given = outputsOf(pageOf(outcomes, { failure: undefined, isRunning: true, ...known }));
  return Object.fromEntries(OUTPUT_NAMES.map((name) => [name, given[name] ?? '']));
}

/** The entries of the output `deployments`. */
const rows = (of: Record<string, string>): unknown => JSON.parse(of['deployments'] ?? '');

const whole = finished({
  commit: '4f6c21d',
  phase: { kind: 'ended', sinceMs: 1_000, endedAtMs: 73_400 },
  logs: [logOf('', { source: 'runtime' }), logOf('')],
});
const BUSY = { kind: 'skipped', why: 'busy' } as const;
const nothing = Object.fromEntries(OUTPUT_NAMES.map((name) => [name, '']));

test('are those of action.yml', () => {
  const { outputs: declared } = readManifest(join(import.meta.dirname, '../../action.yml'));
  expect(declared.map(({ name }) => name)).toEqual(OUTPUT_NAMES);
});

describe('one resource', () => {
  test('has an output for every fact', () => {
    const shown = outputs([whole], { github });
    expect(shown).toEqual({
      ...nothing,
      'deployment-id': 'dep_7',
      status: 'finished',
      'resource-status': 'running',
      url: 'https://web.example.test',
      duration: '72',
      'log-file': '/tmp/1-app_web.build.log',
      deployments: expect.any(String),
      'github-deployment-id': '42',
    });
    expect(rows(shown)).toEqual([
      {
        resourceId: 'app_web',
        name: 'web',
        deploymentId: 'dep_7',
        commit: '4f6c21d',
        status: 'finished',
        resourceStatus: 'running',
        url: 'https://web.example.test',
        duration: 72,
        logFile: '/tmp/1-app_web.build.log',
        errorCode: '',
        skipped: '',
        adopted: false,
      },
    ]);
  });

  test('has empty values for what is unknown, and no array without resources', () => {
    const shown = outputs([outcomeWith()]);
    expect({ ...shown, deployments: '' }).toEqual(nothing);
    expect(rows(shown)).toMatchObject([
      { resourceId: 'app_web', name: '', url: '', duration: null, adopted: false },
    ]);
    expect(outputs([outcomeWith({ resourceId: '' })])).toEqual(nothing);
    const called = outcomeWith({ deploymentId: 'exec(1)' });
    expect(outputs([called])['deployment-id']).toBe('');
  });

  test.each<[phase: Phase, state: string, duration: string]>([
    [{ kind: 'preparing', sinceMs: 1_000 }, 'has ended', '9'],
    [{ kind: 'working', sinceMs: 1_000, isOurs: true }, 'has ended', '9'],
    [{ kind: 'working', sinceMs: 1_000, isOurs: true }, 'is running', ''],
    [{ kind: 'ended', sinceMs: 1_000, endedAtMs: 2_499 }, 'has ended', '1'],
    [{ kind: 'ended', sinceMs: 1_000, endedAtMs: 2_499 }, 'is running', '1'],
    [{ kind: 'ended', endedAtMs: 2_499 }, 'has ended', ''],
    [{ kind: 'requesting' }, 'has ended', ''],
  ])('with %j, when the step %s, has the duration %j', (phase, state, duration) => {
    const known = { nowMs: 9_600, isRunning: state === 'is running' };
    expect(outputs([outcomeWith({ phase })], known)['duration']).toBe(duration);
  });

  test('has the codes of the failures, and says when it was adopted', () => {
    const failure = new Failure('deployment_failed', 'x');
    const shown = outputs([outcomeWith({ failure, adopted: true })], { failure });
    expect(shown['error-code']).toBe('deployment_failed');
    expect(rows(shown)).toMatchObject([{ errorCode: 'deployment_failed', adopted: true }]);
    const invalid = new Failure('invalid_input', 'x');
    expect(outputs([], { failure: invalid })['error-code']).toBe('invalid_input');
  });

  test.each([
    ['FINISHED', 'finished'],
    ['canceled', 'cancelled'],
    ['rolling out', 'rolling out'],
    ['Exited (1)', 'Exited (1)'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), 'unknown'],
    ['', 'unknown'],
    ['two\nlines', 'unknown'],
    ['$(rm -rf /)', 'unknown'],
    ['é', 'unknown'],
    ['##[error]', 'unknown'],
  ])('shows the status %j as %j', (sent, shown) => {
    const given = outputs([outcomeWith({ status: sent, resourceStatus: sent })]);
    expect([given['status'], given['resource-status']]).toEqual([shown, shown]);
    expect(rows(given)).toMatchObject([{ status: shown, resourceStatus: shown }]);
  });

  test.each(['dep\n7', 'dep_\u202e7', 'dep_\u001b[1m7'])(
    'leaves out the id %j, and escapes it in JSON',
    (id) => {
      const given = outputs([outcomeWith({ resourceId: id, deploymentId: id })]);
      expect(given['deployment-id']).toBe('');
      expect(given['deployments']).toMatch(/^[ -~]+$/);
      expect(rows(given)).toMatchObject([{ deploymentId: id, resourceId: id }]);
    },
  );
});

describe('several resources', () => {
  const of = (...statuses: (string | undefined)[]): Outcome[] =>
    statuses.map((status, index) =>
      outcomeWith({ resourceId: `app_${index}`, ...(status === undefined ? {} : { status }) }),
    );

  test('have empty single outputs, and an array in the given order (outputs/several-empty)', () => {
    const shown = outputs([
      { ...whole, resourceId: 'b' },
      { ...whole, resourceId: 'a' },
    ]);
    expect({ ...shown, deployments: '' }).toEqual({ ...nothing, status: 'finished' });
    expect(rows(shown)).toMatchObject([{ resourceId: 'b' }, { resourceId: 'a' }]);
  });

  test.each([
    [['finished', 'finished'], 'finished'],
    [['finished', 'queued'], 'queued'],
    [['queued', 'BUILDING'], 'building'],
    [['building', 'deploying'], 'deploying'],
    [['deploying', 'canceled'], 'cancelled'],
    [['cancelled', 'failed', 'finished'], 'failed'],
    [['finished', undefined], ''],
  ])('of %j have the worst status, %j', (statuses, worst) => {
    expect(outputs(of(...statuses))['status']).toBe(worst);
    expect(outputs(of(...statuses).toReversed())['status']).toBe(worst);
  });

  test('do not count a skipped one for the status', () => {
    const shown = outputs([
      whole,
      outcomeWith({ resourceId: 'b', phase: BUSY, status: 'building' }),
    ]);
    expect([shown['status'], shown['skipped']]).toEqual(['finished', '']);
    expect(rows(shown)).toMatchObject([{ skipped: '' }, { skipped: 'busy' }]);
  });
});

describe('a step in which everything was skipped', () => {
  test('sets only skipped, to the first word', () => {
    const skipped = [
      { ...whole, phase: { kind: 'skipped', why: 'outdated' } as const },
      outcomeWith({ resourceId: 'b', phase: BUSY }),
    ];
    expect(outputs(skipped, { github })).toEqual({ ...nothing, skipped: 'outdated' });
  });

  test('has a code if it failed all the same', () => {
    const failure = new Failure('internal', 'x');
    const shown = outputs([outcomeWith({ phase: BUSY })], { failure });
    expect(shown).toMatchObject({ skipped: '', 'error-code': 'internal' });
  });
});

test('pass on the arrays of list and env with invisible characters escaped and without the key', () => {
  const hidden = KEY.split('').join('\u200b');
  const values = {
    resources: JSON.stringify([{ id: 'a\u202eb', name: 'größe', [hidden]: hidden }]),
    envNames: '["A"]',
  };
  const shown = outputs([outcomeWith({ resourceId: '', ...values })]);
  expect(shown).toEqual({
    ...nothing,
    resources: String.raw`[{"id":"a\u202eb","name":"größe","***":"***"}]`,
    'env-names': '["A"]',
  });
  const named = outputs([
    outcomeWith({ deploymentId: hidden, name: KEY, url: `https://x.test/${KEY}` }),
  ]);
  expect(named).toMatchObject({ 'deployment-id': '***', url: 'https://x.test/***' });
  expect(rows(named)).toMatchObject([{ deploymentId: '***', name: '***' }]);
});

describe('the writer', () => {
  test('writes every output at first, and then those that changed', () => {
    const { host, outputs: written } = recordHost();
    const write = createOutputWriter(host.core, () => undefined);
    write({ status: 'building' });
    expect(Object.fromEntries(written)).toEqual({ ...nothing, status: 'building' });
    write({ status: 'building' });
    write({ status: 'finished', url: 'https://web.test' });
    write({ status: 'finished' });
    expect(written.slice(OUTPUT_NAMES.length)).toEqual([
      ['status', 'finished'],
      ['url', 'https://web.test'],
      ['url', ''],
    ]);
  });

  test('writes later what could not be written at first (outputs/always)', () => {
    const broken: 'outputs'[] = ['outputs'];
    const { host, outputs: written } = recordHost({ broken });
    const write = createOutputWriter(host.core, () => undefined);
    write({ status: 'building' });
    broken.pop();
    write({ status: 'building' });
    expect(Object.fromEntries(written)).toEqual({ ...nothing, status: 'building' });
  });
});
