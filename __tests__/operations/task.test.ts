// Failures that the service reports with unknown codes, or with the key in their message.
import { expect, test } from '@jest/globals';
import { errorOf, withWorld } from '../support/world.ts';

test.each(['constructor', 'quota_used_up'])('passes on an unknown code of the service: %s', async (code) => {
  const faults = [{ on: 'createDeployment', kind: 'status', status: 422, code, message: 'no more' }] as const;
  await withWorld({ faults, resources: [{ id: 'app_web' }] }, async ({ run }) => {
    const step = await run({ 'resource-id': 'app_web' });
    expect(step.exitCode).toBe(1);
    expect(step.outputs['error-code']).toBe(code);
    expect(errorOf(step)).toContain('Could not deploy web');
    expect(errorOf(step)).toContain('no more');
  });
});

test('does not show a part of a key that crosses the end of a shortened message', async () => {
  const key = 'key-of-36-characters-0123456789abcdef';
  const message = `${'x'.repeat(480)}${key}`;
  const refusal = { kind: 'status', status: 400, code: 'bad', message } as const;
  const faults = [
    { on: 'listDeployments', ...refusal },
    { on: 'getResource', ...refusal },
  ] as const;
  await withWorld({ faults, resources: [{ id: 'app_web' }] }, async ({ run }) => {
    const step = await run({ 'resource-id': 'app_web', 'api-key': key });
    expect(step.outputs['error-code']).toBe('bad');
    expect(step.log).not.toContain(key.slice(0, 12));
    expect(step.summary).not.toContain(key.slice(0, 12));
  });
});
