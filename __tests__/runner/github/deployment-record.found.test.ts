// A deployment record whose creation got no response: how it is found, and when it is created again.
import { describe, expect, test } from '@jest/globals';
import { RUN_SHA } from '../../support/github/fake-github.ts';
import { tryRecord } from '../../support/github/record-trial.ts';
import { following, outcomeOf } from '../../support/runner/outcome-of.ts';

const deployed = {
  report: { headline: 'Deployed', outcomes: [outcomeOf({ resourceId: 'app_web', phase: following })] },
  endsAtMs: 90_000,
};

describe('the record', () => {
  test('is found by commit, environment and payload among other records', async () => {
    const { github, calls, created } = await tryRecord({
      ...deployed,
      prepare: ({ addDeployment }) => {
        const ours = {
          ref: RUN_SHA,
          environment: 'production',
          payload: { run_id: '77', run_attempt: '2', step: 'one' },
        };
        addDeployment({ ...ours, environment: 'staging' });
        addDeployment({ ...ours, ref: '2'.repeat(40) });
        for (let index = 0; index < 150; index += 1) addDeployment({ ...ours, payload: { run_id: '77', step: 'two' } });
        addDeployment({ ...ours, payload: 'no JSON' });
        addDeployment({ ...ours, payload: null });
      },
      onCall: ({ name }) => (name === 'create' ? { breaks: true } : undefined),
    });
    expect(calls.slice(0, 2)).toEqual(['create', 'list']);
    expect(new URLSearchParams(github.calls[1]?.query).get('sha')).toBe(RUN_SHA);
    expect(created).toEqual([String(github.deployments.at(-1)?.id)]);
    const touched = github.deployments.filter(({ statuses }) => statuses.length > 0);
    expect(touched).toEqual([github.deployments.at(-1)]);
  });

  test('is found when GitHub returns the payload as text', async () => {
    const { created, states } = await tryRecord({
      ...deployed,
      prepare: ({ addDeployment }) => {
        const payload = JSON.stringify({ run_id: '77', run_attempt: '2', step: 'one' });
        addDeployment({ ref: RUN_SHA, environment: 'production', payload });
      },
      onCall: ({ name }) => (name === 'create' ? { breaks: true, applies: 'never' } : undefined),
    });
    expect({ created, states }).toEqual({ created: ['4200000001'], states: ['success'] });
  });

  test('is created again only when the list has not shown it for 15 s', async () => {
    const { github, states } = await tryRecord({
      ...deployed,
      onCall: ({ name, nth }) => (name === 'create' && nth === 1 ? { status: 502 } : undefined),
    });
    const [first, second] = github.calls.filter(({ name }) => name === 'create');
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(15_000);
    expect(states).toEqual(['success']);
  });
});
