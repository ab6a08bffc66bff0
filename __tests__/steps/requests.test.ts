// Requests: busy resources, the rate limit, outages, pages, redirects, the pace.
import { rowsWith, testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import type { Played, Timeline } from '../support/timeline.ts';

/** A commit of the run. */
const SHA = 'a'.repeat(40);

const busy: Timeline[] = [
  {
    it: 'deploys when the work in the way has ended',
    rule: 'busy/free',
    service: `
      dep_2         building
      POST ×1       409 busy "Deployment dep_2 is running."
      10s dep_2     finished
      ${deploys('dep_3', 'building', '30s finished')}
    `,
    ends: 'passed 30–33',
    outputs: { 'deployment-id': 'dep_3' },
    sent: { POST: '0 10', list: '0 0 5 10 …' },
    log: [
      /Deployment dep_2 is running\." Waiting for deployment dep_2 \(building\) .* 9m 55s more/,
    ],
    never: ['other work'],
  },
  {
    it: 'tries again after five seconds, and then at every third read, when no work is seen',
    rule: ['busy/free', 'busy/sentence'],
    service: `
      POST ×5       409 busy "A backup is running."
      ${deploys('dep_2', 'building', '90s finished')}
    `,
    ends: 'passed 90–95',
    sent: { POST: '0 5 20 35 50 65', list: '0 0 5 10 15 20 25 30 35 40 45 50 55 60 65' },
    log: ['"A backup is running." Waiting for other work to end, for at most 9m 55s more.'],
  },
  {
    it: 'tries again at every third read, although other work is still in progress',
    rule: 'busy/free',
    service: `
      dep_2         building
      POST ×1       409 busy "Deployment dep_2 is running."
      ${deploys('dep_3', 'building', '60s finished')}
    `,
    ends: 'passed 60–63',
    outputs: { 'deployment-id': 'dep_3' },
    sent: { POST: '0 15' },
  },
  {
    it: 'is not held up by a deployment that is stuck below a newer one',
    rule: ['busy/free', 'always/in-progress'],
    service: `
      dep_1         building
      dep_2         building
      POST ×1       409 busy "Building."
      7s dep_2      finished
      ${deploys('dep_3', 'finished')}
    `,
    ends: 'passed 10–16',
    outputs: { 'deployment-id': 'dep_3' },
    sent: { POST: '0 10' },
    never: ['deployment dep_1'],
  },
  {
    it: 'reads the list of a busy resource more slowly where many jobs use the key',
    rule: 'busy/free',
    with: { 'concurrent-jobs': '20' },
    service: ['POST ×2 409 busy', deploys('dep_2', 'finished')],
    ends: 'passed 48–60',
    sent: { POST: '0 12 48', list: '0 0 12 24 36 48' },
  },
  {
    it: 'fails at once when told so',
    rule: 'busy/fail',
    with: { 'on-busy': 'fail' },
    service: 'POST 409 busy "A backup is running."',
    ends: 'busy 0',
    error: ['A backup is running.'],
  },

  {
    it: 'names who was in the way until the deadline, once a minute',
    rule: ['busy/who', 'always/no-silent-wait'],
    with: { timeout: '4m' },
    service: ['dep_2 building', 'POST 409 busy "Another deployment is running."'],
    ends: 'busy 230–240',
    error: [/Another deployment is running\..* Deployment dep_2 \(building\) is in the way/],
    also: ({ run }) => {
      const lines = run.log.split('\n').filter((line) => line.includes('Waiting for'));
      return lines.length === 4 && lines.every((line) => line.includes('dep_2 (building)'))
        ? undefined
        : `${lines.length} lines:\n${lines.join('\n')}`;
    },
  },
  {
    it: 'points to the deployment in the way that builds the commit of this run',
    rule: 'busy/who',
    with: { timeout: '12s' },
    env: { GITHUB_EVENT_NAME: 'push', GITHUB_SHA: SHA },
    service: [
      `list {"deployments":[{"id":"dep_2","status":"building","commit":"${SHA}"}]}`,
      'POST 409 busy',
    ],
    ends: 'busy 5–12',
    log: ['operation: follow, deployment-id: dep_2'],
    error: ['operation: follow, deployment-id: dep_2'],
  },
  {
    it: 'ends at once when it would ask a busy resource again only after the deadline',
    rule: 'busy/too-late',
    with: { timeout: '20s' },
    service: 'POST 409 busy "Building." (late 19s)',
    ends: 'busy 19',
    error: ['Building.', 'Too little time is left', 'Nothing was changed'],
    sent: { POST: '0' },
  },
  {
    it: 'reads the list five seconds after a request that was refused late',
    rule: 'busy/free',
    service: 'POST ×1 409 busy "A backup is running." (late 12s)',
    sent: { POST: '0 17' },
  },
  {
    it: 'waits for no other work any more once its request is accepted',
    rule: ['busy/free', 'always/no-silent-wait'],
    service: [
      'POST ×2 409 busy "A backup is running."',
      deploys('dep_2', 'building', '90s finished'),
    ],
    ends: 'passed 90–94',
    sent: { POST: '3×' },
    once: ['Waiting for other work'],
  },
  {
    it: 'ends at once when the pause would leave no time for the answer to another attempt',
    rule: 'busy/too-late',
    with: { timeout: '20s' },
    service: 'POST 409 busy "Building." (late 14s)',
    ends: 'busy 14',
    error: ['Too little time is left'],
    sent: { POST: '0' },
  },
  {
    it: 'judges the app by its state after the work in the way',
    rule: ['deploy/resource-unread', 'app/as-before'],
    service: `
      resource      exited
      dep_2         building
      POST ×1       409 busy "Building."
      8s resource   running
      8s dep_2      finished
      ${deploys('dep_3', 'building', '30s finished')}
      30s resource  exited
    `,
    ends: 'not_running 90–94',
    outputs: { 'deployment-id': 'dep_3', status: 'finished' },
  },
  {
    it: 'names the newest of two works, which is the last to end',
    rule: 'busy/who',
    service: `
      dep_1         building
      dep_2         queued
      POST ×1       409 busy "Building."
      10s dep_1     finished
      10s dep_2     finished
      ${deploys('dep_3', 'finished')}
    `,
    ends: 'passed 10–20',
    outputs: { 'deployment-id': 'dep_3' },
    sent: { POST: '0 10' },
    log: ['Waiting for deployment dep_2 (queued) to end'],
    never: ['other work', 'dep_1 (building)'],
  },
];

/** The longest time between two polls of `dep_2`, in seconds. */
const longestGap =
  (limitS: number) =>
  ({ served }: Played): string | undefined => {
    const times = served.filter(({ name }) => name === 'dep_2').map(({ atMs }) => atMs / 1_000);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    return Math.max(...gaps) <= limitS ? undefined : `polls at ${times.join(' ')}`;
  };

const limited: Timeline[] = [
  ...(
    [
      ['rate_limited "120 a minute."', 'limit/retry-after'],
      ['page Slow down', 'limit/page'],
      ['quota_exceeded "Enough."', 'limit/unknown-code'],
    ] as const
  ).map(([answer, rule]): Timeline => ({
    it: `deploys again after 429 ${answer} when the service allows it`,
    rule,
    service: `POST ×1 429 ${answer} (retry-after 5)`,
    sent: { POST: '0 5–6.1' },
  })),
  {
    it: 'ends with an unknown 429 that does not say when',
    rule: 'limit/unknown-code',
    service: 'POST 429 quota_exceeded "Enough for this month."',
    ends: 'quota_exceeded 0',
    sent: { POST: '0' },
    error: ['Enough for this month.'],
  },
  {
    it: 'polls on at once after one 429 with a short Retry-After',
    rule: 'limit/pace-returns',
    service: 'detail dep_2 ×1 429 rate_limited "120 a minute." (retry-after 1)',
    sent: { dep_2: '1–2 5–6 …', list: '0 3–4 …' },
    also: longestGap(5),
  },
  ...['0', 'Mon, 02 Mar 2026 11:00:00 GMT'].map((retryAfter): Timeline => ({
    it: `polls no sooner than usual after Retry-After: ${retryAfter.slice(0, 3)}`,
    rule: 'limit/retry-after-past',
    service: `detail dep_2 ×1 429 rate_limited (retry-after ${retryAfter.replace(',', '')})`,
    sent: { dep_2: '1.1 5.9 …', list: '0 3.5' },
  })),
  {
    it: 'polls ten seconds apart for a minute after a second 429 within a minute',
    rule: 'limit/slow',
    service: `
      ${deploys('dep_2', 'building', '100s finished')}
      detail dep_2 ×2  429 rate_limited (retry-after 1)
    `,
    ends: 'passed 100–106',
    sent: { dep_2: '1.1 5.9 25.9 35.9 45.9 55.9 65.9 68.3 …', list: '0 3.5 15.9' },
  },
  {
    it: 'says after five seconds that a poll waits for the rate limit, and how long',
    rule: ['always/no-silent-wait', 'limit/retry-after'],
    service: '5s detail dep_2 ×1 429 rate_limited "120 a minute." (retry-after 60)',
    ends: 'passed 60–70',
    once: [/"120 a minute." Waiting, for at most 56 s more/],
  },
  {
    it: 'is not silent in the second of two limits in a row',
    rule: 'always/no-silent-wait',
    service: ['POST ×3 429 rate_limited (retry-after 30)', deploys('dep_2', 'finished')],
    ends: 'passed 92–100',
    sent: { POST: '0 30.8 61.5 92.3' },
    log: ['Waiting, for at most 26 s more', 'at most 31 s more', 'at most 31 s more'],
  },
  {
    it: 'does not know which deployment is ours when the limit lasts beyond the deadline',
    rule: 'limit/too-late',
    service: ['POST {"ok":true}', 'list 429 rate_limited (retry-after 900)'],
    ends: 'unknown_outcome 1–3',
  },
  {
    it: 'says nothing of a short rate limit',
    rule: 'always/no-silent-wait',
    service: ['POST ×1 429 rate_limited (retry-after 3)', deploys('dep_2', 'finished')],
    ends: 'passed 4–10',
    sent: { POST: '0 3.8' },
    never: ['Waiting'],
  },
  {
    it: 'ends at once when a poll would have to wait longer than the time that is left',
    rule: 'limit/too-late',
    with: { timeout: '5m' },
    service: `
      ${deploys('dep_2', 'building')}
      5s detail dep_2   429 rate_limited "120 a minute." (retry-after 900)
    `,
    ends: 'rate_limited 5–8',
    error: [
      '"120 a minute." The service asks to wait 15m. The next attempt would come',
      'after the deadline of 5m',
      'Deployment dep_2 of web may continue',
      'operation: follow',
    ],
  },
  {
    it: 'is not held up by a rate limit after its end',
    rule: 'limit/after-end',
    service: `
      ${deploys('dep_2', 'building', '5s failed | error: broken')}
      detail dep_2 ×3   as is
      detail dep_2      429 rate_limited "120 a minute." (retry-after 400)
      5s resource       429 rate_limited "120 a minute." (retry-after 400)
    `,
    ends: 'deployment_failed 15–16',
    error: ['error: broken'],
    outputs: { duration: /^[5-9]$/ },
    warnings: ['The log of deployment dep_2 could not be read to its end'],
  },
  {
    it: 'waits for a rate limit to judge the app, and says so',
    rule: 'limit/after-end',
    service: '20s resource ×1 429 rate_limited "120 a minute." (retry-after 30)',
    ends: 'passed 51–54',
    log: [/"120 a minute." Waiting, for at most 26 s more/],
  },
  {
    it: 'does not wait for a rate limit that lasts longer than the app has',
    rule: 'limit/after-end',
    service: '20s resource 429 rate_limited "120 a minute." (retry-after 145)',
    ends: 'passed 20–24',
    warnings: ['"120 a minute."'],
  },
  {
    it: 'ends at once when it would have to wait longer than the time that is left',
    rule: 'limit/too-late',
    with: { timeout: '5m' },
    service: 'POST 429 rate_limited "120 a minute." (retry-after 900)',
    ends: 'rate_limited 0',
    never: [/waiting/i],
  },
  {
    it: 'waits longer and longer where the service does not say for how long',
    rule: 'limit/growing',
    service: ['POST ×5 429 rate_limited "120 a minute."', deploys('dep_2', 'finished')],
    ends: 'passed 35–50',
    sent: { POST: '0 3 7.5 14.25 24.4 39.6' },
    log: ['at most 2.5 s more', 'at most 6.8 s more', 'at most 10 s more', 'at most 15 s more'],
  },
  {
    it: 'does not hold a POST back beyond the deadline without a word',
    rule: 'limit/too-late',
    with: { timeout: '40s' },
    service: 'resource 429 rate_limited "120 a minute." (retry-after 100)',
    ends: 'rate_limited 0',
    error: ['120 a minute.', 'after the deadline of 40 s'],
    sent: { POST: '0×' },
  },
  {
    it: 'reads the rest of a check after a rate limit',
    rule: 'limit/check',
    with: { operation: 'check' },
    service: 'list ×1 429 rate_limited "120 a minute." (retry-after 2)',
    ends: 'passed 2–4',
    summary: ['| In progress | no deployment |', '| Service description | readable'],
    never: ['cannot be read'],
  },
];

/** At least twelve and at most so many reads from 5 to 185 seconds. */
const readsInOutage =
  (most: number) =>
  ({ served }: Played): string | undefined => {
    const reads = served.filter(({ atMs }) => atMs > 5_000 && atMs < 185_000).length;
    return reads >= 12 && reads <= most ? undefined : `${reads} reads in the outage`;
  };

/** What the log says of an outage. */
const told = rowsWith({ rule: 'requests/outage' }, [
  {
    it: 'names the end of an outage in which neither detail nor list was answered',
    service: `
      ${deploys('dep_2', 'building', '80s finished')}
      10s–60s dep_2          hang
      10s–60s list           hang
    `,
    ends: 'passed 80–130',
    log: [/(has not answered yet; waiting, for at most 25 s more[^]*){2}/],
    once: ['Trying again, for at most', /The service answers again after 1m/],
  },
  {
    it: 'survives an outage of three minutes',
    service: ['POST {"ok":true}', '5s–185s list cut', '100s dep_2 building', '200s dep_2 finished'],
    ends: 'passed 200–206',
    log: [/was lost.*Trying again, for at most 9m/, 'The service answers again after 3m'],
    once: ['again after'],
    also: readsInOutage(20),
  },
  {
    it: 'polls on after an outage of detail and list that lasts three minutes',
    service: ['5s–185s detail dep_2 cut', '5s–185s list cut'],
    ends: 'passed 185–215',
    log: [/(was lost.* Trying again, for at most \d[^]*){4}/],
    once: ['again after'],
    also: readsInOutage(40),
  },
  {
    it: 'counts an outage from its beginning, however often its reason changes',
    service: `
      ${deploys('dep_2', 'building', '60s finished')}
      5s–20s detail dep_2   500 internal_error
      5s–20s list           500 internal_error
      20s–40s detail dep_2  200 page Maintenance
      20s–40s list          200 page Maintenance
    `,
    ends: 'passed 60–68',
    log: [/The service answers again after (?:3[5-9]|4\d) s/],
  },
  {
    it: 'tells the end of an outage that ends with a refusal',
    with: { operation: 'env' },
    service: ['env 401 unauthorized "Bad key."', '0s–8s env 500 internal_error'],
    ends: 'unauthorized 8–18',
    log: ['Trying again, for at most', 'The service answers again after 11 s'],
  },
  {
    it: 'does not take a POST that was answered late for an outage that lasts',
    with: { timeout: '60s' },
    service: deploys('{"deploymentId":"dep_2"} (late 8s)', 'building'),
    ends: 'timeout 60',
    sent: { dep_2: '9–9.5 …' },
    log: ['has not answered yet'],
    never: ['answers again'],
    error: ['did not end in time', 'dep_2 of web continues'],
  },
  {
    it: 'tells the end of an outage after one in which a read was given up',
    service: `
      0s–13s resource        500 internal_error "The first one."
      ${deploys('dep_2', 'building')}
      30s–40s detail dep_2   500 internal_error "The second one."
      30s–40s list           500 internal_error "The second one."
      50s dep_2              finished
    `,
    ends: 'passed 50–56',
    log: ['The first one.', 'The second one.', /The service answers again after \d/],
  },
]);

const outages: Timeline[] = [
  {
    it: 'says after five seconds that a read has no answer, and until when it waits',
    rule: ['always/no-silent-wait', 'requests/timeout'],
    service: 'list ×1 hang',
    sent: { list: '0 30–32 …', POST: '30–32' },
    log: ['has not answered yet; waiting, for at most 25 s more.'],
    never: ['no complete reply', /trying again/i],
  },
  {
    it: 'reads a deployment whose detail takes 20 seconds, and pauses as long',
    rule: ['requests/timeout', 'requests/shared-pace'],
    service: 'detail dep_2 as is (late 20s)',
    ends: 'passed 66–67',
    sent: { dep_2: '1.1 41.1 …' },
    log: ['Compiling', 'Done', 'finished after'],
  },
  {
    it: 'ends with a 409 of a gateway, although work is in progress',
    rule: 'deploy/refused-page',
    service: ['dep_2 building', 'POST 409 page Conflict'],
    ends: 'unreadable_reply 0',
    sent: { POST: '0' },
    error: ['127.0.0.1', '409', 'an HTML page titled "Conflict"'],
  },
  {
    it: 'counts the time that a read has taken, and gives its last try five seconds',
    rule: 'deploy/resource-unread',
    service: ['resource ×1 500 internal_error (late 6s)', 'resource ×1 hang'],
    sent: { resource: '0 7 …', POST: '12' },
  },
  {
    it: 'names the cause of a failure after two outages of the detail',
    rule: 'deploy/detail-unread',
    service: `
      ${deploys('dep_2', 'building | Compiling', '20s failed | Compiling / error: no space left')}
      5s–11s detail dep_2       500 internal_error
      19.5s–23.5s detail dep_2  500 internal_error
    `,
    ends: 'deployment_failed 23–33',
    error: ['error: no space left'],
  },
  ...['500 internal_error', '200 page', 'cut', '200 {"ok":tr', '200 null'].map(
    (answer): Timeline => ({
      it: `takes two answers ${answer} for nothing but an obstacle`,
      rule: 'requests/retried',
      service: `detail dep_2 ×2 ${answer}`,
    }),
  ),
  {
    it: 'reads on after a read with ok: false',
    rule: 'requests/ok-false',
    service: 'resource ×2 200 {"ok":false,"error":{"code":"warming_up"}}',
    sent: { resource: '0 1 2–3 …', POST: '2–3' },
  },
  {
    it: 'ends with the code of a read that stays ok: false',
    rule: 'requests/ok-false',
    service: 'list 200 {"ok":false,"error":{"code":"warming_up","message":"Not yet."}}',
    ends: 'warming_up 55–65',
    error: ['Not yet.'],
    sent: { POST: '0×' },
  },
  {
    it: 'ends with the code of polls that stay ok: false',
    rule: 'requests/ok-false',
    service: ['detail dep_2', 'list'].map(
      (read) => `5s ${read} 200 {"ok":false,"error":{"code":"warming_up","message":"Not yet."}}`,
    ),
    ends: 'warming_up 60–70',
    error: ['Not yet.', 'dep_2 of web may continue'],
  },
  {
    it: 'reads on at most five seconds apart before the first success, and says when it ends',
    rule: 'requests/backoff',
    service: ['0s–40s resource 503 page Down', '0s–40s list 503 page Down'],
    sent: { POST: '40–45' },
    log: [
      /answered 503.*Trying again, for at most 55 s more/,
      /The service answers again after 4\d s/,
    ],
  },
  {
    it: 'does not say at its end that the service answers again',
    rule: 'requests/outage',
    with: { timeout: '7s' },
    service: ['resource 503 page Down', 'list 503 page Down'],
    ends: 'unreachable 7',
    log: ['Trying again, for at most 2 s more'],
    never: ['answers again'],
  },
  {
    it: 'does not log an outage of three seconds',
    rule: 'requests/outage',
    service: ['0s–2s resource 503 page Down', '0s–2s list 503 page Down'],
    never: ['Trying again', 'answers again'],
  },
  {
    it: 'advises to correct the request after 422',
    rule: 'requests/correct',
    service: 'POST 422 validation_failed "The app has no Dockerfile."',
    ends: 'validation_failed 0',
    error: ['The app has no Dockerfile.', /would be refused again/],
    never: [/run the job again/i],
  },
  {
    it: 'takes JSON without an error code for a page, whose message it quotes',
    rule: 'always/from-the-api',
    service: 'POST 418 {"ok":false,"message":"The app has no Dockerfile."}',
    ends: 'unreadable_reply 0',
    error: ['The app has no Dockerfile.', 'not the JSON of the API'],
  },
  ...['423 locked', '425 too_early'].map((answer): Timeline => ({
    it: `advises to run the job again after ${answer}`,
    rule: 'requests/correct',
    service: `POST ${answer} "A backup is running."`,
    ends: `${answer.slice(4)} 0`,
    error: ['A backup is running.', 'Run the job again later'],
  })),
  ...['0s–900s down', 'resource 503 page\nlist 503 page'].map((service): Timeline => ({
    it: `gives up a service that cannot be reached: ${service}`,
    rule: 'requests/unreachable',
    service,
    ends: 'unreachable 45–62',
    error: ['127.0.0.1'],
  })),
  {
    it: 'gives up pages',
    rule: 'requests/first-pages',
    service: ['resource 200 page Welcome', 'list 200 page Welcome'],
    ends: 'unreadable_reply 6–12',
    error: ['127.0.0.1', /version/],
    sent: { POST: '0×' },
  },
  {
    it: 'gives up pages after ten seconds, though a gateway has answered before',
    rule: 'requests/first-pages',
    service: `
      resource      404 page Welcome
      list          404 page Welcome
      resource ×1   502 page
      list ×1       502 page
    `,
    ends: 'unreadable_reply 6–14',
    error: [/version/],
    sent: { POST: '0×' },
  },
  {
    it: 'gives up pages later, too',
    rule: ['requests/later-pages', 'always/no-rerun-advice'],
    service: ['5s detail dep_2 200 page Welcome', '5s list 200 page Welcome'],
    once: ['Trying again, for at most 55 s'],
    ends: 'unreadable_reply 60–66',
    outputs: { 'deployment-id': 'dep_2' },
    error: ['127.0.0.1', 'dep_2 of web may continue', 'before you run the job again'],
    never: ['Run the job again later'],
  },
  ...(
    [
      ['says that base-url must end with the version after a 404', 'http://{host}/api', true],
      ['does not blame an address that ends with a version', 'http://{host}/api/v2', false],
    ] as const
  ).map(([it, baseUrl, isNamed]): Timeline => ({
    it,
    rule: 'requests/wrong-base-url',
    with: { 'base-url': baseUrl },
    ends: 'not_found 0',
    ...(isNamed
      ? { error: ['base-url must end with the version of the API'] }
      : { error: ['not_found'], never: ['must end with the version'] }),
  })),
  {
    it: 'does not follow a redirect',
    rule: 'requests/redirect',
    service: ['resource', 'list'].map((read) => `${read} 302 (location https://login.test/)`),
    ends: 'unreadable_reply 0',
    error: ['login.test'],
  },
  {
    it: 'ends with a key that is revoked during the build, and says that the deployment continues',
    rule: ['requests/no-retry', 'outputs/always'],
    service: ['detail dep_2', 'list', 'resource'].map(
      (read) => `5s ${read} 401 unauthorized "Revoked."`,
    ),
    ends: 'unauthorized 5–10',
    outputs: {
      'deployment-id': 'dep_2',
      status: 'building',
      url: 'https://web.example.test',
      duration: /^\d+$/,
    },
    error: ['Revoked.', /continues?|still/i, 'The key is mistyped, revoked or expired'],
  },

  {
    it: 'does not advise to run the job again after an error of the service without a code',
    rule: 'always/no-rerun-advice',
    service: `
      ${deploys('{"ok":true}', 'building')}
      10s detail dep_2  200 {"ok":false,"error":{"message":"Odd."}}
      10s list          200 {"ok":false,"error":{"message":"Odd."}}
    `,
    ends: 'service_error 60–75',
    error: ['Odd.', 'before you run the job again'],
    never: [/run the job again later/i],
  },
  {
    it: 'does not advise to run the job again while a deployment continues without a wallet',
    rule: 'always/no-rerun-advice',
    service: `
      ${deploys('dep_2', 'building')}
      5s detail dep_2  402 billing "Top up."
      5s list          402 billing "Top up."
    `,
    ends: 'billing 5–12',
    error: ['Top up.', 'Deployment dep_2 of web may continue', 'before you run the job again'],
    never: ['then run the job again'],
  },
];

const pace: Timeline[] = [
  {
    it: 'polls more slowly where ten jobs use the key',
    rule: 'requests/shared-pace',
    with: { 'concurrent-jobs': '10' },
    ends: 'passed 20–26.5',
    sent: { dep_2: '1.1 7.1 13.1 …' },
  },
  {
    it: 'polls once more just before the deadline',
    rule: 'requests/last-poll',
    with: { 'concurrent-jobs': '100', timeout: '90s' },
    service: deploys('dep_2', 'building', '80s finished'),
    ends: 'passed 80–90',
  },
];

testSteps('a request', ...busy, ...limited, ...told, ...outages, ...pace);
