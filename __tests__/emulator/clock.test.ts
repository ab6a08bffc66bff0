// Time that a program lets pass, as the package exports it for tests of others.
import { expect, test } from '@jest/globals';
import { ManualClock, startEmulator } from '../../emulator/index.ts';

test('time passes only when a program lets it', async () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const script = { queuedMs: 1000, buildMs: 1000, log: ['one', 'two'] };
  const emulator = await startEmulator({ clock, resources: [{ id: 'app', script }] });
  const path = `${emulator.origin}/__emulator/resources/app/deployments`;
  await fetch(path, { method: 'POST' });
  const seen = [];
  for (let time = 0; time <= 2500; time += 500) {
    const [{ status, log } = {}] = emulator.view().resources[0]?.deployments ?? [];
    seen.push(`${status} ${log?.trim().replace('\n', ' ')}`);
    await clock.advance(500);
  }
  expect(seen).toEqual([
    'queued ',
    'queued ',
    'building one',
    'building one two',
    'finished one two',
    'finished one two',
  ]);
  expect([clock.now(), clock.wallTime()]).toEqual([3000, Date.UTC(2026, 0, 1, 0, 0, 3)]);
  await fetch(path, { method: 'POST' });
  await emulator.stop(); // in the middle of a build
});
