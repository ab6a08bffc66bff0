// How deployments and resources end: the words for it, the cause of a failure, and the app after a
// finished deployment.
import { rowsWith, type SharingRow, testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import { GUTTER, type Timeline } from '../support/timeline.ts';

/** A deployment that ends after 20 seconds, seen at 20.3. */
const endsAs = (state: string): string => deploys('dep_2', 'building | Compiling', `20s ${state}`);

const words: Timeline[] = [
  ...['FAILED', 'timed_out'].map((word): Timeline => ({
    it: `fails at ${word}`,
    rule: 'ends/failed',
    service: endsAs(`${word} | error: broken`),
    ends: 'deployment_failed 22–26',
    outputs: { status: word.replace('FAILED', 'failed') },
    error: [word === 'FAILED' ? 'Deployment dep_2 of web failed.' : 'failed (timed_out).'],
  })),
  ...['Canceled', 'superseded'].map((word): Timeline => ({
    it: `fails at ${word}`,
    rule: 'ends/cancelled',
    service: endsAs(`${word} | Compiling`),
    ends: 'deployment_cancelled 20–25',
    outputs: { status: word.replace('Canceled', 'cancelled') },
    error: ['dep_2'],
  })),
  ...['cancel-requested', 'cancelling…', 'error (retry 1)', 'done'].map((word): Timeline => ({
    it: `goes on at ${word}`,
    rule: 'ends/unknown-word',
    service: deploys('dep_2', word, '20s FINISHED'),
  })),
  {
    it: 'says at the deadline that it does not know the word',
    rule: 'ends/unknown-word',
    with: { timeout: '90s' },
    service: endsAs('publishing'),
    ends: 'timeout 90',
    outputs: { status: 'publishing' },
    once: ['Deployment dep_2 is "publishing", which this action does not know.'],
    error: ['publishing', /not know|unknown|unfamiliar/i],
    never: ['longer timeout'],
  },
  {
    it: 'does not end because an older deployment bears the same word',
    rule: 'ends/unknown-word',
    service: ['dep_1 publishing', deploys('dep_2', 'publishing', '20s finished')],
  },
  {
    it: 'is not kept from repeating a lost POST by an older unknown word',
    rule: 'always/in-progress',
    service: `
      dep_0         rolled-out
      dep_1         finished
      POST ×1       500 internal_error
      ${deploys('dep_2', 'building', '+20s finished')}
    `,
    ends: 'passed 110–119',
    warnings: ['The request was sent twice'],
    sent: { POST: '0 90–96' },
  },
  {
    it: 'writes a status that is no plain text as unknown',
    rule: 'outputs/status-word',
    with: { timeout: '30s' },
    service: endsAs('läuft'),
    ends: 'timeout 30',
    outputs: { status: 'unknown' },
  },
  ...[
    ['running (healthy)', 'running (healthy)'],
    ['Up 2 hours (health: starting)', 'Up 2 hours (health: starting)'],
    ['Exited (137) 3 minutes ago', 'Exited (137) 3 minutes ago'],
    // PowerShell would run it.
    ['running (Stop-Computer)', 'unknown'],
  ].map(([word = '', shown = '']): Timeline => ({
    it: `writes the status ${word} as ${shown}`,
    rule: ['outputs/status-word', 'text/outputs'],
    with: { operation: 'status' },
    service: ['dep_1 finished', `resource {"resource":{"id":"app_web","status":"${word}"}}`],
    ends: 'passed 0',
    outputs: { 'resource-status': shown },
  })),
  {
    it: 'names the newer deployment that replaced ours',
    rule: 'ends/replaced',
    service: `
      ${deploys('dep_2', 'building', '20s superseded')}
      15s dep_3     building
    `,
    ends: 'deployment_cancelled 20–25',
    error: ['dep_2', 'Do not run this job again: it might replace dep_3.'],
  },
  {
    it: 'does not say that an older one replaced ours, which the list does not show',
    rule: 'ends/replaced',
    service: deploys('dep_2', 'building (unlisted)', '20s cancelled (unlisted)'),
    ends: 'deployment_cancelled 20–25',
    error: ['dep_2', 'was cancelled'],
    never: [/dep_1 \(finished\) was started|Do not run this job/, 'names no cause'],
  },
  {
    it: 'does not say that a cancelled deployment, which is still the latest, replaced itself',
    rule: 'ends/replaced',
    service: endsAs('cancelled | Compiling'),
    ends: 'deployment_cancelled 20–25',
    error: ['The deployment has not finished.'],
    never: ['was started after it', 'Do not run this job'],
  },
];

/** A failure that is read once more, two seconds later. */
const readOnce = rowsWith({ ends: 'deployment_failed 22–24' }, [
  {
    it: 'names the error line of the log',
    rule: ['ends/cause-log', 'step-log/title'],
    service: endsAs(
      'failed {"reason":"exit 1","errorMessage":"Build failed."} | Compiling / error: no space left / Cleaning up',
    ),
    error: [/^web: error: no space left\n/],
    summary: ['error: no space left', 'Reason given | Build failed.'],
  },
  ...(
    [
      ['{"errorMessage":"The disk is full."}', 'The disk is full.'],
      ['{"error":{"code":5,"message":"No space left on the node."}}', 'No space left on the node.'],
      ['{"status_reason":"The disk is full."}', 'The disk is full.'],
      ['{"failureReason":"OutOfMemory"}', 'OutOfMemory'],
    ] as const
  ).map(([fields, cause]): SharingRow => ({
    it: `names the cause from ${fields}`,
    rule: 'ends/cause-field',
    service: endsAs(`failed ${fields} | Compiling`),
    error: [cause],
  })),
  {
    it: 'quotes the message of an error line that is JSON',
    rule: 'ends/cause-json',
    service: endsAs(
      'failed {"errorMessage":"no space left"} | Compiling / {"level":50,"pid":7,"msg":"Error: no space left"}',
    ),
    error: ['Error: no space left'],
    never: ['Reason given'],
    also: ({ run }) =>
      run.annotations[0]?.message.includes('pid') === true ? 'the JSON is quoted' : undefined,
  },
  {
    it: 'names the last line with a failure where nothing else names a cause',
    rule: 'ends/cause-failed',
    service: endsAs('failed | Job 1 failed / The upload ended in failure / 12 passed, 0 failed'),
    ends: 'deployment_failed 30–32',
    error: [/^web: The upload ended in failure\n/],
  },

  {
    it: 'waits for no cause where logs are not shown',
    rule: 'ends/log-hidden',
    with: { 'build-log': 'false' },
    service: endsAs('failed | Compiling'),
    sent: { dep_2: '≤10×' },
  },
]);

const causes = rowsWith({ ends: 'deployment_failed 20–26' }, [
  {
    it: 'waits for the last lines of the log',
    rule: 'ends/log-growing',
    service: `${endsAs('failed | Compiling')}
      21s dep_2     failed | Compiling / Linking
      23s dep_2     failed | Compiling / Linking / error: missing symbol
    `,
    ends: 'deployment_failed 24–28.5',
    error: ['error: missing symbol'],
    log: [/Waiting for the last lines of the log, for at most \d(?:\.\d)? s more/],
  },
  {
    it: 'names a cause that comes after a read that has shown nothing more',
    rule: ['ends/log-growing', 'ends/cause-log'],
    service: `${endsAs('failed | Compiling the app')}
      23s dep_2     failed | Compiling the app / error: missing symbol
    `,
    ends: 'deployment_failed 24–28.5',
    error: ['error: missing symbol'],
  },
  {
    it: 'names a cause that comes after a read without a log',
    rule: ['ends/log-growing', 'ends/cause-log'],
    service: `${endsAs('failed | Compiling / step two')}
      21s–23s detail dep_2  {"deployment":{"id":"dep_2","status":"failed"}}
      23s dep_2     failed | Compiling / step two / error: missing symbol
    `,
    ends: 'deployment_failed 24–28.5',
    error: ['error: missing symbol'],
    never: ['not recognised'],
  },
  {
    it: 'reads a failed deployment again after two seconds, however far apart its polls are',
    rule: 'ends/log-growing',
    with: { 'concurrent-jobs': '10' },
    service: endsAs('failed | error: broken'),
    ends: 'deployment_failed 27.1',
    sent: { dep_2: '1.1 7.1 13.1 19.1 25.1 27.1' },
  },
  {
    it: 'does not wait for ever for a log that grows',
    rule: 'ends/log-limit',
    service: `${endsAs('failed | Compiling')}
      ${[21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43].map((s) => `${s}s dep_2 failed | Compiling${' / more'.repeat(s)}`).join('\n')}
    `,
    ends: 'deployment_failed 30–32',
  },
  {
    it: 'does not warn of a log that is read after the end',
    rule: 'ends/log-unread',
    service: [deploys('dep_2', 'finished'), 'detail dep_2 ×1 500 internal_error'],
    ends: 'passed 2.1',
  },
  ...['detail dep_2 hang', 'detail dep_2 hang\nlist ×1 as is\nlist hang'].map((reads) => ({
    it: `does not wait longer after the failure when ${reads}`,
    rule: 'ends/log-limit' as const,
    service: [
      deploys('dep_2', 'failed {"error":"No disk."} | Compiling'),
      'detail dep_2 ×1 as is',
      reads,
    ],
    ends: 'deployment_failed 11–17',
    error: ['No disk.'],
    warnings: [/could not be read to its end/],
  })),
  {
    it: 'keeps the verdict when the key is revoked after it',
    rule: 'ends/cause-field',
    service: [
      deploys('dep_2', 'failed {"error":"No disk."} | Compiling'),
      ...['detail dep_2', 'list'].map((read) => `${read} ×1 as is\n${read} 401 unauthorized`),
    ],
    ends: 'deployment_failed 11–13',
    error: ['No disk.'],
    warnings: [/could not be read to its end/],
  },
  {
    it: 'does not wait twice for what else there is to say about a cancelled deployment',
    rule: 'ends/replaced',
    service: `
      ${deploys('dep_2', 'cancelled')}
      resource ×1   as is
      list ×1       as is
      resource      hang
      list          hang
    `,
    ends: 'deployment_cancelled 6.1',
  },
  {
    it: 'says that the service names no cause',
    rule: 'ends/cause-none',
    service: endsAs('failed | Compiling'),
    ends: 'deployment_failed 30–32',
    error: ['The service names no cause', 'operation: logs'],
  },
  {
    it: 'quotes neither log nor field where logs are not shown',
    rule: 'ends/log-hidden',
    with: { 'build-log': 'false' },
    service: endsAs('failed {"errorMessage":"No disk."} | Compiling / error: no space left'),
    never: ['no space left', 'No disk', 'Compiling'],
    also: ({ run }) =>
      run.logFile.includes('error: no space left') ? undefined : 'log-file is not whole',
  },
  {
    it: 'stays with the failure when the service begins another attempt',
    rule: 'ends/verdict-stays',
    service: deploys(
      'dep_2',
      'failed {"errorMessage":"No memory."} | Compiling',
      '2s building | Compiling / Another attempt',
    ),
    ends: 'deployment_failed 2–8',
    outputs: { status: 'failed', duration: /^[12]$/ },
    error: ['No memory.'],
    never: ['Another attempt'],
  },
  {
    it: 'stays with the failure when the service later calls it finished',
    rule: 'ends/verdict-stays',
    service: deploys('dep_2', 'failed | error: broken', '2s finished | error: broken / Another'),
    ends: 'deployment_failed 2–8',
    outputs: { status: 'failed' },
    error: ['error: broken'],
  },
  {
    it: 'warns once when the log of a failed build can no longer be read',
    rule: 'ends/log-unread',
    service: `
      ${deploys('dep_2', 'building | Compiling', '20s failed | Compiling')}
      20s detail dep_2  404 not_found
    `,
    ends: 'deployment_failed 30–32',
    error: ['its cause is not known', 'console'],
    warnings: [/could not be read to its end/],
  },
  {
    it: 'warns of a log that broke off, though the cause is known',
    rule: 'ends/log-unread',
    service: `
      ${deploys('dep_2', 'building | Compiling', '20s failed {"errorMessage":"No disk."}')}
      20s detail dep_2  404 not_found
    `,
    ends: 'deployment_failed 30–32',
    error: ['No disk.'],
    warnings: [/could not be read to its end/],
  },
  {
    it: 'says that the reply holds no log that is recognised, and prints the reply',
    rule: ['ends/cause-none', 'ends/whole-reply'],
    service: deploys('dep_2', 'building', '20s failed {"hint":"Error: look at node 7"}'),
    ends: 'deployment_failed 20–22',
    error: [
      /^Deployment dep_2 of web failed\n.*names no cause, and shows no log that is recognised/,
    ],
    log: [
      'A log of deployment dep_2 is not recognised',
      `${GUTTER}    "hint": "Error: look at node 7"`,
    ],
  },
  {
    it: 'prints no more than 200 lines of a reply',
    rule: 'ends/whole-reply',
    service: deploys(
      'dep_2',
      `failed {"hints":[${Array.from({ length: 300 }, (_, n) => n).join()}]}`,
    ),
    ends: 'deployment_failed 1–3',
    log: [/not recognised\. This is what the service shows, without 1\d\d more lines:/],
    also: ({ run }) => {
      const count = run.log.split('\n').filter((line) => line.startsWith(GUTTER)).length;
      return count === 200 ? undefined : `${count} lines were printed`;
    },
  },
  {
    it: 'prints no reply where logs are not shown',
    rule: 'ends/whole-reply',
    with: { 'build-log': 'false' },
    service: deploys('dep_2', 'failed {"hint":"look at node 7"}'),
    ends: 'deployment_failed 1–3',
    never: ['node 7'],
  },
  {
    it: 'leaves out and counts what may be a setting, and what the service hides',
    rule: 'ends/whole-reply-parts',
    service: deploys(
      'dep_2',
      `failed ${JSON.stringify({
        hint: 'look at node 7',
        buildArgs: 'left out',
        'API-Token': 'left out',
        'git-dsn': 'left out',
        REQUEST_HEADERS: ['left out'],
        step: { hidden: true, text: 'left out' },
      })}`,
    ),
    ends: 'deployment_failed 1–3',
    log: ['without 4 settings, 1 hidden part:', 'look at node 7'],
    never: ['left out'],
  },
  {
    it: 'prints a log in another form as JSON, once',
    rule: 'reads/unread-log',
    service: deploys('dep_2', 'building', '20s finished {"log":{"odd":"one"}}'),
    once: [`${GUTTER}  "odd": "one"`],
    log: ['The log of deployment dep_2 is not recognised'],
    ends: 'passed 20–23',
  },
  {
    it: 'prints a log in another form that stands beside the deployment',
    rule: 'reads/unread-log',
    service: [
      deploys('dep_2', 'finished'),
      'detail dep_2 {"deployment":{"id":"dep_2","status":"finished"},"log":{"odd":"one"}}',
    ],
    ends: 'passed 1.1',
    log: ['The log of deployment dep_2 is not recognised', `${GUTTER}  "odd": "one"`],
  },
  {
    it: 'calls a log without lines empty',
    rule: ['ends/cause-none', 'step-log/empty-log'],
    service: deploys('dep_2', 'building', '20s failed {"log":""}'),
    ends: 'deployment_failed 30–32',
    error: ['names no cause, and its log is empty.'],
  },
  {
    it: 'says right below the headline that the app was up before, and is down now',
    rule: 'summary/app-down',
    service: ['resource running', endsAs('failed | error: broken'), '15s resource exited'],
    summary: [/^## .*\n+[^\n]*web was running before, and is exited now\./],
  },
  {
    it: 'says so of an app that keeps restarting, too',
    rule: 'summary/app-down',
    service: ['resource running', endsAs('failed | error: broken'), '15s resource restarting'],
    summary: [/^## .*\n+[^\n]*web was running before, and is restarting now\./],
  },
  {
    it: 'does not say that it waits for the log while it reads the app',
    rule: 'always/no-silent-wait',
    service: [endsAs('failed | error: broken'), '20s resource hang'],
    ends: 'deployment_failed 27–28',
    never: ['Waiting for the last lines'],
  },
  {
    it: 'does not say that the service names no cause when nobody could read it',
    rule: 'ends/cause-none',
    service: [deploys('dep_2', 'building', '20s failed'), 'detail dep_2 500 internal "Sorry"'],
    ends: 'deployment_failed 30–32',
    error: ['could not be read, so its cause is not known'],
    warnings: [/could not be read to its end/],
  },
  {
    it: 'names the cause that a later read no longer shows',
    rule: 'ends/cause-field',
    service: deploys(
      'dep_2',
      'failed {"errorMessage":"The disk is full."} | Compiling',
      '2s failed | Compiling',
    ),
    ends: 'deployment_failed 2–10',
    error: ['The disk is full.'],
  },
]);

/** The app is `before` until the deployment has finished, and then what `states` say. */
const appIs = (before: string, ...states: string[]): string =>
  [`resource ${before}`, ...states.map((state) => state.replace(/^(\S+) /, '$1 resource '))].join(
    '\n',
  );

const apps: Timeline[] = [
  {
    it: 'fails when a first deployment leaves the app down as it was',
    rule: 'app/down',
    service: [appIs('exited'), 'dep_1 gone'],
    ends: 'not_running 79–86',
    error: ['exited'],
    log: [/web is exited; .*for at most/],
  },
  {
    it: 'warns when a first deployment leaves the app stopped',
    rule: 'app/moving',
    service: [appIs('stopped'), 'dep_1 failed'],
    ends: 'passed 80–84',
    warnings: [/web is still stopped 1m/],
  },
  {
    it: 'is not green soon with an app that crashes after its first deployment, while its card lags',
    rule: 'app/as-before',
    service: [appIs('stopped', '45s exited'), 'dep_1 failed'],
    ends: 'not_running 80–84',
    error: ['exited'],
  },
  {
    it: 'judges the app after a rate limit, however long that lasts',
    rule: 'app/down',
    service: appIs('running', '20s 429 rate_limited (retry-after 40)', '30s exited'),
    ends: 'not_running 80–86',
    error: ['exited'],
  },
  {
    it: 'fails for a crash loop that is starting when time is up',
    rule: 'app/down',
    service: appIs('running', '20s restarting', '30s exited', '36s restarting', '76s starting'),
    ends: 'not_running 80–84',
    error: ['keeps restarting'],
  },
  {
    it: 'logs one line while only the uptime changes',
    rule: 'app/moving',
    service: appIs('running', '20s Up 1 second (unhealthy)', '24s Up 5 seconds (unhealthy)'),
    ends: 'passed 79–86',
    once: ['(unhealthy); checking again'],
    warnings: ['unhealthy'],
  },
  ...['Healthy', 'Up 3 minutes'].map((word): Timeline => ({
    it: `passes at once with an app that is ${word}`,
    rule: 'app/up',
    service: appIs('stopped', `20s ${word}`),
  })),
  ...['stopped', 'listening', 'running (unhealthy)'].map((word): Timeline => ({
    it: `passes after 20 seconds with an app that is still ${word}`,
    rule: 'app/as-before',
    service: appIs(word),
    ends: 'passed 40–44',
    summary: [/still .{0,3}[a-z() ]+.{0,3}, as before/i],
  })),
  ...['exited', 'Exited (1)'].map((word): Timeline => ({
    it: `passes with one warning with an app that is still ${word}`,
    rule: 'app/as-before',
    service: appIs(word),
    ends: 'passed 40–44',
    summary: [/as before/i],
    warnings: [word],
  })),
  ...['stopped', 'paused', 'green', 'rolled over'].map((word): Timeline => ({
    it: `passes with one warning with an app that has been ${word} for a minute`,
    rule: 'app/moving',
    service: appIs('running', `20s ${word}`),
    ends: 'passed 80–84',
    outputs: { 'resource-status': word },
    warnings: [word],
  })),
  ...['running (unhealthy)', 'Starting'].map((word): Timeline => ({
    it: `passes with one warning with an app that is ${word} for a minute`,
    rule: 'app/moving',
    service: appIs('running', `20s ${word}`),
    ends: 'passed 79–85',
    warnings: [word],
  })),
  {
    it: 'passes with one warning when the app cannot be read for a minute',
    rule: 'app/unreadable',
    service: appIs('running', '20s 500 internal_error'),
    ends: 'passed 80–96',
    outputs: { status: 'finished', 'resource-status': '' },
    warnings: [/web cannot be read/],
    never: ['answers again'],
  },
  ...['Exited (1)', 'CrashLoopBackOff'].map((word): Timeline => ({
    it: `fails with an app that has become ${word}`,
    rule: ['app/down', 'summary/runtime-lines'],
    service: appIs('running', `20s ${word}`),
    ends: 'not_running 80–84',
    outputs: { status: 'finished', 'resource-status': word },
    error: [word],
    log: ['The last lines of the runtime log of web:', 'listening on 3000'],
    summary: ['**From the runtime log**'],
    sent: { logs: '1×' },
  })),
  {
    it: 'fails with an app that is crashed as before for a minute',
    rule: 'app/down',
    service: appIs('crashed'),
    ends: 'not_running 79–85',
    error: ['crashed'],
  },
  ...['restarting', 'Restarting:unhealthy'].map((word): Timeline => ({
    it: `fails with an app that is ${word} for three minutes`,
    rule: 'app/restarting',
    service: appIs('running', `20s ${word}`),
    ends: 'not_running 198–206',
    error: [word],
  })),
  ...['starting', 'unhealthy'].map((last): Timeline => ({
    it: `fails with an app that alternates and is ${last} when time is up, with a line a minute`,
    rule: 'app/alternates',
    service: appIs(
      'running',
      '20s restarting',
      '29s starting',
      '38s restarting',
      '47s starting',
      '56s restarting',
      `65s ${last}`,
    ),
    ends: 'not_running 80–84',
    error: ['it keeps restarting'],
    once: ['web is restarting; checking again', 'web is starting; checking again'],
  })),
  {
    it: 'waits for an app that is down for a moment',
    rule: 'app/recovers',
    service: appIs('running', '20s exited', '32s starting', '38s running'),
    ends: 'passed 38–41.5',
  },
  {
    it: 'passes at once where the service shows no status of the app',
    rule: 'app/no-status',
    service: appIs('-'),
    outputs: { 'resource-status': '' },
  },
  {
    it: 'fails with an app whose status is a sentence',
    rule: 'app/first-word',
    service: appIs(
      'running on node eu-central-1-worker-03 (2 of 2 replicas, healthy since 3 days)',
      '20s exited (137) 3 seconds ago: OOMKilled, restart policy "no", node eu-central-1-worker-03',
    ),
    ends: 'not_running 80–84',
    outputs: { 'resource-status': 'unknown' },
    error: ['its status is exited (137) 3 seconds ago'],
  },
  {
    it: 'does not judge an app whose reply is about something else, and says so',
    rule: 'always/warn-if-needed',
    service: 'resource {"resource":{"id":"4711","slug":"app_web","type":"app","status":"exited"}}',
    ends: 'passed 80–84',
    warnings: [/app_web cannot be read .*not recognised/],
  },
  {
    it: 'judges the app though one read of it is refused',
    rule: 'app/down',
    service: ['20s resource ×1 404 not_found', '20s resource exited'],
    ends: 'not_running 80–84',
  },
  {
    it: 'judges the app by the replies after the end, though the one before was about something else',
    rule: 'app/down',
    service: `
      resource ×1   {"resource":{"id":"4711","slug":"app_web","type":"app","status":"running"}}
      20s resource  exited
    `,
    ends: 'not_running 80–84',
  },
];

testSteps('the end of a deployment', ...words, ...readOnce, ...causes);

testSteps('the app after a finished deployment', ...apps);
