// env: the names of the environment variables, never their values.
import { describe, expect, test } from '@jest/globals';
import { resources, runReadOnly } from '../support/read-only.ts';
import { dialectNames, withWorld } from '../support/world.ts';

describe.each(dialectNames)('in the dialect %s', (dialect) => {
  test('env gives the names in order, ready for fromJSON', async () => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await runReadOnly(world, { operation: 'env', 'resource-id': 'app_web' });
      expect(step.exitCode).toBe(0);
      expect(step.outputs['env-names']).toBe('["API_TOKEN","DATABASE_URL","PORT"]');
      expect(step.summary).toContain('| `DATABASE_URL` |');
    });
  });

  test('env of a resource without variables is an empty list', async () => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await runReadOnly(world, { operation: 'env', 'resource-id': 'db_main' });
      expect(step.exitCode).toBe(0);
      expect(step.outputs['env-names']).toBe('[]');
    });
  });
});
