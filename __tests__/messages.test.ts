// Every row of the page of messages is provoked by a step, and what it says is true there.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { messagesPage } from '../scripts/messages.ts';
import { operations } from '../src/operations/index.ts';
import type { Operation } from '../src/operations/operation.ts';
import {
  detailOf,
  ID,
  listOf,
  refusal,
  type ScriptedResponse,
  requests,
  resourceIn,
  runScripted,
  type Script,
  type ScriptedRun,
} from './support/scripted-service.ts';
import type { StepOptions } from './support/step.ts';

/** What a service answers, in a step that has sent so many deploy requests; the rest is a deployment that finishes. */
interface Service {
  readonly resource?: ScriptedResponse;
  readonly list?: (posts: number, sinceFirstMs: number) => ScriptedResponse;
  readonly post?: (posts: number) => ScriptedResponse;
  readonly detail?: (sinceFirstMs: number) => ScriptedResponse;
  readonly app?: ScriptedResponse;
}

const ours: ScriptedResponse = { body: { ok: true, deployment: { id: 'ours' } } };
const unnamed: ScriptedResponse = { body: { ok: true } };
const [FINISHED, LONG_MS] = [detailOf('ours', 'finished'), 30_000];

function serviceOf({ resource, list, post, detail, app }: Service): Script {
  return ({ request, atMs, earlier, host }) => {
    const posts = earlier.filter((served) => served.request === requests.deploy);
    const sinceFirstMs = atMs - (earlier[0]?.atMs ?? atMs);
    const running = { id: ID, name: 'web', type: 'app', status: 'running', domains: [host] };
    if (request === requests.resource) return resource ?? { body: { ok: true, resource: running } };
    if (request === requests.list) return list?.(posts.length, sinceFirstMs) ?? listOf('old finished');
    if (request === requests.deploy) return post?.(posts.length) ?? ours;
    if (request === 'GET /health') return app ?? { body: 'fine' };
    if (request === `GET /resources/${ID}/env`) return { body: { ok: true, env: ['PORT'] } };
    if (request.startsWith('POST ')) return unnamed;
    if (request.includes('app_other')) return refusal(404, 'not_found');
    return detail?.(sinceFirstMs) ?? FINISHED;
  };
}

function step(service: Service, inputs: Record<string, string> = {}, more: Partial<StepOptions> = {}) {
  return () => runScripted(serviceOf(service), inputs, more);
}

const always =
  (response: ScriptedResponse, inputs: Record<string, string> = {}) =>
  () =>
    runScripted(() => response, inputs);
const wait = (service: Service, inputs: Record<string, string> = {}) => step(service, { operation: 'wait', ...inputs });
const isBusy = (posts: number): ScriptedResponse => (posts === 0 ? refusal(409, 'busy') : ours);
const afterPost = (posts: number, ...entries: string[]) => listOf(...(posts === 0 ? [] : entries), 'old finished');
const ageing: ScriptedResponse = {
  body: { ok: true, deployments: [{ id: 'dep_6', status: 'building', createdAt: '2026-03-02T11:55:00Z' }] },
};
const endless: Service = { detail: () => detailOf('ours', 'building') };
const broken: Operation = {
  does: 'reads',
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
const failing: Readonly<Record<string, () => Promise<ScriptedRun>>> = {
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
const logging: readonly (() => Promise<ScriptedRun>)[] = [
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
  step({ post: isBusy, list: (posts) => (posts < 2 ? ageing : afterPost(posts, 'ours queued')) }),
  step({}, { 'resource-id': `${ID}, app_other` }),
  step({ post: () => refusal(409, 'busy') }, { 'on-busy': 'skip' }),
];

const page = messagesPage();
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '));
const errorRows = rows.filter(({ length }) => length === 4);
const logRows = rows.filter(({ length }) => length === 2);

/** What the page shows as an example, and what may stand in its place. */
const examples: readonly (readonly [example: string, pattern: string])[] = [
  ['GET https://host/api/v1/resources/app_shop: the connection was lost', '(?:GET|POST) http\\S+: .+'],
  ['https://shop.example.com/health', 'http\\S+'],
  ['busy: The resource is busy.', '[a-z_]+: .+'],
  ['outdated (main has moved on)', '(?:outdated|busy) \\(.+\\)'],
  ['try 2', 'try \\d+'],
  ['is running', 'is \\S+'],
  ['is stopped', 'is \\S+'],
  ['building', '[a-z]+'],
  ['dep_6', '\\S+'],
  ['dep_7', '\\S+'],
  ['app_shop', ID],
  ['shop', `(?:web|${ID})`],
];
const DURATION = /^\d+m \d+s$|^\d+s$/;
const splitter = new RegExp(`(${examples.map(([example]) => RegExp.escape(example)).join('|')}|\\d+m \\d+s|\\d+s)`);

/** Matches a line that is the example of the page with other values. */
function patternOf(example: string): RegExp {
  const values = new Map(examples);
  const parts = example.split(splitter).map((part) => {
    if (DURATION.test(part)) return '(?:[\\d.]+(?:h|m|s|ms) ?)+';
    return values.get(part) ?? RegExp.escape(part);
  });
  return new RegExp(`^(?:\\S+: )?${parts.join('')}$`, 'm');
}

function errorOf({ annotations }: ScriptedRun) {
  return annotations.find(({ kind }) => kind === 'error') ?? { title: '', message: '' };
}

const posts = ({ served }: ScriptedRun) => served.filter(({ request }) => request.startsWith('POST '));

const runs = new Map<string, ScriptedRun>();
let log = '';

beforeAll(async () => {
  for (const [code, run] of Object.entries(failing)) runs.set(code, await run());
  for (const run of logging) log += (await run()).log;
  for (const run of runs.values()) log += run.log;
}, 60_000);

function runOf(code: string): ScriptedRun {
  const run = runs.get(code);
  if (run === undefined) throw new Error(`no step fails with ${code}`);
  return run;
}

describe.each(errorRows)('a step that fails with %s', (cell = '', title = '', headline = '', nextStep = '') => {
  const code = cell.replaceAll('`', '');

  test('shows the title, the headline and the next step of its row', () => {
    const run = runOf(code);
    const { title: seen, message } = errorOf(run);
    expect(run.exitCode).toBe(1);
    expect(run.outputs['error-code']).toBe(code);
    expect(seen).toBe(title);
    expect(message.split('\n')[0]).toMatch(patternOf(headline));
    expect(message.split('\n')).toContain(`What to do: ${nextStep}`);
  });

  if (nextStep.includes('Nothing was sent')) {
    test('sends no request', () => expect(runOf(code).served).toEqual([]));
  }
  if (nextStep.includes('Nothing was changed')) {
    test('changes nothing at the service', () => expect(posts(runOf(code))).toEqual([]));
  }
});

test('gives a service code that the page does not name the general advice', async () => {
  const run = await step({ post: () => refusal(403, 'quota_exceeded') })();
  const [, advice = ''] = /^Any other code of the service: (.*)$/m.exec(page) ?? [];
  expect(run.outputs['error-code']).toBe('quota_exceeded');
  expect(errorOf(run).message).toContain(`What to do: ${advice}`);
});

test('may report a refusal without a readable code as a refusal, with its HTTP status and message', () => {
  const { title, message } = errorOf(runOf('service_error'));
  expect(title).toBe('The service failed or refused the request');
  expect(message).toContain('answered 400 service_error: No.');
});

test('names work that continues with the inputs that wait for it', () => {
  expect(runOf('timeout').summary).toContain(
    `Deployment \`ours\` continues at the service. To follow it, run a step with \`operation: wait\`, \`resource-id: ${ID}\`, \`deployment-id: ours\`.`,
  );
  expect(runOf('unknown_outcome').summary).toContain(`Work on \`${ID}\` may continue at the service`);
});

test.each(logRows)('logs a line for %s: %s', (_, line = '') => {
  expect(log).toMatch(patternOf(line));
});
