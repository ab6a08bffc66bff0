// How errors of Octokit are classified.
import { describe, expect, test } from '@jest/globals';
import { GithubError, githubErrorOf as errorOf } from '../../../src/runner/github/github-error.ts';

const clock = { now: () => 1_000, wallTime: () => Date.UTC(2026, 2, 2, 12) };
const githubErrorOf = (error: unknown): GithubError => errorOf(error, clock);

function thrown(status: number, headers: Readonly<Record<string, string>> = {}): Error {
  return Object.assign(new Error('from Octokit'), { response: { status, headers, data: { message: 'Reason' } } });
}

describe('an error from GitHub', () => {
  test.each([
    { status: 401, lacksPermission: true, isTransient: false, mayHaveApplied: false },
    { status: 403, lacksPermission: true, isTransient: false, mayHaveApplied: false },
    { status: 404, lacksPermission: true, isTransient: false, mayHaveApplied: false },
    { status: 409, lacksPermission: false, isTransient: false, mayHaveApplied: false },
    { status: 422, lacksPermission: false, isTransient: false, mayHaveApplied: false },
    { status: 429, lacksPermission: false, isTransient: true, mayHaveApplied: false },
    { status: 500, lacksPermission: false, isTransient: true, mayHaveApplied: true },
    { status: 504, lacksPermission: false, isTransient: true, mayHaveApplied: true },
    { status: 301, lacksPermission: false, isTransient: false, mayHaveApplied: true },
  ])('with status $status is classified', ({ status, ...meaning }) => {
    const error = githubErrorOf(thrown(status));
    expect(error.details).toMatchObject({ status, ...meaning });
    expect(error.message).toContain(`GitHub answered ${status} (Reason)`);
  });

  test.each([
    { headers: { 'x-ratelimit-remaining': '0' }, rateLimit: 'primary', notBeforeMs: 61_000 },
    { headers: { 'retry-after': '60' }, rateLimit: 'secondary', notBeforeMs: 61_000 },
    { headers: { 'retry-after': 'Mon, 02 Mar 2026 12:00:07 GMT' }, rateLimit: 'secondary', notBeforeMs: 8_000 },
    {
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.UTC(2026, 2, 2, 12) / 1_000 + 9) },
      rateLimit: 'primary',
      notBeforeMs: 10_000,
    },
  ])('is a rate limit when it is a 403 with $headers', ({ headers, rateLimit, notBeforeMs }) => {
    const limited = { rateLimit, notBeforeMs, lacksPermission: false, isTransient: true, mayHaveApplied: false };
    expect(githubErrorOf(thrown(403, headers))).toMatchObject({ details: limited });
    expect(githubErrorOf(thrown(404, headers))).toMatchObject({
      details: { rateLimit: undefined, lacksPermission: true },
    });
  });

  test('without a response may be of a request that was carried out', () => {
    expect(githubErrorOf(new Error('socket hang up'))).toMatchObject({
      message: 'GitHub could not be reached (socket hang up)',
      details: { isTransient: true, mayHaveApplied: true },
    });
  });

  test('is returned unchanged if it is a GithubError, and has its status as message if GitHub sent none', () => {
    const own = new GithubError('own');
    expect(githubErrorOf(own)).toBe(own);
    expect(githubErrorOf({ response: { status: 418 } }).message).toBe('GitHub answered 418');
  });
});
