// Services that once misled the action, each as the shortest table that did it.
import { FOLLOW } from '../support/adversary/story.ts';
import { deploys } from '../support/service-table.ts';
import { testSteps } from '../support/test-steps.ts';
import { type Timeline } from '../support/timeline.ts';

const found: Timeline[] = [
  {
    it: 'does not take a list that is not recognised for one that shows nothing new',
    rule: 'deploy/lost-reads',
    with: { timeout: '3m' },
    service: ['dep_1 gone', 'POST cut', '1s list {"something":"else"}'],
    ends: 'unknown_outcome 90–180',
  },
  {
    it: 'shows the log of a detail that fails only until the deployment has finished',
    rule: 'deploy/late-log',
    service: `
      ${deploys('dep_2', 'building', '4s finished | Compiling / Done')}
      0s–6.5s detail dep_2  503 unavailable
      4s resource   starting
      9s resource   running
    `,
    ends: 'passed 9–15',
    log: ['Compiling', 'Done', 'web is running'],
  },
  {
    it: 'still has a line in each minute when reads fail for a moment',
    rule: 'step-log/status',
    service: `
      ${deploys('dep_2', 'building', '85s finished')}
      57s–59s detail dep_2  502 page
      57s–59s list          502 page
    `,
    ends: 'passed 85–88',
    log: ['still building'],
    never: ['shown again'],
  },
  {
    it: 'takes the status from the list when the detail shows none, and the log from the detail',
    rule: 'deploy/detail-unread',
    service: `
      ${deploys('dep_2', 'building', '20s finished')}
      detail dep_2  {"deployment":{"id":"dep_2","log":"Cloning\\nDone\\n"}}
    `,
    log: ['Cloning', 'Done'],
  },
  {
    it: 'waits for a first deployment where the list of none is a 404',
    rule: 'follow/appears',
    with: { operation: FOLLOW },
    service: `
      0s–30s list   404 not_found "There are none."
      dep_1         gone
      30s dep_2     building
      40s dep_2     finished
    `,
    ends: 'passed 40–44',
    outputs: { 'deployment-id': 'dep_2' },
  },
  {
    it: 'writes the status of the list when it is cancelled before the first poll is answered',
    rule: 'outputs/always',
    with: { operation: FOLLOW, 'deployment-id': 'latest' },
    service: ['dep_2 building', 'detail dep_2 hang'],
    cancel: '2 SIGTERM',
    ends: 'interrupted 2–4',
    outputs: { status: 'building', 'deployment-id': 'dep_2' },
  },
  {
    it: 'does not report a restart that was never sent as one of unknown outcome',
    rule: 'deadline/in-the-way',
    with: { operation: 'restart', timeout: '8s' },
    service: 'resource 429 rate_limited (retry-after 5)',
    ends: 'rate_limited 0–8',
    sent: { restart: '0×' },
  },
  {
    it: 'does not pass with the right text under a wrong status',
    rule: 'health/wrong-status',
    with: { 'health-check': '/health', 'health-check-contains': 'release-7', timeout: '40s' },
    service: ['resource running @own', 'health 503 "release-7"'],
    ends: 'unhealthy 38–40',
    error: ['503'],
  },
  {
    it: "does not take a colleague's deployment for the one that was named because the key is limited",
    rule: 'deploy/id-unknown',
    service: `
      ${deploys('dep_2', 'building (unlisted)')}
      +1s dep_3         building
      +6s dep_3         finished
      detail dep_2 ×2   429 rate_limited
      +60s dep_2        finished
    `,
    ends: 'passed 60–75',
  },
];

testSteps('a step', ...found);
