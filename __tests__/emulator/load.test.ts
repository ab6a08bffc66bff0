// Less than a minute of mixed load with SIGKILL and restart; `npm run load:emulator` does the same for an hour.
import { expect, jest, test } from '@jest/globals';
import { runLoad } from '../../scripts/emulator-load.ts';

// Processes are started for real, on a machine that may be busy.
jest.setTimeout(240_000);

test('loses nothing that was acknowledged, leaves no process and stays small under mixed load', async () => {
  const { acknowledged, problems, kills, memoryMb } = await runLoad({ durationMs: 40_000, killEveryMs: 15_000 });
  expect(problems).toEqual([]);
  expect(kills).toBeGreaterThanOrEqual(2);
  expect(acknowledged.deployments).toBeGreaterThan(0);
  expect(acknowledged.keys).toBeGreaterThan(0);
  expect(Math.max(0, ...memoryMb)).toBeLessThan(500);
});
