// What to do about each failure.
import { describe, expect, test } from '@jest/globals';
import { adviceFor } from '../../src/runner/error-advice.ts';

/** Every code that the contract names: of the API, then ours. */
const codes = `
  unauthorized forbidden billing busy rate_limited create_limit
  deployment_failed deployment_cancelled timeout interrupted invalid_input missing_env not_running unhealthy not_found
  unreachable unreadable_reply service_error ambiguous unknown_outcome internal
`
  .trim()
  .split(/\s+/);

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
  expect(adviceFor('quota_exceeded').title).toContain('quota_exceeded');
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is no advice of ours', (code) => {
  expect(adviceFor(code)).toEqual({ title: expect.stringContaining(code), nextStep: expect.any(String) });
});
