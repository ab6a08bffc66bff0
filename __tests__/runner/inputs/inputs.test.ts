// Reading inputs of each kind: what is accepted, what is refused, and that everything refused is reported at once.
import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { readManifest } from '../../../scripts/docs/action-manifest.ts';
import { readConnection } from '../../../src/runner/inputs/connection.ts';
import { inputDefaults, type StepInputs } from '../../../src/runner/inputs/inputs.ts';
import { GOOD, problemsOf, read, refusal } from '../../support/runner/read-inputs.ts';

describe('resource-id', () => {
  const one = { several: false, required: true };
  const many = { several: true, required: true };

  test.each([
    ['app_web', ['app_web']],
    ['a', ['a']],
    ['A.b~c:d-e_9', ['A.b~c:d-e_9']],
    ['x'.repeat(256), ['x'.repeat(256)]],
    ['.hidden -dash _x a/b a%2e a?b#c é ...', ['.hidden', '-dash', '_x', 'a/b', 'a%2e', 'a?b#c', 'é', '...']],
    ['a,b', ['a', 'b']],
    ['a, b\n c\td', ['a', 'b', 'c', 'd']],
    ['c b a', ['c', 'b', 'a']],
  ])('%j is read in the order given', (given, ids) => {
    const { inputs } = read({ 'resource-id': given });
    expect(inputs.resourceIds(many)).toEqual(ids);
    expect(inputs.problems()).toEqual([]);
  });

  test.each(['x'.repeat(257), 'good b\u0007d', 'a\u0000b'])('%j is refused', (given) => {
    const reason = refusal('resource-id', given, (inputs) => inputs.resourceIds(many));
    expect(reason).toMatch(/^must be ids of up to 256 characters .*, not `/);
  });

  test.each([
    ['.', 'must be an id; `.` is no id'],
    ['..', 'must be an id; `..` is no id'],
    ['a ..', 'must be an id; `..` is no id; it is `a ..`'],
  ])('%j is refused for what it is', (given, reason) => {
    expect(refusal('resource-id', given, (inputs) => inputs.resourceIds(many))).toBe(reason);
  });

  test.each([
    ['two spaces', 'a  b'],
    ['a tab and spaces', 'a \t b'],
    ['a comma', 'a,b'],
    ['a comma and a space', 'a, b'],
    ['a comma between spaces', 'a  ,  b'],
    ['a line end', 'a\nb'],
    ['a Windows line end', 'a\r\nb'],
    ['a line end before indented text', 'a \n  b'],
    ['a comma and a line end', 'a,\nb'],
    ['a comma, spaces and a Windows line end', 'a , \r\n  b'],
    ['a line end and a comma', 'a\n  , b'],
    ['a line end, with blank lines before the first and after the last', '\n\n  \na\nb\n\n \n'],
  ])('%s: one separator', (_, given) => {
    const { inputs } = read({ 'resource-id': given });
    expect(inputs.resourceIds(many)).toEqual(['a', 'b']);
    expect(inputs.problems()).toEqual([]);
  });

  test.each([
    ['two commas', 'a,,b', 2],
    ['two commas with a space between', 'a, ,b', 2],
    ['a comma at the end', 'a,', 2],
    ['a comma at the end of the last line', 'a,\nb,\n', 3],
    ['a comma at the beginning', ',a', 1],
    ['nothing but a comma', ' , ', 1],
    ['a blank line', 'a\n\nb', 2],
    ['a line of spaces', 'a\r\n   \r\nb', 2],
    ['a blank line after a comma', 'a,\n\nb', 2],
    ['a line of its own for a comma', 'a\n,\nb', 2],
    ['a comma and another on the next line', 'a,\n,b', 2],
    ['several gaps', 'a b,,c,,d', 3],
  ])('%s: an empty entry', (_, given, position) => {
    const reason = `must have no empty entry, and entry ${position} is empty (is a variable not set?)`;
    for (const several of [true, false]) {
      const refused = refusal('resource-id', given, (inputs) => inputs.resourceIds({ several, required: true }));
      expect(refused?.startsWith(`${reason}; it is \``)).toBe(true);
    }
  });

  test('with an empty entry is quoted with its line ends', () => {
    const reason = refusal('resource-id', 'a\n\nb', (inputs) => inputs.resourceIds(many));
    expect(reason).toMatch(/; it is `a↵↵b`$/);
  });

  test('drops duplicates, with a note', () => {
    const { inputs } = read({ 'resource-id': 'a b a' });
    expect(inputs.resourceIds(many)).toEqual(['a', 'b']);
    expect(inputs.notes()).toEqual(['resource-id names a more than once; 2 resources used']);
  });

  test('accepts one id given twice where a single id is needed', () => {
    const { inputs } = read({ 'resource-id': 'a a' });
    expect(inputs.resourceIds(one)).toEqual(['a']);
    expect(inputs.problems()).toEqual([]);
  });

  test('refuses several where the operation takes one, and none where it needs one', () => {
    expect(refusal('resource-id', 'a b', (inputs) => inputs.resourceIds(one))).toContain('one id');
    expect(refusal('resource-id', ' \n ', (inputs) => inputs.resourceIds(one))).toContain('is needed');
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
  ])('given as %j is %j', (given, value) => {
    const { inputs } = read({ force: given });
    expect(inputs.flag('force')).toBe(value);
    expect(inputs.problems()).toEqual([]);
  });

  test.each([
    ['wait', true],
    ['force', false],
  ])('left empty has the default of action.yml: %s, %j', (name, fallback) => {
    expect(read({ [name]: ' ' }).inputs.flag(name)).toBe(fallback);
  });

  test.each(['yes', 'no', '1', '0', 'tRUE', 'on', 'truefalse'])('%j is refused', (given) => {
    const reason = refusal('force', given, (inputs) => inputs.flag('force'));
    expect(reason).toContain(`must be true or false, not \`${given}\``);
  });
});

describe('a choice', () => {
  const chosen = (inputs: StepInputs) => inputs.choice('on-busy', ['wait', 'fail', 'skip']);

  test('is one of the allowed values, or the default when empty', () => {
    expect(chosen(read({ 'on-busy': ' skip ' }).inputs)).toBe('skip');
    expect(chosen(read({}).inputs)).toBe('wait');
  });

  test.each(['Wait', 'waits', 'wait,fail', '__proto__', 'constructor'])(
    '%j is refused with the allowed values',
    (given) => {
      expect(refusal('on-busy', given, chosen)).toContain(`must be one of wait, fail, skip, not \`${given}\``);
    },
  );
});

describe('a refused value', () => {
  const operations = ['deploy', 'start', 'stop', 'restart', 'wait', 'status'] as const;

  test.each([
    ['deplyo', ', not `deplyo`; did you mean `deploy`?'],
    ['Restart', ', not `Restart`; did you mean `restart`?'],
    ['rollback', ', not `rollback`'],
  ])('%j is quoted, with the nearest allowed one', (given, end) => {
    const reason = refusal('operation', given, (inputs) => inputs.choice('operation', operations));
    expect(reason?.endsWith(end)).toBe(true);
  });

  test('is quoted once, whatever refuses it', () => {
    const own = (inputs: StepInputs) => inputs.refuse('wait', 'must be true with health-check');
    expect(refusal('wait', 'false', own)).toBe('must be true with health-check; it is `false`');
    const quotes = (inputs: StepInputs) => inputs.refuse('filter', 'does not know `kind`');
    expect(refusal('filter', 'kind', quotes)).toBe('does not know `kind`');
  });

  test('is shortened when it is long', () => {
    const reason = refusal('on-busy', 'x'.repeat(5_000), (inputs) => inputs.choice('on-busy', ['wait']));
    expect(reason?.length).toBeLessThan(150);
  });
});

describe('a timeout without a unit', () => {
  test.each([
    ['5', ['timeout: a bare number is seconds, so 5 is 5s; write 5m for minutes']],
    ['29', [expect.stringContaining('29m')]],
    ['30', []],
    ['5s', []],
    ['5m', []],
  ])('of %j gives a note below 30', (given, notes) => {
    const { inputs } = read({ timeout: given });
    expect(inputs.durationMs('timeout')).toBeGreaterThan(0);
    expect(inputs.notes()).toEqual(notes);
  });
});

describe('a duration', () => {
  test.each([
    ['', 180_000],
    ['10s', 10_000],
  ])('given as %j is %j ms, the default where it is empty', (given, ms) => {
    expect(read({ 'health-check-timeout': given }).inputs.durationMs('health-check-timeout')).toBe(ms);
  });

  test.each(['0', '0h0m', 'soon'])('given as %j is refused with examples', (given) => {
    const reason = refusal('timeout', given, (inputs) => inputs.durationMs('timeout'));
    expect(reason).toBe(`must be a duration above 0 such as 90, 90s, 15m or 1h30m, not \`${given}\``);
  });
});

describe('an expression that was not evaluated', () => {
  test.each<[string, (inputs: StepInputs) => unknown]>([
    ['resource-id', (inputs) => inputs.resourceIds({ several: true, required: true })],
    ['deployment-id', (inputs) => inputs.id('deployment-id')],
    ['force', (inputs) => inputs.flag('force')],
    ['on-busy', (inputs) => inputs.choice('on-busy', ['wait'])],
    ['max-parallel', (inputs) => inputs.count('max-parallel')],
    ['timeout', (inputs) => inputs.durationMs('timeout')],
    ['required-env', (inputs) => inputs.words('required-env')],
    ['health-check-contains', (inputs) => inputs.text('health-check-contains')],
  ])('is refused as such, whatever is read: %s', (name, use) => {
    expect(refusal(name, 'a-${{ vars.APP }}', use)).toMatch(
      /^holds an expression that was not evaluated .*reusable workflow.*; it is `a-\$\{\{ vars\.APP \}\}`$/,
    );
  });
});

describe('unused inputs', () => {
  test('are those that differ from their defaults and were never read', () => {
    const given = {
      force: 'true',
      'on-busy': 'wait',
      'fail-fast': 'TRUE',
      lines: ' ',
      filter: 'type=app',
      timeout: '5m',
    };
    const { inputs } = read({ ...given, 'concurrent-jobs': '4', 'github-token': 'ghs_token', wait: 'false' });
    inputs.durationMs('timeout');
    inputs.flag('wait');
    expect(inputs.unused()).toEqual(['force', 'filter']);
  });

  test('have the defaults of action.yml', () => {
    const manifest = readManifest(join(import.meta.dirname, '../../../action.yml'));
    const declared = manifest.inputs.map(({ name, fallback = '' }) => [
      name,
      fallback.startsWith('${{') ? '' : fallback,
    ]);
    expect(Object.entries(inputDefaults)).toEqual(expect.arrayContaining(declared));
  });
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
    expect(inputs.problems()).toEqual([]);
  });

  test.each(['0', '-1', '01', '1.5', '1000000', 'all', '1 2', '１'])('%j is refused', (given) => {
    expect(refusal('max-parallel', given, (inputs) => inputs.count('max-parallel'))).toContain('whole number');
  });
});

describe('an id', () => {
  test('is passed on when valid, absent when empty, refused when invalid', () => {
    expect(read({ 'deployment-id': ' dep_1 ' }).inputs.id('deployment-id')).toBe('dep_1');
    expect(read({}).inputs.id('deployment-id')).toBeUndefined();
    expect(refusal('deployment-id', 'a b', (inputs) => inputs.id('deployment-id'))).toContain('256 characters');
    expect(refusal('deployment-id', '..', (inputs) => inputs.id('deployment-id'))).toContain('`..` is no id');
  });
});

describe('all inputs together', () => {
  test('are refused with every invalid one, each once and with its first reason', () => {
    const { inputs } = read({ 'base-url': 'ftp://x', force: 'yes', timeout: '0', 'resource-id': '' });
    readConnection(inputs);
    inputs.durationMs('timeout');
    inputs.flag('force');
    inputs.flag('force');
    inputs.resourceIds({ several: true, required: true });
    inputs.refuse('force', 'another reason');
    const problems = problemsOf(inputs);
    expect(Object.keys(problems).toSorted()).toEqual(['api-key', 'base-url', 'force', 'resource-id', 'timeout']);
    expect(problems['force']).toBe('must be true or false, not `yes`');
  });

  test('are refused without quoting secrets: keys, tokens, and addresses with a user name or a query', () => {
    const { inputs } = read({
      ...GOOD,
      'api-key': 'marked key',
      'github-token': 'marked token',
      'base-url': 'https://user:marked@host.test/',
      'health-check': 'https://host.test/?key=marked',
    });
    readConnection(inputs);
    for (const name of ['github-token', 'health-check']) inputs.refuse(name, 'is refused');
    expect(Object.keys(problemsOf(inputs)).toSorted()).toEqual(['api-key', 'base-url', 'github-token', 'health-check']);
    expect(JSON.stringify(problemsOf(inputs))).not.toContain('marked');
  });
});
