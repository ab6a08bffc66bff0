// What is read before anything is changed.
import { describe, expect, test } from '@jest/globals';
import {
  detailOf,
  listOf,
  refusal,
  type ScriptedResponse,
  requests,
  resourceIn,
  runScripted,
} from '../../../support/service/scripted-service.ts';
import { errorOf, warningsOf } from '../../../support/world.ts';

const accepted: ScriptedResponse = { body: { ok: true, deployment: { id: 'new' } } };

/** A deploy whose first reads are answered so. */
function deploying(
  resource: ScriptedResponse,
  list: ScriptedResponse,
  resources: ScriptedResponse = { body: { ok: true, resources: [] } },
) {
  return runScripted(({ request, earlier }) => {
    const isBefore = !earlier.some(({ request: sent }) => sent === requests.deploy);
    if (request === requests.resource) return isBefore ? resource : resourceIn('running');
    if (request === requests.list) return list;
    if (request === requests.resources) return resources;
    return request === requests.deploy ? accepted : detailOf('new', 'finished');
  });
}

test('accepts a 404 for the list of an existing resource: its first deployment is possible', async () => {
  const run = await deploying(resourceIn('running'), refusal(404, 'not_found'));
  expect(errorOf(run)).toBe('');
  expect(run.outputs).toMatchObject({ 'deployment-id': 'new', status: 'finished' });
});

describe('an unknown resource', () => {
  test.each([
    ['whose name was given instead of its id', { id: 'res_1', name: 'APP_WEB' }, 'res_1'],
    ['whose id is mistyped', { id: 'app_wbe', name: 'web' }, 'app_wbe'],
  ])('(%s) fails as not_found with the given id, and nothing is requested', async (_, resource, meant) => {
    const missing = refusal(404, 'not_found');
    const run = await deploying(missing, missing, { body: { ok: true, resources: [resource] } });
    expect(run.outputs['error-code']).toBe('not_found');
    expect(errorOf(run)).toContain(`Did you mean ${meant}?`);
    expect(run.served.some(({ request }) => request.startsWith('POST'))).toBe(false);
  });
});

test.each([401, 403])('stops when the service answers %d for the resource', async (status) => {
  const run = await deploying(refusal(status, status === 401 ? 'unauthorized' : 'forbidden'), listOf('old finished'));
  expect(run.exitCode).toBe(1);
  expect(run.served.some(({ request }) => request.startsWith('POST'))).toBe(false);
});

test.each<[string, ScriptedResponse, ScriptedResponse]>([
  ['not_found', refusal(404, 'not_found'), refusal(500, 'internal_error')],
  ['unauthorized', refusal(401, 'unauthorized'), { afterMs: 3_600_000 }],
])('fails as %s at once, although the list cannot be read', async (code, resource, list) => {
  const run = await deploying(resource, list);
  expect(run.outputs['error-code']).toBe(code);
  expect(run.tookMs).toBeLessThan(1_000);
});

test.each<[string, ScriptedResponse]>([
  ['hangs', { afterMs: 3_600_000 }],
  ['fails', refusal(500, 'internal_error')],
  ['answers with a page', { body: '<html>welcome</html>' }],
])('continues after ten seconds when the resource %s, and the log says so', async (_, response) => {
  const run = await deploying(response, listOf('old finished'));
  expect(errorOf(run)).toBe('');
  expect(run.log).toContain('the status of app_web at the start of this step is unknown');
  expect(warningsOf(run)).toEqual([]);
  expect(run.served.find(({ request }) => request === requests.deploy)?.atMs).toBeLessThanOrEqual(11_000);
});
