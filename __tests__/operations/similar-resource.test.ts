// "Did you mean …?" for a resource that the service does not know, in every operation that names one.
import { expect, test } from '@jest/globals';
import { refusal, requests, runScripted } from '../support/service/scripted-service.ts';
import { errorOf } from '../support/world.ts';

test.each(['status', 'logs', 'env', 'check', 'start', 'wait'])(
  '(%s) suggests the resource whose name was given instead of its id',
  async (operation) => {
    const resources = { body: { ok: true, resources: [{ id: 'res_1', name: 'APP_WEB' }] } };
    const run = await runScripted(
      ({ request }) => (request === requests.resources ? resources : refusal(404, 'not_found')),
      { operation },
    );
    expect(run.outputs['error-code']).toBe('not_found');
    expect(errorOf(run)).toContain('Did you mean res_1?');
  },
);

test('suggests nothing for an unknown deployment of a known resource', async () => {
  const resources = { body: { ok: true, resources: [{ id: 'app_web', name: 'web' }, { id: 'app_wed' }] } };
  const run = await runScripted(
    ({ request }) => (request === requests.resources ? resources : refusal(404, 'not_found')),
    { operation: 'logs' },
  );
  expect(errorOf(run)).not.toContain('Did you mean');
});
