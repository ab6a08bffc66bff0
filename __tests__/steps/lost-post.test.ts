// A POST whose answer was lost is never simply sent again: the list shows what became of it.
import { rowsWith, testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import type { Timeline } from '../support/timeline.ts';

/** Warning of a deployment that was found after the answer was lost. */
const ADOPTED = /adopted|colleague|somebody else|someone else/i;

const adopted = rowsWith({ warnings: [ADOPTED] }, [
  {
    it: 'counts the duration from the POST whose answer was lost',
    rule: 'outputs/duration-lost',
    service: deploys('cut (late 10s)', '10s building', '40s finished'),
    ends: 'passed 40–44',
    outputs: { duration: /^4[0-4]$/ },
  },
  {
    it: 'follows the one new deployment in progress, with a warning',
    rule: 'deploy/lost-adopted',
    service: deploys('cut', 'building', '20s finished'),
    sent: { list: '0 0–2.5 15–18' },
  },
  {
    it: 'finds a deployment that appears after a minute',
    rule: ['deploy/lost-adopted', 'always/no-silent-wait'],
    service: deploys('hang', '70s building', '100s finished'),
    ends: 'passed 100–104',
    sent: { list: '0 30–32.5 32.4–35 34.5–37.5 37–40 …' },
    log: [/in the list of deployments, for at most 1m \d+s more/],
  },
  {
    it: 'reports the failure of the deployment that it has adopted',
    rule: 'deploy/lost-followed',
    service: deploys('502 page', 'building', '20s failed | error: broken'),
    ends: 'deployment_failed 20–25',
    outputs: { 'deployment-id': 'dep_2', status: 'failed' },
    error: ['error: broken'],
  },
  {
    it: 'publishes no commit of a deployment that may be another one, and adopts none',
    rule: 'deploy/lost-confirmed',
    service: [
      deploys('cut', 'building {"commit":"4f6c21d0a1b2c3d4e5f60718293a4b5c6d7e8f90"}'),
      '9s dep_3 building',
    ],
    ends: 'ambiguous 15–18',
    outputs: { 'deployment-id': '', commit: '' },
  },
]);

const notAdopted: Timeline[] = [
  {
    it: 'names the new deployment that had ended when it was first seen',
    rule: ['deploy/lost-ended', 'deploy/list-statuses'],
    service: deploys('cut', '5s finished'),
    ends: 'unknown_outcome 5–10',
    error: ['dep_2 (finished)'],
  },
  {
    it: 'adopts no deployment that stands below old ones, and gives up after 90 seconds',
    rule: 'deploy/lost-unsure',
    service: ['list dep_1 finished', 'POST cut', '3s list dep_1 finished, dep_0 building'],
    ends: 'unknown_outcome 92–98',
    error: ['dep_0 (building) is below older ones'],
  },
  {
    it: 'cannot tell two new deployments apart',
    rule: 'deploy/list-two',
    service: [deploys('cut', 'building'), 'dep_3 building'],
    ends: 'ambiguous 0–18',
    error: ['dep_2: building', 'dep_3: building'],
  },
];

const repeated: Timeline[] = [
  {
    it: 'sends it once again after 90 seconds in which nothing came of it',
    rule: ['deploy/lost-repeat', 'deploy/lost-once'],
    service: ['POST ×1 500 internal_error', deploys('dep_2', 'building', '+20s finished')],
    ends: 'passed 110–119',
    warnings: ['The request was sent twice'],
    sent: { POST: '0 90–96' },
    log: ['The lost request has had no visible effect. Sending it once more.'],
    summary: ['The request was sent twice'],
  },
  ...['cut', '502 page', '202 page', '200 "Accepted"'].map((answer): Timeline => ({
    it: `sends it once again 90 seconds after the answer ${answer}`,
    rule: 'deploy/lost-kinds',
    service: [`POST ×1 ${answer}`, deploys('dep_2', 'building', '120s finished')],
    ends: 'passed 120–124',
    warnings: ['The request was sent twice'],
    sent: { POST: '0 89–95' },
  })),
  {
    it: 'sends it once again 90 seconds after an answer that never came',
    rule: 'deploy/lost-repeat',
    service: ['POST ×1 hang', deploys('dep_2', 'building', '150s finished')],
    ends: 'passed 150–154',
    warnings: ['The request was sent twice'],
    sent: { POST: '0 119–126' },
  },
  {
    it: 'does not send it again into a list that was empty before',
    rule: 'deploy/lost-reads',
    service: ['dep_1 gone', 'POST 500 internal_error'],
    ends: 'unknown_outcome 90–96',
    sent: { POST: '1×' },
    error: ['The list showed no deployment before'],
  },
  {
    it: 'gives up when it was lost again and nothing is new',
    rule: 'deploy/lost-once',
    service: 'POST 500 internal_error "The database is away."',
    ends: 'unknown_outcome 180–192',
    sent: { POST: '0 90–96' },
    error: ['The database is away.', 'It was sent twice.'],
  },
  {
    it: 'does not send it again while the list shows nothing of before',
    rule: ['deploy/lost-unsure', 'deploy/lost-reads'],
    service: ['list ×1 dep_1 finished', 'POST 500 internal_error', 'list none'],
    ends: 'unknown_outcome 90–96',
    error: ['none of the deployments from before'],
  },
  {
    it: 'gives up after 90 seconds in which no list is recognised',
    rule: ['deploy/lost-unsure', 'always/no-silent-wait'],
    service: ['list ×1 dep_1 finished', 'POST cut', 'list {"odd":[{"x":1}]}'],
    ends: 'unknown_outcome 90–96',
    log: [/list of deployments, for at most 1m 2\ds more/, /for at most 2\d s more/],
    error: ['is not recognised'],
  },
  {
    it: 'does not send it again when the list before was a 404',
    rule: 'deploy/lost-reads',
    service: ['dep_1 gone', 'list ×1 404 not_found', 'POST 500 internal_error'],
    ends: 'unknown_outcome 90–96',
    error: ['The list showed no deployment before'],
  },
  {
    it: 'neither sends it again nor adopts one when the list before was not recognised',
    rule: ['deploy/lost-reads', 'deploy/list-unknown-ours'],
    service: ['dep_2 building', 'list ×1 {"odd":[{"x":1}]}', 'POST 500 internal_error'],
    ends: 'unknown_outcome 0',
    outputs: { 'deployment-id': '' },
    error: ['The list from before was not recognised'],
  },
  {
    it: 'does not send it again into a list that is always a 404',
    rule: 'deploy/lost-reads',
    service: ['list 404 not_found', 'POST 500 internal_error'],
    ends: 'unknown_outcome 90–96',
  },
  {
    it: 'does not send it again while a list that was empty before is a 404',
    rule: 'deploy/lost-reads',
    service: ['list ×1 none', 'POST 408 page Gateway', 'list 404 not_found'],
    ends: 'unknown_outcome 90–96',
    sent: { POST: '1×' },
  },
  {
    it: 'starts its 90 seconds anew after reads that failed',
    rule: ['deploy/lost-reads', 'deploy/lost-repeat'],
    service: `
      POST ×1       500 internal_error
      0s–40s list   500 internal_error
      ${deploys('dep_2', 'building', '+20s finished')}
    `,
    ends: 'passed 150–170',
    warnings: ['The request was sent twice'],
    // `list` before the POST is read before the row holds.
    sent: { POST: '0 130–150' },
  },
  {
    it: 'waits until other work has ended, which may hide ours',
    rule: 'deploy/lost-repeat',
    service: `
      dep_2         building
      POST ×1       cut
      50s dep_2     finished
      ${deploys('dep_3', 'building', '+20s finished')}
    `,
    ends: 'passed 158–172',
    warnings: ['The request was sent twice'],
    outputs: { 'deployment-id': 'dep_3' },
    sent: { POST: '0 138–148' },
  },
  {
    it: 'does not send it again while a deployment is stuck in progress, and names that',
    rule: ['deploy/lost-in-the-way', 'always/no-silent-wait'],
    with: { timeout: '10m' },
    service: ['dep_2 building', 'POST cut'],
    ends: 'unknown_outcome 600',
    error: ['deployment dep_2 (building) was in progress'],
    also: ({ run }) => {
      const lines =
        run.log.match(/^Looking.* deployment dep_2 \(building\) is in progress/gm) ?? [];
      return lines.length >= 9 ? undefined : `only ${lines.length} lines name it`;
    },
  },
  {
    it: 'adopts an entry that appears while an older one is stuck in progress',
    rule: 'deploy/lost-adopted',
    service: ['dep_0 building', 'POST cut', '20s dep_2 building', '40s dep_2 finished'],
    ends: 'passed 40–44',
    warnings: [ADOPTED],
  },
  ...['409 busy "Another deployment is running."', '429 rate_limited (retry-after 5)'].map(
    (answer): Timeline => ({
      it: `goes on looking when the repetition is answered ${answer}`,
      rule: 'deploy/lost-blocked',
      service: `
        POST ×1       500 internal_error
        ${deploys(answer, '+10s building', '+40s finished')}
      `,
      ends: 'passed 130–140',
      sent: { POST: '0 90–96' },
      warnings: [ADOPTED],
      never: ['sent twice, since'],
    }),
  ),
  ...['in_progress "It is queued."', 'page Conflict'].map((answer): Timeline => ({
    it: `does not know the outcome when the repetition is answered 409 ${answer}`,
    rule: 'deploy/lost-not-hidden',
    service: ['POST ×1 500 internal_error', `POST 409 ${answer}`],
    ends: 'unknown_outcome 90–96',
    sent: { POST: '0 90–96' },
    error: ['answered 409', 'may have been accepted'],
  })),
  {
    it: 'still has its repetition after a 409',
    rule: ['deploy/lost-blocked', 'deploy/lost-once', 'busy/sentence'],
    service: `
      POST ×1       500 internal_error
      POST ×1       409 busy "A backup is running."
      ${deploys('dep_2', 'building', '+20s finished')}
    `,
    ends: 'passed 200–215',
    warnings: ['The request was sent twice'],
    sent: { POST: '0 90–96 180–192' },
    log: ['A backup is running.', 'Sending it once more'],
    once: ['sent twice, since'],
  },
  {
    it: 'does not pass on an adopted deployment that it could not confirm before the deadline',
    rule: ['deploy/lost-deadline', 'deploy/no-wait'],
    with: { wait: 'false', timeout: '10s' },
    service: deploys('cut', 'building'),
    ends: 'timeout 10',
    warnings: [ADOPTED],
  },
  {
    it: 'does not know the outcome at the deadline',
    rule: 'deploy/lost-deadline',
    with: { timeout: '1m' },
    service: 'POST cut',
    ends: 'unknown_outcome 60',
    outputs: { status: '', 'deployment-id': '' },
    error: [/connection to \S+ was lost/],
  },
  {
    it: 'still says that the request may have been accepted when the list is refused',
    rule: 'deploy/lost-not-hidden',
    service: ['POST cut', 'list 401 unauthorized "Invalid API key."'],
    ends: 'unknown_outcome 0–5',
    error: ['Invalid API key.', 'may have been accepted', 'before you run the job again'],
  },
  {
    it: 'still says that the request may have been accepted when its repetition is refused',
    rule: 'deploy/lost-not-hidden',
    service: ['POST ×1 500 internal_error', 'POST 402 billing "The wallet is empty."'],
    ends: 'unknown_outcome 90–96',
    sent: { POST: '0 90–96' },
    error: ['The wallet is empty.', 'may have been accepted', 'before you run the job again'],
    never: ['Nothing was changed'],
  },
  {
    it: 'does not say that the deadline was reached when it ends before it',
    rule: 'limit/too-late',
    with: { timeout: '40s' },
    service: ['POST cut', 'list 429 rate_limited "120 a minute." (retry-after 60)'],
    ends: 'unknown_outcome 0–5',
    error: ['120 a minute.'],
    never: ['was reached'],
  },
];

testSteps('a POST whose answer was lost', ...adopted, ...notAdopted, ...repeated);
