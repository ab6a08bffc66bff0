// The log of a step that is looked into: a line for each request, where the runner asks for it.
import { expect, test } from '@jest/globals';
import { withWorld } from './support/world.ts';

test('with debug logging each request is one line, with the wait before it and the shape of the response', async () => {
  await withWorld({ resources: [{ id: 'app_web', script: { buildMs: 20_000 } }] }, async ({ emulator, run }) => {
    const step = await run({ 'resource-id': 'app_web' }, { debug: true });
    const lines = step.log.split('\n').filter((line) => line.startsWith('::debug::'));
    expect(lines).toHaveLength(emulator.requests.length);
    expect(lines[0]).toMatch(
      /^::debug::GET \/resources\/app_web: 200, 0s, \d+ bytes, after a wait of 0s; \{.*id: string.*\}$/,
    );
    const waits = lines
      .filter((line) => line.includes('/deployments/dep_'))
      .map((line) => /wait of ([\d.]+)s/.exec(line)?.[1]);
    expect(waits.length).toBeGreaterThan(3);
    expect(waits.every((seconds) => Number(seconds) > 1)).toBe(true);
  });
});

test('without debug logging no request is told', async () => {
  await withWorld({ resources: [{ id: 'app_web' }] }, async ({ run }) => {
    const step = await run({ 'resource-id': 'app_web' });
    expect(step.log).not.toContain('::debug::');
  });
});
