// Reading the inputs: what is accepted, what is refused, and that all of it is told at once.
import { describe, expect, test } from '@jest/globals';
import { createInputs, InvalidInputsError, type StepInputs } from '../../src/runner/inputs.ts';
import { recordHost } from '../support/recording-host.ts';

const GOOD = { 'base-url': 'https://host.test/api/v1', 'api-key': 'k'.repeat(8) };

function read(inputs: Record<string, string>, env: Record<string, string> = {}) {
  const notes: string[] = [];
  return { inputs: createInputs(recordHost({ inputs, env }).host, (text) => notes.push(text)), notes };
}

/** What is wrong with the inputs, by name, after `look` has read some of them. */
function problemsOf(inputs: StepInputs, look: (inputs: StepInputs) => void): Record<string, string> {
  look(inputs);
  try {
    inputs.assertGood();
    return {};
  } catch (error) {
    if (!(error instanceof InvalidInputsError)) throw error;
    return Object.fromEntries(error.problems.map(({ name, reason }) => [name, reason]));
  }
}

function refusal(name: string, value: string, look: (inputs: StepInputs) => void): string | undefined {
  return problemsOf(read({ ...GOOD, [name]: value }).inputs, look)[name];
}

describe('base-url', () => {
  test.each([
    ['https://host.test/api/v1', 'https://host.test/api/v1'],
    ['https://host.test/api/v1/', 'https://host.test/api/v1'],
    ['https://host.test/api/v1///', 'https://host.test/api/v1'],
    ['  https://host.test/api/v1\n', 'https://host.test/api/v1'],
    ['https://HOST.test:8443/api/v1', 'https://host.test:8443/api/v1'],
    ['https://host.test:443/v1', 'https://host.test/v1'],
    ['https://host.test', 'https://host.test'],
    ['https://192.0.2.7/api/v1', 'https://192.0.2.7/api/v1'],
    ['https://[2001:db8::1]:8443/v1', 'https://[2001:db8::1]:8443/v1'],
    ['http://localhost:4000/api/v1', 'http://localhost:4000/api/v1'],
    ['http://127.0.0.1:4000/api/v1', 'http://127.0.0.1:4000/api/v1'],
    ['http://127.9.9.9/v1', 'http://127.9.9.9/v1'],
    ['http://[::1]:4000/v1', 'http://[::1]:4000/v1'],
    ['https://höst.test/v1', 'https://xn--hst-sna.test/v1'],
  ])('%j is accepted', (given, used) => {
    const { inputs } = read({ ...GOOD, 'base-url': given });
    expect(inputs.connection().baseUrl).toBe(used);
    expect(() => inputs.assertGood()).not.toThrow();
  });

  test.each([
    ['http://host.test/api/v1', 'https:'],
    ['http://127.0.0.1.evil.test/v1', 'https:'],
    ['http://localhost.evil.test/v1', 'https:'],
    ['http://0.0.0.0/v1', 'https:'],
    ['http://10.0.0.1/v1', 'https:'],
    ['http://[::2]/v1', 'https:'],
    ['ftp://host.test/v1', 'https:'],
    ['file:///etc/passwd', 'https:'],
    ['javascript:alert(1)', 'https:'],
    ['https://user@host.test/v1', 'user name'],
    ['https://user:word@host.test/v1', 'user name'],
    ['https://:word@host.test/v1', 'user name'],
    ['https://host.test/v1?key=1', 'query'],
    ['https://host.test/v1?', 'query'],
    ['https://host.test/v1#part', 'fragment'],
    ['https://host.test/v1#', 'fragment'],
    ['host.test/api/v1', 'address'],
    ['//host.test/api/v1', 'address'],
    ['https:host.test/api/v1', 'address'],
    ['https:/host.test/api/v1', 'address'],
    ['https:///host.test/api/v1', 'address'],
    ['https://', 'address'],
    ['https://host.test:99999/v1', 'address'],
    ['https://ho st.test/v1', 'address'],
    ['https://host.test/a b', 'address'],
    ['https://host.test/a\nb', 'address'],
    ['https://host.test/a\tb', 'address'],
    ['https:\\\\host.test\\api', 'address'],
    ['https://host.test\\@evil.test/', 'address'],
    ['https://host.test/\u0001', 'address'],
    ['not an address', 'address'],
  ])('%j is refused', (given, reason) => {
    expect(refusal('base-url', given, (inputs) => inputs.connection())).toContain(reason);
  });

  test('comes from the environment when the input is empty, and the input wins', () => {
    const env = { DEPLOYMENT_SERVICE_BASE_URL: ' https://env.test/v1/ ' };
    expect(read({ 'base-url': ' ' }, env).inputs.connection().baseUrl).toBe('https://env.test/v1');
    expect(read(GOOD, env).inputs.connection().baseUrl).toBe('https://host.test/api/v1');
  });

  test('missing in both places is refused by both names', () => {
    expect(refusal('base-url', '', (inputs) => inputs.connection())).toContain('DEPLOYMENT_SERVICE_BASE_URL');
  });

  test('an address with a key in it is refused without being quoted', () => {
    const reason = refusal('base-url', 'https://user:hunter2hunter2@host.test/', (inputs) => inputs.connection());
    expect(reason).not.toContain('hunter2');
  });
});

describe('api-key', () => {
  test.each([['12345678'], ['!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'], ['k'.repeat(4096)]])('%j is accepted', (key) => {
    const { inputs } = read({ ...GOOD, 'api-key': key });
    expect(inputs.connection().apiKey).toBe(key);
    expect(() => inputs.assertGood()).not.toThrow();
  });

  test('is trimmed, as a secret often ends in a line end', () => {
    expect(read({ ...GOOD, 'api-key': '\n 12345678 \n' }).inputs.connection().apiKey).toBe('12345678');
  });

  test.each([
    ['seven characters', '1234567'],
    ['a space', '1234 5678'],
    ['two lines', '12345678\n12345678'],
    ['a return', '1234\r5678'],
    ['a tab', '1234\t5678'],
    ['beyond ASCII', '1234567é'],
    ['a line separator', '12345678\u2028x'],
    ['a control', '12345678\u0007'],
    ['an emoji', '12345678😀'],
  ])('%s is refused, and the key is not quoted', (_, key) => {
    const reason = refusal('api-key', key, (inputs) => inputs.connection());
    expect(reason).toContain('8 printable ASCII');
    expect(reason).not.toContain('1234');
  });

  test('comes from the environment when the input is empty, and the input wins', () => {
    const env = { DEPLOYMENT_SERVICE_API_KEY: 'from-env-1' };
    expect(read({ ...GOOD, 'api-key': '' }, env).inputs.connection().apiKey).toBe('from-env-1');
    expect(read(GOOD, env).inputs.connection().apiKey).toBe(GOOD['api-key']);
  });

  test('missing: both sources are named, and that forks and Dependabot get no secrets', () => {
    const reason = refusal('api-key', '', (inputs) => inputs.connection());
    expect(reason).toMatch(/the input.*DEPLOYMENT_SERVICE_API_KEY.*forks.*Dependabot/);
  });
});

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

  test.each([
    '../env',
    '..',
    '.hidden',
    '-dash',
    '_x',
    'a/b',
    'a%2e',
    'a?b',
    'a#b',
    'é',
    'a\u200bb',
    'x'.repeat(129),
    'good b@d',
  ])('%j is refused', (given) => {
    expect(refusal('resource-id', given, (inputs) => inputs.resourceIds(many))).toContain('128 characters');
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

describe('timeout', () => {
  test.each([
    ['90', 90_000],
    ['90s', 90_000],
    ['15m', 900_000],
    ['1h30m', 5_400_000],
    ['', undefined],
    ['  ', undefined],
  ])('%j is accepted', (given, ms) => {
    const { inputs } = read({ ...GOOD, timeout: given });
    expect(inputs.connection().timeoutMs).toBe(ms);
    expect(() => inputs.assertGood()).not.toThrow();
  });

  test.each(['0', '0s', '0h0m', '-5', '1.5m', '30 m', '5d', 'soon', '30m1h', 'm', '1e3', '٣'])(
    '%j is refused',
    (given) => {
      expect(refusal('timeout', given, (inputs) => inputs.connection())).toContain('1h30m');
    },
  );
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

  test('concurrent-jobs is 1 where the job has no matrix', () => {
    expect(read({ ...GOOD, 'concurrent-jobs': '' }).inputs.connection().concurrentJobs).toBe(1);
    expect(read({ ...GOOD, 'concurrent-jobs': '7' }).inputs.connection().concurrentJobs).toBe(7);
  });
});

describe('an id', () => {
  test('is passed on when good, absent when empty, refused when bad', () => {
    expect(read({ 'deployment-id': ' dep_1 ' }).inputs.id('deployment-id')).toBe('dep_1');
    expect(read({}).inputs.id('deployment-id')).toBeUndefined();
    expect(refusal('deployment-id', '../1', (inputs) => inputs.id('deployment-id'))).toContain('128 characters');
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
    const { inputs } = read(Object.fromEntries(names.map((name) => [name, marked])));
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
