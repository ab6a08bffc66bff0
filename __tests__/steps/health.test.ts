// The health check: what must answer, for how long it is asked, and what is shown of it.
import { rowsWith, type SharingRow, testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import { API_KEY } from '../support/timeline.ts';

const CHECK = { 'health-check': '/health' };
const CONTAINS = { ...CHECK, 'health-check-contains': 'release-7' };
const OWN = 'resource running @own';

const rows = rowsWith({ with: CHECK }, [
  ...['200 "ok"', '204', '301 (location https://elsewhere.test/)'].map((answer): SharingRow => ({
    it: `passes with the answer ${answer}`,
    rule: 'health/status',
    service: `${OWN}\nhealth ${answer}`,
    sent: { health: '20–25' },
    also: ({ served }) =>
      served.some(({ name, headers }) => name === 'health' && headers.authorization !== undefined)
        ? 'the key was sent to the app'
        : undefined,
  })),
  {
    it: 'passes soon after the app answers, however long that took',
    rule: 'health/retried',
    service: [OWN, 'health 503 "not yet"', '100s health 200 "ok"'],
    ends: 'passed 100–111',
    sent: { health: '≤20×' },
    log: ['answered 503 with the body "not yet"; requesting it again, for at most 2m 55s more'],
  },
  {
    it: 'fails when the app does not answer well within three minutes',
    rule: 'health/timeout',
    service: `${OWN}\nhealth 503 "not yet"`,
    ends: 'unhealthy 185–202',
    outputs: { status: 'finished', 'resource-status': 'running' },
    log: ['The last lines of the runtime log of web:', '  | listening on 3000'],
    error: ['503'],
  },
  {
    it: 'fails when the app does not answer at all',
    rule: 'health/no-answer',
    with: { 'health-check-timeout': '30s' },
    service: `${OWN}\nhealth cut`,
    ends: 'unhealthy 40–52',
  },
  {
    it: 'passes when the body holds the text',
    rule: 'health/text',
    with: CONTAINS,
    service: [OWN, 'health 200 "release-6"', '40s health 200 "release-7"'],
    ends: 'passed 40–50',
  },
  {
    it: 'passes when the text has arrived of a body that never ends',
    rule: 'health/text',
    with: CONTAINS,
    service: `${OWN}\nhealth 200 "release-7 is up: release-7 is up" (stalls)`,
    ends: 'passed 20–35',
  },
  {
    it: 'names the text and quotes what answered',
    rule: 'health/text-named',
    with: { ...CONTAINS, 'health-check-timeout': '30s' },
    service: `${OWN}\nhealth 200 "I am release-6."`,
    ends: 'unhealthy 40–52',
    error: ['release-7', 'I am release-6.', 'What to do: Check which commit is deployed'],
  },
  {
    it: 'does not quote an error where logs are not shown',
    rule: 'health/text-hidden',
    with: { 'health-check-timeout': '5s', 'build-log': 'false' },
    service: `${OWN}\nhealth 503 "no database"`,
    ends: 'unhealthy 25–32',
    error: ['answered 503'],
    never: ['no database'],
  },
  {
    it: 'shows no Location of the app where logs are not shown',
    rule: 'health/text-hidden',
    with: { ...CONTAINS, 'health-check-timeout': '30s', 'build-log': 'false' },
    service: `${OWN}\nhealth 302 (location /login?session=31415)`,
    ends: 'unhealthy 40–52',
    never: ['31415'],
  },
  {
    it: 'passes when the body holds the text where logs are not shown',
    rule: 'health/text-hidden',
    with: { ...CONTAINS, 'build-log': 'false' },
    service: `${OWN}\nhealth 200 "I am release-7, at your service."`,
    sent: { health: '1×' },
    never: ['at your service'],
  },
  {
    it: 'fails soon after its own time when the app never answers',
    rule: 'health/timeout',
    with: { 'health-check-timeout': '8s' },
    service: `${OWN}\nhealth hang`,
    ends: 'unhealthy 28–33',
    error: ['gave no answer. Tried for 8 s'],
    log: ['/health has not answered yet; waiting, for at most 3 s more'],
    sent: { health: '1×' },
  },
  {
    it: 'finds a text within the first 64 KiB, and not behind them',
    rule: 'health/text-start',
    with: { ...CONTAINS, 'health-check-timeout': '10s' },
    texts: { long: 'x'.repeat(70_000) },
    service: `${OWN}\nhealth 200 "{long} release-7"`,
    ends: 'unhealthy 30–40',
    error: ['whose beginning (up to 64 KiB) lacks "release-7"'],
    never: ['It must contain'],
  },
  {
    it: 'names the text that is missing, although the address holds it',
    rule: 'health/text-named',
    with: { 'health-check-contains': 'health', 'health-check-timeout': '5s' },
    service: `${OWN}\nhealth cut`,
    ends: 'unhealthy 25–35',
    error: ['It must contain "health"'],
  },
  {
    it: 'refuses a path where there is no domain',
    rule: 'health/no-domain',
    service: 'resource running @none',
    ends: 'invalid_input 0',
    sent: { POST: '0×' },
    error: ['health-check'],
  },
  {
    it: 'deploys with a path when the reply about the resource is not recognised at first',
    rule: 'health/no-domain',
    service: ['resource ×1 {"odd":{"x":1}}', OWN],
  },
  {
    it: 'does not take a redirect for the text',
    rule: 'health/text-redirect',
    with: { 'health-check-contains': 'rel-7', timeout: '40s' },
    service: [OWN, 'health 302 "rel-7"'],
    ends: 'unhealthy 38–40',
    error: ['rel-7', '302', 'not followed: set health-check to'],
  },
  {
    it: 'checks an app after a restart',
    rule: 'health/operations',
    with: { operation: 'restart' },
    service: `
      ${OWN}
      1s resource   restarting @own
      4s resource   running @own
      health        503 "not yet"
      30s health    200 "ok"
    `,
    ends: 'passed 30–45',
  },
  ...['deploy', 'follow'].map((operation): SharingRow => ({
    it: `waits for the domain that a first deployment brings, with operation ${operation}`,
    rule: 'health/new-domain',
    with: { operation },
    service: `
      dep_1         gone
      resource      creating @none
      8s dep_2      building
      20s dep_2     finished
      20s resource  running @none
      30s resource  running @own
      POST          {"deploymentId":"dep_2"}
    `,
    ends: 'passed 30–36',
    log: ['shows no domain yet', 'answered 200'],
  })),
  {
    it: 'starts a resource of which a reply in an unknown form shows no domain',
    rule: 'health/operations',
    with: { operation: 'start' },
    service: ['resource ×1 {"something":"else"}', OWN],
    ends: 'passed 2–10',
    sent: { start: '0' },
    log: ['answered 200'],
  },
  {
    it: 'keeps the commit that the deployment shows, whatever the app answers',
    rule: 'health/text',
    with: { 'health-check-contains': '4f6c21d0a1b2c3d4e5f60718293a4b5c6d7e8f90' },
    env: { GITHUB_SHA: '4f6c21d0a1b2c3d4e5f60718293a4b5c6d7e8f90' },
    service: `
      ${OWN}
      health        200 "4f6c21d0a1b2c3d4e5f60718293a4b5c6d7e8f90"
      ${deploys('dep_2', `building {"commit":"${'ab'.repeat(20)}"}`, `20s finished {"commit":"${'ab'.repeat(20)}"}`)}
    `,
    outputs: { commit: 'ab'.repeat(20) },
  },
  {
    it: 'refuses a path after an old deployment where there is no domain',
    rule: 'health/no-domain',
    with: { operation: 'follow', 'deployment-id': 'dep_1' },
    service: 'resource running @none',
    ends: 'invalid_input 0–5',
    error: ['No domain of web is known'],
  },
  {
    it: 'waits for a deployment of a resource that could not be read at first',
    rule: 'health/operations',
    with: { operation: 'follow' },
    service: ['dep_1 building', '20s dep_1 finished', 'resource ×1 hang', OWN],
    log: ['answered 200'],
  },
  {
    it: 'does not say that a domain is missing which it has found',
    rule: ['health/new-domain', 'always/no-silent-wait'],
    service: `
      dep_1         gone
      resource      running @none
      ${deploys('dep_2', 'finished')}
      10s resource  running @own
      health        503 "not yet"
      90s health    200 "ok"
    `,
    ends: 'passed 90–101',
    once: ['shows no domain yet'],
  },
  {
    it: 'says after its time that the first deployment brought no domain',
    rule: 'health/new-domain',
    with: { 'health-check-timeout': '9s' },
    service: ['dep_1 gone', 'resource running @none'],
    ends: 'unhealthy 28–33',
    error: ['No domain of web is known'],
  },
  {
    it: 'redacts the answer of an app before it cuts it',
    rule: 'text/redact-before-cut',
    with: { 'health-check-contains': 'release-7', 'health-check-timeout': '5s' },
    texts: { long: `${'x'.repeat(190)}${API_KEY}` },
    service: [OWN, 'health 200 "{long}"'],
    ends: 'unhealthy 20–32',
    never: [API_KEY.slice(0, 8)],
  },
]);

const quoted = rowsWith(
  {
    rule: 'health/error-quoted',
    with: { ...CHECK, 'health-check-timeout': '30s' },
    ends: 'unhealthy 45–52',
  },
  [
    ...(['404', '503'] as const).map((status) => ({
      it: `quotes the last answer ${status}`,
      service: [OWN, 'health 500 "first"', `40s health ${status} "no database"`],
      error: [`answered ${status} with the body "no database"`],
    })),
    {
      it: 'does not take an error for the answer of another commit',
      with: { 'health-check-contains': 'release-7' },
      service: `${OWN}\nhealth 503 "no database"`,
      error: ['answered 503 with the body "no database"', 'release-7', 'runtime log'],
      never: ['Check which commit is deployed'],
    },
  ],
);

testSteps('the health check', ...rows, ...quoted);
