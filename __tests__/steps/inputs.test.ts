// Inputs and outputs: what is invalid before the first request, what is warned about, and what is
// written.
import { INPUT_TABLE } from '../../src/inputs/table.ts';
import type { Rule } from '../rules.ts';
import { testSteps } from '../support/test-steps.ts';
import type { Played, Timeline } from '../support/timeline.ts';

/** Nothing was requested. */
const silent = ({ served }: Played): string | undefined =>
  served.length === 0 ? undefined : `requested: ${served.map(({ name }) => name).join()}`;

const INPUT_NAMES = Object.values(INPUT_TABLE).map(({ name }) => name);

/** Inputs that are invalid, and what the error names. Their values are in `inputs/read.test.ts`. */
const invalid: [inputs: Record<string, string>, names: (string | RegExp)[], rule: Rule][] = [
  [
    { 'base-url': '' },
    ['base-url', 'DEPLOYMENT_SERVICE_BASE_URL', /variable is not set/, 'environment'],
    'inputs/base-url-missing',
  ],
  [
    { 'api-key': '' },
    ['api-key', /secret/i, 'environment', /fork/i, 'Dependabot'],
    'inputs/api-key-empty',
  ],
  [
    { 'resource-id': '' },
    ['Invalid input: resource-id', /variable is not set/, 'environment'],
    'inputs/resource-id-missing',
  ],
  [{ timeout: 'soon' }, [/^app_web: Invalid input: timeout\n/], 'inputs/title'],
  [
    { timeout: 'x', force: 'x' },
    [/^app_web: Invalid inputs: (?:timeout|force) and 1 more\n/],
    'inputs/title',
  ],
  [
    { 'health-check': '/', 'health-check-contains': 'x'.repeat(10_001) },
    ['health-check-contains', 'at most 10000 characters'],
    'inputs/length',
  ],
  [
    { operation: 'logs', lines: '300' },
    ['lines must be one of 100, 500, 2000, not "300"\n'],
    'inputs/lines',
  ],
  [
    { 'health-check-contains': 'v7' },
    ['health-check-contains', 'health-check'],
    'inputs/health-check-alone',
  ],
  [{ 'health-check': '/health', wait: 'false' }, ['health-check', 'wait'], 'inputs/wait-needed'],
  [
    { operation: 'deplyo', timeout: 'soon', force: 'yes', 'resource-id': '..' },
    [/^.*operation.*$/m, /^.*timeout.*$/m, /^.*force.*$/m, /^.*resource-id.*$/m],
    'inputs/all-at-once',
  ],
];

/** Whether the error lists each input on a line of its own, and the advice after them. */
const allListed: Timeline = {
  it: 'lists all inputs, and what to do, when none was evaluated',
  rule: 'inputs/all-at-once',
  with: Object.fromEntries(INPUT_NAMES.map((name) => [name, '${{ inputs.x }}'])),
  ends: 'invalid_input 0',
  error: [...INPUT_NAMES.map((name) => new RegExp(`^${name} holds`, 'm')), /^What to do:/m],
};

const invalidRows = invalid.map(([inputs, error, rule]): Timeline => ({
  it: `reports as invalid ${JSON.stringify(inputs).slice(0, 100)}`,
  rule,
  with: inputs,
  ends: 'invalid_input 0',
  outputs: { status: '', 'deployment-id': '' },
  error,
  also: silent,
}));

/** A key in the wrong input. Its beginning is never shown. */
const KEY = `key_canary_${'0123456789'.repeat(5)}xyz`;
const START = KEY.slice(0, 20);
const unquoted = [
  { 'resource-id': `${KEY} app` },
  { 'resource-id': `app_web,${KEY.slice(0, 59)} ` + KEY },
  { timeout: KEY },
  { 'base-url': `https:/deploy:${START}@host.test/api/v1` },
  { 'base-url': `deploy:${START}@host.test` },
  { 'base-url': `https://host.test/api/v1#${START}` },
  { 'health-check': `https:host.test?token=${START}` },
].map((inputs): Timeline => ({
  it: `does not quote ${JSON.stringify(inputs).slice(0, 60)}`,
  rule: 'inputs/not-quoted',
  with: { 'api-key': 'key_other_0123456789', ...inputs },
  ends: 'invalid_input 0',
  never: ['canary'],
  also: silent,
}));

const accepted: Timeline[] = [
  {
    it: 'drops one slash at the end of the address',
    rule: 'inputs/base-url-slash',
    with: { 'base-url': 'http://{host}/api/v1/' },
  },
  {
    it: 'takes address and key from the environment',
    rule: 'inputs/environment',
    with: { 'base-url': '', 'api-key': '' },
    env: {
      DEPLOYMENT_SERVICE_BASE_URL: 'http://{host}/api/v1',
      DEPLOYMENT_SERVICE_API_KEY: 'key_0123456789',
    },
  },
  {
    it: 'takes a key from the environment without the line end that many secrets have',
    rule: 'inputs/environment',
    with: { 'api-key': '' },
    env: { DEPLOYMENT_SERVICE_API_KEY: 'key_0123456789\n' },
  },
  {
    it: 'encodes the id of a resource',
    rule: 'inputs/resource-id-encoded',
    with: { 'resource-id': 'a/b?c#ü%20' },
    also: ({ served }) =>
      served.every(({ path }) => path.startsWith('/api/v1/resources/a%2Fb%3Fc%23%C3%BC%2520'))
        ? undefined
        : served[0]?.path,
  },
];

const warned: Timeline[] = [
  {
    it: 'warns that certificates are not checked',
    rule: 'inputs/certificates',
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    warnings: [/no certificate is checked/],
    summary: [/no certificate is checked/],
  },
  {
    it: 'warns of inputs that the operation does not use',
    rule: 'inputs/unused',
    with: { operation: 'status', force: 'true', 'health-check': '/health', 'required-env': 'PORT' },
    ends: 'passed 0',
    warnings: [/(?=.*force)(?=.*health-check)(?=.*required-env)/],
  },
  {
    it: 'does not warn of inputs that have their defaults, nor of concurrent-jobs',
    rule: 'inputs/unused',
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '1' },
    with: { operation: 'stop', force: 'false', lines: '100', 'concurrent-jobs': '3' },
    service: 'resource stopped',
    ends: 'passed 5–9',
  },
  {
    it: 'does not warn of a default in capital letters',
    rule: 'inputs/unused',
    with: { operation: 'status', force: 'False' },
    ends: 'passed 0',
  },
];

const outputs: Timeline[] = [
  {
    it: 'names the latest host of the resource, on loopback as http',
    rule: 'outputs/url',
    service: ['resource running', '10s resource running @own'],
    outputs: { url: /^http:\/\/127\.0\.0\.1:\d+\/?$/ },
  },
];

testSteps('inputs', ...invalidRows, allListed, ...unquoted, ...accepted, ...warned);

testSteps('outputs', ...outputs);
