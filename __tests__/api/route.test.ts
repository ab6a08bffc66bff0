// Paths of endpoints: ids in their places, each as one path segment.
import { expect, test } from '@jest/globals';
import { pathOf } from '../../src/api/route.ts';

test('has the ids in the places of the route', () => {
  expect(pathOf('/resources/{}/deployments/{}', ['app_web', 'dep_1'])).toBe('/resources/app_web/deployments/dep_1');
  expect(pathOf('/resources', [])).toBe('/resources');
});

test.each([
  ['a/b', 'a%2Fb'],
  ['a?b#c', 'a%3Fb%23c'],
  ['%2e%2e', '%252e%252e'],
  ["!'()*", '%21%27%28%29%2A'],
  ['{}', '%7B%7D'],
  ['ü', '%C3%BC'],
  ['\ud800', '%EF%BF%BD'],
])('has the id %j as one segment', (id, segment) => {
  expect(pathOf('/resources/{}/logs', [id])).toBe(`/resources/${segment}/logs`);
});
