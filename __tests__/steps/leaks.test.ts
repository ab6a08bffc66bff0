// The key appears nowhere, however the service encodes it; it goes to the address of the service
// alone.
import { stripVTControlCharacters } from 'node:util';
import { base64Of } from '../support/leaks.ts';
import { deploys } from '../support/service-table.ts';
import { rowsWith, type SharingRow, testSteps } from '../support/test-steps.ts';
import { API_KEY, GUTTER, type Played, type Timeline } from '../support/timeline.ts';

/** A key that looks like a commit. */
const HEX_KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567';

/** A key with every character that is encoded somewhere. */
const KEY = `kQ7+/="x&<9>'zz%\\~canary`;

const forms: readonly string[] = [
  KEY,
  encodeURIComponent(KEY),
  JSON.stringify(KEY).slice(1, -1),
  JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/'),
  KEY.replaceAll(/[+<>&'"]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`).replaceAll(
    /\\(?!u)/g,
    '\\\\',
  ),
  Buffer.from(KEY).toString('hex'),
  Buffer.from(KEY).toString('hex').toUpperCase(),
  ...[0, 1, 2].map((shift) => base64Of(Buffer.from(KEY), shift)),
  KEY.split('').join('\u200b'),
  encodeURIComponent(KEY).split('').join('\u00ad'),
  KEY.split('').join('\u0007'),
  KEY.split('').join('\u001b[0m'),
];

/** All of them in one line. */
const echo = forms.join(' and ');

/** That no form of the key is shown is what every step promises. */
function masksFirst({ run }: Played): string | undefined {
  return run.masked[0] === KEY ? undefined : 'the key was not masked first';
}

const failing = `
  resource      {"resource":{"id":"app_web","type":"app","name":"{echo}","status":"{echo}","domains":["{echo}.example.test"]}}
  env           {"env":["{echo}"]}
  logs          listening / {echo}
  resources     {"resources":[{"id":"{echo}","type":"app","name":"{echo}","status":"{echo}"}]}
  POST          {"deploymentId":"dep_2","message":"{echo}"}
  dep_2         building {"commitSha":"{echo}"} | Compiling / {echo}
  20s dep_2     failed {"errorMessage":"{echo}"} | Compiling / {echo} / error: {echo}
`;

const echoes = (
  [
    ['deploy', failing, 'deployment_failed'],
    ['deploy', failing.replace(/POST .*/, 'POST 409 busy "{echo}"'), 'busy'],
    ['deploy', failing.replace(/POST .*/, 'POST 422 invalid "{echo}"'), 'invalid'],
    ['deploy', failing.replace(/POST .*/, 'POST 403 page {echo}'), 'unreadable_reply'],
    [
      'deploy',
      failing.replace(
        /POST .*/,
        `POST 302 (location https://a.example/${encodeURIComponent(KEY)})`,
      ),
      'unreadable_reply',
    ],
    ['deploy', 'list 500 internal "{echo}"', 'internal|service_error'],
    ['follow', `dep_1 {echo}${failing.replace(/ +POST.*/, '')}`, 'deployment_failed'],
    ['status', failing, 'passed'],
    ['list', failing, 'passed'],
    ['logs', failing, 'passed'],
    ['env', failing, 'unreadable_reply'],
    ['check', failing, 'passed'],
    ['restart', failing, 'passed|not_running'],
  ] as const
).map(([operation, service, ends]): Timeline => ({
  it: `${operation} never shows the key where the service sends ${service.replaceAll(/\s+/g, ' ').slice(0, 40)}… and ends as ${ends}`,
  rule: 'text/key-hidden',
  with: {
    operation,
    'api-key': KEY,
    timeout: '30s',
    ...(operation === 'list' ? { 'resource-id': '' } : {}),
  },
  texts: { echo },
  service,
  debug: true,
  ends,
  also: masksFirst,
}));

/** A key that is a valid word for an output. */
const words = (
  [
    ['resource-status', 'resource {"resource":{"id":"app_web","status":"{key}"}}', 'passed 0'],
    ['status', 'dep_1 {key}', 'passed 0'],
    ['error-code', `resource 400 ${API_KEY}`, '*** 0'],
  ] as const
).map(([output, service, ends]): Timeline => ({
  it: `status does not show the key in the output ${output}`,
  rule: 'text/key-in-output',
  with: { operation: 'status' },
  texts: { key: API_KEY },
  service,
  ends,
  outputs: { [output]: '***' },
}));

/** White space that is folded to one blank stands before the key, up to a limit of old. */
const blanksBefore = (chars: number): string => `x${' '.repeat(chars - 11)}${KEY}`;
const atLimits = (
  [
    ['a sentence of 16,384 characters', 'POST 422 invalid "{echo}"', 16_384, 'invalid'],
    ['the title of a page', 'POST 403 page {echo}', 300, 'unreadable_reply'],
  ] as const
).map(([where, service, chars, ends]): Timeline => ({
  it: `deploy shows no part of the key where ${where} was cut`,
  rule: 'text/redact-before-fold',
  with: { 'api-key': KEY },
  texts: { echo: blanksBefore(chars) },
  service,
  ends,
  never: [KEY.slice(0, 8)],
}));

/** The control characters between the letters of the key are folded after redaction. */
const folded = ['\n', '\t', '\r', '\v', '\u0085', '\uFEFF', '\u0007'].map((control): Timeline => ({
  it: `deploy shows no key whose letters are apart by ${JSON.stringify(control)}`,
  rule: 'text/redact-before-fold',
  with: { 'api-key': KEY },
  texts: { echo: KEY.split('').join(control) },
  service: 'POST 422 invalid "{echo}"',
  ends: 'invalid',
  error: [/\*\*\*/],
  also: ({ run }) => (/k.?Q.?7/s.test(run.summary + run.log) ? 'letters of the key' : undefined),
}));

/** The key in another input. */
const given = [
  { 'resource-id': API_KEY },
  { 'health-check-contains': API_KEY.split('').join('\n') },
].map((inputs): Timeline => ({
  it: `deploy never shows the key given as ${JSON.stringify(inputs)}`,
  rule: 'text/key-hidden',
  with: { 'health-check': '/health', 'health-check-timeout': '3s', ...inputs },
  service: ['resource running @own', 'health 404 page'],
  ends: 'unhealthy 23–26',
  outputs: { 'log-file': /\.build\.log$/ },
}));

/** An id that holds the key, interrupted by what is not seen. */
const ids = [
  Buffer.from(KEY).toString('hex').split('').join('\u2060'),
  KEY.split('').join('\u001b[0m'),
].map((id): Timeline => ({
  it: `deploy never shows the key in the id of its deployment, ${JSON.stringify(id).slice(0, 30)}`,
  rule: 'text/key-hidden',
  with: { 'api-key': KEY, timeout: '30s' },
  texts: { id },
  service: [
    'POST {"deploymentId":"{id}"}',
    '1s list {"deployments":[{"id":"{id}","status":"building"},{"id":"dep_1","status":"failed"}]}',
  ],
  debug: true,
  ends: 'timeout 30',
}));

/** Text that is shortened before it is shown. */
const cut = rowsWith({ rule: 'text/redact-before-cut', never: [API_KEY.slice(0, 5)] }, [
  {
    it: 'shows no part of a key as the host of a redirect',
    service: `POST 302 (location https://${API_KEY.replace('_', '%5f')}.example.test/)`,
    ends: 'unreadable_reply',
    error: ['a redirect to ***.example.test'],
  },
  {
    it: 'shows no part of a key in the Location of the app',
    with: { 'health-check': '/health', 'health-check-contains': 'x', 'health-check-timeout': '3s' },
    service: ['resource running @own', `health 302 (location https://a.example/?${API_KEY})`],
    ends: 'unhealthy 23–26',
    error: ['Location: https://a.example/?***'],
  },
  {
    it: 'shows no part of a key that is taken for a commit',
    with: { 'api-key': HEX_KEY },
    service: deploys('dep_2', `building {"commit":"${HEX_KEY}"}`, '20s finished'),
    log: ['The deployment builds commit ***.'],
    never: [HEX_KEY.slice(0, 5)],
    summary: ['| Deployed commit | `***` |'],
  },
  ...[`${API_KEY.slice(0, 9)}\u200b`, `\u001b[1m${API_KEY.slice(0, 9)}\u001b[0m`].map(
    (end): SharingRow => ({
      it: `shows no part of a key where a body ends with ${JSON.stringify(end)} and is cut`,
      with: { 'health-check': '/health', 'health-check-timeout': '3s' },
      // The limit falls into the last character.
      texts: { body: `a${' '.repeat(65_536 - Buffer.byteLength(end))}${end}z` },
      service: ['resource running @own', 'health 500 "{body}"'],
      ends: 'unhealthy 23–26',
    }),
  ),
]);

/** A key with white space of any kind between its characters. */
const torn = [
  ['timeout', 'key_0123\r\n456789'],
  ['on-busy', API_KEY.split('').join('\t')],
].map(([name = '', value = '']): Timeline => ({
  it: `deploy shows no key in parts where ${name} is ${JSON.stringify(value)}`,
  rule: 'text/redact-before-fold',
  with: { [name]: value },
  ends: 'invalid_input 0',
  never: ['456789'],
}));

/** Far above what one pattern can hold. */
const LONG_KEY = Array.from({ length: 550 }, (_, at) => `k${at + 1_000}-Zq`)
  .join('')
  .slice(0, 4_400);

const long = rowsWith(
  { rule: 'text/redaction-forms', with: { 'api-key': LONG_KEY } },
  [
    ['as it is', LONG_KEY],
    ['in base64', Buffer.from(LONG_KEY).toString('base64')],
    ['in hexadecimal', Buffer.from(LONG_KEY).toString('hex')],
  ].map(([form = '', text = '']): SharingRow => ({
    it: `shows no part of a key of 4,400 characters ${form}`,
    texts: { text },
    service: deploys('dep_2', 'building', '20s failed | x {text} y / error: bad key {text}'),
    ends: 'deployment_failed 20–25',
    log: ['x ***'],
    never: [text.slice(0, 12), text.slice(2_000, 2_012), text.slice(-12)],
  })),
);

/** Lines without an end, which may go on with the rest of the key. */
const unfinished = [
  'key_01234',
  '10%25, key_0',
  Buffer.from(API_KEY).toString('base64').slice(0, 9),
  '\u001b[1mkey_01234\u001b[0m',
].map((end): Timeline => ({
  it: `deploy does not show ${end} at the end of a line that may go on`,
  rule: 'text/part',
  with: { timeout: '20s' },
  texts: { end },
  service: deploys('dep_2', 'building | Password: {end}…'),
  ends: 'timeout 20',
  log: [`${GUTTER}Password: `],
  never: [stripVTControlCharacters(end).slice(-5)],
}));

/** The same once the deployment has ended, and in a runtime log. */
const ended: Timeline[] = [
  ...(['finished', 'failed'] as const).map((status): Timeline => ({
    it: `does not show it in the last line of a log that has ${status}`,
    rule: 'text/part',
    texts: { end: 'key_01234' },
    service: deploys('dep_2', 'building', `20s ${status} | Done / export KEY={end}…`),
    ends: status === 'finished' ? 'passed 20–23' : 'deployment_failed 20–33',
    log: [`${GUTTER}export KEY=`],
    never: ['01234'],
  })),
  {
    it: 'does not show it in the last line of a runtime log',
    rule: 'text/part',
    with: { operation: 'logs' },
    texts: { end: 'key_01234' },
    service: 'logs started / export KEY={end}…',
    ends: 'passed 0',
    log: [`${GUTTER}export KEY=`],
    never: ['01234'],
  },
];

testSteps('a long key', ...long);
testSteps('the beginning of the key', ...unfinished, ...ended);
testSteps('the key where a text is cut', ...cut);

testSteps('the key in an answer', ...echoes, ...atLimits, ...folded, ...words, ...ids);

testSteps('the key in another input', ...given, ...torn);
