// What to do about each failure.
import { describe, expect, test } from '@jest/globals';
import { apiErrorCodes, ConnectionLostError, type ErrorCode, ownErrorCodes } from '../../../src/api/errors.ts';
import type { Phase } from '../../../src/operations/operation.ts';
import { adviceFor, headlineOf } from '../../../src/runner/messages/advice.ts';
import { following, outcomeOf } from '../../support/runner/outcome-of.ts';
import { refused } from '../../support/service/refusals.ts';

const codes = [...apiErrorCodes, ...ownErrorCodes];
const lost = new ConnectionLostError('lost', { method: 'POST', path: '/resources/app_web/deploy' });

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

describe('the headline of a failure', () => {
  const deploymentId = 'dep_7';
  const headline = (errorCode: ErrorCode, phase: Phase, more: { deploymentId?: string; status?: string } = {}) => {
    const outcome = outcomeOf({ resourceId: 'app_web', name: 'web', errorCode, phase, ...more });
    return headlineOf({ outcomes: [outcome], errorCode, action: 'deploy' });
  };

  test.each<[Phase]>([[{ kind: 'before' }], [{ kind: 'posting' }], [{ kind: 'busy', error: refused('busy') }]])(
    'before anything was accepted names what could not be done: %j',
    (phase) => {
      expect(headline('unauthorized', phase)).toBe('Could not deploy web');
    },
  );

  test('names the deployment that could not be followed, and no deployment that was only found', () => {
    expect(headline('unauthorized', following, { deploymentId })).toBe(
      'Could not follow deployment dep_7 of web to its end',
    );
    expect(headline('unauthorized', { kind: 'before' }, { deploymentId })).toBe('Could not deploy web');
  });

  test('that leaves the outcome unknown says what is not known: acceptance, which deployment, or how it ended', () => {
    const acceptance = 'It is not known whether the request to deploy web was accepted';
    expect(adviceFor('unknown_outcome').title).toBe('The outcome is not known');
    expect(headline('unknown_outcome', { kind: 'posting' })).toBe(acceptance);
    expect(headline('unknown_outcome', { kind: 'lost', error: lost })).toBe(acceptance);
    expect(headline('unknown_outcome', { kind: 'searching' })).toBe('It is not known which deployment of web is ours');
    expect(headline('unknown_outcome', following, { deploymentId })).toBe(
      'It is not known how deployment dep_7 of web ended',
    );
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
