// env: the names of the environment variables, never their values.
import { expect, test } from '@jest/globals';
import { resources, runReadOnly } from '../support/read-only.ts';
import { runScripted } from '../support/service/scripted-service.ts';
import { withWorld } from '../support/world.ts';

test('returns the names in order, ready for fromJSON', async () => {
  await withWorld({ resources }, async (world) => {
    const step = await runReadOnly(world, { operation: 'env', 'resource-id': 'app_web' });
    expect(step.exitCode).toBe(0);
    expect(step.outputs['env-names']).toBe('["API_TOKEN","DATABASE_URL","PORT"]');
    expect(step.summary).toContain('| `DATABASE_URL` |');
  });
});

test('returns an empty list for a resource without variables', async () => {
  await withWorld({ resources }, async (world) => {
    const step = await runReadOnly(world, { operation: 'env', 'resource-id': 'db_main' });
    expect(step.exitCode).toBe(0);
    expect(step.outputs['env-names']).toBe('[]');
  });
});

test.each([
  ['the service has more of them', { ok: true, env: ['PORT'], hasMore: true }],
  ['one of them cannot be read', { ok: true, env: ['PORT', 7] }],
])('warns that the names are incomplete when %s', async (_, body) => {
  const run = await runScripted(() => ({ body }), { operation: 'env' });
  expect(run.exitCode).toBe(0);
  expect(run.outputs['env-names']).toBe('["PORT"]');
  expect(run.log).toContain('The list of environment variables of app_web is incomplete');
  expect(run.summary).toContain('`app_web` has at least 1 environment variable');
});
