// What to do about each failure.
import { describe, expect, test } from '@jest/globals';
import { apiErrorCodes, ownErrorCodes } from '../../src/api/errors.ts';
import { adviceFor } from '../../src/runner/error-advice.ts';

const codes = [...apiErrorCodes, ...ownErrorCodes];

test('every code of the contract is known', () => {
  const named = `
    unauthorized forbidden billing busy rate_limited create_limit
    deployment_failed deployment_cancelled timeout interrupted invalid_input missing_env not_running unhealthy
    no_deployment not_found unreachable unreadable_reply service_error ambiguous unknown_outcome internal
  `;
  expect(codes).toEqual(named.trim().split(/\s+/));
});

describe('a code that we know', () => {
  test.each(codes)('%s has a title and a next step of its own', (code) => {
    const { title, nextStep } = adviceFor(code);
    expect(title).not.toContain('The service refused');
    expect(title.length).toBeLessThan(80);
    expect(nextStep).toMatch(/^\S.*\.$/);
  });

  test('no two have the same title', () => {
    const titles = codes.map((code) => adviceFor(code).title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

test('an expired key, a missing scope and the rate limit are named as what they are', () => {
  expect(adviceFor('unauthorized').nextStep).toMatch(/90 days.*API KEYS/);
  expect(adviceFor('forbidden').nextStep).toMatch(/scope "deploy"/);
  expect(adviceFor('rate_limited').nextStep).toMatch(/120 requests a minute/);
});

test('any other code of the service is named as it is', () => {
  expect(adviceFor({ serviceCode: 'quota_exceeded' }).title).toContain('quota_exceeded');
});

test.each(['timeout', 'internal', 'invalid_input', 'toString', '__proto__'])(
  'a code of the service that is one of ours, or no code at all, is not passed on: %s',
  (serviceCode) => {
    expect(adviceFor({ serviceCode }).title).toBe('The service refused: service_error');
    expect(adviceFor({ serviceCode }).nextStep).not.toContain('Nothing was sent');
  },
);
