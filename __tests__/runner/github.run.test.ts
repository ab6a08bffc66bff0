// The facts of a run, and to whom the token is sent.
import { afterEach, describe, expect, test } from '@jest/globals';
import { GITHUB_TOKEN, NEWER_SHA, RUN_SHA } from '../support/fake-github.ts';
import { tryGitHub } from '../support/github-trial.ts';
import { createRawServers } from '../support/raw-servers.ts';

const success = { state: 'success', description: 'done', isCancelled: false } as const;

describe('the facts of a run (deploy/commit-of-run)', () => {
  const repositoryUrl = 'https://github.example/octo-org/octo-app';
  const push = { commits: [RUN_SHA], branch: 'main', actor: 'octocat', repositoryUrl };
  const head = { sha: NEWER_SHA, ref: 'topic', repo: null };

  test.each([
    { what: 'a push', event: undefined, facts: push },
    { what: 'a strange event', event: ['pull_request'], facts: push },
    {
      what: 'a pull request',
      event: { pull_request: { head } },
      facts: { ...push, commits: [NEWER_SHA, RUN_SHA], branch: 'topic' },
    },
    {
      what: 'a run that another one triggered',
      event: { workflow_run: { head_sha: NEWER_SHA, head_branch: 'topic' } },
      facts: { ...push, commits: [NEWER_SHA], branch: 'topic' },
    },
    {
      what: 'a pull request with a head that is no commit',
      event: { pull_request: { head: { sha: '<b>', ref: 7 } } },
      facts: push,
    },
  ])('of $what are its commits, branch, actor and repository', async ({ event, facts }) => {
    await tryGitHub({ event }, async ({ github }) => expect(github.run).toMatchObject(facts));
  });

  test('are empty outside of a workflow', async () => {
    const none = ['GITHUB_SHA', 'GITHUB_REF_NAME', 'GITHUB_ACTOR', 'GITHUB_REPOSITORY'];
    const env = Object.fromEntries(none.map((name) => [name, '']));
    const facts = { commits: [], branch: '', actor: '', repositoryUrl: undefined };
    await tryGitHub({ env }, async ({ github }) => expect(github.run).toMatchObject(facts));
  });
});

describe('the token', () => {
  const elsewhere = createRawServers();
  afterEach(() => elsewhere.close());

  test('is sent with each request, under the name of the action', async () => {
    await tryGitHub({}, async ({ github, server, clock, log }) => {
      await github.newerCommit(log);
      github.openRecord();
      await clock.sleep(1_000);
      await github.closeRecord(success);
      expect(server.calls).toHaveLength(4);
      for (const { headers, body } of server.calls) {
        expect(headers.authorization).toBe(`token ${GITHUB_TOKEN}`);
        expect(headers['user-agent']).toContain('deployment-service-action');
        expect(JSON.stringify(body)).not.toContain(GITHUB_TOKEN);
      }
    });
  });

  test.each([302, 307])('is not sent on by a redirect (%i)', async (status) => {
    const visitors: string[] = [];
    const origin = await elsewhere.serve((request, response) => {
      visitors.push(request.url ?? '');
      response.end('{}');
    });
    await tryGitHub({}, async ({ github, server, clock, log, warnings }) => {
      server.onCall = () => ({ status, headers: { location: `${origin}/steal` } });
      await github.newerCommit(log);
      github.openRecord();
      await clock.sleep(1_000);
      await github.closeRecord(success);
      expect(warnings).toHaveLength(2);
      expect(visitors).toEqual([]);
    });
  });
});
