// The facts of a run, by the context of its event.
import { describe, expect, test } from '@jest/globals';
import { NO_RUN, type RunContext, runFactsOf } from '../../src/runner/run-facts.ts';

const RUN_SHA = '1111111aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const OTHER_SHA = '2222222bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';

const context: RunContext = {
  payload: {},
  eventName: 'push',
  sha: RUN_SHA,
  ref: 'refs/heads/feature/a',
  actor: 'octocat',
  serverUrl: 'https://github.example',
  repository: 'octo-org/octo-app',
};
const head = { sha: OTHER_SHA, ref: 'topic', repo: null };
const trigger = { head_sha: OTHER_SHA, head_branch: 'topic' };

describe('the facts of a run (deploy/commit-of-run)', () => {
  test.each<[what: string, given: Partial<RunContext>, facts: object]>([
    ['a push', {}, { commits: [RUN_SHA], branch: 'feature/a', isForCommit: true }],
    ['a tag', { ref: 'refs/tags/v1' }, { branch: 'v1' }],
    ['a dispatch', { eventName: 'workflow_dispatch' }, { commits: [RUN_SHA], isForCommit: false }],
    [
      'a pull request',
      { eventName: 'pull_request', payload: { pull_request: { head } } },
      { commits: [OTHER_SHA, RUN_SHA], branch: 'topic', isForCommit: false },
    ],
    [
      'a pull request with a head that is no commit',
      { payload: { pull_request: { head: { sha: '<b>', ref: 7 } } } },
      { commits: [RUN_SHA], branch: 'feature/a' },
    ],
    [
      'a run that another one triggered',
      { eventName: 'workflow_run', payload: { workflow_run: trigger } },
      { commits: [OTHER_SHA], branch: 'topic', isForCommit: true },
    ],
    [
      'another event with such a payload',
      { payload: { workflow_run: trigger } },
      { commits: [RUN_SHA] },
    ],
    ['a strange event', { payload: { pull_request: 7 } }, { commits: [RUN_SHA] }],
    ['no repository', { repository: '' }, { repositoryUrl: undefined }],
  ])('of %s are its commits, branch and repository', (_, given, facts) => {
    const repositoryUrl = 'https://github.example/octo-org/octo-app';
    const expected = { actor: 'octocat', repositoryUrl, ...facts };
    expect(runFactsOf({ ...context, ...given })).toMatchObject(expected);
  });

  test('are empty outside of a workflow', () => {
    expect(NO_RUN).toMatchObject({ commits: [], branch: '', actor: '', isForCommit: false });
    expect(NO_RUN.repositoryUrl).toBeUndefined();
  });
});

test.each([
  [RUN_SHA, true, true],
  [RUN_SHA.slice(0, 7), true, true],
  [OTHER_SHA, true, false],
  // It may be a build number.
  [OTHER_SHA.slice(0, 7), false, false],
])('%s is a commit: %s, and of this run: %s (deploy/commit-form)', (commit, isCommit, isOwn) => {
  const facts = runFactsOf(context);
  expect([facts.isCommit(commit), facts.isOwnCommit(commit)]).toEqual([isCommit, isOwn]);
});
