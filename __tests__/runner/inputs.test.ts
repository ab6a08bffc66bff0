// Reading the inputs by their kinds: what is accepted, what is refused, and that all of it is told at once.
import { describe, expect, test } from '@jest/globals';
import type { StepInputs } from '../../src/runner/inputs.ts';
import { problemsOf, read, refusal } from '../support/read-inputs.ts';

describe('resource-id', () => {
  const one = { several: false, required: true };
  const many = { several: true, required: true };

  test.each([
    ['app_web', ['app_web']],
    ['a', ['a']],
    ['A.b~c:d-e_9', ['A.b~c:d-e_9']],
    ['x'.repeat(128), ['x'.repeat(128)]],
    ['a,b', ['a', 'b']],
    ['a, b\n c\td,,e', ['a', 'b', 'c', 'd', 'e']],
    ['c b a', ['c', 'b', 'a']],
  ])('%j is read in the order given', (given, ids) => {
    const { inputs } = read({ 'resource-id': given });
    expect(inputs.resourceIds(many)).toEqual(ids);
    expect(() => inputs.assertGood()).not.toThrow();
  });

  test.each(['../env', '.hidden', '-dash', '_x', 'a/b', 'a%2e', 'a?b#c', 'é', '{b@d}', 'x'.repeat(256)])(
    '%j is accepted',
    (given) => {
      const { inputs } = read({ 'resource-id': given });
      expect(inputs.resourceIds(many)).toEqual([given]);
      expect(() => inputs.assertGood()).not.toThrow();
    },
  );

  test.each(['.', '..', 'a\u0007b', 'a\u0085b', 'x'.repeat(257), 'good ..'])('%j is refused', (given) => {
    expect(refusal('resource-id', given, (inputs) => inputs.resourceIds(many))).toContain('256 characters');
  });

  test('doubles are dropped with a note', () => {
    const { inputs, notes } = read({ 'resource-id': 'a b a' });
    expect(inputs.resourceIds(many)).toEqual(['a', 'b']);
    expect(notes).toEqual([expect.stringContaining('more than once')]);
  });

  test('doubles of one id are one id, where one is asked for', () => {
    const { inputs } = read({ 'resource-id': 'a a' });
    expect(inputs.resourceIds(one)).toEqual(['a']);
    expect(() => inputs.assertGood()).not.toThrow();
  });

  test('several are refused where the operation takes one, none where it needs one', () => {
    expect(refusal('resource-id', 'a b', (inputs) => inputs.resourceIds(one))).toContain('one id');
    expect(refusal('resource-id', ' , ', (inputs) => inputs.resourceIds(one))).toContain('is needed');
    expect(refusal('resource-id', '', (inputs) => inputs.resourceIds({ ...one, required: false }))).toBeUndefined();
  });
});

describe('a flag', () => {
  test.each([
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['false', false],
    ['False', false],
    ['FALSE', false],
    [' true ', true],
  ])('%j is %j whatever the fallback', (given, value) => {
    const { inputs } = read({ force: given });
    expect([inputs.flag('force', true), inputs.flag('force', false)]).toEqual([value, value]);
    expect(() => inputs.assertGood()).not.toThrow();
  });

  test.each([true, false])('empty is the fallback, %j', (fallback) => {
    expect(read({ force: ' ' }).inputs.flag('force', fallback)).toBe(fallback);
  });

  test.each(['yes', 'no', '1', '0', 'tRUE', 'on', 'truefalse'])('%j is refused', (given) => {
    expect(refusal('force', given, (inputs) => inputs.flag('force', false))).toBe('must be true or false');
  });
});

describe('a choice', () => {
  const read3 = (inputs: StepInputs) => inputs.choice('on-busy', ['wait', 'fail', 'skip'], 'wait');

  test('is one of the words, or the fallback when empty', () => {
    expect(read3(read({ 'on-busy': ' skip ' }).inputs)).toBe('skip');
    expect(read3(read({}).inputs)).toBe('wait');
  });

  test.each(['Wait', 'waits', 'wait,fail', '__proto__', 'constructor'])(
    '%j is refused with what is allowed',
    (given) => {
      expect(refusal('on-busy', given, read3)).toBe('must be one of wait, fail, skip');
    },
  );
});

describe('a count', () => {
  test.each([
    ['1', 1],
    ['256', 256],
    ['999999', 999_999],
    ['', undefined],
  ])('%j is accepted', (given, value) => {
    const { inputs } = read({ 'max-parallel': given });
    expect(inputs.count('max-parallel')).toBe(value);
    expect(() => inputs.assertGood()).not.toThrow();
  });

  test.each(['0', '-1', '01', '1.5', '1000000', 'all', '1 2', '１'])('%j is refused', (given) => {
    expect(refusal('max-parallel', given, (inputs) => inputs.count('max-parallel'))).toContain('whole number');
  });
});

describe('an id', () => {
  test('is passed on when good, absent when empty, refused when bad', () => {
    expect(read({ 'deployment-id': ' dep_1 ' }).inputs.id('deployment-id')).toBe('dep_1');
    expect(read({}).inputs.id('deployment-id')).toBeUndefined();
    expect(refusal('deployment-id', 'a,1', (inputs) => inputs.id('deployment-id'))).toContain('256 characters');
  });
});

describe('all together', () => {
  test('every bad input is told in one error, each once, with the first reason', () => {
    const { inputs } = read({ 'base-url': 'ftp://x', force: 'yes', timeout: '0', 'resource-id': '' });
    const problems = problemsOf(inputs, () => {
      inputs.connection();
      inputs.flag('force', false);
      inputs.flag('force', true);
      inputs.resourceIds({ several: true, required: true });
      inputs.refuse('force', 'another reason');
    });
    expect(Object.keys(problems).toSorted()).toEqual(['api-key', 'base-url', 'force', 'resource-id', 'timeout']);
    expect(problems['force']).toBe('must be true or false');
  });

  test('no reason quotes what was given: it could be a secret in the wrong place', () => {
    const marked = 'Marked Value é';
    const names = [
      'base-url',
      'api-key',
      'resource-id',
      'timeout',
      'force',
      'on-busy',
      'max-parallel',
      'deployment-id',
    ];
    const { inputs } = read({
      ...Object.fromEntries(names.map((name) => [name, marked])),
      'resource-id': `${marked} ..`,
    });
    const problems = problemsOf(inputs, () => {
      inputs.connection();
      inputs.resourceIds({ several: true, required: true });
      inputs.flag('force', false);
      inputs.choice('on-busy', ['wait'], 'wait');
      inputs.count('max-parallel');
      inputs.id('deployment-id');
    });
    expect(Object.keys(problems).toSorted()).toEqual(names.toSorted());
    expect(JSON.stringify(problems)).not.toMatch(/Marked|Value/);
  });
});
