// The deadline and a cancelled run: what the step says of the work that goes on.
import { rowsWith, type SharingRow, testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import type { Played, Timeline } from '../support/timeline.ts';

const ENDLESS = deploys('dep_2', 'building | Compiling');

const deadline: Timeline[] = [
  {
    it: 'names deployment, status, time and the step that follows it',
    rule: ['deadline/in-progress', 'inputs/timeout'],
    with: { timeout: '1m30s' },
    service: ENDLESS,
    ends: 'timeout 90',
    outputs: { 'deployment-id': 'dep_2', status: 'building' },
    error: ['dep_2', 'building', /1m 30s|90 ?s/, 'operation: follow'],
    summary: ['dep_2', 'operation: follow'],
    sent: { POST: '0' },
  },
  {
    it: 'does not know the outcome while it looks for its deployment',
    rule: 'deadline/unidentified',
    with: { timeout: '30s' },
    service: 'POST {"ok":true}',
    ends: 'unknown_outcome 30',
  },
  {
    it: 'names a deployment that has ended when the deadline comes before it is confirmed',
    rule: 'deadline/unidentified',
    with: { timeout: '12s' },
    service: deploys('{"ok":true}', 'building', '5s failed'),
    ends: 'unknown_outcome 12',
    log: [/in case another new deployment appears in the list, for at most 1\.\d s more/],
    outputs: { status: '' },
    error: [/dep_2 of web was created after the request \(failed\)/, 'operation: follow'],
  },
  {
    it: 'does not know the outcome when the rate limit ends the search for its deployment',
    rule: 'deadline/unidentified',
    with: { timeout: '20s' },
    service: ['POST {"ok":true}', '5s list 429 rate_limited'],
    ends: 'unknown_outcome 15–20',
  },
  {
    it: 'ends when the service rejects every read of its deployment, which may continue',
    rule: 'deadline/may-continue',
    service: `${ENDLESS}
      3s detail dep_2   400 bad_request "No such view."
      3s list           400 bad_request "No such view."
    `,
    ends: 'bad_request 3–8',
    outputs: { 'deployment-id': 'dep_2' },
    error: ['No such view.', 'dep_2 of web may continue', 'operation: follow'],
  },
  {
    it: 'does not claim that a deployment continues that the last reads did not show',
    rule: 'deadline/may-continue',
    with: { timeout: '40s' },
    service: `
      ${deploys('dep_2', 'building')}
      15s detail dep_2  503 unavailable
      15s list      {"something":"else"}
    `,
    ends: 'timeout 38–41',
    error: ['The last status was building', 'dep_2 of web may continue'],
    never: ['dep_2 of web continues'],
  },
  {
    it: 'says first that the service could not be reached',
    rule: ['deadline/outage', 'deadline/may-continue'],
    with: { timeout: '60s' },
    service: [ENDLESS, '10s detail dep_2 cut', '10s list cut'],
    ends: 'timeout 60',
    outputs: { 'deployment-id': 'dep_2', status: 'building' },
    error: [/^[^\n]*(reach|connect|respond|answer)/i, 'dep_2 of web may continue'],
    never: ['dep_2 of web continues'],
  },
  {
    it: 'does not take a poll that the deadline cuts short for an outage',
    rule: ['deadline/in-progress', 'deadline/outage'],
    with: { timeout: '22s' },
    service: [ENDLESS, '19s detail dep_2 hang'],
    ends: 'timeout 22',
    error: ['did not end in time', 'dep_2 of web continues'],
    never: ['has not answered yet'],
  },
  {
    it: 'reports what was in the way when the deadline came before the work began',
    rule: 'deadline/in-the-way',
    with: { timeout: '40s' },
    service: 'list ×99 500 internal_error "The database is away."',
    ends: 'internal_error 40',
    sent: { POST: '0×' },
    error: ['The database is away.'],
  },
  {
    it: 'says that the resource was busy although the list could not be read in the end',
    rule: 'deadline/in-the-way',
    with: { timeout: '60s' },
    service: `
      dep_2         building
      POST          409 busy "Another deployment is running."
      10s list      500 internal_error "The database is away."
    `,
    ends: 'busy 60',
    error: ['Another deployment is running.', 'Nothing was changed'],
  },
  {
    it: 'does not take the status of the resource for that of a deployment that showed none',
    rule: 'deadline/in-progress',
    with: { timeout: '20s' },
    service: ['POST {"deploymentId":"dep_2"}', 'detail dep_2 502 page', 'list 502 page'],
    ends: 'timeout 19–21',
    error: ['No status was reported'],
  },
  {
    it: 'ends a list that hangs at the deadline, and names what was answered before',
    rule: ['deadline/whole-step', 'deadline/in-the-way'],
    with: { operation: 'list', 'resource-id': '', timeout: '10s' },
    service: ['resources ×2 503 internal_error "Maintenance."', 'resources hang'],
    ends: 'internal_error 10',
    error: ['Maintenance.', 'Nothing was requested.'],
  },
  {
    it: 'has two minutes for an operation that reads',
    rule: 'inputs/timeout-reading',
    with: { operation: 'status', timeout: '' },
    service: 'list hang',
    ends: 'timeout|unreachable 120',
  },
  {
    it: 'prints the last line, though it has no end',
    rule: 'deploy/unfinished-line',
    with: { timeout: '20s' },
    service: deploys('dep_2', 'building | Installing / Continue? [Y/n] …'),
    ends: 'timeout 20',
    log: ['Installing', 'Continue? [Y/n]'],
  },
  {
    it: 'says that no answer came when a request hangs until a short deadline',
    rule: 'deadline/in-the-way',
    with: { timeout: '20s' },
    service: 'list hang',
    ends: 'unreachable 20',
    log: ['has not answered yet; waiting, for at most 15 s more.'],
    error: [
      /^GET \S+ \S+ has not answered yet\. That had not changed when the deadline of 20 s was reached/m,
    ],
    sent: { POST: '0×' },
  },
  {
    it: 'has no status of a deployment that may be another one',
    rule: 'outputs/status-confirmed',
    with: { timeout: '10s' },
    service: deploys('{"ok":true}', 'failed'),
    ends: 'unknown_outcome 10',
    outputs: { status: '' },
  },
];

/** A cancelled step says one of three things, and is gone within two seconds. */
const says =
  (sentence: RegExp) =>
  ({ run }: Played): string | undefined => {
    if (run.goneWithinMs === undefined || run.goneWithinMs > 2_000)
      return `gone within ${run.goneWithinMs} ms`;
    const text = run.annotations.map(({ message }) => message).join('\n');
    return sentence.test(text) && sentence.test(run.summary)
      ? undefined
      : `it says: ${text}\nthe summary: ${run.summary}`;
  };

const NOTHING =
  /nothing was (requested|sent|started|changed|deployed)|no (request|deployment) was (sent|requested|started)/i;
const NOT_KNOWN = /not known|unknown|may (have been accepted|continue)|unclear/i;
const CONTINUES = /continues/i;

/** Whether the deployment continues. */
const continuing = rowsWith({ rule: 'cancel/continues' }, [
  {
    it: 'says that the deployment continues when it is cancelled during the build',
    service: ENDLESS,
    cancel: '12 SIGTERM',
    ends: 'interrupted 12–14',
    outputs: { 'deployment-id': 'dep_2', status: 'building' },
    summary: ['dep_2', 'operation: follow'],
    also: says(CONTINUES),
  },
  {
    it: 'does not say that a finished deployment continues',
    service: '20s resource starting',
    cancel: '25 SIGINT',
    ends: 'interrupted 25–27',
    outputs: { 'deployment-id': 'dep_2', status: 'finished' },
    error: [
      'Deployment dep_2 of web had ended (finished); its check was cut short.',
      'before you run the job again',
    ],
    never: [/dep_2[^.]{0,40}continues/],
  },
  {
    it: 'does not pass when it is cancelled while an app cannot be read',
    service: ['20s resource 500 internal_error', '36s resource hang'],
    cancel: '45 SIGINT',
    ends: 'interrupted 45–47',
  },
  {
    it: 'does not say that a deployment continues that ended before it was confirmed',
    service: deploys('{"ok":true}', 'building', '5s failed'),
    cancel: '10 SIGTERM',
    ends: 'interrupted 10–12',
    outputs: { 'deployment-id': 'dep_2', status: '' },
    error: [/dep_2 of web was created after the request/],
    never: [/dep_2[^.]{0,40}continue/],
  },
  {
    it: 'does not pass when it is cancelled while it looks for the id and does not wait',
    with: { wait: 'false' },
    service: 'POST {"ok":true}',
    cancel: '5 SIGINT',
    ends: 'interrupted 5–7',
    error: ['may continue'],
    sent: { POST: '0' },
  },
]);

const cancelled: Timeline[] = [
  ...(
    [
      ['before the POST', 'cancel/nothing', 'list hang', 5],
      ['while it is busy', 'cancel/nothing', 'POST 409 busy "A backup is running."', 15],
      ['while the POST is not answered', 'cancel/unknown', 'POST hang', 5],
      ['after a lost POST', 'cancel/unknown', 'POST cut', 10],
    ] as const
  ).map(([when, rule, service, atS]): Timeline => ({
    it: `says what is known of the request when it is cancelled ${when}`,
    rule,
    service,
    cancel: `${atS} SIGINT`,
    ends: `interrupted ${atS}–${atS + 2}`,
    error: rule === 'cancel/unknown' ? ['before you run the job again'] : [],
    also: says(rule === 'cancel/unknown' ? NOT_KNOWN : NOTHING),
  })),
  {
    it: 'keeps the log of a cancelled step',
    rule: 'cancel/log',
    service: ENDLESS,
    cancel: '12 SIGBREAK',
    ends: 'interrupted 12–14',
    also: ({ run }) => (run.logFile.includes('Compiling') ? undefined : `log-file: ${run.logFile}`),
  },
];

/** A check that is cut short is no check. */
const cut = rowsWith({ with: { operation: 'check', timeout: '20s' } }, [
  ...['resources', 'list', 'openapi'].map((read): SharingRow => ({
    it: `fails a check that is cancelled while ${read} is read`,
    rule: 'cancel/nothing',
    service: `${read} hang`,
    cancel: '3 SIGTERM',
    ends: 'interrupted 3–5',
    also: says(NOTHING),
  })),
  ...['list', 'openapi'].map((read): SharingRow => ({
    it: `fails a check that the deadline ends while ${read} is read`,
    rule: 'deadline/whole-step',
    service: `${read} hang`,
    ends: 'unreachable 20',
    error: ['has not answered yet', 'Nothing was requested.'],
  })),
]);

testSteps('a step', ...cut, ...deadline, ...cancelled, ...continuing);
