// What people read: summaries compared byte by byte with files to look at. Rewritten with
// UPDATE_GOLDEN=1.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Failure, type FailureOptions } from '../../src/failure.ts';
import type { Outcome } from '../../src/outcome.ts';
import { NO_RUN } from '../../src/runner/run-facts.ts';
import { explain } from '../../src/report/explain.ts';
import type { Report } from '../../src/report/report.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { finished, logOf, outcomeWith, pageOf, RUN_SHA } from '../support/summary-pages.ts';

// Not named .md, which Prettier would format.
const GOLDEN = join(import.meta.dirname, 'golden');

const TYPE_ERROR =
  "src/server.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.";

const buildLog = [
  'Cloning the repository',
  'npm ci',
  'added 312 packages in 9 s',
  '> tsc --build',
  TYPE_ERROR,
  "src/server.ts(20,1): error TS1005: '}' expected.",
  'npm error Lifecycle script `build` failed with error:',
  'npm error code 2',
  'The build has ended.',
].join('\n');

function failed(message: string, options: FailureOptions = {}): Failure {
  const title = 'Deployment dep_7 of web failed';
  return new Failure('deployment_failed', message, { title, explainedBy: 'build', ...options });
}

function failedBuild(facts: Partial<Outcome> = {}): Outcome {
  return finished({ status: 'failed', commit: RUN_SHA, logs: [logOf(buildLog)], ...facts });
}

/** The page of a step that the deadline or a cancelled run has ended. */
function stopped(code: 'interrupted' | 'timeout', facts: Partial<Outcome>): Report {
  const outcome = outcomeWith({ name: 'web', ...facts });
  const situation = { outcome, outage: undefined, timeoutMs: 90_000, nowMs: 90_000 };
  const failure = explain(new Failure(code, 'The run was cancelled.'), situation);
  return pageOf(outcome, { failure });
}

const LOST = new Failure('unreachable', 'The connection was lost.');

const building: Partial<Outcome> = {
  deploymentId: 'dep_7',
  status: 'building',
  stage: { kind: 'working', sinceMs: 1_000, isSeen: true },
  logs: [logOf('Cloning the repository\nnpm ci\n')],
};

const stillUp = 'web is running, still on the previous version.';
const typeError = failed(TYPE_ERROR, { cause: TYPE_ERROR, meaning: stillUp });

const pages: Readonly<Record<string, Report>> = {
  'deploy-finished': pageOf(
    finished({
      commit: RUN_SHA.slice(0, 12),
      logs: [logOf('Cloning the repository\nnpm ci\nThe build has ended.')],
      facts: [{ label: 'Health check', value: '/version answers 200 with 4f6c21d' }],
    }),
  ),
  'deploy-commit-not-shown': pageOf(finished()),
  'deploy-other-commit': pageOf(finished({ commit: 'ab'.repeat(20) })),
  'deploy-adopted': pageOf(
    finished({
      adopted: true,
      warnings: [
        "The answer to our request was lost, and deployment dep_7 is new: it is followed, but it could be somebody else's.",
      ],
    }),
  ),
  'deploy-failed-build': pageOf(failedBuild(), { failure: typeError }),
  'deploy-failed-app-down': pageOf(
    failedBuild({
      resourceStatus: 'exited',
      wentDown: 'web was running before, and is exited now.',
    }),
    { failure: failed(TYPE_ERROR, { cause: TYPE_ERROR }) },
  ),
  'deploy-failed-log-hidden': pageOf(failedBuild({ logs: [logOf(buildLog, { show: false })] }), {
    failure: failed('Its cause is not shown here (build-log: false).'),
  }),
  'deploy-failed-no-cause': pageOf(
    failedBuild({ logs: [logOf('Cloning the repository\nPushing the image')] }),
    { failure: failed('The service names no cause.') },
  ),
  'deploy-superseded': pageOf(finished({ status: 'cancelled' }), {
    failure: new Failure('deployment_cancelled', 'Deployment dep_8 was started after it.', {
      title: 'Deployment dep_7 of web was superseded',
      next: 'Do not run this job again: it might put an older commit in the place of dep_8. To follow that one: operation: follow, deployment-id: dep_8.',
    }),
  }),
  'deploy-not-running': pageOf(
    finished({
      resourceStatus: 'exited (1)',
      logs: [
        logOf('The build has ended.'),
        logOf('starting\nError: cannot listen on port 3000\n', { source: 'runtime' }),
      ],
    }),
    {
      failure: new Failure('not_running', 'Error: cannot listen on port 3000', {
        title: 'web is not running; its status is exited (1)',
        cause: 'Error: cannot listen on port 3000',
        explainedBy: 'runtime',
      }),
    },
  ),
  'deploy-unhealthy': pageOf(finished(), {
    failure: new Failure(
      'unhealthy',
      'https://web.example.test/version answered 200 with the body "v1.2.3", which lacks "4f6c21d". Tried for 3m.',
      {
        title: 'web did not pass its health check',
        next: 'Check which commit is deployed, and which branch the service builds.',
      },
    ),
  }),
  'deploy-missing-env': pageOf(outcomeWith({ name: 'web', resourceStatus: 'running' }), {
    failure: new Failure('missing_env', 'web lacks API_URL, DATABASE_URL.', {
      title: 'web lacks API_URL, DATABASE_URL',
      meaning: 'Nothing was changed for web.',
    }),
  }),
  'deploy-bad-inputs': pageOf(outcomeWith({ resourceId: '' }), {
    failure: new Failure(
      'invalid_input',
      [
        'operation must be one of deploy, start, stop, restart, follow, status, list, logs, env, check, not "depoly"',
        'timeout must be a duration above 0 such as 90, 90s, 15m or 1h30m, not "soon"',
        'base-url must be the root of the API, an https: address such as https://host/api/v1, without user name, password, query and fragment (http: is for loopback hosts only), not "https://host"',
      ].join('\n'),
      {
        title: 'Invalid inputs: operation and 2 more',
        meaning: 'Nothing was sent to the service.',
      },
    ),
  }),
  'deploy-firewall-page': pageOf(outcomeWith(), {
    failure: new Failure(
      'unreadable_reply',
      'POST /resources/app_web/deployments: api.example.test answered 403 with an HTML page titled "Access denied | Firewall", not the JSON of the API.',
      { meaning: 'Nothing was changed for app_web.' },
    ),
  }),
  'deploy-timeout': stopped('timeout', building),
  'deploy-cancelled-run': stopped('interrupted', building),
  'deploy-unconfirmed-timeout': stopped('timeout', {
    ...building,
    status: 'finished',
    stage: { kind: 'accepted', sinceMs: 1_000, endedAtMs: 80_000 },
  }),
  'deploy-in-progress': pageOf(outcomeWith({ name: 'web', ...building }), { isRunning: true }),
  'deploy-post-lost-in-progress': pageOf(
    outcomeWith({ name: 'web', stage: { kind: 'requesting', lostBy: LOST } }),
    { isRunning: true },
  ),
  'restart-exited-as-before': pageOf(
    outcomeWith({
      name: 'web',
      resourceStatus: 'exited',
      headline: 'web: restart accepted, but it is still exited, as before',
      needsAttention: true,
      stage: { kind: 'ended', sinceMs: 1_000, endedAtMs: 6_000 },
      warnings: ['web is exited, as before.'],
    }),
    { inputs: { operation: 'restart' } },
  ),
  'status-failed': pageOf(
    outcomeWith({
      name: 'web',
      deploymentId: 'dep_7',
      status: 'failed',
      resourceStatus: 'running',
      headline: 'web is running; deployment dep_7 is failed',
      needsAttention: true,
    }),
    { inputs: { operation: 'status' } },
  ),
  list: pageOf(
    outcomeWith({
      resourceId: '',
      headline: 'Found 2 resources',
      tables: [
        {
          title: 'Resources',
          columns: ['id', 'name', 'status'],
          rows: [
            ['app_web', 'web', 'running'],
            ['app_api', 'a|pi', ''],
          ],
        },
      ],
    }),
    { inputs: { operation: 'list' }, run: NO_RUN },
  ),
};

test.each(Object.entries(pages))('the summary %s reads as in its golden file', (name, page) => {
  const path = join(GOLDEN, `${name}.md.txt`);
  const markdown = summaryOf(page);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(GOLDEN, { recursive: true });
    writeFileSync(path, markdown);
  }
  expect(markdown).toBe(readFileSync(path, 'utf8'));
});
