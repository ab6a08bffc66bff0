// A service with a separate quota for the list, which is read for the status when the detail fails.
import { expect, test } from '@jest/globals';
import { listOf, requests, resourceIn, runScripted } from '../../../support/service/scripted-service.ts';
import { errorOf } from '../../../support/world.ts';

test('waits for the Retry-After of a used-up quota, and does not request the list twice at once', async () => {
  const run = await runScripted(({ request, earlier }) => {
    const lists = earlier.filter(({ request: sent }) => sent === requests.list).length;
    if (request === requests.resource) return resourceIn('running');
    if (request === requests.deploy) return { body: { ok: true, deployment: { id: 'new' } } };
    if (request === requests.detail('new')) return { body: { ok: true, deployment: { id: 'new' } } };
    if (lists === 0) return listOf('old finished');
    if (lists > 1) return listOf('new finished', 'old finished');
    const error = { code: 'monthly_quota', message: 'Later.' };
    return { status: 429, body: { ok: false, error }, headers: { 'retry-after': '5' } };
  });
  expect(errorOf(run)).toBe('');
  expect(run.outputs).toMatchObject({ 'deployment-id': 'new', status: 'finished' });
  const lists = run.served.filter(({ request }) => request === requests.list);
  const [refused, next] = lists.slice(1);
  expect((next?.atMs ?? 0) - (refused?.atMs ?? 0)).toBeGreaterThanOrEqual(5_000);
});
