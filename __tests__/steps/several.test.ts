// Several resources in one step: order, failures, and what the outputs combine.
import { deploys } from '../support/service-table.ts';
import { rowsWith, testSteps } from '../support/test-steps.ts';
import type { Played } from '../support/timeline.ts';

const BOTH = { 'resource-id': 'app_web\napp_api' };
const ONE_BY_ONE = { ...BOTH, 'max-parallel': '1' };
const EIGHT = Array.from({ length: 8 }, (_, index) => `app_r${index}`);

/** A deployment of `app_api` that takes as long and ends as these say. */
const api = (endS: number, state: string): string =>
  deploys('app_api/dep_9', 'building | Compiling', `${endS}s ${state}`);
const web = (endS: number, state: string): string =>
  deploys('dep_2', 'building | Compiling', `${endS}s ${state}`);

/** What `deployments` says of a resource in one field. */
function part({ run }: Played, resourceId: string, field: string): unknown {
  const rows: unknown = JSON.parse(run.outputs['deployments'] ?? '[]');
  const all: readonly Readonly<Record<string, unknown>>[] = Array.isArray(rows) ? rows : [];
  return all.find((row) => row['resourceId'] === resourceId)?.[field];
}

const parts =
  (field: string, ofWeb: unknown, ofApi: unknown) =>
  (played: Played): string | undefined => {
    const actual = [part(played, 'app_web', field), part(played, 'app_api', field)];
    return JSON.stringify(actual) === JSON.stringify([ofWeb, ofApi])
      ? undefined
      : `${field}: ${JSON.stringify(actual)}`;
  };

/** Neither list nor status of either can be read so long. */
const outage = (untilS: number): readonly string[] =>
  ['list', 'resource', 'app_api/list', 'app_api/resource'].map(
    (name) => `0s–${untilS}s ${name} 502 page`,
  );

const rows = rowsWith({ with: BOTH }, [
  {
    it: 'keeps the pace of one resource, where they are worked on one after the other',
    rule: 'requests/shared-pace',
    with: { ...ONE_BY_ONE, 'concurrent-jobs': '10' },
    service: [web(20, 'finished'), api(60, 'finished')],
    ends: 'passed 60–67',
    sent: { dep_2: '18 24', 'app_api/POST': '24–26', 'app_api/dep_9': '42–44 48–50 …' },
  },
  {
    it: 'deploys all at once, and tells two of one name apart',
    rule: ['several/parallel', 'several/same-name'],
    service: [
      'app_api/resource {"id":"app_api","type":"app","name":"web","status":"running"}',
      web(20, 'finished'),
      api(30, 'finished'),
    ],
    ends: 'passed 30–34',
    outputs: { 'deployment-id': '', 'resource-status': '', url: '', status: 'finished' },
    sent: { POST: '0', 'app_api/POST': '0' },
    log: ['web (app_web): Deployment dep_2 of web (app_web) finished', 'web (app_api): '],
    also: parts('deploymentId', 'dep_2', 'dep_9'),
  },
  {
    it: 'names a deployment that continues beside the failure that came first',
    rule: 'deadline/in-progress',
    with: { 'fail-fast': 'false', timeout: '40s' },
    service: [web(10, 'failed | error: broken'), api(60, 'finished')],
    ends: 'deployment_failed 40',
    error: ['error: broken', 'Deployment dep_9 of api continues', 'deployment-id: dep_9'],
    summary: [/What it means[^|]*`dep_9` of api continues[^|]*What to do:\*\* Look at/],
  },
  {
    it: 'calls nothing done that it does not wait for',
    rule: 'deploy/no-wait',
    with: { wait: 'false' },
    service: [
      web(10, 'finished'),
      deploys('app_api/{"deploymentId":"dep_9","status":"finished"}', 'finished'),
    ],
    ends: 'passed 0',
    log: ['All 2 resources requested'],
  },
  {
    it: 'saves what is known of forty resources once, though they all end at the same time',
    rule: 'several/many',
    with: {
      operation: 'status',
      'resource-id': Array.from({ length: 40 }, (_, index) => `app_${index}`).join(),
    },
    ends: 'passed 0–5',
    also: ({ run }) =>
      run.summaries.length > 5 ? `${run.summaries.length} summaries were written` : undefined,
  },
  {
    it: 'keeps the order with one at a time',
    rule: 'several/order',
    with: ONE_BY_ONE,
    service: [web(20, 'finished'), api(40, 'finished')],
    ends: 'passed 40–44',
    sent: { POST: '0', 'app_api/POST': '20–26' },
    also: parts('status', 'finished', 'finished'),
  },
  {
    it: 'reports what may continue when the run is cancelled',
    rule: 'several/fail-fast',
    cancel: '8 SIGTERM',
    service: ['POST 409 busy "Other work."', api(40, 'finished')],
    ends: 'interrupted 8',
    error: ['Deployment dep_9 of api continues'],
  },
  {
    it: 'sends a lost start once more after a failure elsewhere',
    rule: 'several/followed',
    with: { operation: 'start' },
    service: ['resource stopped', 'start ×1 cut', 'start 202', 'app_api/start 400 no_such_thing'],
    ends: 'no_such_thing 5–190',
    sent: { start: '2×' },
    also: parts('skipped', '', ''),
  },
  {
    it: 'names six that continue when the run is cancelled, and says once what to do',
    rule: 'cancel/continues',
    with: { 'resource-id': EIGHT.join() },
    cancel: '12 SIGTERM',
    service: EIGHT.map((id, index) => deploys(`${id}/dep_${index + 1}`, 'building')),
    ends: 'interrupted 12',
    error: [/dep_6 of r5 continues .*\n2 more may continue: see/, /^What to do: [^.]*\.$/m],
  },
  {
    it: 'starts all in spite of a failure when told so',
    rule: 'several/fail-fast-off',
    with: { ...ONE_BY_ONE, 'fail-fast': 'false' },
    service: [web(20, 'failed | error: broken'), api(40, 'finished')],
    ends: 'deployment_failed 40–44',
    outputs: { status: 'failed' },
    sent: { POST: '0', 'app_api/POST': '21–25' },
    also: parts('errorCode', 'deployment_failed', ''),
  },
  {
    it: 'follows what was accepted to its end after a failure',
    rule: 'several/followed',
    service: [web(10, 'failed | error: broken'), api(40, 'finished')],
    ends: 'deployment_failed 40–44',
    also: parts('status', 'failed', 'finished'),
  },
  {
    it: 'follows what may have been accepted to its end after a failure',
    rule: 'several/followed',
    service: [web(5, 'failed | error: x'), deploys('app_api/cut', '15s building', '40s finished')],
    ends: 'deployment_failed 40–44',
    warnings: [/api: .*could be a colleague/],
    sent: { 'app_api/POST': '0' },
    also: parts('status', 'failed', 'finished'),
  },
  {
    it: 'does not start one that is busy after a failure, and waits no longer for it',
    rule: 'several/busy-not-started',
    service: `
      ${web(10, 'failed | error: broken')}
      app_api/dep_8        building
      app_api/POST         409 busy "A deployment is running."
    `,
    ends: 'deployment_failed 10–18',
    sent: { 'app_api/POST': '1×' },
    also: parts('skipped', '', 'fail-fast'),
  },
  {
    it: 'does not count one that was skipped',
    rule: 'outputs/skipped',
    with: { 'on-busy': 'skip' },
    service: [web(20, 'finished'), 'app_api/POST 409 busy "A backup is running."'],
    outputs: { status: 'finished', skipped: '' },
    also: parts('skipped', '', 'busy'),
  },
  {
    it: 'is skipped when all were skipped',
    rule: 'outputs/all-skipped',
    with: { 'on-busy': 'skip' },
    service: ['POST', 'app_api/POST'].map((post) => `${post} 409 busy "A backup is running."`),
    ends: 'passed 0',
    outputs: { skipped: 'busy', status: '', deployments: '', duration: '', 'log-file': '' },
  },
  {
    it: 'reports one unknown resource and deploys the next when told so',
    rule: 'several/stopping-error',
    with: { ...ONE_BY_ONE, 'fail-fast': 'false' },
    service: ['resource 404 not_found "No such resource."', api(20, 'finished')],
    ends: 'not_found 20–23',
    error: ['app_web'],
    also: parts('errorCode', 'not_found', ''),
  },
  {
    it: 'reports one outage once',
    rule: 'requests/outage-shared',
    service: outage(6),
    sent: { list: '4×', resource: '5×' },
    log: [/\b502\b.*Trying again in/, 'The service answers again after 7 s.'],
    once: [/\b502\b/, 'Trying again', 'answers again'],
  },
  {
    it: 'names the limit of the reads that go on when others are given up in one outage',
    rule: 'requests/outage-shared',
    service: outage(30),
    ends: 'passed 50–56',
    once: [/\b502\b.*for at most 7 s/, /\b502\b.*for at most 49 s/, 'answers again'],
  },
  {
    it: 'waits for the deployments of all',
    rule: 'several/wait',
    with: { operation: 'wait' },
    service: `
      dep_2                building
      20s dep_2            finished
      app_api/dep_9        building
      30s app_api/dep_9    finished
    `,
    ends: 'passed 30–34',
    outputs: { status: 'finished', 'deployment-id': '' },
    sent: { 'app_api/POST': '0×' },
  },
  {
    it: 'stops all',
    rule: 'several/lifecycle',
    with: { operation: 'stop' },
    service: ['stop 202', '3s resource stopped', 'app_api/stop 202', '3s app_api/resource stopped'],
    ends: 'passed 5–10',
    sent: { stop: '0', 'app_api/stop': '0' },
  },
  {
    it: 'leaves a summary that shows what has finished while another resource hangs',
    rule: 'outputs/killed',
    service: `
      ${web(20, 'finished')}
      ${api(50, 'finished')}
      16s app_api/detail dep_9  ×1 hang
      16s app_api/list          ×1 hang
    `,
    ends: 'passed 75–85',
    killed: { 30: ['is in progress', /✅ web\b.*finished/, /⏳ api\b.*building/, '`dep_9`'] },
  },
]);

/** One after the other: a failure, or a signal, keeps the next ones from being started. */
const stopping = rowsWith({ with: ONE_BY_ONE, rule: 'several/fail-fast' }, [
  {
    it: 'deploys the next resource after one that failed while nobody waited for it',
    with: { wait: 'false' },
    service: [
      deploys('{"deploymentId":"dep_2","status":"failed"}', 'failed'),
      deploys('app_api/dep_9', 'building'),
    ],
    ends: 'passed 0',
    sent: { 'app_api/POST': '0' },
    also: parts('skipped', '', ''),
  },
  {
    it: 'starts nothing further after a failure',
    service: [web(20, 'failed | error: broken'), api(40, 'finished')],
    ends: 'deployment_failed 20–25',
    outputs: { status: 'failed', skipped: '' },
    sent: { POST: '0', 'app_api/POST': '0×', 'app_api/list': '0×' },
    log: ['app_api was skipped: fail-fast'],
    also: parts('skipped', '', 'fail-fast'),
  },
  {
    it: 'skips nothing in a run that is cancelled',
    cancel: '8 SIGTERM',
    service: [web(20, 'finished'), api(40, 'finished')],
    ends: 'interrupted 8',
    log: ['web: cancelled: Deployment dep_2', 'app_api: cancelled: Nothing was requested.'],
    also: parts('errorCode', 'interrupted', 'interrupted'),
  },
  {
    it: 'starts no other deployment while it waits for the last lines of one that failed',
    with: { 'resource-id': 'app_a,app_b,app_c', 'max-parallel': '2' },
    service: `
      app_a/POST        {"deploymentId":"dep_2"}
      app_a/dep_2       failed | Compiling
      2s app_a/dep_2    failed | Compiling / Linking
      4s app_a/dep_2    failed | Compiling / Linking / Cleaning
      6s app_a/dep_2    failed | Compiling / Linking / Cleaning / error: broken
      app_b/POST        {"deploymentId":"dep_2"}
      app_b/dep_2       building
      2s app_b/dep_2    finished
    `,
    ends: 'deployment_failed 8–12',
    outputs: { deployments: /"app_c".*"skipped":"fail-fast"/ },
    sent: { 'app_b/POST': '1×', 'app_c/POST': '0×' },
    error: ['error: broken'],
  },
]);

/** All are deployed, and not all well. */
const worst = rowsWith({ with: { ...BOTH, 'fail-fast': 'false' }, rule: 'outputs/worst' }, [
  {
    it: 'reports the failure that came before the run was cancelled',
    cancel: '40 SIGTERM',
    service: [web(20, 'failed | error: broken'), api(60, 'finished')],
    ends: 'deployment_failed 40',
  },
  {
    it: 'reports the worst status and the first failure in time',
    service: [web(30, 'failed | error: broken'), api(10, 'cancelled')],
    ends: 'deployment_cancelled 30–35',
    outputs: { status: 'failed' },
    log: ['api: cancelled: ', 'web: failed: '],
  },
  {
    it: 'counts a failure from its end, not from the last lines of its log',
    service: [web(5, 'failed'), api(8, 'cancelled')],
    ends: 'deployment_failed 9–16',
    outputs: { status: 'failed' },
  },
]);

testSteps('several resources', ...rows, ...stopping, ...worst);
