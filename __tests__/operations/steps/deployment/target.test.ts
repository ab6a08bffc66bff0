// What `resource-id` and `deployment-id` mean together.
import { expect, test } from '@jest/globals';
import { readTarget } from '../../../../src/operations/steps/deployment/target.ts';
import { GOOD, problemsOf, read } from '../../../support/runner/read-inputs.ts';

function targetOf(inputs: Record<string, string>) {
  const step = read({ ...GOOD, ...inputs });
  return { target: readTarget(step.inputs), problems: problemsOf(step.inputs) };
}

test.each([
  ['dep_1', ['app_web']],
  ['latest', ['app_web']],
  ['latest', ['app_web', 'app_api']],
])('accepts the deployment-id %s with the resource-id %j', (deploymentId, resourceIds) => {
  expect(targetOf({ 'deployment-id': deploymentId, 'resource-id': resourceIds.join(' ') })).toEqual({
    target: { resourceIds, deploymentId },
    problems: {},
  });
});

test('accepts several resources without deployment-id', () => {
  expect(targetOf({ 'resource-id': 'app_web, app_api' })).toEqual({
    target: { resourceIds: ['app_web', 'app_api'], deploymentId: undefined },
    problems: {},
  });
});

test('refuses one deployment for several resources', () => {
  const { problems } = targetOf({ 'resource-id': 'app_web app_api', 'deployment-id': 'dep_1' });
  expect(problems).toEqual({ 'deployment-id': expect.stringContaining('a single resource only') });
});

test('refuses no resource at all', () => {
  expect(targetOf({ 'deployment-id': 'dep_1' }).problems).toEqual({ 'resource-id': expect.stringContaining('needed') });
});
