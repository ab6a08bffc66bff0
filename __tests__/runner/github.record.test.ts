// github-environment: one deployment at GitHub with the right final state, in limited time,
// whatever fails.
import { describe, expect, test } from '@jest/globals';
import { FIRST_ID, type GitHubAnswer, NEWER_SHA, RUN_SHA } from '../support/fake-github.ts';
import { type GitHubTrialOptions, tryGitHub } from '../support/github-trial.ts';

const success = {
  state: 'success',
  description: 'Deployment dep_7 of web finished',
  isCancelled: false,
} as const;
const cancelled = {
  state: 'inactive',
  description: 'The run was cancelled',
  isCancelled: true,
} as const;
/** Any deployment takes longer than GitHub's answers. */
const BUILD_MS = 60_000;

describe('the record', () => {
  test('is created with the commit, set in progress, and given its final state', async () => {
    await tryGitHub({}, async ({ github, server, clock, warnings, notes }) => {
      expect({ id: github.deploymentId(), isOpen: github.hasOpenRecord() }).toEqual({
        id: '',
        isOpen: false,
      });
      github.begin();
      github.begin();
      expect(github.hasOpenRecord()).toBe(true);
      await clock.sleep(BUILD_MS);
      expect(github.deploymentId()).toBe(String(FIRST_ID));
      await github.finish({ ...success, url: 'https://web.example.test' });
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

  test('is not created before the work has begun, nor without an environment', async () => {
    await tryGitHub({}, async ({ github, calls }) => {
      await github.finish(success);
      expect(calls()).toEqual([]);
    });
    await tryGitHub({ environment: undefined }, async ({ github, calls }) => {
      github.begin();
      await github.finish(success);
      expect(calls()).toEqual([]);
      expect(github.hasOpenRecord()).toBe(false);
    });
  });

  const head = (more: object) => ({
    sha: NEWER_SHA,
    ref: 'topic',
    repo: { full_name: 'octo-org/octo-app' },
    ...more,
  });
  const run = {
    head_sha: NEWER_SHA,
    head_branch: 'topic',
    head_repository: { full_name: 'octo-org/octo-app' },
  };
  const commits: readonly ({
    what: string;
    ref?: string;
    isTransient?: boolean;
    why?: string;
  } & GitHubTrialOptions)[] = [
    { what: 'a push', ref: RUN_SHA, isTransient: false, event: { head_commit: { id: NEWER_SHA } } },
    { what: 'a run whose event cannot be read', ref: RUN_SHA, isTransient: false },
    {
      what: 'an open pull request',
      ref: NEWER_SHA,
      isTransient: true,
      event: { pull_request: { state: 'open', head: head({}) } },
    },
    {
      what: 'a merged pull request',
      ref: NEWER_SHA,
      isTransient: false,
      event: { pull_request: { state: 'closed', head: head({}) } },
    },
    {
      what: 'a run that another one triggered',
      ref: NEWER_SHA,
      isTransient: false,
      event: { workflow_run: run },
    },
    {
      what: 'a pull request of a fork',
      why: 'is for a fork',
      event: { pull_request: { state: 'open', head: head({ repo: { full_name: 'other/fork' } }) } },
    },
    {
      what: 'a pull request of a deleted fork',
      why: 'is for a fork',
      event: { pull_request: { state: 'open', head: head({ repo: null }) } },
    },
    {
      what: 'a run that one of a fork triggered',
      why: 'is for a fork',
      event: { workflow_run: { ...run, head_repository: { full_name: 'other/fork' } } },
    },
    { what: 'a run without a commit', why: 'names no commit', env: { GITHUB_SHA: '' } },
  ];

  test.each(commits)(
    'of $what has its commit, or does not exist',
    async ({ ref, isTransient, why, ...options }) => {
      await tryGitHub(options, async ({ github, server, clock, notes, warnings }) => {
        github.begin();
        await clock.sleep(BUILD_MS);
        await github.finish(success);
        const made = server.deployments.map(({ request }) => [
          request['ref'],
          request['transient_environment'],
        ]);
        expect(made).toEqual(ref === undefined ? [] : [[ref, isTransient]]);
        expect(notes.join('')).toContain(why ?? '');
        expect(notes).toHaveLength(why === undefined ? 0 : 1);
        expect(warnings).toEqual([]);
      });
    },
  );

  test('describes several resources by their number', async () => {
    await tryGitHub({ resourceIds: ['a', 'b', 'c'] }, async ({ github, server, clock }) => {
      github.begin();
      await clock.sleep(BUILD_MS);
      await github.finish(success);
      expect(server.calls[0]?.body['description']).toBe('Deploying 3 resources');
    });
  });

  test('shows nothing of others as it came: one line of at most 140 characters, without secrets', async () => {
    const options = { secrets: ['hidden-key-1'], resourceIds: [`app\u202e${'x'.repeat(200)}`] };
    await tryGitHub(options, async ({ github, server, clock, states }) => {
      github.begin();
      await clock.sleep(BUILD_MS);
      const description = `hidden-key-1\n::error::x\u200b ${'汉😀'.repeat(100)}`;
      await github.finish({
        ...success,
        description,
        url: 'https://web.example.test/hidden-key-1',
      });
      expect(states()).toEqual(['success']);
      const [, , last] = server.calls.map(({ body }) => body);
      expect(last?.['description']).toMatch(/^\*\*\* ::error::x/);
      expect(String(last?.['description']).isWellFormed()).toBe(true);
      expect(last).not.toHaveProperty('environment_url');
      expect(JSON.stringify(server.calls)).not.toMatch(/hidden-key-1|\u202e|\u200b/);
    });
  });

  test.each([
    'http://web.example.test',
    'javascript:alert(1)',
    'https://user:word@web.example.test',
    '',
  ])('has no link to %s', async (url) => {
    await tryGitHub({}, async ({ github, server, clock }) => {
      github.begin();
      await clock.sleep(BUILD_MS);
      await github.finish({ ...success, url });
      expect(server.calls.at(-1)?.body).not.toHaveProperty('environment_url');
    });
  });
});

const never: GitHubAnswer = { delayMs: Infinity, applies: false };

interface Fault {
  readonly fault: string;
  readonly answer: GitHubAnswer;
}

describe('a creation', () => {
  const lost: readonly Fault[] = [
    { fault: 'whose answer is lost', answer: { breaks: 'at once' } },
    {
      fault: 'whose answer is cut',
      answer: { status: 201, breaks: 'within the body', applies: true },
    },
    { fault: 'whose answer stalls', answer: { status: 201, breaks: 'stalls', applies: true } },
    { fault: 'that is never answered', answer: { delayMs: Infinity } },
    { fault: 'that fails', answer: { status: 502, applies: true } },
  ];

  test.each(lost)(
    '$fault and took effect is found at the end, and not sent again',
    async ({ answer }) => {
      await tryGitHub({}, async ({ github, server, clock, calls, states, warnings }) => {
        server.onCall = ({ name }) => (name === 'create' ? answer : undefined);
        github.begin();
        await clock.sleep(BUILD_MS);
        expect(github.hasOpenRecord()).toBe(true);
        await github.finish(success);
        expect(calls()).toEqual(['create', 'list', 'success']);
        expect(server.calls[1]?.path).toContain(
          `?sha=${RUN_SHA}&environment=production&per_page=100`,
        );
        expect(states()).toEqual(['success']);
        expect(github.deploymentId()).toBe(String(FIRST_ID));
        expect(warnings).toEqual([]);
      });
    },
  );

  test.each(lost)('$fault and took no effect is one warning', async ({ answer }) => {
    await tryGitHub({}, async ({ github, server, clock, calls, warnings }) => {
      server.onCall = ({ name }) => (name === 'create' ? { ...answer, applies: false } : undefined);
      github.begin();
      await clock.sleep(BUILD_MS);
      await github.finish(success);
      await github.finish(success);
      expect(calls()).toEqual(['create', 'list']);
      expect(warnings).toEqual([
        expect.stringMatching(/^The deployment may not be recorded at GitHub: GitHub\b/),
      ]);
      expect(github.hasOpenRecord()).toBe(false);
    });
  });

  test('of somebody else for the same commit is not taken for ours', async () => {
    await tryGitHub({}, async ({ github, server, clock, states, warnings }) => {
      const request = { ref: RUN_SHA, environment: 'production', payload: { marker: 'another' } };
      server.deployments.push(
        { id: 1, request, statuses: [] },
        { id: 2, request: { payload: '' }, statuses: [] },
      );
      server.onCall = ({ name }) =>
        name === 'create' ? { breaks: 'at once', applies: false } : undefined;
      github.begin();
      await clock.sleep(BUILD_MS);
      await github.finish(success);
      expect(states()).toEqual([undefined, undefined]);
      expect(warnings).toHaveLength(1);
    });
  });

  test('is found by its marker when GitHub returns the payload as text', async () => {
    await tryGitHub({}, async ({ github, server, clock, states }) => {
      server.onCall = ({ name, body }) => {
        if (name !== 'create') return undefined;
        server.deployments.push({
          id: 9,
          request: { payload: JSON.stringify(body['payload']) },
          statuses: [],
        });
        return { breaks: 'at once', applies: false };
      };
      github.begin();
      await clock.sleep(BUILD_MS);
      await github.finish(success);
      expect(states()).toEqual(['success']);
    });
  });

  test.each([
    { status: 403, message: 'Resource not accessible by integration', hint: true },
    { status: 404, message: 'Not Found', hint: true },
    { status: 422, message: 'Validation Failed', hint: false },
  ])(
    'that GitHub refuses with $status is one warning at once',
    async ({ status, message, hint }) => {
      await tryGitHub({}, async ({ github, server, clock, calls, warnings }) => {
        server.onCall = () => ({ status, message });
        github.begin();
        await clock.sleep(5_000);
        const permission = hint ? ' The job may lack the permission deployments: write.' : '';
        const warning = `The deployment may not be recorded at GitHub: GitHub answered ${status} (${message}).${permission}`;
        expect(warnings).toEqual([warning]);
        expect(github.hasOpenRecord()).toBe(false);
        await github.finish(success);
        expect(calls()).toEqual(['create']);
        expect(warnings).toEqual([warning]);
        expect(clock.now()).toBe(5_000);
      });
    },
  );

  test.each([0, 500, 9_000])(
    'that is not answered when the step ends after %i ms gets its final state',
    async (endMs) => {
      await tryGitHub({}, async ({ github, server, clock, states, warnings }) => {
        server.onCall = ({ name }) => (name === 'create' ? { delayMs: 9_500 } : undefined);
        github.begin();
        await clock.sleep(endMs);
        await github.finish(success);
        expect(states()).toEqual(['success']);
        expect(warnings).toEqual([]);
      });
    },
  );
});

describe('a status', () => {
  /** The times of the calls with this name, from the first on. */
  function gaps(calls: readonly { name: string; atMs: number }[], name: string): number[] {
    const times = calls.filter((call) => call.name === name).map(({ atMs }) => atMs);
    return times.slice(1).map((atMs) => atMs - (times[0] ?? 0));
  }

  describe.each(['in_progress', 'success'])('for %s', (failing) => {
    test.each([
      { fault: 'fails', answer: { status: 502 } },
      { fault: 'meets a limit', answer: { status: 429 } },
      { fault: 'is never answered', answer: never },
      { fault: 'is cut', answer: { breaks: 'at once' as const } },
      { fault: 'stalls', answer: { status: 200, breaks: 'stalls' as const } },
    ])('that $fault twice is sent a third time', async ({ answer }) => {
      await tryGitHub({}, async ({ github, server, clock, calls, states, warnings }) => {
        server.onCall = ({ name, nth }) => (name === failing && nth <= 2 ? answer : undefined);
        github.begin();
        await clock.sleep(BUILD_MS);
        await github.finish(success);
        expect(calls().filter((name) => name === failing)).toHaveLength(3);
        expect(states()).toEqual(['success']);
        expect(warnings).toEqual([]);
      });
    });

    test('is sent again when Retry-After says, if that fits', async () => {
      await tryGitHub({}, async ({ github, server, clock, states }) => {
        const answer = { status: 503, headers: { 'retry-after': '6' } };
        server.onCall = ({ name, nth }) => (name === failing && nth === 1 ? answer : undefined);
        github.begin();
        await clock.sleep(BUILD_MS);
        await github.finish(success);
        expect(gaps(server.calls, failing)).toEqual([6_000]);
        expect(states()).toEqual(['success']);
      });
    });
  });

  test('that fails three times is one warning, and no more than three requests', async () => {
    await tryGitHub({}, async ({ github, server, clock, calls, warnings }) => {
      server.onCall = ({ name }) => (name === 'success' ? { status: 502 } : undefined);
      github.begin();
      await clock.sleep(BUILD_MS);
      await github.finish(success);
      expect(calls()).toEqual(['create', 'in_progress', 'success', 'success', 'success']);
      expect(warnings).toEqual([
        'The deployment may be left without a final state at GitHub: GitHub answered 502.',
      ]);
    });
  });

  test('is not sent again when Retry-After does not fit', async () => {
    await tryGitHub({}, async ({ github, server, clock, calls, warnings }) => {
      const answer = { status: 429, headers: { 'retry-after': '60' } };
      server.onCall = ({ name }) => (name === 'success' ? answer : undefined);
      github.begin();
      await clock.sleep(BUILD_MS);
      await github.finish(success);
      expect(calls()).toEqual(['create', 'in_progress', 'success']);
      expect(clock.now()).toBe(BUILD_MS);
      expect(warnings).toEqual([
        expect.stringContaining('GitHub answered 429; it asks to wait 1m.'),
      ]);
    });
  });

  test.each([
    { progressMs: 2_000, sentAfterMs: 2_000 },
    { progressMs: Infinity, sentAfterMs: 3_000 },
  ])(
    'that is final waits for the answer to in_progress ($progressMs ms), but not longer than 3 s',
    async ({ progressMs, sentAfterMs }) => {
      await tryGitHub({}, async ({ github, server, clock, states }) => {
        server.onCall = ({ name }) =>
          name === 'in_progress' ? { delayMs: progressMs } : undefined;
        github.begin();
        await clock.sleep(100);
        await github.finish({ ...success, state: 'failure' });
        const [progress, last] = server.calls.slice(1);
        expect((last?.atMs ?? 0) - Math.max(100, progress?.atMs ?? 0)).toBe(
          sentAfterMs - (progressMs === Infinity ? 0 : 100),
        );
        expect(states()).toEqual(['failure']);
      });
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
      for (const beginsMs of [0, BUILD_MS]) {
        await tryGitHub({}, async ({ github, server, clock, warnings }) => {
          server.onCall = slow;
          github.begin();
          await clock.sleep(beginsMs);
          await github.finish(end);
          expect(clock.now() - beginsMs).toBeLessThanOrEqual(longestMs);
          expect(warnings).toHaveLength(1);
        });
      }
    },
  );

  const moments = ['create', 'in_progress', 'list', 'success', 'inactive'];

  test.each([undefined, ...moments])(
    'is held up by 15 s at most when GitHub answers nothing (%s)',
    async (only) => {
      for (const beginsMs of [0, 5_000, BUILD_MS]) {
        await tryGitHub({}, async ({ github, server, clock }) => {
          server.onCall = ({ name }) => (only === undefined || name === only ? never : undefined);
          github.begin();
          await clock.sleep(beginsMs);
          await github.finish(success);
          expect(clock.now() - beginsMs).toBeLessThanOrEqual(15_000);
          expect(github.hasOpenRecord()).toBe(false);
        });
      }
    },
  );

  test.each([undefined, ...moments])(
    'of a cancelled run takes at most 4.5 s, and tries once (%s)',
    async (only) => {
      for (const beginsMs of [0, 150, 1_000, BUILD_MS]) {
        await tryGitHub({}, async ({ github, server, clock, calls }) => {
          server.onCall = ({ name }) =>
            only === undefined || name === only ? never : { delayMs: 200 };
          github.begin();
          await clock.sleep(beginsMs);
          await github.finish(cancelled);
          expect(clock.now() - beginsMs).toBeLessThanOrEqual(4_500);
          expect(calls().filter((name) => name === 'inactive').length).toBeLessThanOrEqual(1);
        });
      }
    },
  );

  test('of a cancelled run sets the final state, whenever it comes', async () => {
    for (const beginsMs of [0, 100, 250, 450, 1_000, BUILD_MS]) {
      await tryGitHub({}, async ({ github, server, clock, states, warnings }) => {
        server.onCall = () => ({ delayMs: 200 });
        github.begin();
        await clock.sleep(beginsMs);
        await github.finish(cancelled);
        expect({ beginsMs, states: states(), warnings }).toEqual({
          beginsMs,
          states: ['inactive'],
          warnings: [],
        });
      });
    }
  });

  test('of a cancelled run does not wait long for the answer to in_progress', async () => {
    await tryGitHub({}, async ({ github, server, clock, states }) => {
      server.onCall = ({ name }) => (name === 'in_progress' ? never : undefined);
      github.begin();
      await clock.sleep(100);
      await github.finish(cancelled);
      expect(clock.now()).toBe(3_100);
      expect(states()).toEqual(['inactive']);
    });
  });

  test('of a cancelled run follows a late in_progress', async () => {
    await tryGitHub({}, async ({ github, server, clock, states }) => {
      server.onCall = ({ name }) => (name === 'in_progress' ? { delayMs: 2_500 } : undefined);
      github.begin();
      await clock.sleep(100);
      await github.finish(cancelled);
      expect(clock.now()).toBeLessThan(3_000);
      expect(states()).toEqual(['inactive']);
    });
  });

  test('ends what is sent in the background: in_progress never follows the final state', async () => {
    await tryGitHub({}, async ({ github, server, clock, calls }) => {
      server.onCall = ({ name, nth }) => {
        if (name === 'in_progress') return { status: 503, headers: { 'retry-after': '6' } };
        return name === 'success' && nth === 1 ? never : undefined;
      };
      github.begin();
      await clock.sleep(100);
      await github.finish(success);
      expect(calls()).toEqual(['create', 'in_progress', 'success', 'success']);
    });
  });

  test('leaves no request and no timer behind', async () => {
    await tryGitHub({}, async ({ github, server, clock }) => {
      server.onCall = ({ name }) => (name === 'in_progress' ? { status: 502 } : undefined);
      github.begin();
      await clock.sleep(100);
      await github.finish(success);
      await new Promise((resolve) => setImmediate(resolve));
      expect(clock.sleeping).toBe(0);
    });
  });
});
