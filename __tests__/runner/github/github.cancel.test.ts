// A run that is cancelled while a record is open: outputs and page first, then the record, five seconds in all.
import { describe, expect, test } from '@jest/globals';
import { callsOf, type GithubAnswer, type GithubCall } from '../../support/fake-github.ts';
import { type GithubTrial, RESOURCE_ID, tryWithGithub, type Surroundings } from '../../support/github-trial.ts';

const PROMISE_MS = 5_000;

interface Cancelled extends GithubTrial {
  /** From the signal to the end of the step. */
  readonly tookMs: number;
}

/** A build without end; the run is cancelled after `afterMs`. */
async function cancelAfter(
  afterMs: number,
  onCall: (call: GithubCall, world: Surroundings) => GithubAnswer | undefined = () => undefined,
): Promise<Cancelled> {
  const trial = await tryWithGithub({
    inputs: { 'github-environment': 'production' },
    resources: [{ id: RESOURCE_ID, name: 'web', script: { buildMs: Infinity } }],
    prepare: (world) => {
      world.github.onCall = (call) => onCall(call, world);
    },
    meanwhile: async ({ clock, cancel }) => {
      await clock.sleep(afterMs);
      cancel();
    },
  });
  return { ...trial, tookMs: trial.run.tookMs - afterMs };
}

describe('a cancelled run', () => {
  test('closes the record last, after outputs and page, and is given time for it', async () => {
    let before: { errorCode: string | undefined; summary: string } | undefined;
    const { run, github, tookMs } = await cancelAfter(20_000, ({ body }, { seen }) => {
      if (body['state'] === 'inactive') {
        before = { errorCode: seen().outputs['error-code'], summary: seen().summary };
      }
      return undefined;
    });
    expect(callsOf(github)).toEqual(['create', 'in_progress', 'inactive']);
    expect(github.calls.at(-1)?.body['description']).toMatch(/cancelled.*goes on at the service$/);
    expect(before).toEqual({ errorCode: 'interrupted', summary: run.summary });
    expect(run.summary).toContain('cancelled');
    expect(run.outputs['github-deployment-id']).toBe('4200000001');
    expect(tookMs).toBeLessThan(PROMISE_MS);
    expect(run.goneWithinMs).toBeGreaterThan(4_000);
    expect(run.goneWithinMs).toBeLessThanOrEqual(PROMISE_MS);
    expect(run.exitCode).toBe(1);
  });

  test('that has no record yet is gone within two seconds and calls nobody', async () => {
    const { run, github } = await tryWithGithub({
      inputs: { 'github-environment': 'production' },
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

  test('while the record is being created sends no request, and closes the record once it is there', async () => {
    const { run, github, emulator, tookMs } = await cancelAfter(300, ({ name }) =>
      name === 'create' ? { delayMs: 900, status: 201, raw: '{"id":4200000001}', headers: JSON_TYPE } : undefined,
    );
    expect(emulator.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(run.outputs['error-code']).toBe('interrupted');
    expect(callsOf(github).at(-1)).toBe('inactive');
    expect(run.outputs['github-deployment-id']).toBe('4200000001');
    expect(tookMs).toBeLessThan(PROMISE_MS);
  });

  const stalls = [
    { stalled: 'create', calls: ['create'] },
    { stalled: 'in_progress', calls: ['create', 'in_progress', 'inactive'] },
    { stalled: 'inactive', calls: ['create', 'in_progress', 'inactive'] },
  ];
  test.each(stalls)('keeps its promise when GitHub never answers $stalled', async ({ stalled, calls }) => {
    const { run, github, tookMs } = await cancelAfter(5_000, ({ name, body }) =>
      [name, body['state']].includes(stalled) ? { delayMs: Infinity } : undefined,
    );
    expect(callsOf(github)).toEqual(calls);
    expect(run.outputs['error-code']).toBe('interrupted');
    expect(tookMs).toBeLessThan(PROMISE_MS);
    expect(run.forcedExit).toBe(false);
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };
