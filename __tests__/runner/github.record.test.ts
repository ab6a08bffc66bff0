// github-environment: one deployment at GitHub with the right final state, in limited time,
// whatever fails.
import { describe, expect, test } from '@jest/globals';
import {
  type FakeGitHub,
  FIRST_ID,
  type GitHubAnswer,
  NEWER_SHA,
  RUN_SHA,
} from '../support/fake-github.ts';
import { type GitHubTrial, type GitHubTrialOptions, tryGitHub } from '../support/github-trial.ts';

const success = {
  state: 'success',
  description: 'Deployment dep_7 of web finished',
  isCancelled: false,
} as const;
const cancelled = { state: 'inactive', description: 'Cancelled', isCancelled: true } as const;
/** Any deployment takes longer than GitHub's answers. */
const BUILD_MS = 60_000;

type Answering = FakeGitHub['onCall'];
type End = Parameters<GitHubTrial['github']['closeRecord']>[0];

/** A record that begins, gets its end after a time, and what came of it. */
async function record({
  onCall = () => undefined,
  afterMs = BUILD_MS,
  end = success,
  ...options
}: GitHubTrialOptions & { onCall?: Answering; afterMs?: number; end?: End } = {}) {
  return await tryGitHub(options, async (trial) => {
    const { github, server, clock } = trial;
    server.onCall = onCall;
    github.openRecord();
    await clock.sleep(afterMs);
    await github.closeRecord(end);
    return {
      calls: server.calls.map(({ name }) => name),
      sent: server.calls,
      states: server.deployments.map(({ statuses }) => statuses.at(-1)?.['state']),
      made: server.deployments.map(({ request }) => request),
      warnings: trial.warnings,
      notes: trial.notes,
      /** How long the end held up the step. */
      endMs: clock.now() - afterMs,
      id: github.recordId(),
      isOpen: github.hasOpenRecord(),
    };
  });
}

describe('the record', () => {
  test('is created with the commit, set in progress, and given its final state', async () => {
    await tryGitHub({}, async ({ github, server, clock, warnings, notes }) => {
      expect(github.recordId()).toBe('');
      expect(github.hasOpenRecord()).toBe(false);
      github.openRecord();
      github.openRecord();
      expect(github.hasOpenRecord()).toBe(true);
      await clock.sleep(BUILD_MS);
      expect(github.recordId()).toBe(String(FIRST_ID));
      await github.closeRecord({ ...success, url: 'https://web.example.test' });
      expect(github.hasOpenRecord()).toBe(false);
      const log_url = 'https://github.example/octo-org/octo-app/actions/runs/77';
      expect(server.calls.map(({ name, body }) => ({ name, body }))).toEqual([
        {
          name: 'create',
          body: {
            ref: RUN_SHA,
            environment: 'production',
            description: 'Deploying app_web',
            payload: { marker: expect.stringMatching(/^[\da-f-]{36}$/) },
            transient_environment: false,
            auto_merge: false,
            required_contexts: [],
          },
        },
        {
          name: 'in_progress',
          body: { state: 'in_progress', description: 'Deploying app_web', log_url },
        },
        {
          name: 'success',
          body: {
            state: 'success',
            description: 'Deployment dep_7 of web finished',
            log_url,
            environment_url: 'https://web.example.test',
          },
        },
      ]);
      expect([...warnings, ...notes]).toEqual([]);
    });
  });

  test('is not created without an environment', async () => {
    expect(await record({ environment: undefined })).toMatchObject({ calls: [], isOpen: false });
  });

  const OWN = { full_name: 'octo-org/octo-app' };
  const FORK = { full_name: 'other/fork' };
  const pull = (state: string, repo: object | null = OWN) => ({
    pull_request: { state, head: { sha: NEWER_SHA, ref: 'topic', repo } },
  });
  const triggered = (repo: object) => ({
    workflow_run: { head_sha: NEWER_SHA, head_branch: 'topic', head_repository: repo },
  });

  test.each([
    ['a push', { head_commit: { id: NEWER_SHA } }, RUN_SHA, false],
    ['a run whose event cannot be read', undefined, RUN_SHA, false],
    ['an open pull request', pull('open'), NEWER_SHA, true],
    ['a merged pull request', pull('closed'), NEWER_SHA, false],
    ['a run that another one triggered', triggered(OWN), NEWER_SHA, false],
  ])('of %s has its commit', async (_, event, ref, transient_environment) => {
    const { made, notes, warnings } = await record({ event });
    expect(made).toMatchObject([{ ref, transient_environment }]);
    expect([...notes, ...warnings]).toEqual([]);
  });

  test.each<[what: string, options: GitHubTrialOptions, why: string]>([
    ['a pull request of a fork', { event: pull('open', FORK) }, 'is for a fork'],
    ['a pull request of a deleted fork', { event: pull('open', null) }, 'is for a fork'],
    ['a run that one of a fork triggered', { event: triggered(FORK) }, 'is for a fork'],
    ['a run without a commit', { env: { GITHUB_SHA: '' } }, 'names no commit'],
  ])('of %s does not exist', async (_, options, why) => {
    const { made, notes, warnings } = await record(options);
    expect([made, warnings]).toEqual([[], []]);
    expect(notes).toEqual([expect.stringContaining(why)]);
  });

  test('describes several resources by their number', async () => {
    const { made } = await record({ resourceIds: ['a', 'b', 'c'] });
    expect(made).toMatchObject([{ description: 'Deploying 3 resources' }]);
  });

  test('shows nothing of others as it came: one line of at most 140 characters, without secrets', async () => {
    const { sent, states } = await record({
      secrets: ['hidden-key-1'],
      resourceIds: [`app\u202e${'x'.repeat(200)}`],
      end: {
        ...success,
        description: `hidden-key-1\n::error::x\u200b ${'汉😀'.repeat(100)}`,
        url: 'https://web.example.test/hidden-key-1',
      },
    });
    expect(states).toEqual(['success']);
    const last = sent.at(-1)?.body;
    expect(last?.['description']).toMatch(/^\*\*\* ::error::x/);
    expect(String(last?.['description']).isWellFormed()).toBe(true);
    expect(last).not.toHaveProperty('environment_url');
    expect(JSON.stringify(sent)).not.toMatch(/hidden-key-1|\u202e|\u200b/);
  });

  test.each([
    'http://web.example.test',
    'javascript:alert(1)',
    'https://user:word@web.example.test',
    '',
  ])('has no link to %s', async (url) => {
    const { sent } = await record({ end: { ...success, url } });
    expect(sent.at(-1)?.body).not.toHaveProperty('environment_url');
  });
});

const never: GitHubAnswer = { delayMs: Infinity, applies: false };

/** Answers the calls of this name so, up to this number. */
const when =
  (name: string, answer: GitHubAnswer, times = Infinity): Answering =>
  (call) =>
    call.name === name && call.nth <= times ? answer : undefined;

describe('a creation', () => {
  const lost: readonly [fault: string, answer: GitHubAnswer][] = [
    ['whose answer is lost', { breaks: 'at once' }],
    ['whose answer is cut', { status: 201, breaks: 'within the body', applies: true }],
    ['whose answer stalls', { status: 201, breaks: 'stalls', applies: true }],
    ['that is never answered', { delayMs: Infinity }],
    ['that fails', { status: 502, applies: true }],
  ];

  test.each(lost)(
    '%s and took effect is found at the end, and not sent again',
    async (_, answer) => {
      const trial = await record({ onCall: when('create', answer) });
      const id = String(FIRST_ID);
      const calls = ['create', 'list', 'success'];
      expect(trial).toMatchObject({ calls, states: ['success'], id, warnings: [] });
      expect(trial.sent[1]?.path).toContain(`?sha=${RUN_SHA}&environment=production&per_page=100`);
    },
  );

  test.each(lost)('%s and took no effect is one warning', async (_, answer) => {
    expect(await record({ onCall: when('create', { ...answer, applies: false }) })).toMatchObject({
      calls: ['create', 'list'],
      warnings: [expect.stringMatching(/^The deployment may not be recorded at GitHub: GitHub\b/)],
      isOpen: false,
    });
  });

  test('of somebody else for the same commit is not taken for ours', async () => {
    await tryGitHub({}, async ({ github, server, clock, warnings }) => {
      const request = { ref: RUN_SHA, environment: 'production', payload: { marker: 'another' } };
      server.deployments.push(
        { id: 1, request, statuses: [] },
        { id: 2, request: { payload: '' }, statuses: [] },
      );
      server.onCall = when('create', { breaks: 'at once', applies: false });
      github.openRecord();
      await clock.sleep(BUILD_MS);
      await github.closeRecord(success);
      expect(server.deployments).toMatchObject([{ statuses: [] }, { statuses: [] }]);
      expect(warnings).toHaveLength(1);
    });
  });

  test('is found by its marker when GitHub returns the payload as text, beside a long one', async () => {
    await tryGitHub({}, async ({ github, server, clock }) => {
      server.onCall = ({ name, body }) => {
        if (name !== 'create') return undefined;
        const request = { payload: JSON.stringify(body['payload']) };
        const long = { payload: ' '.repeat(1_000_000) };
        server.deployments.push(
          { id: 8, request: long, statuses: [] },
          { id: 9, request, statuses: [] },
        );
        return { breaks: 'at once', applies: false };
      };
      github.openRecord();
      await clock.sleep(BUILD_MS);
      await github.closeRecord(success);
      const statuses = server.deployments.map((kept) => kept.statuses);
      expect(statuses).toMatchObject([[], [{ state: 'success' }]]);
    });
  });

  test.each([
    { status: 403, message: 'Resource not accessible by integration', hint: true },
    { status: 404, message: 'Not Found', hint: true },
    { status: 422, message: 'Validation Failed', hint: false },
  ])(
    'that GitHub refuses with $status is one warning at once',
    async ({ status, message, hint }) => {
      const permission = hint ? ' The job may lack the permission deployments: write.' : '';
      expect(await record({ onCall: () => ({ status, message }) })).toMatchObject({
        calls: ['create'],
        warnings: [
          `The deployment may not be recorded at GitHub: GitHub answered ${status} (${message}).${permission}`,
        ],
        endMs: 0,
        isOpen: false,
      });
    },
  );

  test.each([0, 500, 9_000])(
    'that is not answered when the step ends after %i ms gets its final state',
    async (afterMs) => {
      const onCall = when('create', { delayMs: 9_500 });
      const { states, warnings } = await record({ onCall, afterMs });
      expect([states, warnings]).toEqual([['success'], []]);
    },
  );
});

describe('a status', () => {
  describe.each(['in_progress', 'success'])('for %s', (failing) => {
    test.each([
      { fault: 'fails', answer: { status: 502 } },
      { fault: 'meets a limit', answer: { status: 429 } },
      { fault: 'is never answered', answer: never },
      { fault: 'is cut', answer: { breaks: 'at once' as const } },
      { fault: 'stalls', answer: { status: 200, breaks: 'stalls' as const } },
    ])('that $fault twice is sent a third time', async ({ answer }) => {
      const { calls, states, warnings } = await record({ onCall: when(failing, answer, 2) });
      expect(calls.filter((name) => name === failing)).toHaveLength(3);
      expect([states, warnings]).toEqual([['success'], []]);
    });

    test('is sent again when Retry-After says, if that fits', async () => {
      const answer = { status: 503, headers: { 'retry-after': '6' } };
      const { sent, states } = await record({ onCall: when(failing, answer, 1) });
      const [first, second] = sent.filter(({ name }) => name === failing);
      expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBe(6_000);
      expect(states).toEqual(['success']);
    });
  });

  test('that fails three times is one warning, and no more than three requests', async () => {
    expect(await record({ onCall: when('success', { status: 502 }) })).toMatchObject({
      calls: ['create', 'in_progress', 'success', 'success', 'success'],
      warnings: [
        'The deployment may be left without a final state at GitHub: GitHub answered 502.',
      ],
      notes: ['Deployment record: GitHub answered 502. Trying again, for at most 10 s.'],
    });
  });

  test('is not sent again when Retry-After does not fit', async () => {
    const answer = { status: 429, headers: { 'retry-after': '60' } };
    expect(await record({ onCall: when('success', answer) })).toMatchObject({
      calls: ['create', 'in_progress', 'success'],
      endMs: 0,
      warnings: [expect.stringContaining('GitHub answered 429; it asks to wait 1m.')],
    });
  });

  test.each([
    { progressMs: 2_000, endMs: 1_900 },
    { progressMs: Infinity, endMs: 3_000 },
  ])(
    'that is final waits for the answer to in_progress ($progressMs ms), but not longer than 3 s',
    async ({ progressMs, endMs }) => {
      const onCall = when('in_progress', { delayMs: progressMs });
      const end = { ...success, state: 'failure' } as const;
      const ended = await record({ onCall, end, afterMs: 100 });
      expect(ended).toMatchObject({ states: ['failure'], endMs });
    },
  );
});

describe('the end of a step', () => {
  /** Each answer comes so late that together they take longer than a step may. */
  const slow = ({ name }: { readonly name: string }): GitHubAnswer => {
    if (name === 'create') return { delayMs: Infinity };
    return name === 'list' ? { delayMs: 2_900 } : never;
  };

  test.each([
    { end: success, longestMs: 15_000 },
    { end: cancelled, longestMs: 4_500 },
  ])(
    'that finds a slow GitHub takes $longestMs ms at most, with one warning',
    async ({ end, longestMs }) => {
      for (const afterMs of [0, BUILD_MS]) {
        const { endMs, warnings } = await record({ onCall: slow, afterMs, end });
        expect(endMs).toBeLessThanOrEqual(longestMs);
        expect(warnings).toHaveLength(1);
      }
    },
  );

  const moments = ['create', 'in_progress', 'list', 'success', 'inactive'];

  test.each([undefined, ...moments])(
    'is held up by 15 s at most when GitHub answers nothing (%s)',
    async (only) => {
      const onCall: Answering = ({ name }) =>
        only === undefined || name === only ? never : undefined;
      for (const afterMs of [0, 5_000, BUILD_MS]) {
        const { endMs, isOpen } = await record({ onCall, afterMs });
        expect(endMs).toBeLessThanOrEqual(15_000);
        expect(isOpen).toBe(false);
      }
    },
  );

  test.each([undefined, ...moments])(
    'of a cancelled run takes at most 4.5 s, and tries once (%s)',
    async (only) => {
      const onCall: Answering = ({ name }) =>
        only === undefined || name === only ? never : { delayMs: 200 };
      for (const afterMs of [0, 150, 1_000, BUILD_MS]) {
        const { endMs, calls } = await record({ onCall, afterMs, end: cancelled });
        expect(endMs).toBeLessThanOrEqual(4_500);
        expect(calls.filter((name) => name === 'inactive').length).toBeLessThanOrEqual(1);
      }
    },
  );

  test.each([0, 100, 250, 450, 1_000, BUILD_MS])(
    'of a run that is cancelled after %i ms sets the final state',
    async (afterMs) => {
      const onCall: Answering = () => ({ delayMs: 200 });
      const { states, warnings } = await record({ onCall, afterMs, end: cancelled });
      expect([states, warnings]).toEqual([['inactive'], []]);
    },
  );

  test('ends what is sent in the background: in_progress never follows the final state', async () => {
    const onCall: Answering = ({ name, nth }) => {
      if (name === 'in_progress') return { status: 503, headers: { 'retry-after': '6' } };
      return name === 'success' && nth === 1 ? never : undefined;
    };
    const { calls } = await record({ onCall, afterMs: 100 });
    expect(calls).toEqual(['create', 'in_progress', 'success', 'success']);
  });

  test('leaves no request and no timer behind', async () => {
    await tryGitHub({}, async ({ github, server, clock }) => {
      server.onCall = when('in_progress', { status: 502 });
      github.openRecord();
      await clock.sleep(100);
      await github.closeRecord(success);
      await new Promise((resolve) => setImmediate(resolve));
      expect(clock.sleeping).toBe(0);
    });
  });
});
