// The facts of a run.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readRun } from '../../src/runner/run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const RUN_SHA = '1111111aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const OTHER_SHA = '2222222bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
const repositoryUrl = 'https://github.example/octo-org/octo-app';
const push = { commits: [RUN_SHA], branch: 'main', actor: 'octocat', repositoryUrl };
const folder = temporaryFolder();

/** The facts of a run with this event, or without one. */
function runOf(event?: unknown) {
  const path = join(mkdtempSync(join(folder, 'event-')), 'event.json');
  if (event !== undefined) writeFileSync(path, JSON.stringify(event));
  return readRun({
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_REPOSITORY: 'octo-org/octo-app',
    GITHUB_SHA: RUN_SHA,
    GITHUB_REF_NAME: 'main',
    GITHUB_ACTOR: 'octocat',
    GITHUB_EVENT_PATH: path,
  });
}

describe('the facts of a run (deploy/commit-of-run)', () => {
  const head = { sha: OTHER_SHA, ref: 'topic', repo: null };

  test.each([
    { what: 'a push', event: undefined, facts: push },
    { what: 'a strange event', event: ['pull_request'], facts: push },
    {
      what: 'a pull request',
      event: { pull_request: { head } },
      facts: { ...push, commits: [OTHER_SHA, RUN_SHA], branch: 'topic' },
    },
    {
      what: 'a run that another one triggered',
      event: { workflow_run: { head_sha: OTHER_SHA, head_branch: 'topic' } },
      facts: { ...push, commits: [OTHER_SHA], branch: 'topic' },
    },
    {
      what: 'a pull request with a head that is no commit',
      event: { pull_request: { head: { sha: '<b>', ref: 7 } } },
      facts: push,
    },
  ])('of $what are its commits, branch, actor and repository', ({ event, facts }) => {
    expect(runOf(event)).toEqual(facts);
  });

  test('are empty outside of a workflow', () => {
    expect(readRun({})).toEqual({ commits: [] });
  });
});
