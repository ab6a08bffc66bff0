// Deploys from the first request to the last: before the POST, the POST, which deployment is ours,
// polls, and after.
import { rowsWith, type SharingRow, testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import type { Timeline } from '../support/timeline.ts';

const SHA = '4f6c21d0a1b2c3d4e5f60718293a4b5c6d7e8f90';
const SHORT = SHA.slice(0, 7);

/** A deployment of 20 seconds that shows these fields. */
const shows = (fields: string): string =>
  deploys('dep_2', `building ${fields}`, `20s finished ${fields}`);

const before: Timeline[] = [
  {
    it: 'deploys after ten seconds when the resource does not answer',
    rule: 'deploy/resource-unread',
    service: 'resource ×1 hang',
    sent: { POST: '10' },
  },
  {
    it: 'reads resource and deployments in parallel, and no variables that nobody asked for',
    rule: 'deploy/before',
    service: ['resource ×1 running (late 2s)', 'list ×1 dep_1 finished (late 2s)'],
    sent: { resource: '0 …', list: '0', env: '0×', POST: '2' },
  },
  {
    it: 'deploys when all required variables exist',
    rule: 'deploy/required-env',
    with: { 'required-env': 'PORT, DATABASE_URL' },
    sent: { env: '0' },
  },
  {
    it: 'does not deploy without a required variable',
    rule: 'deploy/missing-env',
    with: { 'required-env': 'PORT API_TOKEN' },
    ends: 'missing_env 0',
    sent: { POST: '0×' },
    error: ['API_TOKEN'],
    outputs: { status: '', 'deployment-id': '' },
  },
  {
    it: 'does not deploy when the list of variables is not recognised',
    rule: 'deploy/env-unread',
    with: { 'required-env': 'PORT' },
    service: 'env {"odd":[{"x":1}]}',
    ends: 'unreadable_reply 0',
    sent: { POST: '0×' },
  },
  {
    it: 'does not deploy while the variables cannot be read',
    rule: 'deploy/env-unread',
    with: { 'required-env': 'PORT' },
    service: '0s–20s env 500 internal_error',
    ends: 'passed',
    sent: { POST: '20–45' },
  },
  {
    it: 'does not deploy while the list cannot be read',
    rule: 'deploy/list-unread',
    service: '0s–20s list 500 internal_error',
    ends: 'passed',
    sent: { POST: '20–45' },
  },
  {
    it: 'stops at a resource that the service does not know',
    rule: 'deploy/no-access',
    service: 'resource 404 not_found "No such resource."',
    ends: 'not_found 0',
    sent: { POST: '0×' },
    error: ['app_web'],
  },
  ...(
    [
      ['401 unauthorized', 'Bad key.', 'expired (by default'],
      ['401 token_expired', 'Expired.', 'expired (by default'],
      ['403 missing_scope', 'No scope.', 'the scope "deploy"'],
    ] as const
  ).map(([answer, ...error]): Timeline => ({
    it: `stops at a key that is refused with ${answer}`,
    rule: 'deploy/no-access',
    service: `resource ${answer} "${error[0]}"`,
    ends: `${answer.slice(4)} 0`,
    sent: { POST: '0×', resource: '1×' },
    error,
  })),
  {
    it: 'stops at a wallet that does not even allow to read the resource',
    rule: 'deploy/no-access',
    service: 'resource 402 billing "Your wallet is empty."',
    ends: 'billing 0',
    sent: { POST: '0×' },
    error: ['Your wallet is empty.', 'Top up the wallet'],
  },
  ...['500 internal_error', '403 page Denied'].map((answer): Timeline => ({
    it: `deploys after ten seconds without the status of the resource, which is ${answer}`,
    rule: 'deploy/resource-unread',
    service: `0s–18s resource ${answer}`,
    ends: 'passed 20–35',
    sent: { POST: '6–10.3' },
  })),
  {
    it: 'takes a list that is a 404 of the API for empty',
    rule: 'deploy/list-missing',
    service: 'list 404 not_found "No deployments yet."',
  },
  {
    it: 'takes no deployment from the list when the list before was not recognised',
    rule: 'deploy/list-unknown-ours',
    service: `
      list ×1       {"ok":true,"deployments":{"count":1}}
      ${deploys('{"ok":true}', 'building')}
    `,
    ends: 'unknown_outcome 0',
    error: ['The list from before was not recognised'],
  },
  {
    it: 'only warns of that when it does not wait',
    rule: 'deploy/list-unknown-ours',
    with: { wait: 'false' },
    service: `
      list ×1       {"ok":true,"deployments":{"count":1}}
      ${deploys('{"ok":true}', 'building')}
    `,
    ends: 'passed 0',
    outputs: { 'deployment-id': '' },
    warnings: [/id of the deployment is not known.*The list from before was not recognised/],
  },
  {
    it: 'follows the id in the answer when the list before was not recognised',
    rule: 'deploy/list-unknown-ours',
    service: 'list {"ok":true,"deployments":{"count":1}}',
  },
  {
    it: 'reads the list anew before a POST that follows a 409',
    rule: 'deploy/read-anew',
    service: `
      POST ×1       409 busy "Another deployment is running."
      1s dep_2      finished
      POST          {"ok":true}
      dep_3         building
      40s dep_3     finished
    `,
    ends: 'passed 40–44',
    outputs: { 'deployment-id': 'dep_3' },
    sent: { POST: '2×' },
  },

  {
    it: 'still knows a deployment that one list, while the resource was busy, did not show',
    rule: 'deploy/read-anew',
    service: `
      POST ×1       409 busy "Other work."
      1s–6s list    {"ok":true,"deployments":[]}
      ${deploys('{"ok":true}', '+8s building', '+20s finished')}
    `,
    sent: { POST: '2×' },
  },
];

const post: Timeline[] = [
  ...['202', '202 text true', '202 "Accepted"'].map((answer): Timeline => ({
    it: `accepts the answer ${answer}`,
    rule: 'deploy/accepted',
    service: deploys(answer, 'building', '20s finished'),
  })),
  {
    it: 'takes ok: false for the error that it is',
    rule: 'deploy/ok-false',
    service: 'POST 200 {"ok":false,"error":{"code":"billing","message":"The wallet is empty."}}',
    ends: 'billing 0',
    error: ['The wallet is empty.'],
  },
  {
    it: 'asks for a build without cache',
    rule: 'deploy/force',
    with: { force: 'true' },
    also: ({ served }) => {
      const { body = '' } = served.find(({ name }) => name === 'POST') ?? {};
      return body.replaceAll(/\s/g, '') === '{"force":true}' ? undefined : `the body is ${body}`;
    },
  },
  ...(
    [
      ['401 unauthorized "Bad key."', 'unauthorized', 'Bad key.'],
      ['429 create_limit "Five a day."', 'create_limit', 'Five a day.'],
      ['409 conflict "It is archived."', 'conflict', 'It is archived.'],
      ['409 conflict "It is archived."\ndep_0 building', 'conflict', 'It is archived.'],
      ['400 deployment_failed "A code of ours."', 'service_error', 'A code of ours.'],
    ] as const
  ).map(([answer, code, message]): Timeline => ({
    it: `ends at once with the answer ${answer}`,
    rule: 'deploy/refused',
    service: `POST ${answer}`,
    ends: `${code} 0`,
    error: [message],
  })),
  ...(
    [
      ['403 page Blocked by Firewall', '403', 'Blocked by Firewall'],
      ['302 page Moved (location https://elsewhere.test/login)', '302', 'elsewhere.test'],
    ] as const
  ).map(([answer, status, named]): Timeline => ({
    it: `ends at once with the answer ${answer}`,
    rule: 'deploy/refused-page',
    service: `POST ${answer}`,
    ends: 'unreadable_reply 0',
    error: ['127.0.0.1', status, named],
  })),
];

/** Requests that did not reach the service. */
const unsent = rowsWith({ rule: 'deploy/unsent' }, [
  {
    it: 'has a minute anew for a POST that cannot be sent after one that was answered',
    service: `
      list ×1         dep_1 finished (late 2s)
      60s list ×1     as is (late 1s)
      1s–29.5s down
      69s–75s down
      POST ×1         429 rate_limited "120 a minute." (retry-after 38)
      ${deploys('dep_2', 'building', '90s finished')}
    `,
    ends: 'passed 90–93',
    sent: { POST: '30 75–78' },
  },
  {
    it: 'sends a POST again that certainly was not sent',
    service: ['list ×1 dep_1 finished (late 1s)', '0.5s–15s down'],
    ends: 'passed 35–60',
    sent: { POST: '15–40' },
    log: [/Sending the request again, for at most 5\d s more/],
  },
  {
    it: 'has a minute anew to send a POST after the answer to another one was lost',
    service: `
      list ×1       dep_1 finished (late 2s)
      1s–5s down
      POST ×1       cut
      90s list      dep_1 finished (late 2s)
      95.5s–103s down
      ${deploys('dep_2', 'building', '+10s finished')}
    `,
    ends: 'passed 100–130',
    warnings: ['The request was sent twice'],
    sent: { POST: '6 103–106' },
  },
  {
    it: 'gives up after a minute in which the POST could not be sent',
    service: ['list ×1 dep_1 finished (late 1s)', '0.5s–500s down'],
    ends: 'unreachable 45–62',
    sent: { POST: '0×' },
    outputs: { status: '' },
  },
]);

const ours: Timeline[] = [
  ...[
    '{"ok":true,"data":{"DeploymentID":"dep_2"}}',
    '{"resource":{"id":"app_web","status":"running"},"deployment":{"id":"dep_2"}}',
  ].map((answer): Timeline => ({
    it: `takes the id from ${answer}`,
    rule: 'deploy/id',
    service: deploys(answer, 'building', '5s finished'),
    ends: 'passed 5–8.5',
  })),

  ...['{"id":"app_web","status":"running"}', '{"user":{"id":"u_1"},"task":{"id":"job_7"}}'].map(
    (answer): Timeline => ({
      it: `takes no id from ${answer}`,
      rule: 'deploy/id-others',
      service: deploys(answer, 'building', '20s finished'),
      sent: Object.fromEntries((answer.match(/\w+_\w+/g) ?? []).map((id) => [id, '0×'])),
    }),
  ),
  {
    it: 'follows a deployment that the request has joined',
    rule: 'deploy/id-joined',
    service: ['dep_2 building', deploys('dep_2', '20s finished')],
    log: ['Deployment dep_2 was already in progress; the service joined the request to it.'],
    warnings: ['joined the request to it, so it may be of an older commit'],
  },
  {
    it: 'does not warn of a deployment that it has joined and that is of the commit of this run',
    rule: 'deploy/id-joined',
    env: { GITHUB_SHA: SHA },
    service: [`dep_2 building {"commit":"${SHA}"}`, deploys('dep_2', '20s finished')],
    log: ['the service joined the request to it.'],
  },
  {
    it: 'warns that it had joined a deployment that fails, too',
    rule: 'deploy/id-joined',
    service: ['dep_2 building', deploys('dep_2', '20s failed | error: broken')],
    ends: 'deployment_failed 20–26',
    warnings: ['joined the request to it, so it may be of an older commit'],
  },
  {
    it: 'finds ours below entries from before',
    rule: 'deploy/ours',
    service: `
      list ×1       dep_1 finished
      POST          {"ok":true}
      list          dep_1 finished, dep_2 building
      20s list      dep_1 finished, dep_2 finished
      dep_2         building
      20s dep_2     finished
    `,
  },
  {
    it: 'takes nothing from a list that is cut to one entry, and does not search it for ever',
    rule: 'deploy/list-cut',
    service: ['cap 1', deploys('{"ok":true}', 'building')],
    ends: 'unknown_outcome 60–66',
    error: ['none of the deployments from before', 'dep_2 (building)'],
    outputs: { 'deployment-id': '' },
  },
  {
    it: 'looks for the deployment when nobody knows the id of the answer',
    rule: 'deploy/id-unknown',
    service: deploys('{"id":"req_77"}', 'building', '30s finished'),
    ends: 'passed 30–34',
  },
  ...(
    [
      ['400 bad_request "No such id."', '20–40'],
      ['500 internal_error', '62–90'],
      ['404 page', '62–90'],
    ] as const
  ).map(([answer, ends]): Timeline => ({
    it: `looks for the deployment when the detail of the id in the answer is always ${answer}`,
    rule: 'deploy/id-unknown',
    service: [
      deploys('{"deploymentId":"dep_77"}'),
      'dep_2 building',
      '20s dep_2 finished',
      `detail dep_77 ${answer}`,
    ],
    ends: `passed ${ends}`,
    log: ['So the id in the answer is not used.', 'which the service does not show'],
    never: ['had ended before'],
  })),
  {
    it: 'waits for an id that the service shows late',
    rule: 'always/absent',
    service: deploys('dep_2', '10s building', '30s finished'),
    ends: 'passed 30–34',
  },
  {
    it: 'passes no verdict on a deployment from the list before it has read it again',
    rule: 'deploy/list-confirmed',
    service: [
      deploys('{"ok":true}', 'building', '3s finished'),
      // A replica that is behind.
      '4s–9s list dep_1 finished',
    ],
    ends: 'passed 9–12',
    outputs: { duration: /^[34]$/ },
  },
  {
    it: 'confirms a deployment that has finished after 5 seconds',
    rule: ['deploy/list-confirmed', 'outputs/duration'],
    service: deploys('{"ok":true}', 'building', '3s finished'),
    ends: 'passed 5–8',
    outputs: { duration: /^[34]$/ },
  },
  {
    it: 'waits for no other deployment any more once its own is confirmed',
    rule: 'always/no-silent-wait',
    service: [
      deploys('{"ok":true}', 'building', '3s finished'),
      '3s resource starting',
      '20s resource running',
    ],
    ends: 'passed 20–24',
    never: ['in case another new deployment'],
  },
  {
    it: 'confirms a deployment that has failed after 15 seconds',
    rule: ['deploy/list-confirmed', 'always/no-silent-wait'],
    service: deploys('{"ok":true}', 'building', '5s failed | error: broken'),
    ends: 'deployment_failed 15–20',
    outputs: { duration: /^[567]$/ },
    log: [/in case another new deployment appears in the list, for at most \d\.\d s more/],
  },
  {
    it: 'does not know whose deployment it was when no list confirms it for a minute',
    rule: 'deploy/list-unconfirmed',
    service: [deploys('{"ok":true}', 'building', '20s finished'), '10s list 502 page'],
    ends: 'unknown_outcome 80–95',
    outputs: { status: '' },
    error: [/dep_2 \(finished\).*no later read of the list has confirmed it/],
  },
  {
    it: 'passes though the last list of a deployment that was confirmed cannot be read',
    rule: 'deploy/list-confirmed',
    service: [deploys('{"ok":true}', 'building', '30s finished'), '25s list 502 page'],
    ends: 'passed 30–40',
  },
  {
    it: 'cannot tell two new deployments apart',
    rule: 'deploy/list-two',
    service: [deploys('{"ok":true}', 'building'), 'dep_3 building'],
    ends: 'ambiguous 0–18',
    error: ['dep_2', 'dep_3'],
    outputs: { 'deployment-id': '' },
  },
  {
    it: "does not take a colleague's deployment that appears first for ours",
    rule: 'deploy/list-second',
    service: `
      ${deploys('{"ok":true}', 'building')}
      8s dep_3      building
      12s dep_2     finished
      20s dep_3     failed
    `,
    ends: 'ambiguous 12–18',
    error: ['dep_3: building', 'dep_2: finished'],
  },
  ...[
    `${deploys('{"ok":true}', 'building')}
     20s dep_3     building
     30s dep_2     finished`,
    `POST          {"ok":true}
     20s dep_3     building
     dep_2         building
     30s dep_2     finished`,
  ].map((service, index): Timeline => ({
    it: `passes when another deployment appears ${['above', 'below'][index]} ours after that`,
    rule: 'deploy/list-second',
    service,
    ends: 'passed 30–34',
  })),
  ...['', ',"deploymentId":"dep_9"'].map((id): Timeline => ({
    it: `quotes the service when there is nothing new ${id}`,
    rule: 'deploy/nothing-new',
    service: `POST 202 {"ok":true,"message":"The app is already up to date."${id}}`,
    ends: 'unknown_outcome 60–66',
    error: ['The app is already up to date.'],
    never: ['may continue', 'had ended before'],
    outputs: { 'deployment-id': '', status: '' },
  })),
  {
    it: 'goes on with a deployment that it found in the list, and that is missing once',
    rule: 'always/absent',
    service: `
      ${deploys('{"ok":true}', '20s building')}
      20s detail dep_2 ×1   404 not_found
      20s list ×1       as is
      20s list ×1       none
      60s dep_2         finished
    `,
    ends: 'passed 60–65',
    never: ['does not know'],
  },
  {
    it: 'quotes the service when it names an id that nobody shows',
    rule: 'deploy/service-sentence',
    service: 'POST {"id":"req_771","message":"Already up to date."}',
    ends: 'unknown_outcome 60–70',
    log: ['The service answered: "Already up to date."'],
    error: ['The service answered: "Already up to date."'],
  },
  {
    it: 'does not take a deployment that had ended for its own because the answer calls it queued',
    rule: 'deploy/id-old',
    service: `
      POST          {"deploymentId":"dep_1","status":"queued"}
      1s dep_2      building
      20s dep_2     failed
    `,
    ends: 'deployment_failed 20–26',
    outputs: { 'deployment-id': 'dep_2' },
  },
  {
    it: 'stops looking after a minute when the list is not recognised any more',
    rule: ['deploy/nothing-new', 'always/unrecognised'],
    service: ['dep_1 gone', 'POST {"ok":true}', '1s list {"something":"else"}'],
    ends: 'unknown_outcome 60–66',
    error: ['The list of deployments is not recognised.'],
  },
  {
    it: 'starts the minute anew after an outage',
    rule: 'deploy/nothing-new',
    service: ['POST {"ok":true}', '20s–50s list 500 internal_error'],
    ends: 'unknown_outcome 110–130',
  },
  {
    it: 'goes on looking while other work is in progress, and names it',
    rule: ['deploy/nothing-new', 'always/no-silent-wait'],
    with: { timeout: '3m' },
    service: ['dep_9 building', 'POST {"ok":true}'],
    ends: 'unknown_outcome 180',
    log: ['deployment dep_9 (building) is in progress', 'dep_9 (building) is in progress'],
    error: ['deployment dep_9 (building) was in progress'],
  },
  {
    it: 'is not kept from it by work that is stuck below newer entries',
    rule: ['always/in-progress', 'deploy/nothing-new'],
    service: ['dep_0 building', 'dep_1 finished', 'POST {"ok":true}'],
    ends: 'unknown_outcome 60–66',
  },
  ...['400 bad_request "No."', '404 not_found "No such path."', '405 page No'].map(
    (answer): Timeline => ({
      it: `says that only apps are deployed when the POST for a worker is answered ${answer}`,
      rule: 'deploy/not-app',
      service: [
        'resource {"resource":{"id":"app_web","type":"worker","name":"mailer","status":"running"}}',
        `POST ${answer}`,
      ],
      ends: `${answer.includes('page') ? 'unreadable_reply' : answer.split(' ')[1]} 0`,
      error: ['mailer is a worker, and only apps can be deployed', 'start, stop, restart'],
    }),
  ),
  {
    it: 'does not blame resource-id when the POST is a 404 for an app that was just read',
    rule: 'summary/advice',
    service: 'POST 404 not_found "No such path."',
    ends: 'not_found 0',
    error: ['The resource was read before, so its id is right.'],
    never: ['Check resource-id'],
  },
  {
    it: 'does not say so when the key is refused',
    rule: 'deploy/not-app',
    service: [
      'resource {"resource":{"id":"app_web","type":"worker","name":"mailer","status":"running"}}',
      'POST 403 forbidden "No scope."',
    ],
    ends: 'forbidden 0',
    error: ['the scope "deploy"'],
    never: ['only apps'],
  },
];

/** Rows that do not wait for the end of the deployment; most look for its id in the list. */
const unwatched = rowsWith({ with: { wait: 'false' }, rule: 'deploy/no-wait' }, [
  { it: 'does not wait when told so', ends: 'passed 0' },
  {
    it: 'warns of a deployment that it has joined and does not wait for',
    rule: 'deploy/id-joined',
    service: ['dep_2 building', deploys('dep_2', 'building')],
    ends: 'passed 0',
    warnings: ['joined the request to it, so it may be of an older commit'],
  },
  {
    it: 'looks for the id when it does not wait',
    service: deploys('{"ok":true}', '5s building'),
    ends: 'passed 5–8',
    outputs: { 'deployment-id': 'dep_2' },
  },
  {
    it: 'reports no id when two new deployments appear and it does not wait',
    service: [deploys('{"ok":true}', '1s building'), '1s dep_3 building'],
    ends: 'passed 1–4',
    outputs: { 'deployment-id': '' },
    warnings: [/id of the deployment is not known.*dep_[23]: building, dep_[23]: building/],
  },
  {
    it: 'fails when the list that would confirm an adopted deployment is rejected',
    rule: 'deploy/lost-confirmed',
    service: ['POST cut', '1s dep_2 building', '9s list 400 bad_request "No such view."'],
    ends: 'bad_request 15–20',
    warnings: ['was lost'],
    error: ['No such view', /dep_2 of web may continue/, 'operation: follow'],
  },
  {
    it: 'is not certain of a lost request when two new deployments appear and it does not wait',
    service: ['POST cut', '1s dep_2 building', '8s dep_3 building'],
    ends: 'ambiguous 15–18',
    warnings: ['was lost'],
  },
  {
    it: 'does not say that a deployment was accepted that it found after a lost answer',
    service: ['POST cut', '1s dep_2 building'],
    ends: 'passed 15–20',
    warnings: ['was lost'],
    log: [
      'Deployment dep_2 of web is in progress',
      'Deployment dep_2 of web continues at the service. To follow it: operation: follow',
    ],
  },
  {
    it: 'does not say so of one that shows no status, either',
    rule: 'deploy/lost-adopted',
    service: `
      POST          cut
      list          {"deployments":[{"id":"dep_2"},{"id":"dep_1","status":"finished"}]}
    `,
    ends: 'passed 15–20',
    outputs: { 'deployment-id': 'dep_2', status: '' },
    warnings: ['was lost'],
    log: ['Deployment dep_2 of web is in progress'],
  },
  {
    it: 'shows the end of a deployment that it does not wait for',
    summary: [/^## ⚠️/],
    ends: 'passed 0',
    service: deploys('{"deployment":{"id":"dep_2","status":"failed"}}', 'failed'),
    outputs: { status: 'failed' },
    log: ['Deployment dep_2 of web ended: failed'],
    warnings: ['has ended already: failed'],
    never: ['continues'],
  },
  {
    it: 'does not publish the end of a deployment that only one list has shown',
    rule: ['outputs/status-confirmed', 'deploy/no-wait'],
    ends: 'passed 1–4',
    service: deploys('{"ok":true}', '1s failed'),
    outputs: { status: '' },
    log: [/dep_2 of web was created after the request \(failed\)/],
    never: ['continues'],
  },
  ...['', 'dep_0 building\n'].map((other): SharingRow => ({
    it: `passes without an id after 15 seconds when it does not wait, also with ${other}`,
    service: `${other}POST {"ok":true}`,
    ends: 'passed 14–18',
    warnings: [/id of the deployment is not known.*The list shows no new deployment/],
    outputs: { 'deployment-id': '' },
  })),
  {
    it: 'passes without an id when it does not wait and the list cannot be read',
    service: ['POST {"ok":true}', 'list 502 page'],
    ends: 'passed 14–25',
    outputs: { 'deployment-id': '' },
    warnings: [/id of the deployment is not known.*The list could not be read/],
    never: ['answers again'],
  },
  {
    it: 'does not say of a deployment that has ended that it continues',
    rule: 'deploy/ended-sentence',
    ends: 'passed 0',
    service: deploys('{"deployment":{"id":"dep_2","status":"finished"}}', 'finished'),
    never: ['continues'],
  },

  {
    it: 'shows the commit of a deployment that only the list names, without waiting',
    rule: 'deploy/commit',
    service: `
      POST          {"ok":true}
      list          dep_2 building {"commit":"${SHA}"}, dep_1 finished
    `,
    ends: 'passed 1–4',
    outputs: { commit: SHA },
  },
]);

/** A deployment that the service no longer shows, for a moment or for good. */
const deleted = rowsWith({ rule: 'deploy/deleted' }, [
  {
    it: 'says that a deployment is no longer known that was deleted in the middle of its build',
    service: deploys('dep_2', 'building', '10s gone'),
    ends: 'not_found 25–30',
    error: ['dep_2', 'no longer known'],
    sent: { POST: '0' },
    never: [/continues? at the service/],
  },
  ...[{}, { GITHUB_EVENT_NAME: 'push', GITHUB_SHA: SHA }].map((env): SharingRow => ({
    it: `looks for no other deployment when the one it joined is deleted ${JSON.stringify(env)}`,
    env,
    service: [`dep_2 building {"commit":"${SHA}"}`, '0.5s dep_2 gone', deploys('dep_2')],
    ends: 'not_found 15–20',
    warnings: ['joined the request to it'],
  })),
  {
    it: 'goes on following a deployment that is shown again after each time it was not',
    service: deploys(
      'dep_2',
      ...'building, 5s gone, 10s building, 15s gone, 20s building'.split(', '),
      ...'25s gone, 30s building, 40s finished'.split(', '),
    ),
    ends: 'passed 40–43',
  },
  {
    it: 'ends soon when the resource is deleted in the middle of a build',
    service: [
      deploys('dep_2', 'building'),
      ...['detail dep_2', 'list', 'resource'].map((read) => `10s ${read} 404 not_found`),
    ],
    ends: 'not_found 25–32',
    outputs: { 'deployment-id': 'dep_2' },
    never: [/dep_2[^.]{0,40}continues/],
  },
  ...(
    [
      ['404 not_found', '{"something":"else"}'],
      ['502 page', 'dep_1 finished'],
      ['404 page', 'dep_1 finished'],
    ] as const
  ).map(([detail, list]): SharingRow => ({
    it: `goes on following after a detail ${detail} and the list ${list}`,
    rule: ['always/from-the-api', 'always/absent'],
    service: `
      ${deploys('dep_2', 'building', '40s finished')}
      5s–38s detail dep_2  ${detail}
      5s–38s list   ${list}
    `,
    ends: 'passed 40–45',
    sent: { resource: '≤5×' },
  })),
  {
    it: 'does not count polls at which the detail could not be read for one that is deleted',
    service: `
      ${deploys('dep_2', 'building', '40s finished')}
      10s–29s list        dep_1 finished
      10s detail dep_2    500 internal_error
      26s detail dep_2    404 not_found
      29s detail dep_2    as is
    `,
    ends: 'passed 40–43',
  },
  {
    it: 'needs three polls to call a deployment deleted, however far apart they are',
    with: { 'concurrent-jobs': '30' },
    service: deploys('dep_2', 'building', '60s gone'),
    ends: 'not_found 108–112',
    sent: { dep_2: '1.1 19.1 37.1 55.1 73.1 91.1 109.1' },
  },
]);

const polls: Timeline[] = [
  {
    it: 'reads the detail once and the list once in each poll',
    rule: 'deploy/poll-once',
    service: 'detail dep_2 500 internal_error',
    also: ({ served }) => {
      const count = (name: string): number => served.filter((one) => one.name === name).length;
      // The list is also read before the POST, and the log once more after the end.
      return count('dep_2') === count('list') ? undefined : 'not once each';
    },
    log: [/could not be read to its end/],
  },
  {
    it: 'leaves a summary that names its deployment before the first poll',
    rule: 'outputs/killed',
    killed: { 0.5: ['is in progress', 'Deployment', 'dep_2', 'operation: follow'] },
    sent: { dep_2: '0.75–3 …' },
  },
  {
    it: 'names a deployment that has ended when the list that would confirm it is rejected',
    rule: 'deploy/list-confirmed',
    service: `
      ${deploys('{"ok":true}', 'building', '5s failed')}
      9s list       400 bad_request "Gone."
    `,
    ends: 'bad_request 15–20',
    outputs: { status: '' },
    error: ['Gone.', /dep_2 of web was created after the request \(failed\)/, 'operation: follow'],
    sent: { POST: '0' },
  },
  {
    it: 'says what it waits for when the id in the answer is not shown yet',
    rule: 'always/no-silent-wait',
    service: deploys('dep_2', '12s building', '20s finished'),
    log: [
      /nor the list shows deployment dep_2; checking again, for at most \d+ s more/,
      'Deployment dep_2 is building.',
    ],
  },
  {
    it: 'keeps the id in the answer while its detail cannot be read and the list lags',
    rule: 'always/absent',
    service: `
      ${deploys('dep_2', 'building (unlisted)', '30s finished (unlisted)')}
      0s–22s detail dep_2  502 page
    `,
    ends: 'passed 30–34',
  },
  {
    it: 'quotes the cause that only the list shows',
    rule: 'ends/cause-field',
    service: `
      POST          {"deploymentId":"dep_2"}
      list          {"deployments":[{"id":"dep_2","status":"failed","error":"out of memory"}]}
      dep_2         failed
      detail dep_2  {"id":"dep_2","commit":"${SHA}","log":"Cloning"}
    `,
    ends: 'deployment_failed 0–12',
    error: ['out of memory'],
  },
  {
    it: 'quotes the cause that only a detail without a status shows',
    rule: 'ends/cause-field',
    service: [deploys('dep_2', 'failed'), 'detail dep_2 {"id":"dep_2","error":"out of memory"}'],
    ends: 'deployment_failed 1.1',
    error: [/\nout of memory\n/],
  },
  {
    it: 'waits for the log of a detail that was never readable for 10 seconds at most',
    rule: 'ends/log-limit',
    service: `
      ${deploys('dep_2', 'building {"error":"out of memory"}', '10s failed {"error":"out of memory"}')}
      detail dep_2  500 internal_error
    `,
    ends: 'deployment_failed 20–26',
    error: ['out of memory'],
    warnings: [/could not be read to its end/],
    never: ['null'],
  },
  {
    it: 'leaves a summary that names a deployment from the list before its first poll is answered',
    rule: 'outputs/killed',
    service: [deploys('{"ok":true}', 'building', '20s finished'), 'detail dep_2 ×1 hang'],
    killed: { 10: ['is in progress', 'dep_2', 'operation: follow'] },
    ends: 'passed 31–36',
  },
  {
    it: 'says again that a deployment is still building once it is shown again',
    rule: ['step-log/status', 'always/no-silent-wait'],
    service: `
      ${deploys('dep_2', 'building', '150s finished')}
      5s–20s detail dep_2  {"id":"dep_2"}
      5s–20s list          {"something":"else"}
    `,
    ends: 'passed 150–154',
    log: ['No read shows the status of deployment dep_2', 'dep_2 is still building'],
    once: ['No read shows the status of deployment dep_2'],
  },
  {
    it: 'waits no longer for an id that it has dropped',
    rule: ['deploy/id-unknown', 'always/no-silent-wait'],
    with: { timeout: '2m' },
    service: ['dep_9 building', 'POST {"id":"req_77"}'],
    ends: 'unknown_outcome 120',
    once: ['nor the list shows deployment req_77'],
  },
  {
    it: 'leaves a summary that says a request was sent when it is killed before the answer',
    rule: 'outputs/killed',
    service: deploys('{"deploymentId":"dep_2"} (late 5s)', 'finished'),
    killed: { 3: ['is in progress', 'not known whether the request for web was accepted'] },
    ends: 'passed 5–10',
  },
  {
    it: 'takes the status from the list while the key may not read the detail',
    rule: 'deploy/detail-unread',
    service: 'detail dep_2 403 forbidden "Not for this key."',
    log: [/log of deployment dep_2 could not be read to its end.*Not for this key/],
  },
  {
    it: 'says the status of a deployment when it changes, and once a minute',
    rule: 'step-log/status',
    service: deploys('dep_2', 'queued', '10s building', '150s finished'),
    ends: 'passed 150–154',
    once: [
      'Deployment dep_2 is queued.',
      'Deployment dep_2 is building.',
      /dep_2 is still building, for at most 8m/,
      /dep_2 is still building, for at most 7m/,
    ],
  },
  {
    it: 'says in the last line what was deployed, how long it took and where the app is, once',
    rule: 'step-log/last-line',
    once: [
      /^Deployment dep_2 of web finished after 20 s; web is running: https:\/\/web\.example\.test$/,
      'https://web.example.test',
      'finished',
    ],
    also: ({ run }) => (run.log.trimEnd().endsWith('.test') ? undefined : 'it is not the last'),
  },
  {
    it: 'leaves a summary with the newest lines of the log',
    rule: 'outputs/killed',
    service: deploys(
      'dep_2',
      'building | Cloning',
      '8s building | Cloning / Compiling',
      '20s finished | Cloning / Compiling / Done',
    ),
    killed: { 15: ['Cloning', 'Compiling'] },
  },
  {
    it: 'prints lines that come late, after the end',
    rule: 'deploy/late-log',
    service: `
      ${deploys('dep_2', 'building | Cloning', '20s finished | Cloning / Done')}
      20s detail dep_2 ×1  as is
      20s detail dep_2     finished | Cloning / Done / Pushed
    `,
    printed: ['Cloning', 'Done', 'Pushed'],
  },
  {
    it: 'takes the end from the list while the detail hangs',
    rule: 'deploy/detail-unread',
    service: 'detail dep_2 hang',
    with: { timeout: '35s' },
    ends: 'passed 20–35',
    log: [/log of deployment dep_2 could not be read/],
    never: ['answers again'],
  },
  {
    it: 'asks the detail again after it hung, though the list cannot be read',
    rule: 'deploy/poll-to-end',
    service: ['1s detail dep_2 ×1 hang', '1s list cut'],
    ends: 'passed 31–36',
  },
  {
    it: 'follows the deployment that the answer names to its end',
    rule: 'deploy/poll-times',
    outputs: { 'resource-status': 'running', url: 'https://web.example.test', duration: '20' },
    sent: {
      POST: '0',
      dep_2: '1.1 3.5 5.9 8.3 10.7 13.1 15.5 17.9 20.3 20–21',
      list: '0',
      resource: '0 20–21',
    },
    log: ['Cloning', 'Compiling', 'Done', /^(?! {2}\|).*finished/m],
  },

  {
    it: 'prints each line once, and the last one before the line that names the end',
    rule: 'deploy/last-line',
    service: deploys(
      'dep_2',
      'building | Cloning',
      '4s building | Cloning / Compil…',
      '8s building | Cloning / Compiling / Link…',
      '20s finished | Cloning / Compiling / Linking / Done…',
    ),
    log: ['  | Done', /^(?! {2}\|).*finished/m],
    printed: ['Cloning', 'Compiling', 'Linking', 'Done'],
  },
];

const after: Timeline[] = [
  {
    it: 'names no status of the app that the service no longer shows',
    rule: 'app/unreadable',
    service: '20s resource -',
    ends: 'passed 79–86',
    outputs: { 'resource-status': '' },
    warnings: ['shows no status'],
  },
  {
    it: 'passes with one warning when the deadline cuts the judgement of the resource',
    rule: 'deploy/deadline-after',
    with: { timeout: '25s' },
    service: '20s resource starting',
    ends: 'passed 25',
    outputs: { status: 'finished', 'resource-status': 'starting' },
    warnings: ['starting'],
  },
  {
    it: 'fails when the deadline cuts the health check',
    rule: ['deploy/deadline-health', 'health/timeout'],
    with: { timeout: '25s', 'health-check': '/health' },
    service: ['resource running @own', 'health 503 "not yet"'],
    ends: 'unhealthy 25',
    outputs: { status: 'finished' },
  },
  {
    it: 'does not claim a health check for which the deadline left no time',
    rule: 'deploy/deadline-health',
    with: { timeout: '25s', 'health-check': '/health' },
    service: ['resource running @own', '20s resource starting @own'],
    ends: 'unhealthy 25',
    error: ['The deadline was reached before http', 'could be requested'],
    sent: { health: '0×' },
    never: ['Health check: http', 'Tried for'],
    warnings: [/not known whether web is up/],
  },
  {
    it: 'waits for a status of the app when that before could not be read',
    rule: 'app/no-status',
    service: `
      resource      {"resource":{"id":"app_web","type":"app","name":"web"}}
      0s–12s resource  502 page
    `,
    ends: 'passed 86–91',
  },
  {
    it: 'names the commit of this run without a note, and anew only where it has more digits',
    rule: 'deploy/commit',
    env: { GITHUB_SHA: SHA },
    service: `
      ${shows(`{"commitSha":"${SHORT}"}`).replace('"deploymentId":"dep_2"', '"ok":true')}
      1s–20s detail dep_2  {"id":"dep_2","status":"building","commitSha":"${SHA}"}
    `,
    outputs: { commit: SHA },
    once: [`builds commit ${SHORT}.`, `builds commit ${SHA}.`],
    summary: ['4f6c21d'],
  },
  {
    it: 'names a short commit that begins the one of this run',
    rule: 'deploy/commit-short',
    env: { GITHUB_SHA: SHA },
    service: shows(`{"commitSha":"${SHORT}"}`),
    outputs: { commit: SHORT },
  },
  {
    it: 'takes no other short text for a commit',
    rule: 'deploy/commit-form',
    env: { GITHUB_SHA: SHA },
    service: shows('{"commit":"20260301"}'),
    outputs: { commit: '' },
    never: ['20260301'],
  },
  {
    it: 'notes a commit that is not of this run',
    rule: 'deploy/commit-other',
    env: { GITHUB_SHA: '1'.repeat(40), GITHUB_EVENT_NAME: 'workflow_dispatch' },
    service: shows(`{"commit":"${SHA}"}`),
    log: [/4f6c21d.*which is not a commit of this run/],
    summary: [/4f6c21d.*not a commit of this run/],
  },
  {
    it: 'warns on a push of a commit that is not of this run',
    rule: 'deploy/commit-other',
    env: { GITHUB_SHA: '1'.repeat(40), GITHUB_EVENT_NAME: 'push' },
    service: shows(`{"commit":"${SHA}"}`),
    warnings: [/4f6c21d.*is not the commit of this run/],
  },
  {
    it: 'does not warn of it when the app itself shows the commit of this run',
    rule: 'deploy/commit-other',
    env: { GITHUB_SHA: '1'.repeat(40), GITHUB_EVENT_NAME: 'push' },
    with: { 'health-check': '/health', 'health-check-contains': '1'.repeat(40) },
    service: [
      'resource running @own',
      `health 200 "${'1'.repeat(40)}"`,
      shows(`{"commit":"${SHA}"}`),
    ],
  },
  {
    it: 'keeps the verdict when the key is revoked after the end',
    rule: 'deploy/deadline-after',
    service: ['resource', 'list', 'detail dep_2'].flatMap((read) => [
      `21s ${read} 401 unauthorized "Revoked."`,
    ]),
    ends: 'passed 20–23',
  },
  {
    it: "does not show the run's commit as the deployed one",
    rule: 'deploy/commit-run',
    env: {
      GITHUB_SHA: SHA,
      GITHUB_REPOSITORY: 'acme/web',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_RUN_ID: '7',
    },
    outputs: { commit: '' },
    also: ({ run }) => {
      const plain = run.summary.replaceAll(/\]\([^)]*\)|[`[\]]/g, '');
      const others = plain.replaceAll(/run (?:7 )?of 4f6c21d/gi, '');
      if (plain === others) return `the summary does not say run of 4f6c21d:\n${run.summary}`;
      return others.includes('4f6c21d')
        ? `the commit stands elsewhere, too:\n${run.summary}`
        : undefined;
    },
  },
];

testSteps('deploy', ...before, ...post, ...unsent, ...ours, ...unwatched);

testSteps('an accepted deploy', ...deleted, ...polls, ...after);
