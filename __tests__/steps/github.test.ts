// Steps that use GitHub: skip-if-outdated and the deployment record.
import { type FakeGitHub, NEWER_SHA, RUN_SHA } from '../support/fake-github.ts';
import { rowsWith, testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import { API_KEY, type Played } from '../support/timeline.ts';

/** A GitHub that answers as documented. */
const usual = (): void => undefined;

/** The branch moves on before the second time that it is asked for. */
const movesOn = (github: FakeGitHub): void => {
  github.onCall = ({ name, nth }) => {
    if (name === 'head' && nth === 2) github.head = NEWER_SHA;
    return undefined;
  };
};
const refuses = (github: FakeGitHub): void => {
  github.onCall = () => ({ status: 403, message: 'Resource not accessible by integration' });
};

const calls =
  (...expected: string[]) =>
  ({ github }: Played): string | undefined => {
    const actual = github?.calls.map(({ name }) => name) ?? [];
    return actual.join() === expected.join() ? undefined : `GitHub was called: ${actual.join()}`;
  };

const outdated = rowsWith({ with: { 'skip-if-outdated': 'true' }, github: usual }, [
  {
    it: 'does not deploy when the branch has moved on',
    rule: 'github/outdated',
    github: (github) => (github.head = NEWER_SHA),
    ends: 'passed 0',
    outputs: { skipped: 'outdated', status: '', deployments: '' },
    sent: { POST: '0×' },
    summary: [NEWER_SHA],
  },
  {
    it: 'names the newer commit for each of several resources',
    rule: 'github/outdated',
    with: { 'skip-if-outdated': 'true', 'resource-id': 'app_web,app_api' },
    github: (github) => (github.head = NEWER_SHA),
    ends: 'passed 0',
    log: [/^web: Newer commit: 2222222/m, /^api: Newer commit: 2222222/m],
    summary: [/skipped: outdated<br>`2222222/],
  },
  {
    it: 'says that the commits cannot be compared',
    rule: 'github/not-compared',
    github: (github) => {
      github.head = NEWER_SHA;
      github.onCall = ({ name }) =>
        name === 'compare' ? { status: 404, message: 'Not Found' } : undefined;
    },
    warnings: [/cannot be compared with 2222222/],
    never: ['permission'],
  },
  {
    it: 'is not held up by a reply of GitHub that never ends',
    rule: 'github/reply-limit',
    github: (github) => (github.onCall = () => ({ breaks: 'floods' })),
    ends: 'passed 20–31',
    warnings: [/longer than 1 MiB/],
    once: [/^Branch check: .*Trying again, for at most \d/],
  },
  { it: 'deploys when the branch is where it was', rule: 'github/current' },
  {
    it: 'deploys when the branch was reset to something else',
    rule: 'github/not-ahead',
    github: (github) => Object.assign(github, { head: NEWER_SHA, relation: 'diverged' }),
  },
  {
    it: 'deploys with one warning when GitHub refuses to say',
    rule: 'github/in-doubt',
    github: refuses,
    warnings: [/contents: read|not accessible|403/],
  },
  {
    it: 'deploys with one note for another event',
    rule: 'github/other-events',
    env: { GITHUB_EVENT_NAME: 'workflow_dispatch' },
    github: (github) => (github.head = NEWER_SHA),
    log: [/skip-if-outdated/],
    also: calls(),
  },
  {
    it: 'asks again before the POST that follows a busy answer',
    rule: 'github/asked-again',
    github: movesOn,
    service: ['POST ×1 409 busy "A backup is running."', 'POST {"deploymentId":"dep_2"}'],
    ends: 'passed 2–6',
    outputs: { skipped: 'outdated' },
    sent: { POST: '0' },
  },
  {
    it: 'does not skip after a lost POST',
    rule: 'github/asked-again',
    github: movesOn,
    service: ['POST ×1 500 internal_error', deploys('dep_2', 'building', '40s finished')],
    ends: 'passed 40–43',
    sent: { POST: '0 15–19' },
    also: calls('head'),
  },
]);

const record = rowsWith({ with: { 'github-environment': 'production' }, github: usual }, [
  {
    it: 'records a deployment of an environment',
    rule: 'github/record',
    outputs: { 'github-deployment-id': /^\d+$/ },
    also: calls('create', 'in_progress', 'success'),
  },
  {
    it: 'records no address where there are several resources',
    rule: 'github/record',
    with: { 'resource-id': 'app_web\napp_api' },
    also: ({ github }) => {
      const sent = JSON.stringify(github?.calls.map(({ body }) => body));
      return sent.includes('environment_url') ? `GitHub got: ${sent}` : undefined;
    },
  },
  {
    it: 'records a deployment of its commit that it only follows',
    rule: 'github/record',
    service: [
      `dep_2 building {"commit":"${RUN_SHA}"}`,
      `20s dep_2 finished {"commit":"${RUN_SHA}"}`,
    ],
    sent: { POST: '0×' },
    also: calls('create', 'in_progress', 'success'),
  },
  {
    it: 'records the failure of a deployment',
    rule: 'github/record-failed',
    service: deploys('dep_2', 'building', '20s failed | error: broken'),
    ends: 'deployment_failed 20–25',
    also: (played) =>
      JSON.stringify(played.github?.calls.at(-1)).includes('"Deployment dep_2 of web failed"')
        ? calls('create', 'in_progress', 'failure')(played)
        : 'the record does not say what failed',
  },
  {
    it: 'sends no part of a secret that stands where a description is cut',
    rule: 'text/redact-before-cut',
    texts: { name: `${'x'.repeat(132 - 'Deployment dep_2 of '.length)}${API_KEY}` },
    service:
      'resource {"resource":{"id":"app_web","type":"app","name":"{name}","status":"running"}}',
    also: ({ github }) => {
      const sent = JSON.stringify(github?.calls.map(({ body }) => body));
      if (!/Deployment dep_2 of x+\*\*\*/.test(sent)) return `GitHub got: ${sent}`;
      return sent.includes(API_KEY.slice(0, 4)) ? `a part of the key was sent: ${sent}` : undefined;
    },
  },
  {
    it: 'records nothing when nothing was deployed',
    rule: 'github/record-none',
    service: 'POST 402 billing "The wallet is empty."',
    ends: 'billing 0',
    outputs: { 'github-deployment-id': '' },
    also: calls(),
  },
  {
    it: 'deploys with one warning when GitHub refuses the record',
    rule: 'github/record-trouble',
    github: refuses,
    ends: 'passed 20–36',
    outputs: { 'github-deployment-id': '', status: 'finished' },
    warnings: [/deployments: write|not accessible|403/],
  },
  {
    it: 'gives the record its final state although in_progress was refused',
    rule: 'github/record-trouble',
    github: (github) =>
      (github.onCall = ({ name }) => (name === 'in_progress' ? { status: 422 } : undefined)),
    outputs: { 'github-deployment-id': /^\d+$/ },
    also: calls('create', 'in_progress', 'success'),
  },
  {
    it: 'is held up by 15 seconds at most when GitHub does not answer',
    rule: 'github/record-limit',
    github: (github) => (github.onCall = () => ({ delayMs: Infinity })),
    ends: 'passed 20–36',
    warnings: [/GitHub did not answer/],
  },
  {
    it: 'says that it waits for a GitHub that answers slowly',
    rule: ['github/record-limit', 'always/no-silent-wait'],
    service: deploys('dep_2', 'finished'),
    github: (github) => {
      github.onCall = ({ name }) => ({
        delayMs: name === 'create' ? Infinity : 2_900,
        applies: true,
      });
    },
    ends: 'passed 9–10',
    log: ['Deployment record: waiting for GitHub, for at most 10 s more.'],
  },
  {
    it: 'counts no time of GitHub to the duration of a deployment that has not ended',
    rule: 'github/record-limit',
    with: { timeout: '9s' },
    github: (github) => (github.onCall = () => ({ delayMs: 1_500 })),
    ends: 'timeout 9–12',
    outputs: { duration: '9' },
  },
  {
    it: 'closes the record of a cancelled run',
    rule: 'github/record-cancelled',
    cancel: '12 SIGTERM',
    ends: 'interrupted 12–17',
    also: ({ run, github }) => {
      const last = github?.calls.at(-1)?.name ?? '';
      if (!['inactive', 'error'].includes(last)) return `the last call was ${last}`;
      return (run.goneWithinMs ?? Infinity) <= 5_000
        ? undefined
        : `gone within ${run.goneWithinMs} ms`;
    },
  },
  {
    it: 'leaves a cancelled run the time to close its record, and tries that once',
    rule: 'github/record-cancelled',
    github: (github) =>
      (github.onCall = ({ name }) => (name === 'inactive' ? { status: 502 } : undefined)),
    cancel: '12 SIGTERM',
    ends: 'interrupted 12–17',
    warnings: [/left without a final state/],
    also: (played) =>
      (played.run.goneWithinMs ?? 0) >= 4_500
        ? calls('create', 'in_progress', 'inactive')(played)
        : `gone within ${played.run.goneWithinMs} ms`,
  },
  {
    it: 'closes the record of a cancelled run after a late answer to in_progress',
    rule: 'github/record-order',
    github: (github) =>
      (github.onCall = ({ name }) => (name === 'in_progress' ? { delayMs: 2_500 } : undefined)),
    cancel: '0.5 SIGTERM',
    ends: 'interrupted 0.5–5.5',
    also: ({ github }) => {
      const sentMs = github?.calls.find(({ name }) => name === 'inactive')?.atMs ?? 0;
      return sentMs >= 2_500 ? undefined : `the final state was sent at ${sentMs} ms`;
    },
  },
  {
    it: 'is gone soon when it is cancelled while the record gets its final state',
    rule: 'github/record-cancelled',
    github: (github) =>
      (github.onCall = (call) => (call.name === 'in_progress' ? {} : { delayMs: Infinity })),
    cancel: '23 SIGTERM',
    ends: 'passed 20–36',
    warnings: [/GitHub did not answer/],
    also: ({ run }) =>
      (run.goneWithinMs ?? Infinity) <= 5_000 ? undefined : `gone within ${run.goneWithinMs} ms`,
  },
]);

testSteps('GitHub', ...outdated, ...record);
