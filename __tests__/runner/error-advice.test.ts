// What to do about each failure.
import { describe, expect, test } from '@jest/globals';
import { apiErrorCodes, ownErrorCodes } from '../../src/api/errors.ts';
import { adviceFor } from '../../src/runner/error-advice.ts';

const codes = [...apiErrorCodes, ...ownErrorCodes];

test('knows every code of the contract', () => {
  const named = `
    unauthorized forbidden billing busy rate_limited create_limit
    deployment_failed deployment_cancelled timeout interrupted invalid_input missing_env not_running unhealthy
    no_deployment not_found unreachable unreadable_reply service_error ambiguous unknown_outcome internal
  `;
  expect(codes).toEqual(named.trim().split(/\s+/));
});

describe('a code of the action', () => {
  test.each(codes)('%s has a title and a next step of its own', (code) => {
    const { title, nextStep } = adviceFor(code);
    expect(title).not.toContain('The service refused');
    expect(title.length).toBeLessThan(80);
    expect(nextStep).toMatch(/^\S.*\.$/);
  });

  test('has a title that no other code has', () => {
    const titles = codes.map((code) => adviceFor(code).title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

test('explains an expired key, a missing scope and the rate limit', () => {
  expect(adviceFor('unauthorized').nextStep).toMatch(/90 days.*API KEYS/);
  expect(adviceFor('forbidden').nextStep).toMatch(/scope "deploy"/);
  expect(adviceFor('rate_limited').nextStep).toMatch(/120 requests a minute/);
});

test('shows any other code of the service unchanged', () => {
  expect(adviceFor({ serviceCode: 'quota_exceeded' }).title).toContain('quota_exceeded');
});

test.each(['timeout', 'internal', 'invalid_input', 'toString', '__proto__', 'CONFLICT'])(
  'does not pass on a service code that the action uses itself, or of another form: %s',
  (serviceCode) => {
    expect(adviceFor({ serviceCode }).title).toBe(adviceFor('service_error').title);
    expect(adviceFor({ serviceCode }).nextStep).not.toContain('Nothing was sent');
  },
);
