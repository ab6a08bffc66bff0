// logs: the last lines of the runtime log, in the step log, the summary and a file.
import { describe, expect, test } from '@jest/globals';
import type { CancelSignal } from '../../src/runner/host.ts';
import { resources, RUNTIME_LOG, runReadOnly } from '../support/read-only.ts';
import { runScripted } from '../support/service/scripted-service.ts';
import { warningsOf, withWorld } from '../support/world.ts';

test('shows the runtime log in the step log, in the summary and in a file', async () => {
  await withWorld({ resources }, async (world) => {
    const step = await runReadOnly(world, { operation: 'logs', 'resource-id': 'app_web' });
    expect(step.exitCode).toBe(0);
    expect(step.logFile).toBe(RUNTIME_LOG);
    expect(step.log).toContain('GET / 200');
    expect(step.summary).toContain('GET / 200');
    expect(step.summary).toContain('last 2 lines');
    expect(world.emulator.requests.map(({ path }) => path)).toEqual(['/resources/app_web/logs?lines=100']);
  });
});

test('passes with an empty log', async () => {
  await withWorld({ resources }, async (world) => {
    const step = await runReadOnly(world, { operation: 'logs', 'resource-id': 'db_main' });
    expect(step.exitCode).toBe(0);
    expect(step.outputs['log-file']).toBe('');
    expect(step.summary).toContain('is empty');
  });
});

describe('logs', () => {
  const runtimeLog = Array.from({ length: 3_000 }, (_, index) => `line ${index + 1}\n`).join('');

  test.each([
    ['', 100],
    ['100', 100],
    ['500', 500],
    ['2000', 2_000],
  ])('requests with lines: %j %i lines, and shows them', async (lines, count) => {
    await withWorld({ resources: [{ id: 'app_web', runtimeLog }] }, async (world) => {
      const step = await runReadOnly(world, { operation: 'logs', 'resource-id': 'app_web', lines });
      expect(world.emulator.requests.map(({ path }) => path)).toEqual([`/resources/app_web/logs?lines=${count}`]);
      expect(step.logFile.split('\n')[0]).toBe(`line ${3_000 - count + 1}`);
      expect(step.summary).toContain(`last ${count} lines`);
    });
  });

  test.each(['logs', 'env'])('refuses two resources for %s before any request', async (operation) => {
    await withWorld({ resources }, async (world) => {
      const step = await runReadOnly(world, { operation, 'resource-id': 'app_web db_main' });
      expect(step.outputs['error-code']).toBe('invalid_input');
      expect(world.emulator.requests).toEqual([]);
    });
  });
});

test('a log in a form that is not recognised is printed as lines of JSON, and is not called empty', async () => {
  const run = await runScripted(() => ({ body: { ok: true, unknownLogs: [{ at: 1 }] } }), { operation: 'logs' });
  expect([run.exitCode, run.outputs['error-code']]).toEqual([0, '']);
  expect(run.log).toContain('  | {"at":1}\n');
  expect(warningsOf(run)).toEqual([]);
  expect(run.summary).not.toContain('is empty');
});

test('a log that is cut short by the end of the run is not reported as shown', async () => {
  const script = () => ({ body: { ok: true, logs: 'a line\n'.repeat(100_000) } });
  let cancel = (_signal: CancelSignal): void => undefined;
  const more = {
    onStart: (send: typeof cancel) => (cancel = send),
    onWrite: (text: string) => void (text.includes('| a line') && cancel('SIGTERM')),
  };
  const run = await runScripted(script, { operation: 'logs' }, more);
  expect([run.exitCode, run.outputs['error-code']]).toEqual([1, 'interrupted']);
  expect(run.log.length).toBeLessThan(200_000);
});
