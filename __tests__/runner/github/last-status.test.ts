// The final status of a record: the worst state of its resources, a short description, and an address only if it is safe.
import { describe, expect, test } from '@jest/globals';
import type { Outcome, Phase, Report } from '../../../src/operations/operation.ts';
import { ConnectionLostError } from '../../../src/api/errors.ts';
import { lastStatus, shortLine } from '../../../src/runner/github/last-status.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import { following, outcomeOf } from '../../support/runner/outcome-of.ts';
import { refused } from '../../support/service/refusals.ts';

const sanitizers = createSanitizers({ secrets: ['Canary-Key-1'] });
const lost = new ConnectionLostError('lost', { method: 'POST', path: '/resources/app_web/deploy' });

function reportOf(...outcomes: Partial<Outcome>[]): Report {
  const failure = outcomes.find(({ errorCode }) => errorCode !== undefined)?.errorCode;
  return {
    headline: 'What happened',
    outcomes: outcomes.map((outcome, index) => outcomeOf({ resourceId: `app_${index}`, ...outcome })),
    ...(failure === undefined ? {} : { errorCode: failure }),
  };
}

const stateOf = (...outcomes: Partial<Outcome>[]) => lastStatus(reportOf(...outcomes), sanitizers).state;
const finished = { status: 'finished', phase: following };

describe('the final state', () => {
  test.each([
    [undefined, 'success'],
    ['deployment_failed', 'failure'],
    ['unhealthy', 'failure'],
    ['not_running', 'failure'],
    ['deployment_cancelled', 'inactive'],
    ['interrupted', 'inactive'],
    ['timeout', 'error'],
    ['busy', 'error'],
    ['unknown_outcome', 'error'],
    ['ambiguous', 'error'],
    ['unauthorized', 'error'],
    [{ serviceCode: 'constructor' }, 'error'],
  ] as const)('of a step that ended with %s is %s', (errorCode, state) => {
    expect(stateOf(errorCode === undefined ? finished : { errorCode })).toBe(state);
  });

  test.each<[string, Phase]>([
    ['was not sent', { kind: 'before' }],
    ['was refused while it was sent', { kind: 'posting' }],
    ['waited for a busy resource', { kind: 'busy', error: refused('busy') }],
  ])('of a cancelled run is inactive when the request %s', (_, phase) => {
    expect(stateOf({ errorCode: 'interrupted', stillRunning: false, phase })).toBe('inactive');
  });

  test.each<[string, Partial<Outcome>]>([
    ['is searched for in the list', { phase: { kind: 'searching' } }],
    ['is polled', { phase: following, stillRunning: true }],
    ['has finished', finished],
    ['is checked', { phase: { kind: 'checking' }, status: 'finished', stillRunning: false }],
    ['may have begun: there was no response yet', { phase: { kind: 'posting' }, stillRunning: true }],
    ['may have begun: the response was lost', { phase: { kind: 'lost', error: lost }, stillRunning: true }],
  ])('of a cancelled run is an error when the deployment %s', (_, outcome) => {
    expect(stateOf({ errorCode: 'interrupted', ...outcome })).toBe('error');
  });

  test('of several resources is the worst of those that were not skipped', () => {
    expect(stateOf(finished, finished)).toBe('success');
    expect(stateOf(finished, { skipped: 'busy' })).toBe('success');
    expect(stateOf({ skipped: 'outdated' }, finished)).toBe('success');
    expect(stateOf({ skipped: 'busy' }, { skipped: 'busy' })).toBe('inactive');
    expect(stateOf({ skipped: 'fail-fast' }, { errorCode: 'timeout' })).toBe('error');
    expect(stateOf(finished, { errorCode: 'interrupted' }, { errorCode: 'timeout' })).toBe('error');
    expect(stateOf({ errorCode: 'timeout' }, { errorCode: 'deployment_failed' })).toBe('failure');
    expect(stateOf(finished, { errorCode: 'interrupted', phase: { kind: 'before' } })).toBe('error');
    expect(stateOf(finished, { errorCode: 'deployment_cancelled' })).toBe('error');
  });

  test.each(['internal', 'interrupted'] as const)(
    'of a step that ended with %s before any outcome is an error',
    (code) => {
      expect(lastStatus({ ...reportOf(), errorCode: code }, sanitizers).state).toBe('error');
    },
  );
});

describe('the description', () => {
  test('ends with what continues at the service, if anything does', () => {
    const descriptionOf = (...outcomes: Partial<Outcome>[]) =>
      lastStatus(reportOf(...outcomes), sanitizers).description;
    expect(descriptionOf({ errorCode: 'timeout', stillRunning: true, deploymentId: 'dep_1' })).toBe(
      'What happened; the deployment continues at the service',
    );
    expect(
      descriptionOf({ errorCode: 'timeout', stillRunning: true, deploymentId: 'dep_1', status: 'SUCCESS' }),
    ).toContain('the deployment may continue at the service');
    expect(descriptionOf({ errorCode: 'unknown_outcome', stillRunning: true })).toContain('the work may continue');
    const running = { stillRunning: true, deploymentId: 'dep_1', status: 'building' };
    expect(descriptionOf(running, running)).toContain('2 deployments continue at');
    expect(descriptionOf(running, { stillRunning: true })).toContain('2 deployments may continue at');
    expect(descriptionOf({ errorCode: 'timeout', stillRunning: false })).toBe('What happened');
  });

  test('has at most 140 characters, and a long name does not cut off what continues', () => {
    const report = { ...reportOf({ errorCode: 'timeout', stillRunning: true }), headline: 'w'.repeat(300) };
    const { description } = lastStatus(report, sanitizers);
    expect(description).toMatch(/^w+…; the work may continue at the service$/);
    expect(description).toHaveLength(140);
    expect(shortLine('w'.repeat(300), sanitizers)).toHaveLength(140);
  });

  test('is one line with secrets redacted', () => {
    const report = { ...reportOf(finished), headline: 'two\nlines with Canary-Key-1' };
    const { description } = lastStatus(report, sanitizers);
    expect(description).not.toContain('\n');
    expect(description).not.toContain('Canary-Key-1');
  });
});

describe('the address', () => {
  test.each([
    { url: 'https://web.example.test', address: 'https://web.example.test/' },
    { url: 'http://127.0.0.1:8080/x', address: 'http://127.0.0.1:8080/x' },
    { url: 'http://web.example.test', address: undefined },
    { url: 'javascript:alert(1)', address: undefined },
    { url: 'https://user:secret@web.example.test', address: undefined },
    { url: 'no address', address: undefined },
    { url: 'https://canary-key-1.example.test', address: undefined },
    { url: 'https://web.example.test/Canary-Key-1', address: undefined },
  ])('of $url is $address', ({ url, address }) => {
    expect(lastStatus(reportOf({ ...finished, url }), sanitizers).environment_url).toBe(address);
  });

  test('is left out for several resources', () => {
    const url = 'https://web.example.test';
    expect(lastStatus(reportOf({ ...finished, url }, { ...finished, url }), sanitizers)).not.toHaveProperty(
      'environment_url',
    );
  });
});
