// A run cancelled in each phase of a deploy: summary and outputs are written, they report what continues and how to take
// over, and the step ends at once.
import { afterEach, describe, expect, test } from '@jest/globals';
import type { EndpointName, Fault } from '../../emulator/index.ts';
import type { CancelSignal } from '../../src/runner/host.ts';
import { outputNames } from '../../src/runner/outputs/outputs.ts';
import { createRawServers } from '../support/service/raw-server.ts';
import { problemsOf } from './invariants.ts';
import { RESOURCE_ID, type Trial, type TrialOptions, tryDeploy } from './trial.ts';

const TIMEOUT_MS = 300_000;
const GONE_WITHIN_MS = 2_000;

/** What the summary must report about work that continues. */
type Reported = 'nothing continues' | 'it may continue' | 'it continues';

interface Phase {
  readonly phase: string;
  readonly faults: readonly Fault[];
  readonly afterMs: number;
  /** The request that came last before the signal. */
  readonly last: EndpointName;
  readonly reported: Reported;
}

const servers = createRawServers();
afterEach(async () => {
  await servers.close();
});

const phases: readonly Phase[] = [
  {
    phase: 'before the POST, while the list is read',
    faults: [{ on: 'listDeployments', kind: 'hang' }],
    afterMs: 5_000,
    last: 'listDeployments',
    reported: 'nothing continues',
  },
  {
    phase: 'before the POST, between two attempts to read the list',
    faults: [{ on: 'listDeployments', kind: 'status', status: 503, headers: { 'retry-after': '60' } }],
    afterMs: 5_000,
    last: 'listDeployments',
    reported: 'nothing continues',
  },
  {
    phase: 'during the POST, before it is accepted',
    faults: [{ on: 'createDeployment', kind: 'hang' }],
    afterMs: 5_000,
    last: 'createDeployment',
    reported: 'it may continue',
  },
  {
    phase: 'during the POST, after it was accepted',
    faults: [{ on: 'createDeployment', kind: 'hang', after: true }],
    afterMs: 5_000,
    last: 'createDeployment',
    reported: 'it may continue',
  },
  {
    phase: 'after a POST of unknown outcome, while its deployment is searched for',
    faults: [
      { on: 'createDeployment', kind: 'reset-after' },
      { on: 'listDeployments', kind: 'lag', ms: 9_000 },
    ],
    afterMs: 3_000,
    last: 'listDeployments',
    reported: 'it may continue',
  },
  {
    phase: 'after an acceptance without an id, while its deployment is searched for',
    faults: [
      { on: 'createDeployment', kind: 'empty', work: true },
      { on: 'listDeployments', kind: 'lag', ms: 9_000 },
    ],
    afterMs: 3_000,
    last: 'listDeployments',
    reported: 'it may continue',
  },
  {
    phase: 'while it waits for a busy resource',
    faults: [{ on: 'createDeployment', kind: 'busy', times: 'always' }],
    afterMs: 30_000,
    last: 'listDeployments',
    reported: 'nothing continues',
  },
  {
    phase: 'while it waits for the rate limit',
    faults: [{ on: 'createDeployment', kind: 'rate-limited', retryAfter: 60 }],
    afterMs: 30_000,
    last: 'createDeployment',
    reported: 'nothing continues',
  },
  {
    phase: 'while it polls the deployment',
    faults: [],
    afterMs: 12_000,
    last: 'getDeployment',
    reported: 'it continues',
  },
  {
    phase: 'while it polls the deployment, in a slow response',
    faults: [{ on: 'getDeployment', kind: 'drip', intervalMs: 1_000 }],
    afterMs: 10_000,
    last: 'getDeployment',
    reported: 'it continues',
  },
  {
    phase: 'while it reads the resource',
    faults: [{ on: 'getResource', kind: 'hang', skip: 1 }],
    afterMs: 27_000,
    last: 'getResource',
    reported: 'nothing continues',
  },
];

const signals: readonly CancelSignal[] = ['SIGINT', 'SIGTERM', 'SIGBREAK'];

describe.each(phases)('a step that is cancelled $phase', ({ faults, afterMs, last, reported }) => {
  test.each(signals)('by %s writes the summary and the outputs at once', async (signal) => {
    const trial = await cancelled(signal, afterMs, { faults });
    expect(trial.requests.at(-1)?.endpoint).toBe(last);
    expectReportOf(trial, reported);
    expect(trial.run.tookMs - afterMs).toBeLessThan(GONE_WITHIN_MS);
  });
});

test('does not report a deployment as continuing when the run is cancelled in the health check: it has ended', async () => {
  const unhealthyApp = await servers.serve((_, response) => void response.writeHead(503).end());
  const inputs = { 'health-check': `${unhealthyApp}/health` };
  const trial = await cancelled('SIGTERM', 40_000, { inputs });
  expectReportOf(trial, 'nothing continues');
  expect(trial.run.outputs['status']).toBe('finished');
  expect(trial.run.tookMs - 40_000).toBeLessThan(GONE_WITHIN_MS);
});

test('ends with the outcome when the run is cancelled while the outcome is published', async () => {
  let cancel = (_signal: CancelSignal): void => undefined;
  let sent = 0;
  const trial = await tryDeploy({
    meanwhile: async (world) => {
      ({ cancel } = world);
      await Promise.resolve();
    },
    step: {
      onWrite: (text) => {
        if (!text.startsWith('::notice')) return;
        sent += 1;
        cancel('SIGTERM');
      },
    },
  });
  expect(sent).toBe(1);
  expect(problemsOf(trial, { timeoutMs: TIMEOUT_MS })).toEqual([]);
  expect(trial.run.exitCode).toBe(0);
});

test('ends the process at once on a second signal', async () => {
  const { run } = await tryDeploy({
    meanwhile: async ({ clock, cancel }) => {
      await clock.sleep(12_000);
      cancel('SIGINT');
      cancel('SIGTERM');
    },
  });
  expect(run.forcedExit).toBe(true);
  expect(run.exitCode).toBe(1);
});

test('ends at the deadline when a signal comes at the same time', async () => {
  const { run } = await cancelled('SIGTERM', 12_000, { inputs: { timeout: '12s' } });
  expect(run.exitCode).toBe(1);
  expect(['timeout', 'interrupted']).toContain(run.outputs['error-code']);
  expect(run.tookMs).toBe(12_000);
});

async function cancelled(signal: CancelSignal, afterMs: number, options: TrialOptions): Promise<Trial> {
  return await tryDeploy({
    ...options,
    inputs: { timeout: '5m', ...options.inputs },
    meanwhile: async ({ clock, cancel }) => {
      await clock.sleep(afterMs);
      cancel(signal);
    },
  });
}

function expectReportOf(trial: Trial, reported: Reported): void {
  const { run, ours } = trial;
  expect(problemsOf(trial, { timeoutMs: TIMEOUT_MS })).toEqual([]);
  expect(Object.keys(run.outputs)).toEqual(expect.arrayContaining([...outputNames]));
  expect(run.outputs['error-code']).toBe('interrupted');
  const { summary } = run;
  const id = ours[0]?.id ?? 'no deployment';
  const checks: Record<Reported, () => void> = {
    'nothing continues': () => expect(summary).not.toMatch(/\bcontinues?\b/),
    'it may continue': () =>
      expect(summary).toMatch(new RegExp(`Work on .*${RESOURCE_ID}.* may continue at the service`)),
    'it continues': () => {
      expect(summary).toMatch(new RegExp(`Deployment .*${id}.* continues at the service`));
      expect(summary).toMatch(new RegExp(`operation: wait.*${RESOURCE_ID}.*${id}`));
    },
  };
  checks[reported]();
}
