// status, list, logs, env and check: they read, and change nothing.
import { rowsWith, type SharingRow, testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import type { Played } from '../support/timeline.ts';

const RESOURCES = `{"ok":true,"resources":[
  {"id":"app_web","type":"app","name":"web","status":"running","catalogKey":"node","cpuMillicores":500},
  {"id":"app_job","type":"worker","name":"job","status":"stopped","catalogKey":"node"},
  {"id":"db_main","type":"database","name":"main","status":"running","catalogKey":"postgres"}]}`.replaceAll(
  /\n\s*/g,
  '',
);

const ids = ({ run }: Played): string[] => {
  const parsed: unknown = JSON.parse(run.outputs['resources'] ?? 'null');
  return Array.isArray(parsed)
    ? parsed.map((item: Readonly<Record<string, unknown>>) => String(item['id']))
    : [];
};

const listed =
  (...expected: string[]) =>
  (played: Played): string | undefined =>
    ids(played).join() === expected.join() ? undefined : `resources: ${ids(played).join()}`;

const status = rowsWith({ with: { operation: 'status' }, ends: 'passed 0' }, [
  {
    it: 'reads the latest deployment once',
    rule: 'status/once',
    service: 'dep_2 building',
    outputs: { 'deployment-id': 'dep_2', status: 'building', 'resource-status': 'running' },
  },
  {
    it: 'has no status of a deployment that shows none',
    rule: ['outputs/always', 'status/once'],
    service: 'list {"deployments":[{"id":"dep_7"}]}',
    outputs: { 'deployment-id': 'dep_7', status: '' },
    log: ['deployment dep_7 is in an unknown state'],
  },
  {
    it: 'shows a failed deployment as failed',
    rule: 'status/failed',
    service: 'dep_2 failed',
    outputs: { status: 'failed' },
    summary: ['⚠️', 'failed'],
    never: ['✅'],
  },
  {
    it: 'shows an app that has crashed as such, although its deployment finished',
    rule: 'status/failed',
    service: 'resource crashed',
    summary: ['⚠️', 'crashed'],
    never: ['✅'],
  },
  {
    it: 'reads the deployment that was named',
    rule: 'status/by-id',
    with: { 'deployment-id': 'dep_1' },
    service: 'dep_2 building',
    outputs: { 'deployment-id': 'dep_1', status: 'finished' },
  },
  {
    it: 'does not find an unknown deployment',
    rule: 'status/absent',
    with: { 'deployment-id': 'dep_9' },
    ends: 'not_found 0',
    error: ['dep_9', 'What to do: Check deployment-id'],
  },
  {
    it: 'does not call a deployment unknown whose answer is too large',
    rule: 'bounds/too-large',
    with: { 'deployment-id': 'dep_9' },
    texts: { huge: 'x'.repeat(2 ** 24) },
    service: 'detail dep_9 building | {huge}',
    ends: 'unreadable_reply 0',
    warnings: ['too long to be read'],
  },
  {
    it: 'passes where there is no deployment',
    rule: 'status/none',
    service: 'dep_1 gone',
    outputs: { 'deployment-id': '', status: '', 'resource-status': 'running' },
  },
  {
    it: 'does not say that a deployment is unknown which could not be read',
    rule: 'status/by-id',
    with: { 'deployment-id': 'dep_7' },
    service: 'detail dep_7 500 internal_error "The database is away."',
    ends: 'internal_error 0–5',
    error: ['The database is away.'],
  },
]);

const list = rowsWith({ with: { operation: 'list', 'resource-id': '' }, ends: 'passed 0' }, [
  {
    it: 'lists all resources with their fields',
    rule: 'list/table',
    service: `resources ${RESOURCES}`,
    outputs: { resources: /"cpuMillicores":500/ },
    summary: ['app_web', 'app_job', 'db_main'],
    also: listed('app_web', 'app_job', 'db_main'),
  },
  {
    it: 'does not call a list that is too large a reply of something else',
    rule: 'bounds/too-large',
    texts: { huge: 'x'.repeat(2 ** 24) },
    service: 'resources {"resources":[{"id":"app_web","name":"{huge}","status":"running"}]}',
    ends: 'unreadable_reply 0',
    error: ['The reply of the service is too large', 'to the operator'],
  },

  {
    it: 'shows a dash in the log for a field that a resource does not have',
    rule: 'list/table',
    log: ['- web | app_web | app | running | –'],
  },
]);

const logs = rowsWith({ with: { operation: 'logs' }, ends: 'passed 0' }, [
  ...['', '500', '2000'].map((lines): SharingRow => ({
    it: `reads the last ${lines || '100'} lines`,
    rule: 'logs/lines',
    with: lines === '' ? {} : { lines },
    service: 'logs listening on 3000 / GET / 200 / ::error::from the app',
    log: ['  | listening on 3000', '  | GET', '  | 200'],
    also: ({ served }) => {
      const { path = '' } = served.find(({ name }) => name === 'logs') ?? {};
      return path.endsWith(`lines=${lines || '100'}`) ? undefined : path;
    },
  })),
  {
    it: 'names the resource that answers late',
    rule: 'logs/lines',
    service: 'resource running (late 2s)',
    ends: 'passed 2',
    summary: ['Read 1 line of the runtime log of web'],
    log: ['Read 1 line of the runtime log of web'],
  },
  {
    it: 'fails when the log cannot be read',
    rule: 'always/exit-code',
    service: 'logs 403 forbidden "Not yours."',
    ends: 'forbidden 0',
    error: ['Not yours.'],
  },
  {
    it: 'reads the names of variables',
    rule: 'env/names',
    with: { operation: 'env' },
    outputs: { 'env-names': /^\["(?:PORT","DATABASE_URL|DATABASE_URL","PORT)"\]$/ },
    summary: ['DATABASE_URL'],
    log: ['Environment variables:'],
  },
  {
    it: 'prints a log of another form as JSON',
    rule: ['always/unrecognised', 'reads/unread-log'],
    service: 'logs {"data":[{"words":"Listening"}]}',
    log: ['The runtime log of web is not recognised', '"words": "Listening"'],
    never: ['is empty'],
  },
]);

const check = rowsWith({ with: { operation: 'check' }, ends: 'passed 0', rule: 'check/rows' }, [
  {
    it: 'changes nothing and shows key, resource, work in progress and variables',
    rule: 'check/changes-nothing',
    with: { 'required-env': 'PORT' },
    sent: { openapi: '1×' },
    service: 'dep_2 building',
    summary: [
      'API key | accepted',
      'app_web',
      'In progress | `dep_2` is building',
      'all names are set',
    ],
    never: ['DATABASE_URL', 'Listening'],
    also: ({ served }) =>
      served.some(
        ({ name, headers }) => (name === 'openapi') === (headers.authorization !== undefined),
      )
        ? 'openapi.json was requested with the key, or something else without it'
        : undefined,
  },
  {
    it: 'says that the right to deploy cannot be tested',
    rule: 'check/scope',
    summary: [/deploy.{0,80}(cannot|not).{0,40}(test|check|verif)/i],
  },
  { it: 'checks a key without a resource', rule: 'check/no-resource', with: { 'resource-id': '' } },
  {
    it: 'warns that only apps are deployed',
    rule: 'check/not-app',
    service:
      'resource {"resource":{"id":"app_web","type":"worker","name":"jobs","status":"running"}}',
    summary: ['Type | worker'],
    warnings: ['jobs is a worker: the API deploys apps only.'],
  },
  {
    it: 'names the paths that the description of the API does not hold',
    rule: 'check/paths',
    service: 'openapi {"openapi":"3.1.0","paths":{"/v2/resources":{},"/v2/resources/{id}":{}}}',
    summary: [/does not list.*start.*stop.*restart.*deployments.*and 2 more/],
  },
  {
    it: 'says of a description without paths that it lists none',
    rule: 'check/paths',
    service: 'openapi {"openapi":"3.1.0"}',
    summary: ['lists no paths'],
    never: ['does not list'],
  },
  {
    it: 'reports what cannot be read as rows',
    with: { timeout: '30s' },
    service: ['list 422 strange "No."', 'openapi 404 page'],
    ends: 'passed',
    summary: ['Deployments | cannot be read', 'Service description | cannot be read'],
  },
  {
    it: 'shows the part that was not recognised as a row',
    service: `
      list          {"ok":true,"deployments":{"total":3}}
      resources     {"ok":true,"total":3}
    `,
    summary: [
      'API key | accepted; it sees a list that is not recognised',
      'In progress | not known: no list is recognised',
    ],
  },
  {
    it: 'fails for a key that is not accepted',
    rule: 'check/fails',
    service: ['resources', 'resource', 'list', 'env'].map(
      (read) => `${read} 401 unauthorized "Bad key."`,
    ),
    ends: 'unauthorized 0',
    error: ['Bad key.'],
  },
  {
    it: 'fails for an unknown resource',
    rule: 'check/fails',
    service: 'resource 404 not_found "No such resource."',
    ends: 'not_found 0',
    error: ['app_web'],
  },
  {
    it: 'fails for a missing variable',
    rule: 'check/fails',
    with: { 'required-env': 'PORT\nAPI_TOKEN' },
    ends: 'missing_env 0',
    error: ['API_TOKEN'],
  },
]);

const forms = rowsWith({ with: { operation: 'status' }, ends: 'passed 0' }, [
  ...[
    '{"id":"app_web","status":"listening","domain":"x.example.test"}',
    '{"data":{"id":"app_web","status":"listening","domain":"x.example.test"}}',
    '{"resource":{"ID":"app_web","STATUS":"listening","domain":"x.example.test"}}',
    '{"data":{"resource":{"id":"app_web","status":"listening"},"domain":"x.example.test"}}',
  ].map((reply): SharingRow => ({
    it: `reads the resource ${reply.slice(0, 40)}`,
    rule: ['reads/wrapper', 'reads/names'],
    service: `resource ${reply}`,
    outputs: { 'resource-status': 'listening', url: 'https://x.example.test' },
  })),
  {
    it: 'reads nothing below a second wrapper',
    rule: 'reads/wrapper',
    service: 'resource {"data":{"result":{"resource":{"id":"app_web","status":"listening"}}}}',
    outputs: { 'resource-status': '' },
  },
  ...[
    '{"deployments":[D]}',
    '{"items":[D]}',
    '{"data":[D]}',
    '{"data":{"deployments":[D]}}',
    '[D]',
  ].map((reply): SharingRow => ({
    it: `reads the list ${reply}`,
    rule: 'reads/list',
    service: `list ${reply.replace('D', '{"id":"dep_7","status":"failed"},{"id":"dep_6"}')}`,
    outputs: { 'deployment-id': 'dep_7', status: 'failed' },
  })),
  {
    it: 'does not recognise a list in which an entry has no id',
    rule: 'reads/list',
    service: 'list {"deployments":[{"id":"dep_7","status":"failed"},{"status":"finished"}]}',
    outputs: { 'deployment-id': '' },
    log: ['no list of its deployments is recognised'],
  },
]);

const details = rowsWith({ rule: 'reads/ids', ends: 'passed 20–23', printed: ['one', 'two'] }, [
  {
    it: 'shows a log although the detail, whose path names it, shows no id',
    service: `
      ${deploys('dep_2', 'building', '20s finished')}
      detail dep_2     {"ok":true,"status":"building","log":"one\\n"}
      20s detail dep_2 {"ok":true,"status":"finished","log":"one\\ntwo\\n"}
    `,
  },
  {
    it: 'shows a log whose detail and list name the id deploymentId',
    service: `
      POST             {"deploymentId":"dep_2"}
      list ×1          {"deployments":[]}
      dep_2            building
      20s dep_2        finished
      list             {"deployments":[{"deploymentId":"dep_2","status":"building"}]}
      detail dep_2     {"deploymentId":"dep_2","status":"building","log":"one\\n"}
      20s detail dep_2 {"deploymentId":"dep_2","status":"finished","log":"one\\ntwo\\n"}
    `,
  },
]);

testSteps('a reply', ...forms, ...details);
testSteps('an operation that reads', ...status, ...list, ...logs, ...check);
