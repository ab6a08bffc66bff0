// Errors from GitHub: one warning that names the permission that may be missing, and no effect on the deployment.
import { describe, expect, test } from '@jest/globals';
import { callsOf, type GithubAnswer } from '../../support/github/fake-github.ts';
import { occupy, tryWithGithub } from '../../support/github/github-trial.ts';
import { warningsOf } from '../../support/world.ts';

/** An error, what the warning quotes of it, and what it means for the next request. */
interface Failure {
  readonly error: string;
  readonly answer: GithubAnswer;
  readonly warning: string;
  readonly lacksPermission?: true;
  readonly isTransient?: true;
  /** GitHub asks to wait longer than the step takes. */
  readonly waits?: true;
  readonly mayHaveApplied?: true;
}

/** One of each class; github-error.test.ts has every status. */
const failures: readonly Failure[] = [
  {
    error: '403',
    answer: { status: 403, message: 'Resource not accessible by integration' },
    warning: 'GitHub answered 403 (Resource not accessible by integration)',
    lacksPermission: true,
  },
  {
    error: '403 of a rate limit',
    answer: { status: 403, message: 'API rate limit exceeded', headers: { 'x-ratelimit-remaining': '0' } },
    warning: 'the token has reached its rate limit at GitHub; GitHub asks to wait 1m',
    isTransient: true,
    waits: true,
  },
  {
    error: '422',
    answer: { status: 422, message: 'Validation Failed' },
    warning: 'GitHub answered 422 (Validation Failed)',
  },
  {
    error: '503',
    answer: { status: 503, raw: '<html>Unicorn!</html>', headers: { 'content-type': 'text/html' } },
    warning: 'GitHub answered 503',
    isTransient: true,
    mayHaveApplied: true,
  },
  {
    error: 'no answer',
    answer: { delayMs: Infinity },
    warning: 'GitHub did not answer',
    isTransient: true,
    mayHaveApplied: true,
  },
  {
    error: 'half an answer',
    answer: { stalls: true },
    warning: 'GitHub did not answer',
    isTransient: true,
    mayHaveApplied: true,
  },
  {
    error: 'a broken connection',
    answer: { breaks: true },
    warning: 'GitHub could not be reached',
    isTransient: true,
    mayHaveApplied: true,
  },
];

const JSON_TYPE = { 'content-type': 'application/json' };
const unreadable: readonly Failure[] = [
  { error: 'JSON that breaks off', answer: { raw: '{"object": {"sha": "11', headers: JSON_TYPE } },
  { error: 'a page instead of JSON', answer: { raw: '<p>Sign in</p>' } },
  { error: 'JSON of another shape', answer: { raw: '[]', headers: JSON_TYPE } },
].map((failure) => ({ ...failure, warning: 'no readable "sha"' }));

const recorded = { 'github-environment': 'production' };
const checked = { 'skip-if-outdated': 'true' };

describe('an error from GitHub', () => {
  test.each(failures)(
    '($error) while creating the record gives one warning, and the commit is deployed',
    async ({ answer, warning, lacksPermission = false, isTransient, waits, mayHaveApplied }) => {
      const { run, github } = await tryWithGithub({ inputs: recorded, onCall: () => answer });
      expect(run.exitCode).toBe(0);
      expect(run.outputs).toMatchObject({ status: 'finished', 'github-deployment-id': '' });
      const [first, ...further] = callsOf(github);
      expect(first).toBe('create');
      // What may have created a record is never sent again while the list of records cannot be read.
      const name = mayHaveApplied ? 'list' : 'create';
      expect(new Set(further)).toEqual(new Set(isTransient && !waits ? [name] : []));
      expect(warningsOf(run)).toEqual([expect.stringContaining(warning)]);
      expect(warningsOf(run)[0]?.includes('`deployments: write`')).toBe(lacksPermission);
    },
  );

  test.each(failures)(
    '($error) while setting a status is retried only where that may help, and gives one warning',
    async ({ answer, warning, isTransient = false, waits }) => {
      const { run, github } = await tryWithGithub({
        inputs: recorded,
        onCall: ({ name }) => (name === 'status' ? answer : undefined),
      });
      expect(run.exitCode).toBe(0);
      expect(run.outputs['status']).toBe('finished');
      const states = callsOf(github).slice(1);
      expect(states[0]).toBe('in_progress');
      expect(states.at(-1)).toBe('success');
      expect(states.length > 2).toBe(isTransient && !waits);
      expect(states.length).toBeLessThanOrEqual(8);
      expect(warningsOf(run)).toEqual([expect.stringContaining(warning)]);
      expect(run.log).toContain('The record at GitHub may not show how the deployment ended');
    },
  );

  test('while setting the final state does not change outputs and summary', async () => {
    const { run } = await tryWithGithub({
      inputs: recorded,
      resources: [{ id: 'app_web', script: { buildMs: 5_000, outcome: 'failed' } }],
      onCall: ({ name }) => (name === 'status' ? { delayMs: Infinity } : undefined),
    });
    expect(warningsOf(run)).toHaveLength(1);
    expect(run.outputs).toMatchObject({ 'error-code': 'deployment_failed', 'github-deployment-id': '4200000001' });
    expect(run.summary).toContain('❌');
    expect(run.pages.filter((page) => page.includes('❌'))).toHaveLength(1);
  });

  test.each([...failures, ...unreadable])(
    '($error) while reading the branch gives one warning, and the commit is deployed',
    async ({ answer, warning, lacksPermission = false, isTransient, waits }) => {
      const { run, github } = await tryWithGithub({ inputs: checked, onCall: () => answer });
      expect(run.exitCode).toBe(0);
      expect(run.outputs).toMatchObject({ status: 'finished', skipped: '' });
      expect(github.calls.length > 1).toBe(isTransient === true && !waits);
      expect(github.calls.length).toBeLessThanOrEqual(4);
      expect(warningsOf(run)).toEqual([expect.stringContaining(warning)]);
      expect(warningsOf(run)[0]?.includes('`contents: read`')).toBe(lacksPermission);
    },
  );

  test('is warned about once, however often the branch is read', async () => {
    const { run, github } = await tryWithGithub({
      inputs: checked,
      resources: [{ id: 'app_web', script: { buildMs: 120_000 } }],
      prepare: occupy,
      onCall: () => ({ status: 403, message: 'Resource not accessible by integration' }),
    });
    expect(run.outputs['status']).toBe('finished');
    expect(github.calls.length).toBeGreaterThan(2);
    expect(warningsOf(run)).toHaveLength(1);
  });
});

describe('a run of which the runner does not name', () => {
  const inputs = { ...recorded, ...checked };

  test('the repository is deployed with one warning per feature, and nothing is sent to GitHub', async () => {
    const { run, github } = await tryWithGithub({ inputs, env: { GITHUB_REPOSITORY: '' } });
    expect(run.outputs['status']).toBe('finished');
    expect(github.calls).toEqual([]);
    const warning = expect.stringContaining('GITHUB_REPOSITORY names no repository');
    expect(warningsOf(run)).toEqual([warning, warning]);
  });

  test('the commit is deployed with a note, and nothing is sent to GitHub', async () => {
    const { run, github } = await tryWithGithub({ inputs, env: { GITHUB_SHA: '' } });
    expect(run.outputs['status']).toBe('finished');
    expect(github.calls).toEqual([]);
    expect(run.log).toContain('GITHUB_SHA names no commit');
    expect(warningsOf(run)).toEqual([]);
  });
});
