// From the inputs of a step to its plan, or to the report that refuses them.
import { describe, expect, test } from '@jest/globals';
import { operations } from '../../src/operations/index.ts';
import { type Plan, readPlan, type Refusal } from '../../src/runner/plan.ts';
import { GOOD } from '../support/runner/read-inputs.ts';
import { recordHost } from '../support/runner/recording-host.ts';

const TOKEN = 'ghs_0123456789';

function read(inputs: Record<string, string>): Plan | Refusal {
  const { host } = recordHost({ inputs: { ...GOOD, 'resource-id': 'app_web', ...inputs } });
  return readPlan(host, { table: operations, githubToken: TOKEN });
}

function planOf(inputs: Record<string, string>): Plan {
  const plan = read(inputs);
  if (plan.kind === 'refusal') throw new Error(plan.report.cause);
  return plan;
}

function refusalOf(inputs: Record<string, string>) {
  const refusal = read(inputs);
  if (refusal.kind === 'plan') throw new Error('the inputs were accepted');
  return refusal.report;
}

describe('valid inputs', () => {
  test('deploy where no operation is given', () => {
    const { name, operation, connection, args, remarks } = planOf({});
    expect(name).toBe('deploy');
    expect(operation).toBe(operations['deploy']);
    expect(connection.baseUrl).toBe(GOOD['base-url']);
    expect(args.resourceIds).toEqual(['app_web']);
    expect(remarks).toEqual([]);
  });

  test.each([
    ['deploy', 30],
    ['restart', 30],
    ['wait', 30],
    ['status', 2],
    ['env', 2],
    ['logs', 2],
  ])('give operation: %s %i minutes, and every operation the given timeout', (operation, minutes) => {
    expect(planOf({ operation }).timeoutMs).toBe(minutes * 60_000);
    expect(planOf({ operation, timeout: '45m' }).timeoutMs).toBe(45 * 60_000);
  });

  test.each([
    ['1h30m', 5_400_000],
    ['  ', 1_800_000],
  ])('may have the timeout %j', (timeout, ms) => {
    expect(planOf({ timeout }).timeoutMs).toBe(ms);
  });

  test('show a build log unless build-log: false, and always the log of operation: logs', () => {
    expect(planOf({}).showLogs).toBe(true);
    expect(planOf({ 'build-log': 'false' }).showLogs).toBe(false);
    expect(planOf({ operation: 'logs', 'build-log': 'false' }).showLogs).toBe(true);
  });

  test('request nothing from GitHub without an environment or skip-if-outdated', () => {
    expect(planOf({}).github).toBeUndefined();
    expect(planOf({ 'github-environment': 'production' }).github).toEqual({
      token: TOKEN,
      environment: 'production',
      skipIfOutdated: false,
    });
  });
});

describe('an input without effect', () => {
  test.each([
    [{ 'on-busy': 'fail' }, 'on-busy has no effect with operation: status. Remove it, or check the operation.'],
    [{ 'build-log': 'maybe' }, 'build-log has no effect with operation: status. Remove it, or check the operation.'],
    [
      { 'on-busy': 'fail', 'build-log': 'false' },
      'on-busy, build-log have no effect with operation: status. Remove them, or check the operation.',
    ],
  ])('is named in a warning: %p', (inputs, text) => {
    expect(planOf({ operation: 'status', ...inputs }).remarks).toEqual([{ kind: 'warning', text }]);
  });
});

describe('invalid inputs', () => {
  test('are refused with the reason', () => {
    const report = refusalOf({ timeout: 'soon' });
    expect(report).toMatchObject({ errorCode: 'invalid_input', headline: 'The input timeout cannot be accepted' });
    expect(report.cause).toMatch(/^timeout .*\.$/);
  });

  test('are counted and all named, so that one run shows all that is wrong', () => {
    const report = refusalOf({ timeout: 'soon', 'base-url': 'http://host.test', 'api-key': 'short' });
    expect(report.headline).toBe('3 inputs cannot be accepted');
    for (const name of ['timeout', 'base-url', 'api-key']) expect(report.cause).toContain(`${name} must be`);
  });

  test('include an unknown operation, and those that deploy would refuse', () => {
    const report = refusalOf({ operation: 'destroy', force: 'yes' });
    expect(report.cause).toContain('operation must be one of deploy, ');
    expect(report.cause).toContain('force must be true or false');
  });
});

test('reports an error while the inputs are read as a failure of the action', () => {
  const { host } = recordHost({ inputs: GOOD });
  const broken = () => {
    throw new Error('the inputs are gone');
  };
  const refusal = readPlan(
    { ...host, core: { ...host.core, getInput: broken } },
    { table: operations, githubToken: '' },
  );
  expect(refusal).toMatchObject({
    kind: 'refusal',
    report: { errorCode: 'internal', cause: 'the inputs are gone' },
  });
});
