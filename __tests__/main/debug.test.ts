// The debug log of a step: one line per request and response, when the runner has debug logging on.
import { expect, test } from '@jest/globals';
import { withWorld } from '../support/world.ts';

test('logs one line per request with debug logging, with the shape of the response', async () => {
  await withWorld({ resources: [{ id: 'app_web', script: { buildMs: 20_000 } }] }, async ({ emulator, run }) => {
    const step = await run({ 'resource-id': 'app_web' }, { debug: true });
    const lines = step.log.split('\n').filter((line) => line.startsWith('::debug::'));
    expect(lines).toHaveLength(emulator.requests.length);
    expect(lines[0]).toMatch(/^::debug::GET \/resources\/app_web: 200, 0s, \d+ bytes; \{.*id: string.*\}$/);
  });
});

test('shortens the shape of a response and leaves out its values', async () => {
  const names = Array.from({ length: 200 }, (_, index) => [`${'n'.repeat(30)}${index}`, 'secret value'] as const);
  const body = { id: 'app_web', name: 'secret value', 'odd\n::error::name': 1, ...Object.fromEntries(names) };
  const faults = [
    { kind: 'status', status: 200, on: 'getResource', body },
    { kind: 'html', on: 'listDeployments' },
  ] as const;
  await withWorld({ resources: [{ id: 'app_web' }], faults }, async ({ emulator, run }) => {
    const step = await run({ operation: 'check', 'resource-id': 'app_web' }, { debug: true });
    const lines = step.log.split('\n').filter((line) => line.startsWith('::debug::'));
    expect(lines).toHaveLength(emulator.requests.length);
    expect(lines[0]).toMatch(/^::debug::GET \/resources: 200, .*; \{ok: boolean, resources: \[1 × \{id: string, /);
    expect(lines[1]).toMatch(
      /^::debug::GET \/resources\/app_web: 200, .*; \{id: string, name: string, odd.*: number, n/,
    );
    expect(lines).toContainEqual(expect.stringMatching(/app_web\/deployments: .*; an HTML page$/));
    expect(lines.join('\n')).not.toContain('secret');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(1_100);
  });
});

test('logs no request and no shape without debug logging', async () => {
  await withWorld({ resources: [{ id: 'app_web' }] }, async ({ run }) => {
    const step = await run({ 'resource-id': 'app_web' });
    expect(step.log).not.toContain('::debug::');
  });
});
