// Trouble with GitHub: it warns once, names the permission, and never changes what becomes of the deployment.
import { describe, expect, test } from '@jest/globals';
import { callsOf, type GithubAnswer } from '../../support/fake-github.ts';
import { tryWithGithub } from '../../support/github-trial.ts';
import { warningsOf } from '../../support/world.ts';

const troubles: { trouble: string; answer: GithubAnswer; says: string; lacksPermission: boolean; passing: boolean }[] =
  [
    {
      trouble: '401',
      answer: { status: 401, message: 'Bad credentials' },
      says: 'GitHub answered 401 (Bad credentials)',
      lacksPermission: true,
      passing: false,
    },
    {
      trouble: '403',
      answer: { status: 403, message: 'Resource not accessible by integration' },
      says: 'GitHub answered 403 (Resource not accessible by integration)',
      lacksPermission: true,
      passing: false,
    },
    {
      trouble: '403 of a rate limit',
      answer: { status: 403, message: 'API rate limit exceeded', headers: { 'x-ratelimit-remaining': '0' } },
      says: 'the token has used up its requests',
      lacksPermission: false,
      passing: true,
    },
    {
      trouble: '404',
      answer: { status: 404, message: 'Not Found' },
      says: 'GitHub answered 404 (Not Found)',
      lacksPermission: true,
      passing: false,
    },
    {
      trouble: '409',
      answer: { status: 409, message: 'Conflict' },
      says: 'GitHub answered 409 (Conflict)',
      lacksPermission: false,
      passing: false,
    },
    {
      trouble: '422',
      answer: { status: 422, message: 'Validation Failed' },
      says: 'GitHub answered 422 (Validation Failed)',
      lacksPermission: false,
      passing: false,
    },
    {
      trouble: '503',
      answer: { status: 503, raw: '<html>Unicorn!</html>', headers: { 'content-type': 'text/html' } },
      says: 'GitHub answered 503',
      lacksPermission: false,
      passing: true,
    },
    {
      trouble: 'no answer',
      answer: { delayMs: Infinity },
      says: 'GitHub did not answer within 10 s',
      lacksPermission: false,
      passing: true,
    },
    {
      trouble: 'half an answer',
      answer: { stalls: true },
      says: 'GitHub did not answer within 10 s',
      lacksPermission: false,
      passing: true,
    },
    {
      trouble: 'a broken connection',
      answer: { breaks: true },
      says: 'GitHub could not be reached',
      lacksPermission: false,
      passing: true,
    },
  ];

const JSON_TYPE = { 'content-type': 'application/json' };
const notAHead = { says: 'no readable "sha"', lacksPermission: false };
const unreadable = [
  { trouble: 'JSON that breaks off', answer: { raw: '{"object": {"sha": "11', headers: JSON_TYPE }, ...notAHead },
  { trouble: 'a page instead of JSON', answer: { raw: '<p>Sign in</p>' }, ...notAHead },
  { trouble: 'JSON of another shape', answer: { raw: '[]', headers: JSON_TYPE }, ...notAHead },
];

describe('trouble with GitHub', () => {
  test.each(troubles)(
    '$trouble while creating the record is one warning, and the deployment goes on',
    async ({ answer, says, lacksPermission }) => {
      const { run, github } = await tryWithGithub({
        inputs: { 'github-environment': 'production' },
        prepare: ({ github: api }) => {
          api.onCall = () => answer;
        },
      });
      expect(run.exitCode).toBe(0);
      expect(run.outputs).toMatchObject({ status: 'finished', 'github-deployment-id': '' });
      expect(callsOf(github)).toEqual(['create']);
      expect(warningsOf(run)).toEqual([expect.stringContaining(says)]);
      expect(warningsOf(run)[0]?.includes('`deployments: write`')).toBe(lacksPermission);
    },
  );

  test.each(troubles)('$trouble with every status: tried again only where that may help', async (trouble) => {
    const { run, github } = await tryWithGithub({
      inputs: { 'github-environment': 'production' },
      prepare: ({ github: api }) => {
        api.onCall = ({ name }) => (name === 'status' ? trouble.answer : undefined);
      },
    });
    expect(run.exitCode).toBe(0);
    expect(run.outputs['status']).toBe('finished');
    const states = callsOf(github).slice(1);
    expect(states[0]).toBe('in_progress');
    expect(new Set(states.slice(1))).toEqual(new Set(['success']));
    expect(states.length > 2).toBe(trouble.passing);
    expect(states.length).toBeLessThanOrEqual(4);
    expect(warningsOf(run)).toEqual([expect.stringContaining(trouble.says)]);
    expect(run.log).toContain('::warning');
    expect(run.log.split('could not be recorded').length - 1).toBe(2);
  });

  test('at the very end leaves outputs and page as they are', async () => {
    const { run } = await tryWithGithub({
      inputs: { 'github-environment': 'production' },
      resources: [{ id: 'app_web', script: { buildMs: 5_000, outcome: 'failed' } }],
      prepare: ({ github: api }) => {
        api.onCall = ({ name }) => (name === 'status' ? { delayMs: Infinity } : undefined);
      },
    });
    expect(warningsOf(run)).toHaveLength(1);
    expect(run.outputs).toMatchObject({ 'error-code': 'deployment_failed', 'github-deployment-id': '4200000001' });
    expect(run.summary).toContain('❌');
    expect(run.pages.filter((page) => page.includes('❌'))).toHaveLength(1);
  });

  test('that passes is not worth a word when the last state gets through in the end', async () => {
    let tries = 0;
    const { run, github } = await tryWithGithub({
      inputs: { 'github-environment': 'production' },
      prepare: ({ github: api }) => {
        api.onCall = ({ body }) => (body['state'] === 'success' && ++tries < 3 ? { status: 502 } : undefined);
      },
    });
    expect(callsOf(github)).toEqual(['create', 'in_progress', 'success', 'success', 'success']);
    expect(warningsOf(run)).toEqual([]);
    expect(run.log).not.toContain('could not be recorded');
  });

  test('a state that is late never comes after the last one', async () => {
    const { github } = await tryWithGithub({
      inputs: { 'github-environment': 'production', 'on-busy': 'skip' },
      resources: [{ id: 'app_web', script: { buildMs: Infinity } }],
      prepare: ({ emulator, github: api }) => {
        emulator.deploy('app_web');
        api.onCall = ({ body }) =>
          body['state'] === 'in_progress' ? { delayMs: 4_000, status: 201, raw: '{}', headers: JSON_TYPE } : undefined;
      },
    });
    const [, progress, last] = github.calls;
    expect(callsOf(github)).toEqual(['create', 'in_progress', 'inactive']);
    expect((last?.atMs ?? 0) - (progress?.atMs ?? 0)).toBeGreaterThanOrEqual(4_000);
  });

  test.each([...troubles, ...unreadable])(
    '$trouble while looking at the branch is one warning, and the commit is deployed',
    async ({ answer, says, lacksPermission }) => {
      const { run, github } = await tryWithGithub({
        inputs: { 'skip-if-outdated': 'true' },
        prepare: ({ github: api }) => {
          api.onCall = () => answer;
        },
      });
      expect(run.exitCode).toBe(0);
      expect(run.outputs).toMatchObject({ status: 'finished', skipped: '' });
      expect(callsOf(github)).toEqual(['head']);
      expect(warningsOf(run)).toEqual([expect.stringContaining(says)]);
      expect(warningsOf(run)[0]?.includes('`contents: read`')).toBe(lacksPermission);
    },
  );

  test('is warned about once, however often the branch is asked for', async () => {
    const { run, github } = await tryWithGithub({
      inputs: { 'skip-if-outdated': 'true' },
      resources: [{ id: 'app_web', script: { buildMs: 120_000 } }],
      prepare: ({ emulator, github: api }) => {
        emulator.deploy('app_web');
        api.onCall = () => ({ status: 403, message: 'Resource not accessible by integration' });
      },
    });
    expect(run.outputs['status']).toBe('finished');
    expect(github.calls.length).toBeGreaterThan(2);
    expect(warningsOf(run)).toHaveLength(1);
  });

  test('a run without repository or commit is told so and deployed', async () => {
    const { run, github } = await tryWithGithub({
      inputs: { 'skip-if-outdated': 'true', 'github-environment': 'production' },
      env: { GITHUB_REPOSITORY: '', GITHUB_SHA: '' },
    });
    expect(run.outputs['status']).toBe('finished');
    expect(github.calls).toEqual([]);
    expect(warningsOf(run)).toEqual([expect.stringContaining('GITHUB_REPOSITORY names no repository')]);
  });
});
