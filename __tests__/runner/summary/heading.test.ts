// The top of the summary: what happened, for which commit, and on failure the cause and what to do.
import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/operations/operation.ts';
import { heading, verdict } from '../../../src/runner/summary/heading.ts';
import { runFacts } from '../../../src/runner/summary/run-facts.ts';
import { liveAt } from '../../../src/runner/summary/proof.ts';
import type { SummaryData } from '../../../src/runner/summary/summary-data.ts';
import { following, outcomeOf } from '../../support/runner/outcome-of.ts';
import {
  accepted,
  dataOf,
  failed,
  finished,
  isUp,
  logOf,
  polled,
  reportOn,
  resourceId,
  sanitizers,
} from '../../support/runner/summary-data.ts';

const ended = polled('finished');
const titleOf = (data: SummaryData) => heading(data, sanitizers)[0];

describe('the heading', () => {
  test('shows where the app is live once the deployment of this step has finished', () => {
    expect(titleOf(dataOf([finished], { events: [accepted, ended, isUp] }))).toBe(
      '## ✅ web is live at [web.example.test](<https://web.example.test/>)',
    );
  });

  test('does not show that when the app was up before the deployment and could not be read after it', () => {
    expect(titleOf(dataOf([finished], { events: [isUp, accepted, ended] }))).toBe('## ✅ the headline');
  });

  test.each<[string, Partial<Outcome>]>([
    ['the app is not up', { resourceStatus: 'exited' }],
    ['the app is unhealthy', { resourceStatus: 'running (unhealthy)' }],
    ['the deployment continues', { stillRunning: true }],
  ])('does not show that when %s', (_, change) => {
    const data = dataOf([{ ...finished, ...change }], { events: [accepted, ended, isUp] });
    expect(liveAt(data)).toBeUndefined();
    expect(titleOf(data)).toBe('## ✅ the headline');
  });

  test('does not show that for a deployment of someone else, even if its health check has passed', () => {
    const proof = { url: 'https://web.example.test/health', status: 200 };
    const data = dataOf([{ ...finished, proof }], { events: [{ ...accepted, ownership: 'latest' }, ended, isUp] });
    expect(titleOf(data)).toBe('## ✅ the headline');
  });

  test.each<[string, Outcome]>([
    ['❌', failed],
    ['⚠️', { ...failed, errorCode: 'interrupted' }],
    ['⏭️', outcomeOf({ resourceId, skipped: 'outdated' })],
  ])('has the mark %s', (mark, outcome) => {
    expect(titleOf(dataOf([outcome]))).toBe(`## ${mark} the headline`);
  });

  test('of a running step shows its progress, and that the work may continue if the step is killed', () => {
    const running = dataOf([outcomeOf({ resourceId, name: 'web', phase: following })], {
      events: [accepted, polled('building')],
    });
    const [title, state, remark] = heading({ ...running, report: undefined }, sanitizers);
    expect([title, state]).toEqual(['## ⏳ deploy is in progress', 'web: building']);
    expect(remark).toContain('may continue at the service');
  });
});

describe('the line below', () => {
  const env = {
    GITHUB_SERVER_URL: 'https://github.test',
    GITHUB_REPOSITORY: 'octo-org/shop',
    GITHUB_SHA: '4f6c21d09b7e5a83c1d2e4f60718293a4b5c6d7e',
    GITHUB_REF_NAME: '12/merge',
    GITHUB_HEAD_REF: 'cart',
    GITHUB_ACTOR: 'octocat',
  };

  test('has duration, commit, branch and actor, and for a pull request its source branch', () => {
    const [, line] = heading(dataOf([finished], { run: runFacts(env) }), sanitizers);
    expect(line).toBe(
      'deployment 1m 12s · [`4f6c21d`](<https://github.test/octo-org/shop/commit/4f6c21d09b7e5a83c1d2e4f60718293a4b5c6d7e>) · [cart](<https://github.test/octo-org/shop/tree/cart>) · [octocat](<https://github.test/octocat>)',
    );
  });

  test('links to the branch whatever its name', () => {
    const [, line] = heading(
      dataOf([finished], { run: runFacts({ ...env, GITHUB_HEAD_REF: 'fix/#12 a' }) }),
      sanitizers,
    );
    expect(line).toContain('(<https://github.test/octo-org/shop/tree/fix/%2312%20a>)');
  });

  test('has the title of the commit after it, truncated, and as plain words or code only', () => {
    const lineOf = (message: string) => {
      const event = { head_commit: { id: env.GITHUB_SHA, message } };
      return heading(dataOf([finished], { run: runFacts(env, event) }), sanitizers)[1];
    };
    expect(lineOf('Keep the cart (fixes #12)\n\nBy @octocat')).toContain('>) Keep the cart (fixes `#12`) · [cart]');
    expect(lineOf('![x](https://evil.test) canary-key-1')).toContain('>) `![x](https://evil.test)` `***` · [cart]');
    expect(lineOf('word '.repeat(30))).toContain(`>) ${'word '.repeat(14)}\`w…\` · [cart]`);
    expect(lineOf('\n\nno title')).toContain('>) · [cart]');
  });

  test('names the commit and the branch of the pull request or the triggering run, not those of GITHUB_SHA', () => {
    const sha = 'a'.repeat(40);
    const labels = (event: object) => runFacts(env, event).map(({ label, title = '' }) => `${label} ${title}`.trim());
    expect(labels({ pull_request: { title: 'A cart', head: { sha } } })).toEqual(['aaaaaaa A cart', 'cart', 'octocat']);
    const run = { head_sha: sha, head_branch: 'release', display_title: 'Release 2' };
    expect(labels({ workflow_run: run })).toEqual(['aaaaaaa Release 2', 'release', 'octocat']);
  });

  test('leaves out what the runner does not provide', () => {
    expect(runFacts({})).toEqual([]);
    expect(runFacts({ ...env, GITHUB_HEAD_REF: '' }, {})).toEqual([
      { label: '4f6c21d', url: `https://github.test/octo-org/shop/commit/${env.GITHUB_SHA}` },
      { label: '12/merge', url: 'https://github.test/octo-org/shop/tree/12/merge' },
      { label: 'octocat', url: 'https://github.test/octocat' },
    ]);
  });
});

describe('the verdict', () => {
  const verdictOf = (data: SummaryData) => verdict(data, sanitizers).join('\n');

  test('of a success is empty, unless work continues', () => {
    expect(verdictOf(dataOf([finished]))).toBe('');
    expect(verdictOf(dataOf([{ ...finished, stillRunning: true }]))).toMatch(/^Deployment `dep_7` continues/);
  });

  test('of a failure is an alert with the cause and what to do', () => {
    expect(verdictOf(dataOf([failed]))).toMatch(
      /^> \[!CAUTION\]\n> \*\*What to do:\*\* Look for the first error in the build log.*\n>\n> The image is too large\.\n>\n> web is running, still on the previous release\.$/,
    );
  });

  test('of a cancelled run is a warning', () => {
    expect(verdictOf(dataOf([{ ...failed, errorCode: 'interrupted' }]))).toMatch(/^> \[!WARNING\]\n/);
  });

  test('of a failed build quotes the line of its log that explains it, instead of the message of the service', () => {
    const text = verdictOf(dataOf([failed], { logs: [logOf('Compiling\nERROR: no space left\n')] }));
    expect(text).toContain('> **Likely cause**, from the build log (untrusted):<br>`ERROR: no space left`\n');
    expect(text).not.toContain('The image is too large.');
  });

  test('of the only failed build of several resources quotes only its log', () => {
    const other = { ...finished, resourceId: 'app_api', name: 'api' };
    const text = verdictOf(dataOf([failed, other], { logs: [logOf('Compiling\nERROR: no space left\n')] }));
    expect(text).toContain('> **Likely cause** of web, from the build log (untrusted):<br>`ERROR: no space left`\n');
    expect(text).not.toContain('The image is too large.');
  });

  test('of a failed build keeps the message of the service when its status is another word than failed', () => {
    const text = verdictOf(dataOf([{ ...failed, status: 'error' }], { logs: [logOf('ERROR: no space left\n')] }));
    expect(text).toContain('<br>`ERROR: no space left`');
    expect(text).toContain('The image is too large.');
  });

  test('lists the cause of each of several resources that failed', () => {
    const other = { ...failed, resourceId: 'app_api', name: 'api', cause: 'No space.' };
    expect(verdictOf(dataOf([failed, other]))).toContain('> - web: The image is too large.\n> - api: No space.');
  });

  test('is empty while the step runs, and without a failure', () => {
    expect(verdict({ ...dataOf([failed]), report: undefined }, sanitizers)).toEqual([]);
    expect(verdict(dataOf([], { report: reportOn([]) }), sanitizers)).toEqual([]);
  });
});
