// What to do about each failure.
import { describe, expect, test } from '@jest/globals';
import { apiErrorCodes, ConnectionLostError, type ErrorCode, ownErrorCodes } from '../../../src/api/errors.ts';
import type { Outcome, Phase } from '../../../src/operations/operation.ts';
import { adviceFor, githubStateOf, headlineOf, titleOf } from '../../../src/runner/messages/advice.ts';
import { following, outcomeOf } from '../../support/runner/outcome-of.ts';
import { refused } from '../../support/service/refusals.ts';

const codes = [...apiErrorCodes, ...ownErrorCodes];
const lost = new ConnectionLostError('lost', { method: 'POST', path: '/resources/app_web/deploy' });

test('covers every error code of the contract', () => {
  const named = `
    unauthorized forbidden billing busy rate_limited create_limit
    deployment_failed deployment_cancelled timeout interrupted invalid_input missing_env not_running unhealthy
    no_deployment not_found unreachable unreadable_reply service_error ambiguous unknown_outcome internal
  `;
  expect(codes).toEqual(named.trim().split(/\s+/));
});

/** The message about the failure of one app. */
function messageOf(errorCode: ErrorCode, { action = 'deploy', ...facts }: Partial<Outcome> & { action?: string } = {}) {
  const outcome = outcomeOf({ resourceId: 'app_web', name: 'web', errorCode, ...facts });
  return adviceFor({ outcomes: [outcome], errorCode, action });
}

describe('a code of the action', () => {
  test.each(codes)('%s has a title and a next step of its own', (code) => {
    expect(titleOf(code)).not.toContain('the service refused it');
    expect(titleOf(code)).toMatch(/^[A-Z].{10,60}$/);
    expect(messageOf(code).nextStep).toMatch(/^\S.*\.$/);
  });

  test('has a title that no other code has', () => {
    expect(new Set(codes.map(titleOf)).size).toBe(codes.length);
  });
});

describe('what a failure means for the app', () => {
  const lostPhase: Phase = { kind: 'lost', error: lost };

  test.each<[string, ErrorCode, Partial<Outcome> & { action?: string }, string | undefined]>([
    ['before a request', 'unauthorized', {}, 'Nothing was started.'],
    [
      'while the resource was busy',
      'busy',
      { phase: { kind: 'busy', error: refused('busy') } },
      'Nothing was started.',
    ],
    ['with a refused request', 'billing', { phase: { kind: 'posting' } }, 'Nothing was started.'],
    ['after a lost response', 'unknown_outcome', { phase: lostPhase, stillRunning: true }, undefined],
    [
      'while a request was on the way',
      'unknown_outcome',
      { phase: { kind: 'posting' }, stillRunning: true },
      undefined,
    ],
    ['of an operation that only reads', 'unauthorized', { action: 'wait for' }, undefined],
    ['after acceptance', 'unauthorized', { phase: following, deploymentId: 'dep_7' }, undefined],
    ['of the inputs', 'invalid_input', {}, 'Nothing was sent to the service.'],
    [
      'of a build, with an app that is up',
      'deployment_failed',
      { phase: following, resourceStatus: 'running' },
      'web is running, still on the previous release.',
    ],
    [
      'of a build, with an app that is down',
      'deployment_failed',
      { phase: following, resourceStatus: 'exited' },
      undefined,
    ],
    [
      'of a health check whose text is missing',
      'unhealthy',
      { phase: following, detail: 'text missing' },
      'The previous release may still be answering.',
    ],
  ])('a failure %s (%s)', (_, code, facts, meaning) => {
    expect(messageOf(code, facts).meaning).toBe(meaning);
  });

  test('is not that nothing was started when one of several resources was', () => {
    const outcomes = [
      outcomeOf({ resourceId: 'a', errorCode: 'billing' }),
      outcomeOf({ resourceId: 'b', phase: following, deploymentId: 'dep_7' }),
    ];
    expect(adviceFor({ outcomes, errorCode: 'billing', action: 'deploy' }).meaning).toBeUndefined();
  });
});

describe('what to do', () => {
  test.each<[string, ErrorCode, Partial<Outcome> & { action?: string }, RegExp]>([
    ['at the deadline, while work continues', 'timeout', { stillRunning: true }, /whether the work has ended before/],
    ['at the deadline, with nothing going on', 'timeout', {}, /^Give the step a longer timeout, then/],
    [
      'after a cancelled run whose work continues',
      'interrupted',
      { stillRunning: true },
      /only once the work has ended/,
    ],
    ['after a cancelled run', 'interrupted', {}, /^Run the job again if it is still wanted\.$/],
    ['about a stop that did not stop', 'not_running', { action: 'stop' }, /what keeps it running/],
    ['about a start that did not start', 'not_running', { action: 'start' }, /runtime log/],
    ['about a proxy that refuses', 'unreachable', { detail: 'proxy' }, /HTTPS_PROXY/],
    ['about a resource without a domain', 'unhealthy', { detail: 'no address' }, /domain in the console/],
    [
      'about a text that is missing',
      'unhealthy',
      { detail: 'text missing' },
      /health-check-contains, .*builds the branch/,
    ],
    ['about a text that comes late', 'unhealthy', { detail: 'text missing' }, /health-check-timeout or timeout\.$/],
    ['about an app that needs more time', 'unhealthy', {}, /health-check-timeout or timeout\.$/],
  ])('%s', (_, code, facts, nextStep) => {
    expect(messageOf(code, facts).nextStep).toMatch(nextStep);
  });

  test('about a proxy that refuses a read of the service as a whole', () => {
    const report = { outcomes: [], errorCode: 'unreachable', action: 'list the resources', detail: 'proxy' } as const;
    expect(adviceFor(report).nextStep).toContain('HTTPS_PROXY');
    expect(headlineOf(report)).toBe('Could not list the resources: the service could not be reached');
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
      expect(headline('unauthorized', phase)).toBe('Could not deploy web: the API key was not accepted');
    },
  );

  test('names the deployment that could not be followed, and no deployment that was only found', () => {
    expect(headline('unauthorized', following, { deploymentId })).toBe(
      'Could not follow deployment dep_7 of web to its end: the API key was not accepted',
    );
    expect(headline('unauthorized', { kind: 'before' }, { deploymentId })).toMatch(/^Could not deploy web: /);
  });

  test.each<[string, Phase]>([
    ['Could not find the new deployment of web: the service could not be reached', { kind: 'searching' }],
    ['Could not follow the deploy of web to its end: the service could not be reached', following],
    ['Could not finish the health check of web: the service could not be reached', { kind: 'checking' }],
  ])('after acceptance does not say that it could not be done: %s', (text, phase) => {
    expect(headline('unreachable', phase)).toBe(text);
  });

  test('that leaves the outcome unknown says what is not known: acceptance, which deployment, or how it ended', () => {
    const acceptance = 'It is not known whether the request to deploy web was accepted';
    expect(titleOf('unknown_outcome')).toBe('The outcome is not known');
    expect(headline('unknown_outcome', { kind: 'posting' })).toBe(acceptance);
    expect(headline('unknown_outcome', { kind: 'lost', error: lost })).toBe(acceptance);
    expect(headline('unknown_outcome', { kind: 'searching' })).toBe('It is not known which deployment of web is ours');
    expect(headline('unknown_outcome', following, { deploymentId })).toBe(
      'It is not known how deployment dep_7 of web ended',
    );
  });
});

test('explains an expired key, a missing scope and the rate limit', () => {
  expect(messageOf('unauthorized').nextStep).toMatch(/90 days.*API KEYS/);
  expect(messageOf('forbidden').nextStep).toMatch(/scope "deploy"/);
  expect(messageOf('rate_limited').nextStep).toMatch(/120 requests a minute/);
});

test('shows any other code of the service unchanged', () => {
  expect(titleOf({ serviceCode: 'quota_exceeded' })).toBe('The service refused it (quota_exceeded)');
  expect(githubStateOf({ serviceCode: 'quota_exceeded' })).toBe('error');
});

test.each(['timeout', 'internal', 'invalid_input', 'toString', '__proto__', 'CONFLICT'])(
  'does not pass on a service code that the action uses itself, or of another form: %s',
  (serviceCode) => {
    expect(titleOf({ serviceCode })).toBe(titleOf('service_error'));
    expect(messageOf({ serviceCode }).nextStep).not.toContain('Nothing was sent');
  },
);
