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
    sent: { list: '0 0–2.5 …' },
  },
  {
    it: 'finds a deployment that appears after a minute',
    rule: ['deploy/lost-search', 'always/no-silent-wait'],
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
  {
    it: 'reads the list no sooner than the service asks',
    rule: 'deploy/lost-retry-after',
    service: deploys('503 unavailable (retry-after 7)', 'building', '20s finished'),
    sent: { list: '0 7–9.5 …' },
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
    it: 'gives up where a new deployment stands below old ones',
    rule: 'deploy/lost-below',
    service: ['list dep_1 finished', 'POST cut', '3s list dep_1 finished, dep_0 building'],
    ends: 'unknown_outcome 3–8',
  },
  {
    it: 'cannot tell two new deployments apart',
    rule: 'deploy/lost-two',
    service: [deploys('cut', 'building'), 'dep_3 building'],
    ends: 'ambiguous 0–18',
    error: ['dep_2: building', 'dep_3: building'],
  },
];

const repeated: Timeline[] = [
  {
    it: 'sends it once again after 15 seconds in which nothing came of it',
    rule: 'deploy/lost-repeat-error',
    service: ['POST ×1 500 internal_error', deploys('dep_2', 'building', '40s finished')],
    ends: 'passed 40–43',
    sent: { POST: '0 15–19' },
    summary: ['| Sent twice |'],
  },
  ...['cut', '502 page', '202 page', '200 "Accepted"'].map((answer): Timeline => ({
    it: `sends it once again 90 seconds after the answer ${answer}`,
    rule: 'deploy/lost-kinds',
    service: [`POST ×1 ${answer}`, deploys('dep_2', 'building', '120s finished')],
    ends: 'passed 120–124',
    sent: { POST: '0 89–95' },
  })),
  {
    it: 'sends it once again 90 seconds after an answer that never came',
    rule: 'deploy/lost-repeat',
    service: ['POST ×1 hang', deploys('dep_2', 'building', '150s finished')],
    ends: 'passed 150–154',
    sent: { POST: '0 119–126' },
  },
  {
    it: 'sends it once again into an empty list',
    rule: 'deploy/lost-reads',
    service: `
      dep_1         gone
      POST ×1       500 internal_error
      ${deploys('dep_2', 'building', '40s finished')}
    `,
    ends: 'passed 40–43',
    sent: { POST: '0 15–19' },
  },
  {
    it: 'gives up when it was lost again and nothing is new',
    rule: 'deploy/lost-once',
    service: 'POST 500 internal_error "The database is away."',
    ends: 'unknown_outcome 30–40',
    sent: { POST: '0 15–19' },
    error: ['The database is away.'],
  },
  {
    it: 'does not send it again while the list shows nothing of before',
    rule: 'deploy/lost-reads',
    service: ['list ×1 dep_1 finished', 'POST 500 internal_error', 'list none'],
    with: { timeout: '2m' },
    ends: 'unknown_outcome 120',
  },
  {
    it: 'says until the deadline that it is looking, while no list is recognised',
    rule: ['always/no-silent-wait', 'deploy/lost-reads'],
    service: ['list ×1 dep_1 finished', 'POST cut', 'list {"odd":[{"x":1}]}'],
    ends: 'unknown_outcome 600',
    log: ['for at most 1m 30s more', /list of deployments, for at most 8m/, 'for at most 1m '],
  },
  {
    it: 'does not count reads that failed',
    rule: 'deploy/lost-reads',
    service: `
      POST ×1       500 internal_error
      0s–40s list   500 internal_error
      ${deploys('dep_2', 'building', '90s finished')}
    `,
    ends: 'passed 90–94',
    // `list` before the POST is read before the row holds.
    sent: { POST: '0 44–80' },
  },
  {
    it: 'waits until other work has ended, which may hide ours',
    rule: 'deploy/lost-other-work',
    service: `
      dep_2         building
      POST ×1       cut
      50s dep_2     finished
      ${deploys('dep_3', 'building', '180s finished')}
    `,
    ends: 'passed 180–184',
    outputs: { 'deployment-id': 'dep_3' },
    sent: { POST: '0 138–148' },
  },
  {
    it: 'does not send it again while other work goes on',
    rule: 'deploy/lost-other-work',
    with: { timeout: '5m' },
    service: ['dep_2 building', 'POST cut'],
    ends: 'unknown_outcome 300',
  },
  ...['busy', 'in_progress "It is queued."', 'page Conflict'].map((answer): Timeline => ({
    it: `goes on looking when the repetition is answered 409 ${answer}`,
    rule: 'deploy/lost-blocked',
    service: `
      POST ×1       500 internal_error
      ${deploys(`409 ${answer}`, '25s building', '50s finished')}
    `,
    ends: 'passed 50–54',
    sent: { POST: '0 15–19' },
    warnings: [ADOPTED],
    never: ['Sent twice'],
  })),
  {
    it: 'still has its repetition after a 409',
    rule: ['deploy/lost-blocked', 'deploy/lost-once', 'busy/sentence'],
    service: `
      POST ×1       500 internal_error
      POST ×1       409 busy "A backup is running."
      ${deploys('dep_2', 'building', '200s finished')}
    `,
    ends: 'passed 200–204',
    sent: { POST: '0 15–19 30–38' },
    log: ['A backup is running.', 'Sending it once more'],
    once: ['Sent twice'],
  },
  {
    it: 'does not pass on an adopted deployment that it could not confirm before the deadline',
    rule: ['deploy/lost-deadline', 'deploy/no-wait'],
    with: { wait: 'false', timeout: '10s' },
    service: deploys('cut', 'building'),
    ends: 'unknown_outcome 10',
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
    ends: 'unknown_outcome 15–19',
    sent: { POST: '0 15–19' },
    error: ['The wallet is empty.', 'may have been accepted', 'before you run the job again'],
    never: ['Nothing was changed'],
  },
  {
    it: 'reads the list before the deadline when it is asked to wait for longer',
    rule: 'deploy/lost-retry-after',
    with: { timeout: '60s' },
    service: deploys('503 internal_error (retry-after 120)', 'building'),
    ends: 'timeout 60',
    log: ['looking for its effect in 1m, since'],
    outputs: { 'deployment-id': 'dep_2' },
    warnings: [ADOPTED],
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
