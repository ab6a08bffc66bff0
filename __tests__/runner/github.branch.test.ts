// skip-if-outdated: to which runs it applies, which commits are outdated, and that it deploys when
// in doubt.
import { describe, expect, test } from '@jest/globals';
import { Failure } from '../../src/failure.ts';
import { type GitHubAnswer, NEWER_SHA, RUN_SHA } from '../support/fake-github.ts';
import { tryGitHub } from '../support/github-trial.ts';

describe('skip-if-outdated', () => {
  test('deploys the commit that the branch points at', async () => {
    await tryGitHub({}, async ({ github, log, server, calls, notes }) => {
      expect(await github.newerCommit(log)).toBeUndefined();
      expect(calls()).toEqual(['head']);
      expect(server.calls[0]?.path).toBe('/api/v3/repos/octo-org/octo-app/git/ref/heads%2Fmain');
      expect(notes).toEqual([]);
    });
  });

  test('names the head of the branch when it is ahead', async () => {
    await tryGitHub({}, async ({ github, log, server, calls }) => {
      server.head = NEWER_SHA;
      expect(await github.newerCommit(log)).toBe(NEWER_SHA);
      expect(calls()).toEqual(['head', 'compare']);
      expect(server.calls[1]?.path).toContain(`/compare/${RUN_SHA}...${NEWER_SHA}?`);
    });
  });

  test.each(['behind', 'diverged', 'identical'])(
    'deploys when the head is %s',
    async (relation) => {
      await tryGitHub({}, async ({ github, log, server, notes, warnings }) => {
        server.head = NEWER_SHA;
        server.relation = relation;
        expect(await github.newerCommit(log)).toBeUndefined();
        expect([...notes, ...warnings]).toEqual([]);
      });
    },
  );

  test.each([
    { event: 'push', ref: 'refs/tags/v1.2.3' },
    { event: 'workflow_dispatch', ref: 'refs/heads/main' },
    { event: 'pull_request', ref: 'refs/pull/7/merge' },
    { event: '', ref: '' },
  ])('deploys, with one note, in a run of "$event" on "$ref"', async ({ event, ref }) => {
    const env = { GITHUB_EVENT_NAME: event, GITHUB_REF: ref };
    await tryGitHub({ env }, async ({ github, log, server, calls, notes }) => {
      server.head = NEWER_SHA;
      expect(await github.newerCommit(log)).toBeUndefined();
      expect(await github.newerCommit(log)).toBeUndefined();
      expect(calls()).toEqual([]);
      expect(notes).toEqual([
        expect.stringContaining('skip-if-outdated applies only to a push to a branch'),
      ]);
    });
  });

  test('accepts branch names with slashes and special characters', async () => {
    const env = { GITHUB_REF: 'refs/heads/release/50%-größer#1' };
    await tryGitHub({ env }, async ({ github, log, server }) => {
      server.head = NEWER_SHA;
      expect(await github.newerCommit(log)).toBe(NEWER_SHA);
      expect(decodeURIComponent(server.calls[0]?.path ?? '')).toMatch(
        /\/heads\/release\/50%-größer#1$/,
      );
    });
  });
});

describe('when GitHub does not answer as it should, skip-if-outdated', () => {
  const permission = 'job may lack the permission contents: read.';
  const SPENT = { 'x-ratelimit-remaining': '0' };
  const GONE = /404 \(Not Found\)\. (?:main may no longer exist, or|This commit cannot be) /;
  /** `hasHint`: the permission is named, for a request of this name or for any. */
  const faults: readonly [
    fault: string,
    answer: GitHubAnswer,
    message: string | RegExp,
    hasHint?: string,
  ][] = [
    ['refuses', { status: 403, message: 'No access' }, '403 (No access)', 'always'],
    // A comparison may be missing without a permission that lacks.
    ['finds nothing', { status: 404, message: 'Not Found' }, GONE, 'head'],
    ['cannot compare', { status: 422, message: 'No commit found' }, '422 (No commit found)'],
    ['limits the rate', { status: 403, headers: { 'retry-after': '60' } }, 'it asks to wait 1m'],
    ['spent the rate', { status: 403, headers: SPENT }, '403; its rate limit is reached.'],
    ['knows no token', { status: 401 }, '401. Check github-token.'],
    ['fails', { status: 502 }, 'GitHub answered 502'],
    ['is silent', { delayMs: Infinity }, 'GitHub did not answer within 3 s'],
    ['hangs up', { breaks: 'at once' }, 'GitHub could not be reached'],
    ['hangs up within an answer', { breaks: 'within the body' }, 'GitHub'],
    ['stalls within an answer', { breaks: 'stalls' }, 'GitHub did not answer within 3 s'],
    ['sends without end', { breaks: 'floods' }, '(its reply is longer than 1 MiB)'],
    ['redirects', { status: 307, headers: { location: '/x' } }, 'GitHub could not be reached'],
  ];

  describe.each(['head', 'compare'])('to a request for %s', (failing) => {
    test.each(faults)(
      'and %s, deploys with one warning',
      async (_, answer, message, hasHint = '') => {
        await tryGitHub({}, async ({ github, log, server, clock, warnings }) => {
          server.head = NEWER_SHA;
          server.onCall = ({ name }) => (name === failing ? answer : undefined);
          expect(await github.newerCommit(log)).toBeUndefined();
          expect(clock.now()).toBeLessThanOrEqual(13_000);
          expect(await github.newerCommit(log)).toBeUndefined();
          const what =
            'It is not known whether main has moved on, so this commit is deployed: GitHub';
          expect(warnings).toEqual([expect.stringMatching(new RegExp(`^${what}`))]);
          expect(warnings[0]).toMatch(message);
          const isHinted = hasHint === 'always' || hasHint === failing;
          expect(warnings[0]?.includes(permission)).toBe(isHinted);
        });
      },
    );

    test('and fails once, finds the newer commit all the same', async () => {
      await tryGitHub({}, async ({ github, log, server, warnings }) => {
        server.head = NEWER_SHA;
        server.onCall = ({ name, nth }) =>
          name === failing && nth === 1 ? { status: 500 } : undefined;
        expect(await github.newerCommit(log)).toBe(NEWER_SHA);
        expect(warnings).toEqual([]);
      });
    });
  });

  test('ends with the step that is stopped meanwhile', async () => {
    await tryGitHub({}, async ({ github, log, server, clock, stop, warnings }) => {
      server.onCall = () => ({ delayMs: Infinity });
      void clock
        .sleep(2_000)
        .then(() => stop(new Failure('interrupted', 'The run was cancelled.')));
      await expect(github.newerCommit(log)).rejects.toThrow('The run was cancelled.');
      expect(clock.now()).toBe(2_000);
      expect(warnings).toEqual([]);
    });
  });
});
