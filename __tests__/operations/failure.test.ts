// Failures that the service reports with unknown codes, or with the key in their message.
import { expect, test } from '@jest/globals';
import { RefusedError } from '../../src/api/errors.ts';
import { describeError } from '../../src/operations/failure.ts';
import {
  listOf,
  refusal,
  requests,
  resourceIn,
  runScripted,
  type ScriptedResponse,
} from '../support/service/scripted-service.ts';
import { errorOf, withWorld } from '../support/world.ts';

test.each(['constructor', 'quota_used_up'])('passes on an unknown code of the service: %s', async (code) => {
  const faults = [{ on: 'createDeployment', kind: 'status', status: 422, code, message: 'no more' }] as const;
  await withWorld({ faults, resources: [{ id: 'app_web' }] }, async ({ run }) => {
    const step = await run({ 'resource-id': 'app_web' });
    expect(step.exitCode).toBe(1);
    expect(step.outputs['error-code']).toBe(code);
    expect(errorOf(step)).toContain('Could not deploy web');
    expect(errorOf(step)).toContain('no more');
  });
});

test('does not show a part of a key that crosses the end of a shortened message', async () => {
  const key = 'key-of-36-characters-0123456789abcdef';
  const message = `${'x'.repeat(480)}${key}`;
  const refused = { kind: 'status', status: 400, code: 'bad', message } as const;
  const faults = [
    { on: 'listDeployments', ...refused },
    { on: 'getResource', ...refused },
  ] as const;
  await withWorld({ faults, resources: [{ id: 'app_web' }] }, async ({ run }) => {
    const step = await run({ 'resource-id': 'app_web', 'api-key': key });
    expect(step.outputs['error-code']).toBe('bad');
    expect(step.log).not.toContain(key.slice(0, 12));
    expect(step.summary).not.toContain(key.slice(0, 12));
  });
});

/** A deployment that never ends, by what the service answers to its request and to the read of it. */
function endless(accepted: ScriptedResponse, detail: ScriptedResponse) {
  return runScripted(
    ({ request }) => {
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.list) return listOf('old finished');
      return request === requests.deploy ? accepted : detail;
    },
    { timeout: '40s' },
  );
}

test('does not name the status of the app as that of a deployment whose status was never seen', async () => {
  const run = await endless({ body: { ok: true, deployment: { id: 'new' } } }, refusal(500, 'internal'));
  expect(run.outputs).toMatchObject({ 'error-code': 'timeout', 'deployment-id': 'new', 'resource-status': 'running' });
  expect(errorOf(run)).toContain('was reached while the status of deployment new had not been seen yet.');
});

test('claims nothing about a list that could not be read after the request was accepted', async () => {
  const run = await runScripted(
    ({ request, earlier }) => {
      if (request === requests.resource) return resourceIn('running');
      if (request === requests.deploy) return { status: 202, body: { ok: true } };
      const isAccepted = earlier.some((served) => served.request === requests.deploy);
      return isAccepted ? refusal(429, 'rate_limited') : listOf('old finished');
    },
    { timeout: '40s' },
  );
  expect(run.outputs['error-code']).toBe('rate_limited');
  expect(errorOf(run)).toContain(
    'was not identified yet. Last error: GET /resources/app_web/deployments: the service answered 429',
  );
  expect(errorOf(run)).not.toContain('nor the list');
});

test('writes an unknown status so that it cannot be taken for one of the service', async () => {
  const run = await endless({ body: { ok: true, deployment: { id: 'new' } } }, { body: { deployment: { id: 'new' } } });
  expect(run.outputs).toMatchObject({ 'error-code': 'timeout', 'deployment-id': 'new' });
  expect(errorOf(run)).toContain(
    'while deployment new had no status that this action knows: whether it has ended is not known.',
  );
  expect(errorOf(run)).toContain('Find out whether the work has ended');
});

test('does not claim that a deployment in an unknown status continues, and names the status as the cause', async () => {
  const run = await endless(
    { body: { ok: true, deployment: { id: 'new' } } },
    { body: { deployment: { id: 'new', status: 'PAUSED' } } },
  );
  expect(run.outputs).toMatchObject({ 'error-code': 'timeout', status: 'PAUSED' });
  expect(errorOf(run)).toContain(
    'while deployment new had the status "PAUSED", which this action does not know: whether it has ended is not known.',
  );
  expect(errorOf(run)).toContain('Find out whether the work has ended');
  for (const shown of [errorOf(run), run.summary]) {
    expect(shown).toMatch(/Deployment \W?new\W? may continue at the service/);
    expect(shown).not.toContain('continues at the service');
  }
});

test.each([
  ['', '404.'],
  ['No', '404: No.'],
  ['No.', '404: No.'],
  ['Try later!', '404: Try later!'],
])('describes an error with the message %j in one sentence', (serviceMessage, end) => {
  const endpoint = { method: 'GET', path: '/resources' } as const;
  const error = new RefusedError(endpoint, { status: 404, code: 'not_found', serviceMessage, retryAfterMs: undefined });
  expect(describeError(error)).toBe(`GET /resources: the service answered ${end}`);
});
