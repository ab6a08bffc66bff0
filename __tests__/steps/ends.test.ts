// How deployments and resources end: the words for it, the cause of a failure, and the app after a
// finished deployment.
import { describe, expect, test } from '@jest/globals';
import { GUTTER, judge, type Timeline, titled } from '../support/timeline.ts';

/** A deployment that ends after 20 seconds, seen at 20.3. */
const endsAs = (state: string): string => `
  POST          {"deploymentId":"dep_2"}
  dep_2         building | Compiling
  20s dep_2     ${state}
`;

const words: Timeline[] = [
  ...[
    'failed',
    'FAILED',
    'failure',
    'error',
    'errored',
    'Crashed',
    'aborted',
    'rejected',
    'timed_out',
    'timeout',
  ].map((word): Timeline => ({
    it: `fails at ${word}`,
    rule: 'failed, and words that begin with fail, err, crash, abort, reject, timed, timeout',
    service: endsAs(`${word} | Compiling`),
    ends: 'deployment_failed 20–25',
    outputs: { status: word.toLowerCase() === 'failed' ? 'failed' : word },
    error: ['dep_2'],
    log: [word.toLowerCase() === 'failed' ? 'failed' : word],
  })),
  ...['cancelled', 'canceled', 'Cancelled', 'cancelled-by-user', 'skipped', 'superseded'].map(
    (word): Timeline => ({
      it: `fails at ${word}`,
      rule: 'cancelled, and words that begin with cancel, skip, supersed',
      service: endsAs(`${word} | Compiling`),
      ends: 'deployment_cancelled 20–25',
      outputs: { status: /^cancell?ed$/i.test(word) ? 'cancelled' : word },
      error: ['dep_2'],
    }),
  ),
  ...[
    'failing',
    'cancelling',
    'cancel-requested',
    'timeout pending',
    'error (retry 1)',
    'skip_in_progress',
    'provisioning',
    'done',
    'success',
  ].map((word): Timeline => ({
    it: `goes on at ${word}`,
    rule: 'not these if the word also holds request, pending, retry, progress or ends in -ing; any other counts as in progress',
    service: `
        POST          {"deploymentId":"dep_2"}
        dep_2         ${word}
        20s dep_2     FINISHED
      `,
    ends: 'passed 20–23',
    outputs: { status: 'finished' },
  })),
  {
    it: 'says at the deadline that it does not know the word',
    rule: 'any other word counts as in progress; at the deadline the message says that this action does not know it',
    with: { timeout: '30s' },
    service: endsAs('publishing'),
    ends: 'timeout 30',
    outputs: { status: 'publishing' },
    error: ['publishing', /not know|unknown|unfamiliar/i],
  },
  {
    it: 'does not end because an older deployment bears the same word',
    rule: 'any other word counts as in progress (in a list: for its newest entry alone)',
    service: `
      dep_1         publishing
      POST          {"deploymentId":"dep_2"}
      dep_2         publishing
      20s dep_2     finished
    `,
    ends: 'passed 20–23',
  },
  {
    it: 'is not kept from repeating a lost POST by an older unknown word',
    rule: 'in a list: for its newest entry alone',
    service: `
      dep_0         rolled-out
      dep_1         finished
      POST ×1       500 internal_error
      POST          {"deploymentId":"dep_2"}
      dep_2         building
      40s dep_2     finished
    `,
    ends: 'passed 40–43',
    sent: { POST: '0 15–19' },
    warnings: 'any',
  },
  {
    it: 'writes a status that is no plain text as unknown',
    rule: 'any other status passes on if it matches a pattern, else as unknown',
    with: { timeout: '30s' },
    service: endsAs('läuft'),
    ends: 'timeout 30',
    outputs: { status: 'unknown' },
  },
  {
    it: 'names the newer deployment that replaced ours',
    rule: 'deployment_cancelled: a newer deployment is named',
    service: `
      POST          {"deploymentId":"dep_2"}
      dep_2         building
      15s dep_3     building
      20s dep_2     superseded
    `,
    ends: 'deployment_cancelled 20–25',
    error: ['dep_2', 'dep_3'],
  },
];

const causes: Timeline[] = [
  {
    it: 'names the error line of the log',
    rule: 'the cause is the error line of the log; the detail is read again 2 s later',
    service: endsAs(
      'failed {"reason":"exit 1","errorMessage":"Build failed."} | Compiling / error: no space left / Cleaning up',
    ),
    ends: 'deployment_failed 22–23.5',
    error: ['error: no space left'],
    summary: ['error: no space left'],
  },
  {
    it: 'waits for the last lines of the log',
    rule: 'the detail is read again 2 s later, and every 2 s while its log still grows; one line says why',
    service: `${endsAs('failed | Compiling')}
      21s dep_2     failed | Compiling / Linking
      23s dep_2     failed | Compiling / Linking / error: missing symbol
    `,
    ends: 'deployment_failed 24–28.5',
    error: ['error: missing symbol'],
  },
  {
    it: 'does not wait for ever for a log that grows',
    rule: 'at most 15 s while its log still grows',
    service: `${endsAs('failed | Compiling')}
      ${[21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43].map((s) => `${s}s dep_2 failed | Compiling${' / more'.repeat(s)}`).join('\n')}
    `,
    ends: 'deployment_failed 33–38',
  },
  ...(
    [
      ['{"errorMessage":"The disk is full."}', 'The disk is full.'],
      ['{"failure":{"message":"No space left on the node."}}', 'No space left on the node.'],
      ['{"errorCode":"E_DISK","errorText":"The disk is full."}', 'The disk is full.'],
      ['{"failureReason":"OutOfMemory"}', 'OutOfMemory'],
    ] as const
  ).map(([fields, cause]): Timeline => ({
    it: `names the cause from ${fields}`,
    rule: 'else the text of a field whose name holds error or fail (or the message in it), a sentence before a code word',
    service: endsAs(`failed ${fields} | Compiling`),
    ends: 'deployment_failed 22–23.5',
    error: [cause],
  })),
  {
    it: 'says that the service names no cause',
    rule: 'else "The service names no cause"',
    service: endsAs('failed | Compiling'),
    ends: 'deployment_failed 22–23.5',
    error: ['The service names no cause'],
  },
  {
    it: 'quotes neither log nor field where logs are not shown',
    rule: 'with build-log: false neither log lines nor such a field are quoted',
    with: { 'build-log': 'false' },
    service: endsAs(
      'failed {"errorMessage":"The disk is full."} | Compiling / error: no space left',
    ),
    ends: 'deployment_failed 20–25',
    never: ['no space left', 'The disk is full', 'Compiling'],
    also: ({ run }) =>
      run.logFile.includes('error: no space left') ? undefined : 'log-file is not whole',
  },
  {
    it: 'stays with the failure when the service begins another attempt',
    rule: 'a final status is the verdict',
    service: `
      POST          {"deploymentId":"dep_2"}
      dep_2         failed {"errorMessage":"No memory."} | Compiling
      2s dep_2      building | Compiling / Another attempt
    `,
    ends: 'deployment_failed 3–8',
    outputs: { status: 'failed', duration: '1' },
    error: ['No memory.'],
    never: ['Another attempt'],
  },
  {
    it: 'stays with the failure when the service later calls it finished',
    rule: 'a final status is the verdict',
    service: `
      POST          {"deploymentId":"dep_2"}
      dep_2         failed | error: broken
      2s dep_2      finished | error: broken / Another attempt
    `,
    ends: 'deployment_failed 3–8',
    outputs: { status: 'failed', deployments: /"status":"failed"/ },
    error: ['error: broken'],
  },
  {
    it: 'names the cause that a later read no longer shows',
    rule: 'else the text of a field whose name holds error or fail; what was seen is not forgotten',
    service: `${endsAs('failed {"errorMessage":"The disk is full."} | Compiling')}
      21s dep_2     failed | Compiling
    `,
    ends: 'deployment_failed 22–28',
    error: ['The disk is full.'],
  },
  {
    it: 'prints lines of another form that come late',
    rule: 'everything that this read holds is printed; anything else is printed after the end as lines of JSON',
    service: `
      POST          {"deploymentId":"dep_2"}
      dep_2         {"deployment":{"id":"dep_2","status":"failed","logs":[{"content":"one"}]}}
      2s dep_2      {"deployment":{"id":"dep_2","status":"failed","logs":[{"content":"one"},{"content":"two"}]}}
    `,
    ends: 'deployment_failed 3–10',
    log: ['{"content":"one"}', '{"content":"two"}'],
    also: ({ run }) =>
      run.log.split(`${GUTTER}{"content":"one"}`).length === 2 ? undefined : run.log,
  },
];

/** The app is `before` until the deployment has finished, and then what `states` say. */
const appIs = (before: string, ...states: string[]): string =>
  [`resource ${before}`, ...states.map((state) => state.replace(/^(\S+) /, '$1 resource '))].join(
    '\n',
  );

const apps: Timeline[] = [
  ...[
    'running',
    'Healthy',
    'active',
    'online',
    'up',
    'live',
    'started',
    'ready',
    'available',
    'deployed',
    'serving',
    'running (healthy)',
    'Running:healthy',
    'Up 3 minutes',
  ].map((word): Timeline => ({
    it: `passes at once with an app that is ${word}`,
    rule: 'up and not unhealthy: passes at once',
    service: appIs('stopped', `20s ${word}`),
    ends: 'passed 20–21',
  })),
  ...['stopped', 'off', 'listening', 'working', 'green', 'running (unhealthy)', 'unhealthy'].map(
    (word): Timeline => ({
      it: `passes at once with an app that is still ${word}`,
      rule: 'the same asleep, unknown, unhealthy status as before: passes at once; headline "still …, as before"',
      service: appIs(word),
      ends: 'passed 20–21',
      summary: [/still .{0,3}[a-z() ]+.{0,3}, as before/i],
    }),
  ),
  ...['exited', 'dead', 'down', 'offline', 'Exited (1)'].map((word): Timeline => ({
    it: `passes with one warning with an app that is still ${word}`,
    rule: 'the same exited, dead, down or offline status as before: passes at once, with one warning',
    service: appIs(word),
    ends: 'passed 20–21',
    summary: [/as before/i],
    warnings: [word],
  })),
  ...['stopped', 'paused', 'green', 'rolled over'].map((word): Timeline => ({
    it: `passes with one warning with an app that has become ${word}`,
    rule: 'asleep or unknown at two reads 5 s apart: passes with one warning that names it',
    service: appIs('running', `20s ${word}`),
    ends: 'passed 25–29.5',
    outputs: { 'resource-status': word },
    warnings: [word],
  })),
  ...['unhealthy', 'running (unhealthy)', 'deploying', 'Starting', 'creating'].map(
    (word): Timeline => ({
      it: `passes with one warning with an app that is ${word} for a minute`,
      rule: 'unhealthy and moving after 60 s: passes with one warning that names it',
      service: appIs('running', `20s ${word}`),
      ends: 'passed 79–85',
      warnings: [word],
    }),
  ),
  {
    it: 'passes with one warning when the app cannot be read for a minute',
    rule: 'unreadable after 60 s: passes with one warning',
    service: appIs('running', '20s 500 internal_error'),
    ends: 'passed 79–86',
    outputs: { status: 'finished' },
    warnings: [/resource|app_web|web/],
  },
  ...[
    'exited',
    'dead',
    'down',
    'offline',
    'Exited (1)',
    'crashed',
    'CrashLoopBackOff',
    'failed',
    'error',
    'OOMKilled',
    'killed',
  ].map((word): Timeline => ({
    it: `fails with an app that has become ${word}`,
    rule: 'down that it was not before, at two reads 20 s apart: not_running, red, with the runtime log',
    service: appIs('running', `20s ${word}`),
    ends: 'not_running 40–44.5',
    outputs: { status: 'finished', 'resource-status': word },
    error: [word],
    log: ['listening on 3000'],
    sent: { logs: '1×' },
  })),
  ...['crashed', 'failed', 'oomkilled'].map((word): Timeline => ({
    it: `fails with an app that is ${word} as before for a minute`,
    rule: 'a crashed, failed or killed one as before after 60 s: not_running',
    service: appIs(word),
    ends: 'not_running 79–85',
    error: [word],
  })),
  {
    it: 'fails with an app that restarts for three minutes',
    rule: 'restarting after 3 minutes: not_running',
    service: appIs('running', '20s restarting'),
    ends: 'not_running 198–206',
    error: ['restarting'],
  },
  {
    it: 'waits for an app that is replaced',
    rule: 'anything else is read every 3 s; it passes when it is up and healthy',
    service: appIs('running', '20s deploying', '33s running'),
    ends: 'passed 33–36.5',
  },
  {
    it: 'waits for an app that is down for a moment',
    rule: 'down at two reads 20 s apart',
    service: appIs('running', '20s exited', '32s starting', '38s running'),
    ends: 'passed 38–41.5',
  },
  {
    it: 'waits for an app that crashed before the deployment and recovers',
    rule: 'a crashed one as before after 60 s',
    service: appIs('crashed', '50s running'),
    ends: 'passed 50–53.5',
  },
  {
    it: 'passes at once where the service shows no status of the app',
    rule: 'no status shown before and after: passes, no warning',
    service: appIs('-'),
    ends: 'passed 20–21',
    outputs: { 'resource-status': '' },
  },
  {
    it: 'fails with an app whose status is a sentence',
    rule: 'a status is classified by its first run of letters; down that it was not before: not_running',
    service: appIs(
      'running on node eu-central-1-worker-03 (2 of 2 replicas, healthy since 3 days)',
      '20s exited (137) 3 seconds ago: OOMKilled, restart policy "no", node eu-central-1-worker-03',
    ),
    ends: 'not_running 40–45',
    outputs: { 'resource-status': 'unknown' },
    error: ['its status is exited (137) 3 seconds ago'],
  },
  {
    it: 'does not judge an app whose reply is about something else, and says so',
    rule: 'a warning only if the verdict depended on it',
    service: 'resource {"resource":{"id":"4711","slug":"app_web","type":"app","status":"exited"}}',
    ends: 'passed 20–24',
    warnings: [/was not judged .* not recognised/],
  },
  {
    it: 'judges the app though one read of it is refused',
    rule: 'unreadable after 60 s: passes with one warning; down at two reads 20 s apart: not_running',
    service: `
      20s resource ×1  400 bad_request
      20s resource     exited
    `,
    ends: 'not_running 40–46',
  },
  {
    it: 'judges the app by the replies after the end, though the one before was about something else',
    rule: 'the resource after finished',
    service: `
      resource ×1   {"resource":{"id":"4711","slug":"app_web","type":"app","status":"running"}}
      20s resource  exited
    `,
    ends: 'not_running 40–46',
  },
];

describe('the end of a deployment', () => {
  test.each(titled([...words, ...causes]))('%s', async (_title, row) => {
    expect(await judge(row)).toBe('');
  });
});

describe('the app after a finished deployment', () => {
  test.each(titled(apps))('%s', async (_title, row) => {
    expect(await judge(row)).toBe('');
  });
});
