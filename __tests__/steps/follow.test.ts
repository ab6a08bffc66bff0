// follow: which deployment it follows, and when it passes.
import { rowsWith, testSteps } from '../support/test-steps.ts';

const FOLLOW = { operation: 'follow' };

/** A deployment that is in progress at the start and finished after 20 seconds. */
const IN_PROGRESS = 'dep_2 building | Compiling\n20s dep_2 finished | Compiling / Done';

const named = rowsWith({ with: { ...FOLLOW, 'deployment-id': 'dep_2' } }, [
  {
    it: 'follows a deployment by its id',
    rule: 'follow/by-id',
    service: IN_PROGRESS,
    outputs: { 'deployment-id': 'dep_2', status: 'finished', duration: /^2[0-3]$/ },
    log: ['Compiling', 'Done'],
  },
  {
    it: 'fails with a deployment that fails',
    rule: 'follow/finished-only',
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
    error: ['To follow dep_3: operation: follow'],
    never: ['Do not run'],
  },
  {
    it: 'does not say which version is up after a failure that it did not see',
    rule: 'summary/version-before',
    service: 'dep_2 failed | error: broken',
    ends: 'deployment_failed 0–2',
    error: ['The deployment had ended before. web is running.'],
  },
  ...[
    ['', 'not_found 14–19'],
    ['detail dep_9 404 page', 'not_found 60–65'],
  ].map(([service = '', ends = '']) => ({
    it: `does not find an id that nobody shows ${service}`,
    rule: 'follow/absent' as const,
    with: { 'deployment-id': 'dep_9' },
    service,
    ends,
    error: ['dep_9', 'Check deployment-id'],
    never: ['reading it again'],
  })),
  {
    it: 'judges the app after a deployment that ended while its detail could not be read',
    rule: 'follow/app',
    service: `
      dep_2                building
      detail dep_2 ×1      hang
      10s dep_2            finished
      10s resource         crashed
    `,
    ends: 'not_running 90–100',
  },
  {
    it: 'says why an id that the list does not show could not be read',
    rule: 'follow/absent',
    with: { 'deployment-id': 'dep_9' },
    service: 'detail dep_9 500 internal_error "The disk is full."',
    ends: 'not_found 60–65',
    error: ['The disk is full." The list does not show it'],
    never: ['may continue'],
  },
  {
    it: 'finds an id that is shown late',
    rule: 'follow/absent',
    service: ['dep_2 gone', '9s dep_2 building', '20s dep_2 finished'],
  },
  {
    it: 'judges the app of a deployment that it saw in progress',
    rule: 'follow/app',
    service: [IN_PROGRESS, '20s resource crashed'],
    ends: 'not_running 80–84',
  },
  {
    it: 'says in the headline that the app is still stopped, as before',
    rule: 'follow/app',
    service: ['resource stopped', IN_PROGRESS],
    ends: 'passed 40–45',
    summary: [/^## .*still stopped, as before/],
  },
]);

/** Of a deployment that had ended before, named by its id. */
const ended = rowsWith({ with: { ...FOLLOW, 'deployment-id': 'dep_1' }, rule: 'follow/app' }, [
  {
    it: 'judges the app of a deployment that had ended, too',
    ends: 'passed 0',
    log: ['Deployment dep_1 of web had finished before; web is running: https://web.example.test'],
  },
  {
    it: 'fails with an app that is down a minute later, though it was so before',
    rule: ['app/before', 'follow/app'],
    service: 'resource exited',
    ends: 'not_running 60–64',
    error: ['exited'],
  },
  {
    it: 'knows no state from before when it did not see the deployment in progress at first',
    rule: 'app/before',
    service: ['resource exited', 'detail dep_1 ×1 500 internal_error', 'list ×2 502 page'],
    ends: 'not_running 60–68',
  },
]);

const LATEST = { ...FOLLOW, 'deployment-id': 'Latest' };

/** Of the latest deployment, which had ended before. */
const old = rowsWith({ with: LATEST, rule: 'follow/old-app' }, [
  {
    it: 'reads the domain for the health check again when the resource could not be read before',
    with: { 'health-check': '/health' },
    service: ['resource running @own', '0s–9s resource 500 internal_error'],
    ends: 'passed 7–15',
    summary: [/^## .*had finished before; web is running/, /Health check .*answered 200/],
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

const latest = rowsWith({ with: LATEST, rule: 'follow/latest' }, [
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
    summary: [/^## .*had finished before/],
  },
  {
    it: 'warns on a push of a latest deployment that had finished and shows no commit',
    env: { GITHUB_EVENT_NAME: 'push', GITHUB_SHA: '1'.repeat(40) },
    ends: 'passed 0',
    warnings: [/dep_1 had finished before this run began.*may be of an older one/],
  },
  {
    it: 'does not warn so of one that shows the commit of this run',
    env: { GITHUB_EVENT_NAME: 'push', GITHUB_SHA: '1'.repeat(40) },
    service: `dep_1 finished {"commit":"${'1'.repeat(40)}"}`,
    ends: 'passed 0',
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
    error: ['error: old', 'had ended before'],
  },
]);

const unnamed = rowsWith({ with: FOLLOW }, [
  {
    it: 'follows the deployment in progress, of two the newer one',
    rule: 'follow/in-progress',
    service: ['dep_1 building', IN_PROGRESS],
    outputs: { 'deployment-id': 'dep_2' },
  },
  {
    it: 'does not follow a deployment that has been stuck for days below newer ones',
    rule: ['follow/in-progress', 'always/in-progress'],
    service: ['dep_0 building', 'dep_1 finished', '30s dep_2 building', '50s dep_2 finished'],
    ends: 'passed 50–54',
    outputs: { 'deployment-id': 'dep_2' },
  },
  {
    it: 'follows one in progress below a cancelled one',
    rule: 'follow/in-progress',
    service: [IN_PROGRESS, 'dep_3 cancelled'],
    outputs: { 'deployment-id': 'dep_2' },
  },
  {
    it: 'follows, of two that appear at once, the newest that was not cancelled',
    rule: 'follow/appears',
    service: [
      '30s dep_0 building',
      '30s dep_2 building',
      '30s dep_3 cancelled',
      '50s dep_2 finished',
    ],
    ends: 'passed 50–54',
    outputs: { 'deployment-id': 'dep_2' },
  },
  {
    it: 'follows the first new deployment',
    rule: 'follow/appears',
    service: ['dep_2 gone', '90s dep_2 building', '110s dep_2 finished'],
    ends: 'passed 110–114',
    outputs: { 'deployment-id': 'dep_2', duration: /^(?:1[6-9]|2[0-3])$/ },
    log: [/waiting for one to appear, for at most 1m 5\ds more/],
  },
  {
    it: 'gives up after two minutes without a new deployment',
    rule: 'follow/none',
    ends: 'no_deployment 119–125',
    killed: { 60: ['follow is in progress', '[`https://web.example.test/`]'] },
    error: ['dep_1', /\blatest\b/],
  },
  {
    it: 'names the newest deployment that it has read, not the newest from the start',
    rule: 'follow/none',
    service: ['dep_1 finished', '30s dep_2 cancelled'],
    ends: 'no_deployment 119–125',
    error: ['the newest is dep_2 (cancelled)'],
  },
  {
    it: 'does not call one that appears and ends between two reads an old one',
    rule: 'follow/appears',
    service: ['dep_1 finished', '5s dep_2 finished'],
    ends: 'passed 5–12',
    never: ['had finished before', 'had ended before'],
  },
  {
    it: 'does not take an old one for new that the list shows below the others once one was deleted',
    rule: 'follow/appears',
    service: `
      list     {"deployments":[{"id":"dep_2","status":"finished"},{"id":"dep_1","status":"failed"}]}
      5s list  {"deployments":[{"id":"dep_1","status":"failed"},{"id":"dep_0","status":"failed"}]}
    `,
    ends: 'no_deployment 119–125',
  },
  {
    it: 'does not take an old one for new that a list of one entry shows once the latest was deleted',
    rule: 'follow/appears',
    service: `
      list     {"deployments":[{"id":"dep_2","status":"finished"}]}
      5s list  {"deployments":[{"id":"dep_1","status":"failed"}]}
    `,
    ends: 'no_deployment 119–125',
  },
  {
    it: 'does not take an old deployment for one that has appeared when the list could not be read before',
    rule: 'follow/list-missing',
    with: { ...FOLLOW, timeout: '3m' },
    service: ['list ×1 404 not_found', 'dep_1 finished'],
    ends: 'no_deployment 118–130',
  },
]);

const checked = rowsWith({ with: { ...FOLLOW, 'health-check': '/health' } }, [
  {
    it: 'refuses a path where there is no domain',
    rule: 'health/no-domain',
    service: 'resource running @none',
    ends: 'invalid_input 0',
    error: ['No domain of web is known'],
  },
]);

testSteps('follow', ...named, ...ended, ...old, ...latest, ...unnamed, ...checked);
