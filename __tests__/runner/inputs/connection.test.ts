// The inputs of the connection: what is accepted, and what is refused without being quoted.
import { describe, expect, test } from '@jest/globals';
import { type Connection, readConnection } from '../../../src/runner/inputs/connection.ts';
import { GOOD, problemsOf, read, refusal } from '../../support/runner/read-inputs.ts';

function connect(...given: Parameters<typeof read>): Connection {
  return readConnection(read(...given).inputs);
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
    expect(readConnection(inputs).baseUrl).toBe(used);
    expect(inputs.problems()).toEqual([]);
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
    ['https://host.test/api/v1/resources', 'before /resources'],
    ['https://host.test/api/v1/resources//', 'before /resources'],
  ])('%j is refused', (given, reason) => {
    expect(refusal('base-url', given, readConnection)).toContain(reason);
  });

  test.each([
    [
      'https://host.test',
      ['base-url has no path; the API root usually ends with its version, such as https://host.test/api/v1'],
    ],
    ['https://host.test/', [expect.stringContaining('no path')]],
    ['https://host.test/v1', []],
    ['https://host.test/resources/v1', []],
  ])('%j is noted where it lacks a path', (given, notes) => {
    const { inputs } = read({ ...GOOD, 'base-url': given });
    readConnection(inputs);
    expect(inputs.problems()).toEqual([]);
    expect(inputs.notes()).toEqual(notes);
  });

  test('of the environment is refused for the same reasons', () => {
    const { inputs } = read({ 'api-key': GOOD['api-key'] }, { DEPLOYMENT_SERVICE_BASE_URL: '${{ vars.URL }}' });
    readConnection(inputs);
    expect(problemsOf(inputs)['base-url']).toMatch(/^holds an expression that was not evaluated .*; it is `/);
  });

  test('comes from the environment when the input is empty, and the input wins', () => {
    const env = { DEPLOYMENT_SERVICE_BASE_URL: ' https://env.test/v1/ ' };
    expect(connect({ 'base-url': ' ' }, env).baseUrl).toBe('https://env.test/v1');
    expect(connect(GOOD, env).baseUrl).toBe('https://host.test/api/v1');
  });

  test('that is missing in both places is refused with both names', () => {
    expect(refusal('base-url', '', readConnection)).toContain('DEPLOYMENT_SERVICE_BASE_URL');
  });

  test('with a key in it is refused without being quoted', () => {
    const reason = refusal('base-url', 'https://user:hunter2hunter2@host.test/', readConnection);
    expect(reason).not.toContain('hunter2');
  });
});

describe('api-key', () => {
  test.each([['12345678'], ['!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'], ['k'.repeat(4096)]])('%j is accepted', (key) => {
    const { inputs } = read({ ...GOOD, 'api-key': key });
    expect(readConnection(inputs).apiKey).toBe(key);
    expect(inputs.problems()).toEqual([]);
  });

  test('is trimmed, because a secret often ends with a line end', () => {
    expect(connect({ ...GOOD, 'api-key': '\n 12345678 \n' }).apiKey).toBe('12345678');
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
    const reason = refusal('api-key', key, readConnection);
    expect(reason).toContain('8 printable ASCII');
    expect(reason).not.toContain('1234');
  });

  test.each([
    ['Bearer k3yk3yk3y', 'must be the key alone, without `Bearer` before it'],
    ['bearer  k3yk3yk3y', 'must be the key alone, without `Bearer` before it'],
    ['Bearer ', 'must be the key alone, without `Bearer` before it'],
    ['k3yk3yk3y-${{ secrets.K3Y }}', 'holds an expression that was not evaluated'],
    ['Bearer ${{ secrets.K3Y }}', 'holds an expression that was not evaluated'],
  ])('%j is refused with the cause, and the key is not quoted', (key, cause) => {
    for (const given of [{ 'api-key': key }, { env: key }]) {
      const { inputs } = read(
        { ...GOOD, 'api-key': given['api-key'] ?? '' },
        { DEPLOYMENT_SERVICE_API_KEY: given.env ?? '' },
      );
      readConnection(inputs);
      const reason = problemsOf(inputs)['api-key'];
      expect(reason).toContain(cause);
      expect(reason).not.toMatch(/k3y/i);
    }
  });

  test.each(['Bearerk3yk3yk3y', 'k3yk3y$k3y{{'])('%j is accepted', (key) => {
    expect(refusal('api-key', key, readConnection)).toBeUndefined();
  });

  test('comes from the environment when the input is empty, and the input wins', () => {
    const env = { DEPLOYMENT_SERVICE_API_KEY: 'from-env-1' };
    expect(connect({ ...GOOD, 'api-key': '' }, env).apiKey).toBe('from-env-1');
    expect(connect(GOOD, env).apiKey).toBe(GOOD['api-key']);
  });

  test('that is missing is refused with both places it may come from, and an explanation that forks and Dependabot get no secrets', () => {
    const reason = refusal('api-key', '', readConnection);
    expect(reason).toMatch(/the input.*DEPLOYMENT_SERVICE_API_KEY.*forks.*Dependabot/);
  });
});

describe('concurrent-jobs', () => {
  test('is 1 where the job has no matrix', () => {
    expect(connect({ ...GOOD, 'concurrent-jobs': '' }).concurrentJobs).toBe(1);
    expect(connect({ ...GOOD, 'concurrent-jobs': '7' }).concurrentJobs).toBe(7);
  });
});
