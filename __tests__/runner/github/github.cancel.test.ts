// A run that is cancelled while a record is open: outputs and summary first, then the record, five seconds in all.
// Every point of the record's life is in deployment-record.test.ts.
import { describe, expect, test } from '@jest/globals';
import { callsOf, statesOf } from '../../support/github/fake-github.ts';
import {
  type GithubTrial,
  type GithubTrialOptions,
  RESOURCE_ID,
  tryWithGithub,
} from '../../support/github/github-trial.ts';

/** A cancelled step is gone after this time. */
const LIMIT_MS = 5_000;

const inputs = { 'github-environment': 'production' };

interface Cancelled extends GithubTrial {
  /** From the signal to the end of the step. */
  readonly tookMs: number;
}

/** A build without end; the run is cancelled after `afterMs`. */
async function cancelAfter(afterMs: number, onCall: NonNullable<GithubTrialOptions['onCall']>): Promise<Cancelled> {
  const trial = await tryWithGithub({
    inputs,
    resources: [{ id: RESOURCE_ID, name: 'web', script: { buildMs: Infinity } }],
    onCall,
    meanwhile: async ({ clock, cancel }) => {
      await clock.sleep(afterMs);
      cancel();
    },
  });
  return { ...trial, tookMs: trial.run.tookMs - afterMs };
}

describe('a cancelled run', () => {
  test('closes the record after outputs and summary, with five seconds for all', async () => {
    let before: { errorCode: string | undefined; summary: string } | undefined;
    const { run, github, tookMs } = await cancelAfter(20_000, ({ body }, { seen }) => {
      if (body['state'] === 'error') {
        before = { errorCode: seen().outputs['error-code'], summary: seen().summary };
      }
      return undefined;
    });
    expect(callsOf(github)).toEqual(['create', 'in_progress', 'error']);
    expect(github.calls.at(-1)?.body['description']).toMatch(/cancelled.*the deployment continues at the service$/);
    expect(before).toEqual({ errorCode: 'interrupted', summary: run.summary });
    expect(run.summary).toContain('cancelled');
    expect(run.outputs['github-deployment-id']).toBe('4200000001');
    expect(tookMs).toBeLessThan(LIMIT_MS);
    expect(run.goneWithinMs).toBeGreaterThan(4_000);
    expect(run.goneWithinMs).toBeLessThanOrEqual(LIMIT_MS);
    expect(run.exitCode).toBe(1);
  });

  test('without a record ends within two seconds and sends nothing to GitHub', async () => {
    const { run, github } = await tryWithGithub({
      inputs,
      faults: [{ kind: 'delay', on: 'listDeployments', ms: 10_000 }],
      meanwhile: async ({ clock, cancel }) => {
        await clock.sleep(3_000);
        cancel();
      },
    });
    expect(callsOf(github)).toEqual([]);
    expect(run.outputs['error-code']).toBe('interrupted');
    expect(run.goneWithinMs).toBeLessThanOrEqual(2_000);
  });

  test('while the record is being created sends no deploy request, and the record shows that nothing was deployed', async () => {
    const { run, github, emulator, tookMs } = await cancelAfter(300, ({ name }) =>
      name === 'create' ? { delayMs: 900 } : undefined,
    );
    expect(emulator.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(run.outputs['error-code']).toBe('interrupted');
    expect(statesOf(github)).toEqual(['inactive']);
    expect(run.outputs['github-deployment-id']).toBe('4200000001');
    expect(tookMs).toBeLessThan(LIMIT_MS);
  });

  test.each(['create', 'in_progress', 'error'])(
    'ends within its time when GitHub never answers %s',
    async (unanswered) => {
      const { run, tookMs } = await cancelAfter(5_000, ({ name, body }) =>
        [name, body['state']].includes(unanswered) ? { delayMs: Infinity } : undefined,
      );
      expect(run.outputs['error-code']).toBe('interrupted');
      expect(tookMs).toBeLessThan(LIMIT_MS);
      expect(run.forcedExit).toBe(false);
    },
  );

  test('has a record that agrees with what the service has started, whenever it is cancelled', async () => {
    const seen = new Set<unknown>();
    for (let atMs = 0; atMs <= 6_000; atMs += 250) {
      const { github, emulator, run, tookMs } = await cancelAfter(atMs, () => ({ delayMs: 400 }));
      const hasStarted = emulator.deployments(RESOURCE_ID).length > 0;
      const states = statesOf(github);
      expect({ atMs, states }).toEqual({ atMs, states: states.map(() => (hasStarted ? 'error' : 'inactive')) });
      expect(run.outputs['error-code']).toBe('interrupted');
      expect(tookMs).toBeLessThan(LIMIT_MS);
      for (const state of states) seen.add(state);
    }
    expect(seen).toEqual(new Set(['inactive', 'error']));
  });

  test('sends the final state of a finished deployment again within five seconds', async () => {
    let cancelledAtMs = Infinity;
    const { run, github } = await tryWithGithub({
      inputs,
      resources: [{ id: RESOURCE_ID, script: { buildMs: 5_000 } }],
      onCall: ({ body }, { clock, cancel }) => {
        if (body['state'] !== 'success' || cancelledAtMs < Infinity) return undefined;
        cancelledAtMs = clock.now() + 1_000;
        void clock.sleep(1_000).then(cancel);
        return { delayMs: Infinity, applies: 'never' };
      },
    });
    expect(statesOf(github)).toEqual(['success']);
    expect(run.outputs).toMatchObject({ status: 'finished', 'error-code': '' });
    expect(run.tookMs - cancelledAtMs).toBeLessThan(LIMIT_MS);
    expect(run.goneWithinMs).toBeGreaterThan(4_000);
  });

  test('ends within the five seconds when a second signal comes while the record is being closed', async () => {
    const { run, github } = await cancelAfter(20_000, ({ body }, { clock, cancel }) => {
      if (body['state'] !== 'error') return undefined;
      void clock.sleep(200).then(cancel);
      return { delayMs: 500 };
    });
    expect(statesOf(github)).toEqual(['error']);
    expect(run.forcedExit).toBe(false);
  });
});

describe('a step whose deadline is reached', () => {
  test.each(['error', 'head', 'everything'])(
    'ends at most five seconds later when GitHub never answers %s',
    async (unanswered) => {
      const { run } = await tryWithGithub({
        inputs: { ...inputs, 'skip-if-outdated': 'true', timeout: '60s' },
        resources: [{ id: RESOURCE_ID, script: { buildMs: Infinity } }],
        onCall: ({ name, body }) =>
          unanswered === 'everything' || [name, body['state']].includes(unanswered) ? { delayMs: Infinity } : undefined,
      });
      expect(run.outputs['error-code']).toBe('timeout');
      expect(run.tookMs).toBeLessThanOrEqual(65_000);
    },
  );
});
