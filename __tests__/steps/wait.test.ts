// wait: which deployment it follows, and when it passes.
import { rowsWith, testSteps } from '../support/test-steps.ts';

const WAIT = { operation: 'wait' };

/** A deployment that is in progress at the start and finished after 20 seconds. */
const IN_PROGRESS = 'dep_2 building | Compiling\n20s dep_2 finished | Compiling / Done';

const named = rowsWith({ with: { ...WAIT, 'deployment-id': 'dep_2' } }, [
  {
    it: 'follows a deployment by its id',
    rule: 'wait/by-id',
    service: IN_PROGRESS,
    outputs: { 'deployment-id': 'dep_2', status: 'finished', duration: /^2[0-3]$/ },
    log: ['Compiling', 'Done'],
  },
  {
    it: 'fails with a deployment that fails',
    rule: 'wait/finished-only',
    service: ['dep_2 building', '20s dep_2 failed | error: broken'],
    ends: 'deployment_failed 20–25',
    outputs: { status: 'failed' },
    error: ['error: broken'],
  },
  {
    it: 'names the newer deployment, and warns of no re-run that would start nothing',
    rule: 'ends/replaced',
    service: ['dep_2 building', '15s dep_3 building', '20s dep_2 superseded'],
    ends: 'deployment_cancelled 20–25',
    error: ['To follow dep_3: operation: wait'],
    never: ['Do not run'],
  },
  {
    it: 'does not say which version is up after a failure that it did not see',
    rule: 'summary/version-before',
    service: 'dep_2 failed | error: broken',
    ends: 'deployment_failed 0–2',
    error: ['The deployment had ended before. web is running.'],
  },
  ...['', 'detail dep_9 404 page'].map((service) => ({
    it: `does not find an id that nobody shows for 15 seconds ${service}`,
    rule: 'wait/absent' as const,
    with: { 'deployment-id': 'dep_9' },
    service,
    ends: 'not_found 14–19',
    error: ['dep_9', 'Check deployment-id'],
  })),
  {
    it: 'judges the app after a deployment that ended while its detail could not be read',
    rule: 'wait/app',
    service: `
      dep_2                building
      detail dep_2 ×1      hang
      10s dep_2            finished
      10s resource         crashed
    `,
    ends: 'not_running 50–60',
  },
  {
    it: 'says why an id that the list does not show could not be read',
    rule: 'wait/absent',
    with: { 'deployment-id': 'dep_9' },
    service: 'detail dep_9 500 internal_error "The disk is full."',
    ends: 'not_found 60–65',
    error: ['The disk is full." The list does not show it'],
    never: ['may continue'],
  },
  {
    it: 'finds an id that is shown late',
    rule: 'wait/absent',
    service: ['dep_2 gone', '9s dep_2 building', '20s dep_2 finished'],
  },
  {
    it: 'judges the app of a deployment that it saw in progress',
    rule: 'wait/app',
    service: [IN_PROGRESS, '20s resource crashed'],
    ends: 'not_running 40–44.5',
  },
  {
    it: 'says in the headline that the app is still stopped, as before',
    rule: 'wait/app',
    service: ['resource stopped', IN_PROGRESS],
    summary: [/^## .*still stopped, as before/],
  },
]);

/** Of a deployment that had ended before. */
const ended = rowsWith({ with: { ...WAIT, 'deployment-id': 'dep_1' }, rule: 'wait/old-app' }, [
  {
    it: 'reads the domain for the health check again when the resource could not be read before',
    with: { 'health-check': '/health' },
    service: ['resource running @own', '0s–9s resource 500 internal_error'],
    ends: 'passed 7–15',
    summary: [/^## .*had finished before, and the app is healthy/],
  },
  {
    it: 'passes on a deployment that had ended, with one warning about an app that has crashed',
    service: 'resource crashed',
    ends: 'passed 0',
    warnings: ['crashed'],
    summary: [/^## ⚠️/],
  },
  {
    it: 'passes on a deployment that had ended, without a warning about an app that sleeps',
    service: 'resource stopped',
    ends: 'passed 0',
  },
]);

const LATEST = { ...WAIT, 'deployment-id': 'Latest' };

const latest = rowsWith({ with: LATEST, rule: 'wait/latest' }, [
  {
    it: 'concludes nothing from a list that is not recognised',
    rule: 'always/unrecognised',
    service:
      'list {"deployments":[{"id":"dep_9","status":"building"},{"draft":true,"status":"finished"}]}',
    ends: 'unreadable_reply 0',
    error: ['is not recognised'],
  },
  {
    it: 'passes on the latest deployment that had finished before',
    ends: 'passed 0',
    outputs: { 'deployment-id': 'dep_1', status: 'finished' },
    summary: [/before|already/i],
  },
  {
    it: 'follows the latest deployment in progress',
    service: IN_PROGRESS,
    outputs: { 'deployment-id': 'dep_2' },
  },
  {
    it: 'says of a failed one that it had ended before, and does not wait for its log',
    service: 'dep_1 failed | error: old',
    ends: 'deployment_failed 0',
    log: ['Deployment dep_1 had ended before: failed'],
    error: ['error: old', 'had ended before'],
  },
]);

const unnamed = rowsWith({ with: WAIT }, [
  {
    it: 'follows the deployment in progress, of two the newer one',
    rule: 'wait/in-progress',
    service: ['dep_1 building', IN_PROGRESS],
    outputs: { 'deployment-id': 'dep_2' },
  },
  {
    it: 'follows the first new deployment',
    rule: 'wait/appears',
    service: ['dep_2 gone', '90s dep_2 building', '110s dep_2 finished'],
    ends: 'passed 110–114',
    outputs: { 'deployment-id': 'dep_2', duration: /^(?:1[6-9]|2[0-3])$/ },
    log: ['waiting for one to appear, for at most 2m more'],
  },
  {
    it: 'gives up after two minutes without a new deployment',
    rule: 'wait/none',
    ends: 'no_deployment 119–125',
    killed: { 60: ['wait is in progress', '[`https://web.example.test/`]'] },
    error: ['dep_1', /\blatest\b/],
  },
  {
    it: 'does not call one that appears and ends between two reads an old one',
    rule: 'wait/appears',
    service: ['dep_1 finished', '5s dep_2 finished'],
    ends: 'passed 5–12',
    never: ['had finished before', 'had ended before'],
  },
  {
    it: 'does not take an old deployment for one that has appeared when the list could not be read before',
    rule: 'wait/list-missing',
    with: { ...WAIT, timeout: '3m' },
    service: ['list ×1 404 not_found', 'dep_1 finished'],
    ends: 'no_deployment 118–130',
  },
]);

const CONTAINS = { ...WAIT, 'health-check': '/health', 'health-check-contains': 'release-7' };

const served = rowsWith({ with: CONTAINS }, [
  {
    it: 'passes when the app serves the text already',
    rule: 'wait/text-served',
    service: ['resource running @own', 'health 200 "this is release-7"'],
    ends: 'passed 0–5',
    outputs: { 'deployment-id': 'dep_1', status: 'finished' },
    summary: ['Health check'],
  },
  {
    it: 'does not warn of an app that was down before it served the text',
    rule: 'wait/text-served',
    service: ['resource exited @own', '10s resource running @own', '10s health 200 "release-7"'],
    ends: 'passed 10–15',
    outputs: { 'resource-status': 'running' },
  },
  {
    it: 'passes on the text although the resource is not found after it',
    rule: 'wait/text-served',
    service: ['resource exited @own', '10s resource 404 not_found', '10s health "release-7"'],
    ends: 'passed 10–15',
  },
  {
    it: 'says that the app gave no answer, not that it lacks the text',
    rule: 'wait/text-deadline',
    with: { timeout: '1m' },
    service: ['resource running @own', 'health cut', 'dep_1 finished'],
    ends: 'unhealthy 58–60',
    error: [/http:\/\/127\.0\.0\.1:\d+\/health gave no answer/],
    never: ['not with the text'],
  },
  {
    it: 'does not pass on the text while the latest deployment is not a finished one',
    rule: 'wait/text-served',
    service: ['resource running @own', 'health 200 "this is release-7"', 'dep_1 failed'],
    ends: 'no_deployment 120–125',
    error: ['dep_1', 'deployment-id: latest'],
    sent: { health: '0×' },
  },
  {
    it: 'passes when the app serves the text later',
    rule: 'wait/text-deadline',
    service: `
      resource      running @own
      health        200 "this is release-6"
      200s health   200 "this is release-7"
    `,
    ends: 'passed 200–216',
    log: [/requesting it again, for at most 9m \d+s more/],
  },
  {
    it: 'fails with a new deployment that fails',
    rule: 'wait/text-or-new',
    service: `
      resource      running @own
      health        200 "this is release-6"
      dep_2         gone
      20s dep_2     building
      40s dep_2     failed | error: broken
    `,
    ends: 'deployment_failed 40–47',
    error: ['error: broken'],
  },
  {
    it: 'refuses a path where there is no domain',
    rule: 'health/no-domain',
    service: 'resource running @none',
    ends: 'invalid_input 0',
    error: ['No domain of web is known'],
  },
  {
    it: 'warns when the app serves the text and is down',
    rule: 'wait/old-app',
    service: ['resource exited @own', 'health 200 "release-7"', 'dep_1 finished'],
    ends: 'passed 0',
    warnings: [/is exited/],
  },
]);

testSteps('wait', ...named, ...ended, ...latest, ...unnamed, ...served);
