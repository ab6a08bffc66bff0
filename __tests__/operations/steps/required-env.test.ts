// Environment variables that must exist before a deployment is requested.
import { describe, expect, test } from '@jest/globals';
import { readRequiredEnv } from '../../../src/operations/steps/required-env.ts';
import { GOOD, problemsOf, read } from '../../support/runner/read-inputs.ts';
import { listOf, resourceIn, runScripted } from '../../support/service/scripted-service.ts';
import { countOf, errorOf, withWorld } from '../../support/world.ts';

describe('the input required-env', () => {
  test.each([
    ['', []],
    ['DATABASE_URL', ['DATABASE_URL']],
    ['PORT, _HOST\nspring.datasource-url PORT', ['PORT', '_HOST', 'spring.datasource-url']],
  ])('%j means the names %j', (given, names) => {
    const { inputs } = read({ ...GOOD, 'required-env': given });
    expect(readRequiredEnv(inputs)).toEqual(names);
    expect(problemsOf(inputs)).toEqual({});
  });

  test.each(['PORT=3000', '1PORT', 'A'.repeat(129), '$PORT'])('refuses %s as a name', (given) => {
    const { inputs } = read({ ...GOOD, 'required-env': `HOST ${given}` });
    readRequiredEnv(inputs);
    expect(problemsOf(inputs)).toEqual({ 'required-env': expect.stringMatching(/^must be names .* not [^,]+$/) });
  });
});

describe('a deploy', () => {
  const resources = [{ id: 'app_web', env: ['DATABASE_URL', 'PORT'] }];

  test('fails with the names that are missing, and requests nothing', async () => {
    await withWorld({ resources }, async ({ emulator, run }) => {
      const step = await run({ 'resource-id': 'app_web', 'required-env': 'PORT SMTP_URL port' });
      expect(step.outputs['error-code']).toBe('missing_env');
      expect(errorOf(step)).toContain('not set on app_web: SMTP_URL, port.');
      expect(countOf(emulator, 'createDeployment')).toBe(0);
    });
  });

  test('goes ahead when every name exists', async () => {
    await withWorld({ resources }, async ({ run }) => {
      const step = await run({ 'resource-id': 'app_web', 'required-env': 'PORT DATABASE_URL' });
      expect(errorOf(step)).toBe('');
      expect(step.outputs['status']).toBe('finished');
    });
  });

  test('does not read the names when none is required', async () => {
    await withWorld({ resources }, async ({ emulator, run }) => {
      await run({ 'resource-id': 'app_web' });
      expect(emulator.requests.filter(({ path }) => path.endsWith('/env'))).toEqual([]);
    });
  });
});

test('a name that is not among those of an incomplete list is not called missing', async () => {
  const run = await runScripted(
    ({ request }) => {
      if (request.endsWith('/env')) return { body: { ok: true, env: ['PORT'], nextCursor: 'c2' } };
      return request.endsWith('/deployments') ? listOf() : resourceIn('running');
    },
    { 'required-env': 'SMTP_URL' },
  );
  expect(run.outputs['error-code']).toBe('unreadable_reply');
  expect(errorOf(run)).toContain('SMTP_URL');
  expect(run.served.filter(({ request }) => request.startsWith('POST'))).toEqual([]);
});
