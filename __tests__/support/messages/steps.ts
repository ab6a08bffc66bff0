// The steps behind the tables of the page of messages: one that fails with each error code, and those whose log has the
// lines of the step log.
import { operations } from '../../../src/operations/index.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import {
  detailOf,
  ID,
  listOf,
  refusal,
  resourceIn,
  type ScriptedResponse,
  type ScriptedRun,
} from '../service/scripted-service.ts';
import { afterPost, always, isBusy, type Service, step, unnamed, wait } from './service.ts';

/** A service begins a deployment by itself so long after the first request. */
const LONG_MS = 30_000;
const blockedBy: ScriptedResponse = {
  body: { ok: true, deployments: [{ id: 'dep_6', status: 'building' }] },
};
const endless: Service = { detail: () => detailOf('ours', 'building') };
const broken: Operation = {
  effect: 'reads',
  read: () => ({ resourceIds: [] }),
  run: () => Promise.reject(new Error('a defect')),
};

async function cancelled(): Promise<ScriptedRun> {
  let cancel = (): void => undefined;
  return await step(
    endless,
    {},
    {
      onStart: (send) => {
        cancel = () => send('SIGINT');
      },
      onWrite: (text) => {
        if (text.startsWith('building after')) cancel();
      },
    },
  )();
}

/** A step that fails with each code. */
export const failing: Readonly<Record<string, () => Promise<ScriptedRun>>> = {
  unauthorized: always(refusal(401, 'unauthorized')),
  forbidden: step({ post: () => refusal(403, 'forbidden') }),
  billing: step({ post: () => refusal(402, 'billing') }),
  busy: step({ post: () => refusal(409, 'busy') }, { 'on-busy': 'fail' }),
  rate_limited: always({ ...refusal(429, 'rate_limited'), headers: { 'retry-after': '60' } }, { timeout: '3m' }),
  create_limit: step({ post: () => refusal(429, 'create_limit') }),
  deployment_failed: step({ detail: () => detailOf('ours', 'failed') }),
  deployment_cancelled: step({ detail: () => detailOf('ours', 'cancelled') }),
  timeout: step(endless),
  interrupted: cancelled,
  invalid_input: step({}, { timeout: 'soon' }),
  missing_env: step({}, { 'required-env': 'DATABASE_URL' }),
  not_running: step({ resource: resourceIn('exited') }, { operation: 'start' }),
  unhealthy: step({ app: { status: 503 } }, { 'health-check': '/health' }),
  no_deployment: wait({}),
  not_found: always(refusal(404, 'not_found')),
  unreachable: step({}, { 'base-url': 'http://127.0.0.1:1/api/v1' }),
  unreadable_reply: always({ body: '<html>Sign in</html>' }),
  service_error: step({ post: () => refusal(400, 'Bad Request') }),
  ambiguous: step({ post: () => unnamed, list: (posts) => afterPost(posts, 'one building', 'two building') }),
  unknown_outcome: step({ post: () => ({ isCut: true }) }, { timeout: '20s' }),
  internal: step({}, { operation: 'broken' }, { table: { ...operations, broken } }),
};

/** Steps whose log has the lines that no failing step has. */
export const logging: readonly (() => Promise<ScriptedRun>)[] = [
  step({ post: isBusy }),
  step({ post: isBusy, list: (posts) => (posts < 2 ? listOf('dep_6 building') : afterPost(posts, 'ours queued')) }),
  step({ list: () => listOf('ours building', 'old finished') }),
  step({ post: () => unnamed, list: (posts) => afterPost(posts, 'ours building') }),
  step({ post: () => ({ isCut: true }), list: (posts) => afterPost(posts, 'ours building') }),
  wait({ list: () => listOf('ours building') }, { 'deployment-id': 'ours' }),
  wait({}, { 'deployment-id': 'latest' }),
  wait({ list: () => listOf('ours building') }),
  wait({ list: (_, ms) => (ms < LONG_MS ? listOf('old finished') : listOf('ours building', 'old finished')) }),
  step({}, { operation: 'restart' }),
  step({}, { operation: 'status' }),
  step({}, { 'health-check': '/health' }),
  step({ post: isBusy, list: (posts) => (posts < 2 ? blockedBy : afterPost(posts, 'ours queued')) }),
  step({}, { 'resource-id': `${ID}, app_other` }),
  step({ post: () => refusal(409, 'busy') }, { 'on-busy': 'skip' }),
  step(
    { post: () => unnamed, list: (posts) => (posts === 0 ? listOf('old finished') : refusal(400, 'not_an_app')) },
    { wait: 'false' },
  ),
];
