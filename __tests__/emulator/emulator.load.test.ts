// A short run of mixed load with SIGKILL and restart; `npm run load:emulator` does the same for an hour.
import { expect, jest, test } from '@jest/globals';
import { runLoad } from '../../scripts/load/run-load.ts';

// Processes are started for real, on a machine that may be busy.
jest.setTimeout(900_000);

test('loses nothing that was acknowledged, leaves no process and keeps its memory flat under mixed load', async () => {
  const { acknowledged, peakActions, problems, restarts, samples } = await runLoad({
    durationMs: 12_000,
    killEveryMs: 3_500,
    clients: 6,
    pauseMs: 50,
    sampleEveryMs: 200,
    least: { samplesOfLife: 7, restarts: 2, changes: 11, revocations: 2 },
    life: { warmUpS: 1.5, growthMb: 2.5 },
  });
  expect(problems).toEqual([]);
  expect(restarts.SIGKILL).toBeGreaterThanOrEqual(3);
  expect(peakActions).toBeGreaterThan(1);
  expect(samples).toBeGreaterThan(20);
  expect(acknowledged.deployments).toBeGreaterThan(10);
  expect(acknowledged.keys).toBeGreaterThan(5);
  expect(acknowledged.revocations).toBeGreaterThan(1);
});
