// A deploy request and the search for its deployment, step by step. Whose a deployment is, is judged by
// decisions/ownership and decisions/after-lost-request, and whole steps by the explorer, the fault matrix and the platforms.
import { describe, expect, test } from '@jest/globals';
import {
  detailOf,
  listOf,
  refusal,
  requests,
  resourceIn,
  runScripted,
  type ScriptedResponse,
  type ScriptedRun,
} from '../../../support/service/scripted-service.ts';
import { errorOf } from '../../../support/world.ts';

const SHA = '0123456789abcdef0123456789abcdef01234567';
const old = 'old finished';
const SIGN_IN: ScriptedResponse = { body: '<html>Sign in</html>' };
const accepted: ScriptedResponse = { body: { ok: true } };
const named: ScriptedResponse = { body: { ok: true, deployment: { id: 'new' } } };
const cut: ScriptedResponse = { isCut: true };

/** What the service answers after the first POST: the list by the time since then, and each POST by its count. */
interface Plan {
  readonly list?: (sinceMs: number) => ScriptedResponse;
  readonly posts: readonly ScriptedResponse[];
}

async function deploy(plan: Plan, inputs: Record<string, string> = {}): Promise<ScriptedRun> {
  return await runScripted(({ atMs, request, earlier }) => {
    const posts = earlier.filter((served) => served.request === requests.deploy);
    const firstMs = posts[0]?.atMs;
    if (request === requests.resource) return resourceIn('running');
    if (request === requests.deploy) return plan.posts[posts.length] ?? named;
    if (request !== requests.list) return detailOf(request.split('/').at(-1) ?? '', 'finished');
    return firstMs === undefined || plan.list === undefined ? listOf(old) : plan.list(atMs - firstMs);
  }, inputs);
}

const postTimes = ({ served }: ScriptedRun): number[] =>
  served.filter(({ request }) => request === requests.deploy).map(({ atMs }) => atMs);

describe('an accepted request without an id', () => {
  test('never takes what somebody else started while the resource was busy', async () => {
    const run = await deploy({
      posts: [refusal(409, 'busy'), accepted],
      list(sinceMs) {
        if (sinceMs < 10_000) return listOf('theirs building', old);
        return sinceMs < 40_000 ? listOf('theirs finished', old) : listOf('ours building', 'theirs finished', old);
      },
    });
    expect(run.outputs).toMatchObject({ 'deployment-id': 'ours', status: 'finished' });
  });

  test('fails at the deadline when no list shows it, and explains that', async () => {
    const run = await deploy({ posts: [accepted] }, { timeout: '40s' });
    expect(run.outputs).toMatchObject({ 'error-code': 'timeout', 'deployment-id': '', status: '' });
    expect(errorOf(run)).toContain('was reached while the new deployment of app_web was not identified yet.');
    expect(errorOf(run)).not.toContain('Last error');
    expect(run.log.match(/^the list does not show the new deployment yet$/gm)).toHaveLength(2);
  });

  test('does not write the status of an old deployment that the response names', async () => {
    const earlier = { body: { ok: true, deployment: { id: 'old', status: 'finished' } } };
    const run = await deploy({ posts: [earlier] }, { wait: 'false' });
    expect(run.outputs).toMatchObject({ 'deployment-id': '', status: '' });
  });

  test.each<[string, ScriptedResponse, string]>([
    ['fails', refusal(500, 'internal_error'), 'answered 500'],
    ['hangs', { afterMs: 3_600_000 }, 'no complete response in time'],
    ['shows no new one', listOf(old), 'The list did not show it in time.'],
    ['has become empty', listOf(), 'The list did not show it in time.'],
    ['shows two new ones', listOf('b building', 'a building', old), 'b and a have appeared'],
    ['shows a new one without an id', listOf('- building', old), 'an entry without an id'],
  ])('passes with wait: false when the list %s, and the log gives the reason', async (_, response, reason) => {
    const run = await deploy({ posts: [accepted], list: () => response }, { wait: 'false' });
    expect(run.outputs).toMatchObject({ 'deployment-id': '', status: '', 'error-code': '' });
    expect(run.tookMs).toBeLessThan(45_000);
    expect(run.log.split('\n')).toContainEqual(
      expect.stringMatching(new RegExp(`^the id of the new deployment is not known\\. .*${reason}`)),
    );
  });

  test('passes with wait: false although the deadline comes before the list shows it', async () => {
    const run = await deploy({ posts: [accepted] }, { wait: 'false', timeout: '10s' });
    expect(run.outputs).toMatchObject({ 'deployment-id': '', 'error-code': '' });
    expect(run.log).toContain('Deployment of web was accepted and continues at the service');
    expect(run.log).toContain('Work on app_web continues at the service.');
  });
});

describe('a lost request', () => {
  test.each<[string, ScriptedResponse, number]>([
    ['a cut connection', cut, 15_000],
    ["a 5xx of the API's own", refusal(500, 'internal_error'), 15_000],
    ['a response that is cut off', { body: '{"ok":true', headers: { 'content-length': '99' } }, 90_000],
    ['a gateway page', { status: 504, body: '<html>504 Gateway Time-out</html>' }, 90_000],
    ['a page of a firewall', { status: 403, body: '<html>403 Forbidden</html>' }, 90_000],
  ])('is sent again after %s once the list was read for long enough', async (_, response, patienceMs) => {
    const run = await deploy({ posts: [response] });
    expect(errorOf(run)).toBe('');
    const [first = 0, second = 0] = postTimes(run);
    expect(second - first).toBeGreaterThanOrEqual(patienceMs);
    expect(second - first).toBeLessThan(patienceMs + 10_000);
    const reads = run.served.filter(({ request, atMs }) => request === requests.list && atMs >= first && atMs < second);
    expect(reads.length).toBeGreaterThanOrEqual(3);
  });

  test('is not sent a third time after two pages', async () => {
    const run = await deploy({ posts: [SIGN_IN, SIGN_IN] });
    expect(run.outputs['error-code']).toBe('unreadable_reply');
    expect(postTimes(run)).toHaveLength(2);
  });

  test('is named in the error when the list cannot be read after it', async () => {
    const run = await deploy({ posts: [cut], list: () => SIGN_IN });
    expect(run.outputs['error-code']).toBe('unreadable_reply');
    expect(errorOf(run)).toMatch(
      /an HTML page .*an earlier request was lost .* may have been carried out all the same/,
    );
  });

  test('is not sent again when the list has another shape than before, and the error says so', async () => {
    const run = await deploy({ posts: [cut], list: () => ({ body: { ok: true, deployments: 7 } }) });
    expect(run.outputs['error-code']).toBe('unknown_outcome');
    expect(errorOf(run)).toContain('the list of deployments, which could tell what became of it, has a form');
    expect(errorOf(run)).not.toContain('there was no list');
    expect(postTimes(run)).toHaveLength(1);
  });

  test('is named in the error when the request is then refused', async () => {
    const run = await deploy({ posts: [cut, refusal(403, 'forbidden')] });
    expect(run.outputs['error-code']).toBe('forbidden');
    expect(errorOf(run)).toContain('The response to an earlier request was lost');
  });

  test.each<[string, ScriptedResponse, string]>([
    ['two new deployments', listOf('b building', 'a finished', old), 'ambiguous'],
    ['an entry without an id', listOf('- building', old), 'unknown_outcome'],
    ['a new one below the known ones', listOf(old, 'ours building'), 'unknown_outcome'],
    ['JSON of another shape', { body: { ok: true, rows: 7 } }, 'unknown_outcome'],
  ])('is not sent again when the list shows %s', async (_, response, code) => {
    const run = await deploy({ posts: [cut], list: () => response });
    expect(run.outputs['error-code']).toBe(code);
    expect(postTimes(run)).toHaveLength(1);
  });

  test.each(['fail', 'skip'])('is no success when the resource is then busy with on-busy: %s', async (onBusy) => {
    const run = await deploy({ posts: [cut, refusal(409, 'busy')] }, { 'on-busy': onBusy });
    expect(run.outputs).toMatchObject({ 'error-code': 'unknown_outcome', skipped: '' });
    expect(errorOf(run)).toContain('perhaps with the deploy whose response was lost');
  });

  test('is found after "busy" in a list that shows it late', async () => {
    const list = (sinceMs: number) => (sinceMs < 20_000 ? listOf(old) : listOf('ours building', old));
    const run = await deploy({ posts: [cut, refusal(409, 'busy')], list }, { 'on-busy': 'skip' });
    expect(run.outputs).toMatchObject({ 'deployment-id': 'ours', status: 'finished', skipped: '' });
    // Counted from the request, not from when it was found.
    expect(Number(run.outputs['duration'])).toBeGreaterThanOrEqual(20);
  });
});

describe('a re-run', () => {
  const script = (inProgress: Record<string, unknown>) =>
    runScripted(
      ({ atMs, request }) => {
        const status = atMs < 20_000 ? 'building' : 'finished';
        if (request === requests.resource) return resourceIn('running');
        if (request === requests.list) {
          const deployments = [
            { id: 'first', status, ...inProgress },
            { id: 'old', status: 'finished' },
          ];
          return { body: { ok: true, deployments } };
        }
        if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'second' } } };
        return detailOf(request.endsWith('/second') ? 'second' : 'first', status);
      },
      {},
      { env: { GITHUB_SHA: SHA, GITHUB_RUN_ATTEMPT: '2' } },
    );

  test('awaits the deployment in progress of its own commit, and logs that', async () => {
    const run = await script({ commit: SHA });
    expect(errorOf(run)).toBe('');
    expect(run.outputs).toMatchObject({ 'deployment-id': 'first', status: 'finished' });
    expect(postTimes(run)).toHaveLength(0);
    expect(run.log).toContain('builds the commit of this run, which is run again: it is followed');
  });

  test.each([{ commit: 'f'.repeat(40) }, {}])('requests one of its own beside another: %j', async (shown) => {
    const run = await script(shown);
    expect(run.outputs).toMatchObject({ 'deployment-id': 'second', status: 'finished' });
    expect(postTimes(run)).toHaveLength(1);
  });

  test('requests one where the one of its commit has ended', async () => {
    const run = await script({ commit: SHA, status: 'failed' });
    expect(run.outputs['deployment-id']).toBe('second');
  });
});

test('the first attempt requests its own deployment beside one of its commit', async () => {
  const run = await runScripted(
    ({ request }) => {
      if (request === requests.resource) return resourceIn('running');
      const first = { id: 'first', status: 'building', commit: SHA };
      if (request === requests.list) return { body: { ok: true, deployments: [first] } };
      if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'second' } } };
      return detailOf('second', 'finished');
    },
    {},
    { env: { GITHUB_SHA: SHA, GITHUB_RUN_ATTEMPT: '1' } },
  );
  expect(run.outputs['deployment-id']).toBe('second');
});
