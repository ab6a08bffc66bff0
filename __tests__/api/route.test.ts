// Paths of endpoints: ids in their places, each as one path segment.
import { describe, expect, test } from '@jest/globals';
import { idBelow, pathOf } from '../../src/api/route.ts';

test('has the ids in the places of the route', () => {
  expect(pathOf('/resources/{}/deployments/{}', ['app_web', 'dep_1'])).toBe('/resources/app_web/deployments/dep_1');
  expect(pathOf('/resources', [])).toBe('/resources');
});

test.each([
  ['a/b', 'a%2Fb'],
  ['a?b#c', 'a%3Fb%23c'],
  ["!'()*", '%21%27%28%29%2A'],
  ['{}', '%7B%7D'],
  ['ü', '%C3%BC'],
  ['\ud800', '%EF%BF%BD'],
])('has the id %j as one segment', (id, segment) => {
  expect(pathOf('/resources/{}/logs', [id])).toBe(`/resources/${segment}/logs`);
});

describe('a Location below the address of a collection', () => {
  const parent = 'https://host/api/v1/resources/a%3Ab/deployments';

  test.each([
    ['/api/v1/resources/a%3Ab/deployments/dep_7', 'dep_7'],
    ['/api/v1/resources/a:b/deployments/dep%2F7%3D?from=api#top', 'dep/7='],
    ['https://host/api/v1/resources/a%3Ab/deployments/dep_7/', 'dep_7'],
    ['deployments/dep_7', 'dep_7'],
  ])('gives the id that it adds, decoded: %j', (location, id) => {
    expect(idBelow(parent, location)).toBe(id);
  });

  test.each([
    undefined,
    '',
    'dep_7',
    parent,
    `${parent}/`,
    `${parent}/dep_7/log`,
    `${parent}/%2e%2e`,
    `${parent}/%`,
    'https://elsewhere/api/v1/resources/a%3Ab/deployments/dep_7',
    'http://host/api/v1/resources/a%3Ab/deployments/dep_7',
    '/resources/a%3Ab/deployments/dep_7',
    '/api/v1/resources/other/deployments/dep_7',
    '/api/v1/resources/%/deployments/dep_7',
    '/api/v1/jobs/dep_7',
    'http://',
  ])('is none: %j', (location) => {
    expect(idBelow(parent, location)).toBeUndefined();
  });
});
