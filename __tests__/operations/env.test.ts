// env: the names of the environment variables, never their values.
import { describe, expect, test } from '@jest/globals';
import { resources, runReadOnly } from '../support/read-only.ts';
import { dialectNames, withWorld } from '../support/world.ts';

describe.each(dialectNames)('in the dialect %s', (dialect) => {
  test('returns the names in order, ready for fromJSON', async () => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await runReadOnly(world, { operation: 'env', 'resource-id': 'app_web' });
      expect(step.exitCode).toBe(0);
      expect(step.outputs['env-names']).toBe('["API_TOKEN","DATABASE_URL","PORT"]');
      expect(step.summary).toContain('| `DATABASE_URL` |');
    });
  });

  test('returns an empty list for a resource without variables', async () => {
    await withWorld({ dialect, resources }, async (world) => {
      const step = await runReadOnly(world, { operation: 'env', 'resource-id': 'db_main' });
      expect(step.exitCode).toBe(0);
      expect(step.outputs['env-names']).toBe('[]');
    });
  });
});
