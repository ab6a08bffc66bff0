// What people read: summaries compared byte by byte with files to look at. Rewritten with
// UPDATE_GOLDEN=1.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { explain } from '../../src/explain.ts';
import { Failure, type FailureOptions } from '../../src/failure.ts';
import type { Outcome } from '../../src/outcome.ts';
import { readRun } from '../../src/runner/run.ts';
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

const circumstances = {
  operation: 'deploy',
  outage: undefined,
  timeoutMs: 1_800_000,
  nowMs: 90_000,
};

function failed(cause: string, options: FailureOptions = {}): Failure {
  const title = 'Deployment dep_7 of web failed';
  return new Failure('deployment_failed', cause, { title, ...options });
}

function failedBuild(facts: Partial<Outcome> = {}): Outcome {
  return finished({
    status: 'failed',
    commit: RUN_SHA,
    failure: failed(TYPE_ERROR, { meaning: 'web is running, still on the previous release.' }),
    logs: [logOf(buildLog)],
    ...facts,
  });
}

function stopped(code: 'interrupted' | 'timeout', facts: Partial<Outcome>): Outcome {
  const outcome = outcomeWith({ name: 'web', ...facts });
  outcome.failure = explain(new Failure(code, 'The run was cancelled.'), {
    outcome,
    ...circumstances,
  });
  return outcome;
}

const LOST = new Failure('unreachable', 'The connection was lost.');

const building: Partial<Outcome> = {
  deploymentId: 'dep_7',
  status: 'building',
  phase: { kind: 'working', sinceMs: 1_000, isOurs: true },
  logs: [logOf('Cloning the repository\nnpm ci\n')],
};

const pages: Readonly<Record<string, Report>> = {
  'deploy-finished': pageOf([
    finished({
      commit: RUN_SHA.slice(0, 12),
      logs: [logOf('Cloning the repository\nnpm ci\nThe build has ended.')],
      facts: [{ label: 'Health check', value: '/version answers 200 with 4f6c21d' }],
    }),
  ]),
  'deploy-commit-not-shown': pageOf([finished()]),
  'deploy-other-commit': pageOf([finished({ commit: 'ab'.repeat(20) })]),
  'deploy-adopted': pageOf([
    finished({
      adopted: true,
      warnings: [
        "The answer to our request was lost, and deployment dep_7 is new: it is followed, but it could be a colleague's.",
      ],
    }),
  ]),
  'deploy-failed-build': pageOf([failedBuild()]),
  'deploy-failed-log-hidden': pageOf([
    failedBuild({
      failure: failed('Its cause is not shown here (build-log: false).'),
      logs: [logOf(buildLog, { show: false })],
    }),
  ]),
  'deploy-failed-no-cause': pageOf([
    failedBuild({
      failure: failed('The service names no cause.'),
      logs: [logOf('Cloning the repository\nPushing the image')],
    }),
  ]),
  'deploy-superseded': pageOf([
    finished({
      status: 'cancelled',
      failure: new Failure('deployment_cancelled', 'Deployment dep_8 was started after it.', {
        title: 'Deployment dep_7 of web was superseded',
        next: 'Do not run this job again: it might put an older commit in the place of dep_8. To follow that one: operation: follow, deployment-id: dep_8.',
      }),
    }),
  ]),
  'deploy-not-running': pageOf([
    finished({
      resourceStatus: 'exited (1)',
      failure: new Failure('not_running', 'Error: cannot listen on port 3000', {
        title: 'web is not running after the deployment; its status is exited (1)',
      }),
      logs: [
        logOf('The build has ended.'),
        logOf('starting\nError: cannot listen on port 3000\n', { source: 'runtime' }),
      ],
    }),
  ]),
  'deploy-unhealthy': pageOf([
    finished({
      failure: new Failure(
        'unhealthy',
        'https://web.example.test/version does not hold the text "4f6c21d" after 3m: it answered 200 with "v1.2.3".',
        {
          title: 'web did not pass its health check',
          meaning: 'The previous release may still be answering.',
        },
      ),
    }),
  ]),
  'deploy-missing-env': pageOf([
    outcomeWith({
      name: 'web',
      resourceStatus: 'running',
      failure: new Failure('missing_env', 'API_URL and DATABASE_URL are missing in web.', {
        title: 'API_URL and DATABASE_URL are missing in web',
        meaning: 'Nothing was changed.',
      }),
    }),
  ]),
  'deploy-bad-inputs': pageOf([outcomeWith({ resourceId: '' })], {
    failure: new Failure(
      'invalid_input',
      'operation: "depoly" is not one of deploy, start, stop, restart, follow, status, list, logs, env, check.\ntimeout: "soon" is no duration, such as 90s or 15m\nbase-url: has no path; the API root ends with its version, such as https://host/api/v1',
      {
        title: 'Invalid inputs: operation and 2 more',
        meaning: 'Nothing was sent to the service.',
      },
    ),
  }),
  'deploy-firewall-page': pageOf([
    outcomeWith({
      failure: new Failure(
        'unreadable_reply',
        'GET https://api.example.test/api/v1/resources/app_web: 403 with a page of HTML titled "Access denied | Firewall".',
        { meaning: 'Nothing was changed.' },
      ),
    }),
  ]),
  'deploy-timeout': pageOf([stopped('timeout', building)]),
  'deploy-cancelled-run': pageOf([stopped('interrupted', building)]),
  'deploy-in-progress': pageOf([outcomeWith({ name: 'web', ...building })], { isRunning: true }),
  'deploy-post-lost-in-progress': pageOf(
    [outcomeWith({ name: 'web', phase: { kind: 'requesting', lostBy: LOST } })],
    { isRunning: true },
  ),
  'restart-exited-as-before': pageOf(
    [
      outcomeWith({
        name: 'web',
        resourceStatus: 'exited',
        headline: 'still exited, as before',
        needsAttention: true,
        phase: { kind: 'ended', sinceMs: 1_000, endedAtMs: 6_000 },
        warnings: ['web is exited, as it was before.'],
      }),
    ],
    { inputs: { operation: 'restart' } },
  ),
  'status-failed': pageOf(
    [
      outcomeWith({
        name: 'web',
        deploymentId: 'dep_7',
        status: 'failed',
        resourceStatus: 'running',
        headline: 'web is running; deployment dep_7 is failed',
        needsAttention: true,
      }),
    ],
    { inputs: { operation: 'status' } },
  ),
  list: pageOf(
    [
      outcomeWith({
        resourceId: '',
        headline: 'Found 2 of 5 resources',
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
    ],
    {
      inputs: { operation: 'list' },
      github: {
        run: readRun({}),
      },
    },
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
