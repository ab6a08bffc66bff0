// skip-if-outdated: to which runs it applies, which commits are outdated, and that it deploys when in doubt.
import { describe, expect, test } from '@jest/globals';
import { callsOf, NEWER_SHA, RUN_SHA, statesOf } from '../../support/github/fake-github.ts';
import { occupy, RESOURCE_ID, tryWithGithub, type Surroundings } from '../../support/github/github-trial.ts';
import { warningsOf } from '../../support/world.ts';

/** When the virtual clock starts; the emulator counts from the epoch. */
const STARTED_MS = Date.UTC(2026, 2, 2, 12);
const inputs = { 'skip-if-outdated': 'true' };

/** The branch has moved to a commit with this relation to that of the run. */
function moved(relation: Surroundings['github']['relation']): (world: Surroundings) => void {
  return ({ github }) => {
    github.head = NEWER_SHA;
    github.relation = relation;
  };
}

describe('skip-if-outdated', () => {
  test('deploys the commit that the branch points at', async () => {
    const { run, github, emulator } = await tryWithGithub({ inputs });
    expect(run.outputs['status']).toBe('finished');
    expect(callsOf(github)).toEqual(['head']);
    expect(github.calls[0]?.path).toBe('/api/v3/repos/octo-org/octo-app/git/ref/heads%2Fmain');
    expect(emulator.deployments(RESOURCE_ID)).toHaveLength(1);
  });

  test('skips a commit that the branch has moved past with success, and names the newer one', async () => {
    const { run, github, emulator } = await tryWithGithub({ inputs, prepare: moved('ahead') });
    expect(run.exitCode).toBe(0);
    expect(callsOf(github)).toEqual(['head', 'compare']);
    expect(github.calls[1]?.path).toContain(`/compare/${RUN_SHA}...${NEWER_SHA}`);
    expect(emulator.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    const filled = Object.entries(run.outputs).filter(([, value]) => value !== '');
    expect(filled).toEqual([['skipped', 'outdated']]);
    expect(run.log).toContain('main has moved on to 2222222, which is ahead of 1111111');
    expect(run.summary).toContain('2222222');
  });

  test('checks before each request: a commit that is outdated after a wait is skipped, and its record becomes inactive', async () => {
    const { run, github, emulator } = await tryWithGithub({
      inputs: { ...inputs, 'github-environment': 'production' },
      resources: [{ id: RESOURCE_ID, name: 'web', script: { buildMs: 90_000 } }],
      prepare: occupy,
      meanwhile: async (world) => {
        await world.clock.sleep(60_000);
        moved('ahead')(world);
      },
    });
    expect(run.outputs['skipped']).toBe('outdated');
    expect(run.outputs['github-deployment-id']).toBe('');
    expect(emulator.deployments(RESOURCE_ID)).toHaveLength(1);
    const calls = callsOf(github);
    const reads = calls.filter((name) => name === 'head').length;
    const posts = emulator.requests.filter(({ method }) => method === 'POST').length;
    expect(reads).toBe(posts + 1);
    expect(calls.slice(0, 3)).toEqual(['head', 'create', 'in_progress']);
    expect(calls.slice(-3)).toEqual(['head', 'compare', 'inactive']);
  });

  test('creates no record when the first check skips the commit', async () => {
    const { github } = await tryWithGithub({
      inputs: { ...inputs, 'github-environment': 'production' },
      prepare: moved('ahead'),
    });
    expect(callsOf(github)).toEqual(['head', 'compare']);
  });

  test.each(['behind', 'diverged'] as const)('deploys with a note when the branch is %s', async (relation) => {
    const { run, github } = await tryWithGithub({ inputs, prepare: moved(relation) });
    expect(run.outputs['status']).toBe('finished');
    expect(callsOf(github)).toEqual(['head', 'compare']);
    expect(run.log).toContain(`main points at 2222222, which does not contain 1111111 (${relation}): deploying`);
  });

  test.each([
    {
      what: 'have no common ancestor',
      status: 404,
      message: `No common ancestor between ${RUN_SHA} and ${NEWER_SHA}.`,
    },
    { what: 'are not both there any more', status: 404, message: 'Not Found' },
    { what: 'cannot be compared', status: 422, message: `No commit found for SHA: ${RUN_SHA}` },
  ])(
    'deploys with a note, and does not blame a missing permission, when the commits $what',
    async ({ status, message }) => {
      const { run } = await tryWithGithub({
        inputs,
        prepare: moved('ahead'),
        onCall: ({ name }) => (name === 'compare' ? { status, message } : undefined),
      });
      expect(run.outputs['status']).toBe('finished');
      expect(run.log).toContain(`main points at 2222222, which does not contain 1111111 (GitHub answered ${status}`);
      expect(run.log).not.toContain('contents: read');
      expect(warningsOf(run)).toEqual([]);
    },
  );

  test.each(['head', 'compare'])('still skips when GitHub fails twice to answer %s', async (failing) => {
    let failures = 0;
    const { run, emulator } = await tryWithGithub({
      inputs,
      prepare: moved('ahead'),
      onCall: ({ name }) => (name === failing && ++failures < 3 ? { status: 502 } : undefined),
    });
    expect(run.outputs['skipped']).toBe('outdated');
    expect(emulator.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(failures).toBe(3);
    expect(warningsOf(run)).toEqual([]);
  });

  const others = [
    { event: 'push', ref: 'refs/tags/v1.2.3' },
    { event: 'release', ref: 'refs/tags/v1.2.3' },
    { event: 'schedule', ref: 'refs/heads/main' },
    { event: 'workflow_dispatch', ref: 'refs/heads/main' },
    { event: 'repository_dispatch', ref: 'refs/heads/main' },
    { event: 'workflow_run', ref: 'refs/heads/main' },
    { event: 'pull_request', ref: 'refs/pull/7/merge' },
    { event: 'merge_group', ref: 'refs/heads/gh-readonly-queue/main/pr-7' },
    { event: '', ref: '' },
  ];
  test.each(others)(
    'deploys with a note in a run of "$event" on "$ref", to which it does not apply',
    async ({ event, ref }) => {
      const env = { GITHUB_EVENT_NAME: event, GITHUB_REF: ref };
      const { run, github } = await tryWithGithub({ inputs, env, prepare: moved('ahead') });
      expect(run.outputs['status']).toBe('finished');
      expect(github.calls).toEqual([]);
      expect(run.log).toContain('skip-if-outdated applies only to pushes to a branch');
    },
  );

  test('logs only once that it does not apply, however often it is checked', async () => {
    const { run, emulator } = await tryWithGithub({
      inputs,
      env: { GITHUB_EVENT_NAME: 'schedule' },
      resources: [{ id: RESOURCE_ID, script: { buildMs: 60_000 } }],
      prepare: occupy,
    });
    expect(emulator.requests.filter(({ method }) => method === 'POST').length).toBeGreaterThan(1);
    expect(run.log.split('skip-if-outdated applies').length - 1).toBe(1);
  });

  test('accepts branch names with slashes and special characters', async () => {
    const env = { GITHUB_REF: 'refs/heads/release/50%-größer' };
    const { run, github } = await tryWithGithub({ inputs, env, prepare: moved('ahead') });
    expect(run.outputs['skipped']).toBe('outdated');
    expect(decodeURIComponent(github.calls[0]?.path ?? '')).toMatch(/\/heads\/release\/50%-größer$/);
  });

  test('reads the branch once for resources that are deployed at the same moment', async () => {
    const { run, github } = await tryWithGithub({
      inputs: { ...inputs, 'resource-id': 'app_a app_b app_c' },
      resources: ['app_a', 'app_b', 'app_c'].map((id) => ({ id })),
      onCall: () => ({
        delayMs: 2_000,
        status: 200,
        raw: HEAD,
        headers: { 'content-type': 'application/json' },
      }),
    });
    expect(run.outputs['status']).toBe('finished');
    expect(github.calls).toHaveLength(1);
  });

  test.each([
    { delayMs: 1_500, checks: ['head', 'create', 'head', 'compare'], skipped: 'outdated' },
    { delayMs: Infinity, checks: ['head', 'create', 'head', 'compare'], skipped: 'outdated' },
    { delayMs: 800, checks: ['head', 'create'], skipped: '' },
  ])('sends $checks when creating the record takes $delayMs ms', async ({ delayMs, checks, skipped }) => {
    const { run, github } = await tryWithGithub({
      inputs: { ...inputs, 'github-environment': 'production' },
      onCall: ({ name }, world) => {
        if (name !== 'create') return undefined;
        moved('ahead')(world);
        return { delayMs };
      },
    });
    expect(run.outputs['skipped']).toBe(skipped);
    expect(callsOf(github).slice(0, checks.length)).toEqual(checks);
    expect(statesOf(github)).toEqual([skipped === '' ? 'success' : 'inactive']);
  });

  test('delays a deployment by 15 s at most, and less after a check that failed', async () => {
    const { run, github, emulator } = await tryWithGithub({
      inputs,
      faults: [{ kind: 'busy', on: 'createDeployment', retryAfter: 5 }],
      onCall: () => ({ delayMs: Infinity }),
    });
    const [first, second] = emulator.requests.filter(({ method }) => method === 'POST').map(({ atMs }) => atMs);
    expect(run.outputs['status']).toBe('finished');
    expect((first ?? 0) - (github.calls[0]?.atMs ?? 0)).toBeLessThan(STARTED_MS + 15_500);
    expect((second ?? 0) - (first ?? 0)).toBeLessThan(5_000 + 1_000 + 3_500);
  });

  test.each([
    { state: 'has no answer', answer: { delayMs: Infinity } },
    { state: 'has half an answer', answer: { stalls: true as const } },
  ])('sends no deploy request when the run is cancelled while the check $state', async ({ answer }) => {
    const { run, emulator } = await tryWithGithub({
      inputs,
      onCall: () => answer,
      meanwhile: async ({ clock, cancel }) => {
        await clock.sleep(2_000);
        cancel();
      },
    });
    expect(run.outputs['error-code']).toBe('interrupted');
    expect(run.tookMs).toBeLessThan(2_100);
    expect(emulator.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(run.summary).not.toContain('at the service');
  });
});

const HEAD = JSON.stringify({ ref: 'refs/heads/main', object: { type: 'commit', sha: RUN_SHA } });
