// Inputs and outputs: what is refused before the first request, what is warned about, and what is
// written.
import { describe, expect, test } from '@jest/globals';
import { judge, type Played, type Timeline, titled } from '../support/timeline.ts';

/** Nothing was requested. */
const silent = ({ served }: Played): string | undefined =>
  served.length === 0 ? undefined : `requested: ${served.map(({ name }) => name).join()}`;

/** Inputs that are refused, and what the error names. */
const refusals: [inputs: Record<string, string>, names: (string | RegExp)[], why: string][] = [
  [
    { operation: 'deplyo' },
    ['operation', 'deploy'],
    'with what is allowed and the nearest allowed value',
  ],
  [{ 'base-url': 'http://example.test/api/v1' }, ['base-url', 'https'], 'http: for loopback only'],
  [{ 'base-url': 'https://me:secret@example.test/api/v1' }, ['base-url'], 'no user info'],
  [{ 'base-url': 'https://example.test/api/v1?x=1' }, ['base-url'], 'no query'],
  [{ 'base-url': 'https://example.test/api/v1#x' }, ['base-url'], 'no fragment'],
  [{ 'base-url': 'https://example.test' }, ['base-url'], 'without a path it is invalid'],
  [{ 'base-url': '' }, ['base-url', 'DEPLOYMENT_SERVICE_BASE_URL'], 'API root with its version'],
  [{ 'api-key': 'short' }, ['api-key'], 'at least 8 printable ASCII characters'],
  [
    { 'api-key': 'Bearer key_0123456789' },
    ['api-key', 'Bearer'],
    'a value that begins with Bearer is refused',
  ],
  [{ 'api-key': '${{ secrets.KEY }}' }, ['api-key'], 'an unevaluated ${{ is refused'],
  [
    { 'resource-id': '${{ vars.APP }}' },
    ['resource-id'],
    'an unevaluated ${{ is refused in every input',
  ],
  [
    { 'api-key': '' },
    ['api-key', /secret/i, 'environment', /fork/i, 'Dependabot'],
    'when empty, the error names three causes',
  ],
  [{ 'resource-id': '' }, ['resource-id'], 'resource-id: all but list; optional for check'],
  [{ 'resource-id': '..' }, ['resource-id'], 'not . or ..'],
  [{ 'resource-id': 'x'.repeat(257) }, ['resource-id'], 'up to 256 characters'],
  [{ 'resource-id': 'app web' }, ['resource-id'], 'white space within an entry is invalid'],
  [
    { 'resource-id': 'app_web,' },
    ['resource-id', /2|empty/],
    'any other empty entry is invalid, named by its position',
  ],
  [{ 'resource-id': ',app_web' }, ['resource-id', /1|empty/], 'any other empty entry is invalid'],
  [
    { 'resource-id': 'app_web\napp_api\n\n' },
    ['resource-id', /line 3/],
    'line 3 is empty: is its variable set?',
  ],
  [
    { 'resource-id': '\napp_api\napp_job' },
    ['resource-id', /line 1/],
    'line 1 is empty: is its variable set?',
  ],
  [
    { 'resource-id': 'app_web\n \napp_api' },
    ['resource-id', /line 2/],
    'white space around an entry is dropped; empty is invalid',
  ],
  [
    { operation: 'logs', 'resource-id': 'app_web,app_api' },
    ['resource-id'],
    'logs, env, check take one',
  ],
  [
    { operation: 'wait', 'resource-id': 'app_web,app_api', 'deployment-id': 'dep_1' },
    ['deployment-id'],
    'one resource only',
  ],
  [{ timeout: 'soon' }, ['timeout'], 'timeout: 90, 90s, 15m, 1h30m'],
  [{ timeout: '0' }, ['timeout'], 'timeout: 90, 90s, 15m, 1h30m'],
  [{ force: 'yes' }, ['force', 'true'], 'with what is allowed'],
  [{ 'on-busy': 'skipp' }, ['on-busy', 'skip'], 'the nearest allowed value'],
  [{ 'max-parallel': '0' }, ['max-parallel'], 'how many at once'],
  [{ operation: 'logs', lines: '50' }, ['lines', '100', '500', '2000'], '100, 500 or 2000'],
  [
    { operation: 'list', 'resource-id': '', filter: 'size=big' },
    ['filter', 'type', 'catalogKey'],
    'over type, status, name, catalogKey',
  ],
  [
    { 'health-check-contains': 'v7' },
    ['health-check-contains', 'health-check'],
    'without health-check is invalid',
  ],
  [
    { 'health-check-timeout': '1m' },
    ['health-check-timeout', 'health-check'],
    'without health-check is invalid',
  ],
  [{ 'health-check': 'http://example.test/' }, ['health-check'], 'a path or an https: URL'],
  [
    { 'health-check': '/health', wait: 'false' },
    ['health-check', 'wait'],
    'wait: false is refused together with health-check',
  ],
  [
    { 'github-environment': 'production', wait: 'false' },
    ['github-environment', 'wait'],
    'wait: false is refused together with github-environment',
  ],
  [{ 'concurrent-jobs': 'many' }, ['concurrent-jobs'], 'how many jobs use the key at once'],
  [
    {
      operation: 'deplyo',
      timeout: 'soon',
      force: 'yes',
      'resource-id': '..',
      'max-parallel': '0',
    },
    [
      /^.*operation.*$/m,
      /^.*timeout.*$/m,
      /^.*force.*$/m,
      /^.*resource-id.*$/m,
      /^.*max-parallel.*$/m,
    ],
    'one ::error lists every bad one, one a line',
  ],
];

const refused = refusals.map(([inputs, error, rule]): Timeline => ({
  it: `refuses ${JSON.stringify(inputs).slice(0, 100)}`,
  rule,
  with: inputs,
  ends: 'invalid_input 0',
  outputs: { status: '', 'deployment-id': '' },
  error,
  also: silent,
}));

const accepted: Timeline[] = [
  {
    it: 'drops one slash at the end of the address',
    rule: 'base-url: one trailing slash is dropped',
    with: { 'base-url': 'http://{host}/api/v1/' },
    ends: 'passed 20–21',
  },
  {
    it: 'takes address and key from the environment',
    rule: 'base-url, api-key: env DEPLOYMENT_SERVICE_BASE_URL, DEPLOYMENT_SERVICE_API_KEY; an empty value means "not given"',
    with: { 'base-url': '', 'api-key': '' },
    env: {
      DEPLOYMENT_SERVICE_BASE_URL: 'http://{host}/api/v1',
      DEPLOYMENT_SERVICE_API_KEY: 'key_0123456789',
    },
    ends: 'passed 20–21',
  },
  ...['app_web\n', ' app_web \r\n', 'app_web,app_web', 'app_web,\napp_web'].map(
    (ids): Timeline => ({
      it: `reads one resource from ${JSON.stringify(ids)}`,
      rule: 'white space around an entry, CR and one final newline are dropped; a comma with a line end is one separator; duplicates are dropped',
      with: { 'resource-id': ids },
      ends: 'passed 20–21',
      outputs: { 'deployment-id': 'dep_2' },
      sent: { POST: '0' },
    }),
  ),
  {
    it: 'encodes the id of a resource',
    rule: 'percent-encoded in every path',
    with: { 'resource-id': 'a/b?c#ü%20' },
    ends: 'passed 20–21',
    also: ({ served }) =>
      served.every(({ path }) => path.startsWith('/api/v1/resources/a%2Fb%3Fc%23%C3%BC%2520'))
        ? undefined
        : served[0]?.path,
  },
  ...(
    [
      ['45', 45],
      ['45s', 45],
      ['1m', 60],
      ['1m30s', 90],
    ] as const
  ).map(([timeout, endS]): Timeline => ({
    it: `ends after the timeout ${timeout}`,
    rule: 'timeout: 90, 90s, 15m, 1h30m',
    with: { timeout },
    service: `
        POST          {"deploymentId":"dep_2"}
        dep_2         building
      `,
    ends: `timeout ${endS}`,
  })),
  {
    it: 'has half an hour by default',
    rule: 'timeout: 30m',
    with: { timeout: '' },
    service: `
      POST          {"deploymentId":"dep_2"}
      dep_2         building
      1500s dep_2   finished
    `,
    ends: 'passed 1500–1503',
  },
];

const warned: Timeline[] = [
  {
    it: 'warns of inputs that the operation does not use',
    rule: 'an input that the operation does not use is named in one warning if it differs from its default',
    with: { operation: 'status', force: 'true', 'health-check': '/health', 'required-env': 'PORT' },
    ends: 'passed 0',
    warnings: [/(?=.*force)(?=.*health-check)(?=.*required-env)/],
  },
  {
    it: 'does not warn of inputs that have their defaults, nor of those that are fine anywhere',
    rule: 'never concurrent-jobs, github-token; max-parallel and fail-fast are fine with one resource',
    with: {
      operation: 'stop',
      force: 'false',
      lines: '100',
      'concurrent-jobs': '3',
      'github-token': 'ghs_x',
      'max-parallel': '2',
      'fail-fast': 'false',
    },
    service: 'resource stopped',
    ends: 'passed 5–9',
  },
];

const outputs: Timeline[] = [
  {
    it: 'describes the deployment as JSON',
    rule: 'deployments: resourceId, name, deploymentId, commit, status, resourceStatus, url, duration, logFile, errorCode, skipped, adopted',
    ends: 'passed 20–21',
    also: ({ run }) => {
      const expected = [
        '"resourceId":"app_web"',
        '"name":"web"',
        '"deploymentId":"dep_2"',
        '"commit":""',
        '"status":"finished"',
        '"resourceStatus":"running"',
        '"url":"https://web.example.test"',
        '"duration":20',
        `"logFile":${JSON.stringify(run.outputs['log-file'])}`,
        '"errorCode":""',
        '"skipped":""',
      ];
      const json = run.outputs['deployments'] ?? '';
      return expected.every((field) => json.includes(field)) ? undefined : json;
    },
  },
  {
    it: 'names the host of a loopback service as http',
    rule: 'url (first domain, https://, http:// for loopback)',
    service: 'resource running @own',
    ends: 'passed 20–21',
    outputs: { url: /^http:\/\/127\.0\.0\.1:\d+\/?$/ },
  },
  {
    it: 'keeps what it knows when a key is revoked',
    rule: 'every one is written on every path out of the step, as soon as it is known',
    service: `
      5s detail dep_2   401 unauthorized "Revoked."
      5s list           401 unauthorized "Revoked."
      5s resource       401 unauthorized "Revoked."
    `,
    ends: 'unauthorized 5–10',
    outputs: {
      'deployment-id': 'dep_2',
      status: 'building',
      url: 'https://web.example.test',
      duration: /^\d+$/,
    },
  },
  {
    it: 'writes what it knows while it runs',
    rule: 'as soon as it is known: true after a kill',
    ends: 'passed 20–21',
    also: ({ run }) => {
      const early = run.summaries.slice(0, -1).find((page) => page.includes('dep_2'));
      if (early === undefined) return 'no summary of a running step names the deployment';
      return (run.writes['deployment-id'] ?? 0) >= 1
        ? undefined
        : 'deployment-id was never written';
    },
  },
];

describe('inputs', () => {
  test.each(titled([...refused, ...accepted, ...warned]))('%s', async (_title, row) => {
    expect(await judge(row)).toBe('');
  });
});

describe('outputs', () => {
  test.each(titled(outputs))('%s', async (_title, row) => {
    expect(await judge(row)).toBe('');
  });
});
