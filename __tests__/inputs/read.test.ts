// The inputs of a step: what is accepted, what is refused and how, and that everything refused is
// reported at once.
import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { readManifest } from '../../scripts/docs/action-manifest.ts';
import { readInputs } from '../../src/inputs/read.ts';
import { INPUT_TABLE, type Inputs, type OperationName, type Row } from '../../src/inputs/table.ts';
import { recordHost } from '../support/recording-host.ts';

const GOOD = {
  'base-url': 'https://host.test/api/v1',
  'api-key': 'k'.repeat(8),
  'resource-id': 'app_web',
};

type Values = Readonly<Record<string, string>>;

/** What a step reads of these inputs; those that every step needs are given. */
function read(given: Values, env: Values = {}) {
  const { failure, ...known } = readInputs(recordHost({ inputs: { ...GOOD, ...given }, env }).host);
  return { ...known, problems: failure?.lines ?? [] };
}

/** The value of a single input, which must be accepted. */
function valueOf<K extends keyof Inputs>(key: K, given: string, others: Values = {}): Inputs[K] {
  const { inputs, problems } = read({ ...others, [INPUT_TABLE[key].name]: given });
  expect(problems).toEqual([]);
  return inputs[key];
}

const EMPTY =
  'It is empty when its variable is not set or its name is misspelt, or when the job lacks the environment that holds it';

const operations: readonly OperationName[] = INPUT_TABLE.operation.usedBy;

describe('the table of inputs', () => {
  test('has the names, the order and the defaults of action.yml', () => {
    const manifest = readManifest(join(import.meta.dirname, '../../action.yml'));
    const declared = manifest.inputs.map(({ name, fallback = '' }) => [
      name,
      fallback.startsWith('${{') ? '' : fallback,
    ]);
    const rows = Object.values<Row>(INPUT_TABLE);
    expect(rows.map(({ name, fallback = '' }) => [name, fallback])).toEqual(declared);
  });

  test('gives every operation the documented defaults (inputs/timeout-default)', () => {
    const { inputs, problems, warnings } = read({});
    expect({ inputs, problems, warnings }).toEqual({
      inputs: {
        operation: 'deploy',
        baseUrl: 'https://host.test/api/v1',
        apiKey: 'kkkkkkkk',
        resourceId: 'app_web',
        deploymentId: undefined,
        force: false,
        wait: true,
        timeoutMs: 30 * 60_000,
        onBusy: 'wait',
        requiredEnv: [],
        healthCheck: undefined,
        healthCheckContains: undefined,
        healthCheckTimeoutMs: 180_000,
        lines: 100,
        buildLog: true,
        concurrentJobs: 1,
      },
      problems: [],
      warnings: [],
    });
  });

  test('lets the operation decide the deadline', () => {
    const minutes = operations.map((operation) => {
      const { inputs } = read({ operation, 'resource-id': operation === 'list' ? '' : 'app_web' });
      return [operation, inputs.timeoutMs / 60_000];
    });
    const reading = new Set<string>(['status', 'list', 'logs', 'env', 'check']);
    expect(minutes).toEqual(operations.map((name) => [name, reading.has(name) ? 2 : 30]));
    expect(valueOf('timeoutMs', '90', { operation: 'status' })).toBe(90_000);
  });
});

describe('a value', () => {
  test.each([
    ['operation', 'logs', 'logs'],
    ['force', ' TRUE ', true],
    ['force', 'False', false],
    ['wait', ' ', true],
    ['timeoutMs', '1h30m', 5_400_000],
    ['timeoutMs', '45s', 45_000],
    ['timeoutMs', '1m', 60_000],
    ['onBusy', 'fail', 'fail'],
    ['requiredEnv', 'A,B\n C D, A', ['A', 'B', 'C', 'D']],
    ['healthCheck', '/health?deep=1', '/health?deep=1'],
    ['healthCheck', 'https://web.test/', 'https://web.test/'],
    ['concurrentJobs', '256', 256],
  ] as const)('of %s given as %j is %j', (key, given, value) => {
    expect(valueOf(key, given)).toEqual(value);
  });

  const DURATION = 'a duration above 0 such as 90, 90s, 15m or 1h30m';
  const COUNT = 'a whole number from 1 to 999999';
  const TARGET = 'a path such as /health, or an https: URL';
  const BUSY = 'one of wait, fail';

  test.each([
    [
      'operation',
      'deply',
      'one of deploy, start, stop, restart, follow, status, list, logs, env, check, not "deply"',
    ],
    ['on-busy', 'fails', `${BUSY}, not "fails"`],
    ['force', 'yes', 'one of true, false, not "yes"'],
    ['timeout', '0', `${DURATION}, not "0"`],
    ['timeout', 'soon\nor later', `${DURATION}, not "soon\u2028or later"`],
    ['concurrent-jobs', '1.5', `${COUNT}, not "1.5"`],
    ['concurrent-jobs', '0', `${COUNT}, not "0"`],
    ['health-check', 'health', `${TARGET}, not "health"`],
    ['health-check', '//web.test', `${TARGET}, not "//web.test"`],
    ['health-check', 'http://web.test/?key=1', TARGET],
    // The cut could leave most of a secret.
    ['on-busy', 'x'.repeat(61), BUSY],
    ['on-busy', 'x'.repeat(60), `${BUSY}, not "${'x'.repeat(60)}"`],
    ['health-check', 'https:/me:secret@web.test/', TARGET],
    ['health-check', 'me:secret@web.test', TARGET],
  ])(
    'of %s given as %j is refused with what is allowed (inputs/allowed-values, inputs/counts, inputs/health-check)',
    (name, given, allowed) =>
      expect(read({ [name]: given }).problems).toEqual([`${name} must be ${allowed}`]),
  );

  test.each(Object.values(INPUT_TABLE).map(({ name }) => name))(
    'of %s with an expression that was not evaluated is refused, whether it is used or not (inputs/unevaluated)',
    (name) => {
      for (const operation of name === 'operation' ? ['${{ x }}'] : ['deploy', 'logs']) {
        const { problems } = read({ operation, [name]: '/a-${{ vars.APP }}' });
        expect(problems).toEqual([
          expect.stringMatching(`^${name} holds an expression that was not evaluated`),
        ]);
      }
    },
  );
});

describe('resource-id (inputs/resource-id-form)', () => {
  const ID_RULE = 'must be an id of up to 256 characters without control characters';
  const SEVERAL = 'must be one id: a step has one resource. For several, use a matrix or steps';

  test.each([
    ['a', 'a'],
    ['  a\r\n', 'a'],
    ...['A.b~c:d-e_9', '-dash', '.hidden', 'a/b', 'a%2e', 'a?b#c', 'é', '...'].map((id) => [
      id,
      id,
    ]),
    ['x'.repeat(256), 'x'.repeat(256)],
    ['👍'.repeat(256), '👍'.repeat(256)],
  ])('%j is %j', (given, id) => expect(valueOf('resourceId', given)).toBe(id));

  test.each([
    ...['a,b', 'a, b', 'a\nb', 'a b', 'a\rb', 'a,'].map((id) => [id, SEVERAL]),
    ['{"id":"a"}', 'must be the id alone, not JSON'],
    ['["a"]', 'must be the id alone, not JSON'],
    ...['.', '..', 'b\u0007d'].map((id) => [id, `${ID_RULE}, not "${id}"`]),
    ['x'.repeat(257), ID_RULE],
    ['', `is needed: the id of the resource. ${EMPTY}`],
    [' \n\n ', `is needed: the id of the resource. ${EMPTY}`],
  ])('%j is refused', (given, reason) => {
    expect(read({ 'resource-id': given }).problems).toEqual([`resource-id ${reason}`]);
  });

  test.each(operations)('is needed for %s, except for list and check', (operation) => {
    const accepted = read({ operation, 'resource-id': '' }).problems.length === 0;
    expect(accepted).toBe(operation === 'list' || operation === 'check');
  });
});

describe('base-url (inputs/base-url)', () => {
  const BASE_URL_RULE =
    'must be the root of the API, an https: address such as https://host/api/v1, without user name, ' +
    'password, query and fragment (http: is for loopback hosts only)';

  test.each([
    ['https://host.test/api/v1/', 'https://host.test/api/v1'],
    ['https://HOST.test:8443/api/v1', 'https://host.test:8443/api/v1'],
    ['http://localhost:4000/v1', 'http://localhost:4000/v1'],
    ['https://höst.test/v1', 'https://xn--hst-sna.test/v1'],
  ])('%j is used as %j', (given, used) => expect(valueOf('baseUrl', given)).toBe(used));

  test.each([
    ['http://host.test/v1', `${BASE_URL_RULE}, not "http://host.test/v1"`],
    ['http://localhost.evil.test/v1', BASE_URL_RULE],
    ['https://user:hunter2@host.test/v1', BASE_URL_RULE],
    ['https://host.test/v1?key=1', BASE_URL_RULE],
    ['https://host.test/v1#', BASE_URL_RULE],
    ['host.test/api/v1', `${BASE_URL_RULE}, not "host.test/api/v1"`],
    ['https://host.test\\@evil.test/', BASE_URL_RULE],
    ['https://host.test/a b', BASE_URL_RULE],
    ['https://@host.test/api/v1', BASE_URL_RULE],
    ['https://host.test', `${BASE_URL_RULE}, not "https://host.test"`],
    ['https://host.test:8443//', BASE_URL_RULE],
    ['https://host.test/v2/openapi.json', BASE_URL_RULE],
  ])('%j is refused', (given, reason) => {
    const { problems } = read({ 'base-url': given });
    expect(problems).toEqual([expect.stringContaining(reason)]);
    expect(problems[0]).not.toMatch(/hunter2|key=1/);
  });
});

describe('api-key (inputs/api-key, inputs/api-key-bearer)', () => {
  test.each([
    ['12345678'],
    ['!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'],
    ['Bearerk3yk3yk3y'],
    ['k3yk3y$k3y{{'],
  ])('%j is accepted', (key) => expect(valueOf('apiKey', `\n ${key} \n`)).toBe(key));

  test.each([
    ['1234567', 'at least 8 printable ASCII characters'],
    ['1234 5678', 'at least 8 printable ASCII characters'],
    ['12345678\n12345678', 'at least 8 printable ASCII characters'],
    ['1234567é', 'at least 8 printable ASCII characters'],
    ['12345678\u2028x', 'at least 8 printable ASCII characters'],
    ['Bearer 12345678', 'must be the key alone, without "Bearer" before it'],
    ['bearer  12345678', 'must be the key alone, without "Bearer" before it'],
    ['1234-${{ secrets.KEY }}', 'holds an expression that was not evaluated'],
  ])('%j is refused and not quoted', (key, reason) => {
    for (const { problems } of [
      read({ 'api-key': key }),
      read({ 'api-key': '' }, { DEPLOYMENT_SERVICE_API_KEY: key }),
    ]) {
      expect(problems).toEqual([expect.stringContaining(reason)]);
      expect(problems[0]).not.toContain('1234');
    }
  });
});

test.each([
  ['the key', { 'api-key': ' the-key-1\n' }, ['the-key-1']],
  [
    'every line of two that is long enough',
    { 'api-key': 'first-line\r\nab\n second-line' },
    ['first-line', 'second-line'],
  ],
  ['a key without the word before it', { 'api-key': 'Bearer the-key-1' }, ['the-key-1']],
  ['no value that is too short', { 'api-key': 'short' }, []],
])(
  'masking covers %s, before anything else is reported (inputs/masked-first)',
  (_name, given, masked) => {
    const { host, ...recording } = recordHost({
      inputs: { ...GOOD, ...given, operation: 'nothing' },
    });
    expect(readInputs(host).secrets).toEqual(masked);
    expect(recording.masked).toEqual(masked);
  },
);

describe('inputs that do not fit together', () => {
  test.each([
    [{ 'health-check-timeout': '5m' }, /^health-check-timeout needs health-check$/],
    [
      { operation: 'check', 'required-env': 'A', 'resource-id': '' },
      /^required-env needs resource-id$/,
    ],
  ])('are refused: %j', (given, problem) => {
    expect(read(given).problems).toEqual([expect.stringMatching(problem)]);
  });

  test.each([
    { operation: 'follow', 'deployment-id': 'latest' },
    { operation: 'status', 'deployment-id': 'dep_1' },
    { operation: 'start', wait: 'false' },
    { operation: 'check', 'required-env': 'A' },
    { 'health-check': '/', 'health-check-contains': 'x', 'health-check-timeout': '5m' },
  ])('are accepted: %j', (given) => {
    expect(read(given)).toMatchObject({ problems: [], warnings: [] });
  });
});

describe('inputs without effect', () => {
  test('do not count: the operation sees their defaults', () => {
    const given = { operation: 'env', lines: 'many', 'health-check': 'x', wait: 'no' };
    const { inputs, problems } = read(given);
    expect({ ...inputs, problems }).toMatchObject({ lines: 100, wait: true, problems: [] });
    expect(inputs.healthCheck).toBeUndefined();
  });
});

test('nothing is reported that only follows from another invalid input', () => {
  const { problems, warnings } = read({
    operation: 'lst',
    'base-url': 'ftp://x',
    'api-key': '',
    'resource-id': '',
    'deployment-id': '..',
    'health-check': 'x',
    'health-check-contains': 'y',
    wait: 'false',
  });
  const names = problems.map((line) => line.split(' ')[0]).join(' ');
  expect(names).toBe('operation base-url deployment-id health-check api-key');
  expect(warnings).toEqual([]);
});
