// Unusual sequences of events: lost answers before refusals, outages at the end, replies that are
// not recognised, statuses that show an uptime.
import { deploys } from '../support/service-table.ts';
import { testSteps } from '../support/test-steps.ts';
import type { Timeline } from '../support/timeline.ts';

const rows: readonly Timeline[] = [
  {
    it: 'publishes the end of a deployment before it judges the app',
    rule: ['outputs/killed', 'deploy/ended-sentence'],
    service: ['19s resource starting', '70s resource running'],
    killed: { 50: ['| Status | finished |', /^(?!.*continues at the service)/s] },
    ends: 'passed 70–73',
  },
  {
    it: 'says after a refusal that nothing was started when it is killed',
    rule: ['outputs/killed', 'cancel/nothing'],
    service: [
      'dep_9 building',
      '90s dep_9 finished',
      'POST ×1 409 busy',
      deploys('dep_2', 'finished'),
    ],
    killed: { 12: [/^(?!.*not known whether the request)/s] },
    ends: 'passed 15–19',
    sent: { POST: '2×' },
  },
  {
    it: 'names the outage at the deadline, too, and not only the work that was in the way',
    rule: ['deadline/in-the-way', 'deadline/outage'],
    with: { timeout: '60s' },
    service: ['dep_9 building', '10s dep_9 finished', '10s list 502 page', 'POST 409 busy'],
    ends: 'busy 60',
    error: [/is in the way\. Later: .* answered 502 .*That had not changed/],
  },
  {
    it: 'does not say that a rate limit lasted when only an outage did',
    rule: ['deadline/in-the-way', 'deadline/outage'],
    with: { timeout: '60s' },
    service: ['POST 429 rate_limited (retry-after 5)', '2s list 500 internal_error "DB away."'],
    ends: 'rate_limited 60',
    error: [/Later: .*"DB away\." That had not changed/],
  },
  {
    it: 'does not say that no deployment appeared when the list could not be read',
    rule: 'deadline/outage',
    with: {
      operation: 'follow',
      timeout: '60s',
      'health-check': '/',
      'health-check-contains': 'v7',
    },
    service: ['resource running @own', '10s list 502 page'],
    ends: 'unreachable 60',
    never: ['No deployment appeared'],
  },
  {
    it: 'reads the last lines of the log after an outage that follows the failure',
    rule: ['ends/cause-log', 'ends/log-unread'],
    service: `
      ${deploys('dep_2', 'building | Cloning', '20s failed | Cloning')}
      21s–28s list  502 page
      21s–28s detail dep_2  502 page
      28s dep_2     failed | Cloning / error: the cause
    `,
    ends: 'deployment_failed 28–36',
    error: ['error: the cause'],
  },
  {
    it: 'warns of a log that an outage keeps from being read to its end',
    rule: 'ends/log-unread',
    service: [
      deploys('dep_2', 'building | Cloning', '20s failed | Cloning'),
      '21s list 502 page',
      '21s detail dep_2 502 page',
    ],
    ends: 'deployment_failed 30–32',
    warnings: [/could not be read to its end/],
  },

  {
    it: 'says that the previous version runs, although its uptime has gone on',
    rule: 'summary/version-before',
    service: [
      'resource Up 3 minutes',
      deploys('dep_2', 'building', '20s failed | error: x'),
      '15s resource Up 4 minutes',
    ],
    ends: 'deployment_failed 20–27',
    error: ['The previous version of web is still Up 4 minutes.'],
  },
  {
    it: 'says that a log was not read to its end where the key is shared',
    rule: 'ends/log-unread',
    with: { 'concurrent-jobs': '2' },
    service: [
      deploys('dep_2', 'building | Cloning', '20s finished | Cloning / Done'),
      '18s detail dep_2 500 internal_error',
    ],
    log: ['could not be read to its end'],
  },
];

testSteps('an unusual sequence', ...rows);
