// Requests: busy resources, the rate limit, outages, pages, redirects, the pace.
import { rowsWith, testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import type { Played, Timeline } from '../support/timeline.ts';

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
    sent: { POST: '0 10–15' },
    log: [/Deployment dep_2 is running\. *"? Waiting for deployment dep_2 .* 9m \d+s left/],
  },
  {
    it: 'tries again soon, and then later, when no work is seen',
    rule: 'busy/unseen',
    service: `
      POST ×5       409 busy "A backup is running."
      ${deploys('dep_2', 'building', '60s finished')}
    `,
    ends: 'passed 60–63',
    sent: { POST: '0 3.5 8.75 16.6 28.4 43.4', list: '0 3.5 8.75 16.6 28.4 43.4' },
    log: ['A backup is running.'],
  },
  {
    it: 'tries again every 30 seconds anyway',
    rule: 'busy/anyway',
    service: `
      dep_2         building
      POST ×1       409 busy "Deployment dep_2 is running."
      ${deploys('dep_3', 'building', '60s finished')}
    `,
    ends: 'passed 60–63',
    outputs: { 'deployment-id': 'dep_3' },
    sent: { POST: '0 29–31' },
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
    rule: ['busy/who', 'busy/repeated'],
    with: { timeout: '4m' },
    service: ['dep_2 building', 'POST 409 busy "Another deployment is running."'],
    ends: 'busy 200–240',
    error: [/Another deployment is running\..* deployment dep_2/],
    also: ({ run }) => {
      const lines = run.log
        .split('\n')
        .filter((line) => !line.startsWith('::') && line.includes('Another deployment'));
      return lines.length >= 2 && lines.length <= 6
        ? undefined
        : `${lines.length} lines:\n${lines.join('\n')}`;
    },
  },

  {
    it: 'asks a busy resource once more just before the deadline',
    rule: 'busy/too-late',
    with: { timeout: '10s' },
    service: ['POST 409 busy', '8s POST {"deploymentId":"dep_2"}', '+1s dep_2 finished'],
    ends: 'passed 9–10',
    sent: { POST: '0 3–4 8' },
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
    it: 'names the work that began first, and says nothing when it has ended',
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
    sent: { POST: '0 10–14' },
    log: ['Waiting for deployment dep_1 (building) to end'],
    never: ['other work', 'dep_2 (queued)'],
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
    sent: { dep_2: '1–2 3–5 …' },
    also: longestGap(5),
  },
  ...['0', 'Mon, 02 Mar 2026 11:00:00 GMT'].map((retryAfter): Timeline => ({
    it: `polls no sooner than usual after Retry-After: ${retryAfter.slice(0, 3)}`,
    rule: 'limit/retry-after-past',
    service: `detail dep_2 ×3 429 rate_limited (retry-after ${retryAfter.replace(',', '')})`,
    ends: 'passed 28–29',
    also: ({ served }) => {
      const polls = served.filter(({ name, atMs }) => name === 'dep_2' && atMs < 15_000);
      const gaps = polls.slice(1).map(({ atMs }, index) => atMs - (polls[index]?.atMs ?? 0));
      return Math.min(...gaps) >= 2_300 ? undefined : `gaps: ${gaps.join()}`;
    },
  })),
  {
    it: 'says that a poll waits for the rate limit, and how long',
    rule: 'limit/logged',
    service: '5s detail dep_2 ×1 429 rate_limited "120 a minute." (retry-after 60)',
    ends: 'passed 60–70',
    log: [/"120 a minute." Trying again in 1m/, 'The limit ended after', 'finished after'],
  },
  {
    it: 'says each long wait for a POST, although it is as long as the last one',
    rule: 'limit/logged',
    service: ['POST ×3 429 rate_limited (retry-after 10)', deploys('dep_2', 'finished')],
    ends: 'passed 33–40',
    sent: { POST: '4×' },
    log: ['Sending it again in 11 s', 'Sending it again in 11 s', 'Sending it again in 11 s'],
  },
  {
    it: 'does not know which deployment is ours when the limit lasts beyond the deadline',
    rule: 'limit/too-late',
    service: ['POST {"ok":true}', 'list 429 rate_limited (retry-after 900)'],
    ends: 'unknown_outcome 1–3',
  },
  {
    it: 'says once that short waits for a POST follow each other',
    rule: 'limit/logged',
    service: ['POST ×4 429 rate_limited (retry-after 1)', deploys('dep_2', 'finished')],
    ends: 'passed 10–16',
    sent: { POST: '5×' },
    once: ['Sending it again in'],
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
    ends: 'deployment_failed 5–10',
    error: ['error: broken'],
    outputs: { duration: /^[5-9]$/ },
  },
  {
    it: 'ends at once when it would have to wait longer than the time that is left',
    rule: 'limit/too-late',
    with: { timeout: '5m' },
    service: 'POST 429 rate_limited "120 a minute." (retry-after 900)',
    ends: 'rate_limited 0',
    never: [/again in|waiting/i],
  },
  {
    it: 'waits longer and longer where the service does not say for how long, and tells it once a minute',
    rule: 'limit/growing',
    service: ['POST ×5 429 rate_limited "120 a minute."', deploys('dep_2', 'finished')],
    ends: 'passed 35–50',
    sent: { POST: '0 3 7.5 14.25 24.4 39.6' },
    once: ['120 a minute.'],
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
    service: 'env ×1 429 rate_limited "120 a minute." (retry-after 2)',
    ends: 'passed 2–4',
    summary: ['openapi.json is readable'],
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
    it: 'names the end of an outage in which detail and list were given up',
    service: `
      ${deploys('dep_2', 'building', '80s finished')}
      10s–60s dep_2          hang
      10s–60s list           hang
    `,
    ends: 'passed 80–130',
    log: [/(has not answered yet. Waiting for up to 25 s more[^]*){2}/],
    once: [/The service answers again after 1m/],
  },
  {
    it: 'survives an outage of three minutes',
    service: ['POST {"ok":true}', '5s–185s list cut', '100s dep_2 building', '200s dep_2 finished'],
    ends: 'passed 200–206',
    log: [/was lost.*Trying again in 4 s/, 'The service answers again after 3m'],
    once: [/again in /, /again after /],
    also: readsInOutage(20),
  },
  {
    it: 'polls on after an outage of detail and list that lasts three minutes',
    service: ['5s–185s detail dep_2 cut', '5s–185s list cut'],
    ends: 'passed 185–215',
    once: [/Trying again in .* for at most 9m/],
    also: readsInOutage(40),
  },
  {
    it: 'tells once of a service that takes long for each reply',
    service: `
      ${deploys('dep_2', 'building', '60s finished')}
      detail dep_2 ×1  as is (late 8s)
      detail dep_2     as is (late 7s)
    `,
    ends: 'passed 80–95',
    once: ['has not answered yet', 'answers again'],
  },
  {
    it: 'tells the end of an outage that ends with a refusal',
    with: { operation: 'env' },
    service: ['env 401 unauthorized "Bad key."', '0s–8s env 500 internal_error'],
    ends: 'unauthorized 8–18',
    log: ['Trying again in', 'The service answers again after'],
  },
  {
    it: 'does not take a POST that was answered late for an outage that lasts',
    with: { timeout: '60s' },
    service: deploys('{"deploymentId":"dep_2"} (late 8s)', 'building'),
    ends: 'timeout 60',
    sent: { dep_2: '9–9.5 …' },
    log: ['has not answered yet', 'The service answers again after 8 s'],
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
    log: [/yet. Waiting for up to 25 s more/, 'The service answers again after 31'],
    never: ['no complete reply', 'trying again'],
  },
  {
    it: 'reads a deployment whose detail takes 20 seconds, and pauses as long',
    rule: ['requests/timeout', 'requests/shared-pace'],
    service: 'detail dep_2 as is (late 20s)',
    ends: 'passed 71–72',
    sent: { dep_2: '1.1 41.1 …' },
    log: ['Compiling', 'Done', 'finished after'],
  },
  {
    it: 'waits for visible work when a gateway answers 409 in its place',
    rule: 'busy/page',
    service: `
      dep_2         building
      20s dep_2     finished
      POST          {"deploymentId":"dep_3"}
      0s–20s POST   409 page
      +0s dep_3     building
      40s dep_3     finished
    `,
    ends: 'passed 40–48',
    outputs: { 'deployment-id': 'dep_3' },
    sent: { POST: '0 20–27' },
    log: ['Waiting for deployment dep_2 (building) to end'],
  },
  {
    it: 'refuses a 409 of a gateway when no work is visible',
    rule: 'busy/page',
    service: 'POST 409 page',
    ends: 'unreadable_reply 0',
    sent: { POST: '0' },
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
    sent: { resource: '0 1 3 …', POST: '3' },
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
      /answered 503.*Trying again in \S+ s, for at most \d/,
      /The service answers again after 4\d s/,
    ],
  },
  {
    it: 'never says that the next attempt comes after the last',
    rule: 'requests/backoff',
    with: { timeout: '7s' },
    service: ['resource 503 page Down (retry-after 20)', 'list 503 page Down (retry-after 20)'],
    ends: 'unreachable 7',
    log: [/Trying again in (\S+ s), for at most \1\./],
  },
  {
    it: 'does not log an outage of three seconds',
    rule: 'requests/outage-short',
    service: ['0s–2s resource 503 page Down', '0s–2s list 503 page Down'],
    never: ['Trying again', 'answers again'],
  },
  ...[
    ['422 validation_failed "The app has no Dockerfile."', 'validation_failed'],
    ['418 {"ok":false,"message":"The app has no Dockerfile."}', 'service_error'],
  ].map(([answer, code]): Timeline => ({
    it: `advises to correct the request after ${answer?.slice(0, 22)}`,
    rule: 'requests/correct',
    service: `POST ${answer}`,
    ends: `${code} 0`,
    error: ['The app has no Dockerfile.', /would be refused again/],
    never: [/run the job again/i],
  })),
  ...['423 locked', '425 too_early'].map((answer): Timeline => ({
    it: `advises to run the job again after ${answer}`,
    rule: 'requests/correct',
    service: `POST ${answer} "A backup is running."`,
    ends: `${answer.slice(4)} 0`,
    error: ['A backup is running.', /run the job again later/],
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
    once: [/Trying again in .* for at most 5\d s/],
    ends: 'unreadable_reply 60–70',
    outputs: { 'deployment-id': 'dep_2' },
    error: ['127.0.0.1', 'dep_2 of web may continue', 'before you run the job again'],
    never: ['run the job again later'],
  },
  {
    it: 'does not follow a redirect',
    rule: 'requests/redirect',
    service: ['resource', 'list'].map((read) => `${read} 302 (location https://login.test/)`),
    ends: 'unreadable_reply 0–12',
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
      10s list      200 {"ok":false,"error":{"message":"Odd."}}
    `,
    ends: 'service_error 65–85',
    error: ['Odd.', 'before you run the job again'],
    never: [/run the job again later/i],
  },
  {
    it: 'does not advise to run the job again while a deployment continues without a wallet',
    rule: 'always/no-rerun-advice',
    service: [deploys('dep_2', 'building'), '5s detail dep_2 402 billing "Top up."'],
    ends: 'billing 5–12',
    error: ['Top up.', 'Deployment dep_2 of web may continue', 'before you run the job again'],
    never: ['then run the job again'],
  },
];

const pace: Timeline[] = [
  {
    it: 'polls more slowly, and first after three gaps, where ten jobs use the key',
    rule: 'requests/shared-pace',
    with: { 'concurrent-jobs': '10' },
    ends: 'passed 20–26.5',
    sent: { dep_2: '18 24 …' },
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
