// Which allowed word is suggested for a mistyped one.
import { describe, expect, test } from '@jest/globals';
import { nearest } from '../src/nearest.ts';

const operations = ['deploy', 'start', 'stop', 'restart', 'wait', 'status', 'list', 'logs', 'env', 'check'];

describe('the nearest word', () => {
  test.each([
    ['deplyo', 'deploy'],
    ['Deploy', 'deploy'],
    ['deployment', 'deploy'],
    ['stat', 'start'],
    ['restrt', 'restart'],
    ['log', 'logs'],
    ['chekc', 'check'],
  ])('of "%s" is "%s"', (word, expected) => {
    expect(nearest(word, operations)).toBe(expected);
  });

  test.each(['yes', 'rollback', '', 'constructor', '__proto__', 'd'.repeat(41)])('of "%s" does not exist', (word) => {
    expect(nearest(word, operations)).toBeUndefined();
  });

  test('does not exist where nothing is allowed', () => {
    expect(nearest('deploy', [])).toBeUndefined();
  });

  test('is found among a thousand long names in reasonable time', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `resource-${'x'.repeat(20)}-${index}`);
    expect(nearest(`resource-${'x'.repeat(20)}-7777`, names)).toContain('777');
  });
});
