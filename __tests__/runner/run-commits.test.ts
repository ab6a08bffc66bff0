// The commits of a run, and the one that a deployment is recorded on.
import { describe, expect, test } from '@jest/globals';
import { recordedCommit, runCommits, runTitle } from '../../src/runner/run-commits.ts';

const RUN_SHA = '1'.repeat(40);
const HEAD_SHA = '2'.repeat(40);
const pullRequest = { GITHUB_SHA: RUN_SHA, GITHUB_EVENT_NAME: 'pull_request', GITHUB_REPOSITORY: 'octo-org/octo-app' };

function payload(repository: string | null = 'octo-org/octo-app', sha: unknown = HEAD_SHA) {
  return {
    pull_request: { head: { sha, ref: 'topic', repo: repository === null ? null : { full_name: repository } } },
  };
}

describe('the commit of a deployment record', () => {
  test.each(['push', 'release', 'workflow_dispatch', 'merge_group', ''])('is that of the run for a %s', (name) => {
    const env = { ...pullRequest, GITHUB_EVENT_NAME: name };
    expect(recordedCommit(env, { ref: 'refs/heads/main' })).toEqual({ sha: RUN_SHA, isTransient: false });
  });

  test("is the pull request's head, in an environment that may go away", () => {
    expect(recordedCommit(pullRequest, payload())).toEqual({ sha: HEAD_SHA, isTransient: true });
  });

  test('is the head of a merged pull request, in an environment that stays', () => {
    const { pull_request: open } = payload();
    const event = { action: 'closed', pull_request: { ...open, state: 'closed', merged: true } };
    expect(recordedCommit(pullRequest, event)).toEqual({ sha: HEAD_SHA, isTransient: false });
  });

  test('is that of the run which started a workflow_run', () => {
    const env = { ...pullRequest, GITHUB_EVENT_NAME: 'workflow_run' };
    const event = { action: 'completed', workflow_run: { head_sha: HEAD_SHA } };
    expect(recordedCommit(env, event)).toEqual({ sha: HEAD_SHA, isTransient: false });
    expect(runCommits(env, event)).toEqual([HEAD_SHA, RUN_SHA]);
  });

  test.each([
    ['no payload', undefined],
    ['a payload of another event', { ref: 'refs/heads/main' }],
    ['a head that is no commit', payload('octo-org/octo-app', 'topic')],
    ['a head that is a number', payload('octo-org/octo-app', 7)],
  ])('is the merge commit, with a note, where there is %s', (_, event) => {
    const commit = recordedCommit(pullRequest, event);
    expect(commit).toMatchObject({ sha: RUN_SHA, isTransient: true });
    expect(commit.note).toContain('GitHub does not show in the pull request');
  });

  test.each([
    ['contributor/octo-app', 'the fork contributor/octo-app'],
    [null, 'another repository'],
  ])('is none, with a note, for a pull request of %s', (repository, origin) => {
    const commit = recordedCommit(pullRequest, payload(repository));
    expect(commit.sha).toBeUndefined();
    expect(commit.note).toContain(origin);
  });

  test('is the head of a fork where the run may write, as with pull_request_target', () => {
    const env = { ...pullRequest, GITHUB_EVENT_NAME: 'pull_request_target' };
    expect(recordedCommit(env, payload('contributor/octo-app'))).toEqual({ sha: HEAD_SHA, isTransient: true });
  });

  test('is none, with a note, where the run names no commit', () => {
    expect(recordedCommit({ GITHUB_SHA: '' }, undefined)).toMatchObject({ sha: undefined, isTransient: false });
    expect(recordedCommit({}, undefined).note).toContain('GITHUB_SHA');
  });
});

describe('the title of the commit', () => {
  const commit = { id: HEAD_SHA, message: 'Keep the cart\r\n\nIt was emptied.' };

  test.each<[string, object, string | undefined]>([
    ['a push', { head_commit: commit }, 'Keep the cart'],
    ['a pull request', { pull_request: { title: ' A cart ', head: { sha: HEAD_SHA } } }, 'A cart'],
    [
      'a run that was started by another one',
      { workflow_run: { head_sha: HEAD_SHA, head_commit: commit } },
      'Keep the cart',
    ],
    ['such a run without its commit', { workflow_run: { head_sha: HEAD_SHA, display_title: 'Release' } }, 'Release'],
    ['a merge queue', { merge_group: { head_commit: commit } }, 'Keep the cart'],
    ['a push whose commit is another one', { head_commit: { ...commit, id: RUN_SHA } }, undefined],
    ['a message without a first line', { head_commit: { ...commit, message: '\nno title' } }, undefined],
    ['a message that is no text', { head_commit: { ...commit, message: 7 } }, undefined],
    ['a schedule', {}, undefined],
  ])('is that of %s', (_, event, title) => {
    expect(runTitle(HEAD_SHA, event)).toBe(title);
  });
});
