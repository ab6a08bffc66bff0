// start, stop and restart: the state that was asked for, seen twice. The request is sent once, at
// once, where a row does not say otherwise.
import { rowsWith, type SharingRow, testSteps } from '../support/test-steps.ts';

const loops = rowsWith({ rule: 'lifecycle/loop', ends: 'not_running 60–68' }, [
  {
    it: 'fails a restart after which the app starts and crashes again',
    with: { operation: 'restart' },
    service: `
      restart       202 {"ok":true}
      resource      restarting
      +3s resource  exited
      +12s resource restarting
      +21s resource exited
      +30s resource restarting
      +39s resource exited
      logs          Error: connect ECONNREFUSED db
    `,
    error: ['it keeps restarting', 'ECONNREFUSED'],
  },
  {
    it: 'fails a start after which the app is restarting for three minutes',
    with: { operation: 'start' },
    service: ['resource stopped', 'start 202 {"ok":true}', 'resource restarting'],
    ends: 'not_running 180–184',
  },
]);

const starts = rowsWith({ with: { operation: 'start' }, sent: { start: '0' } }, [
  {
    it: 'starts an app',
    rule: 'lifecycle/confirmed',
    service: ['resource stopped', '1s resource starting', '5s resource running'],
    ends: 'passed 7–11.5',
    outputs: { 'resource-status': 'running', url: 'https://web.example.test' },
    sent: { start: '0', resource: '0 0.5 1 2 3 6 9' },
  },
  {
    it: 'checks the health of an app that runs already',
    rule: 'health/operations',
    with: { 'health-check': 'http://{host}/health', 'health-check-timeout': '5s' },
    service: 'health 500 page',
    ends: 'unhealthy 10–16',
    error: ['answered 500'],
  },
  {
    it: 'does not pass on a state that is shown for a moment',
    rule: 'lifecycle/wrong-state',
    service: `
      resource      exited
      1s resource   starting
      1.9s resource running
      2.5s resource exited
    `,
    log: [/web is exited after the start; checking again, for at most 5\d s/],
    ends: 'not_running 62–66',
    outputs: { 'resource-status': 'exited' },
    error: ['exited'],
  },
  {
    it: 'says that an accepted start may continue if the resource is not found after it',
    rule: 'deadline/may-continue',
    service: ['resource stopped', 'start 202', '+1s resource 404 not_found "Gone."'],
    ends: 'not_found 0–3',
    error: ['The work on web may continue'],
  },
  {
    it: 'takes no status from before for one that is no longer shown',
    rule: 'lifecycle/no-status',
    service: ['resource stopped', 'start 202', '+1s resource -'],
    ends: 'passed 60–64',
    outputs: { 'resource-status': '' },
    warnings: ['shows no status'],
    never: ['already stopped'],
  },
  {
    it: 'passes for an app that is running',
    rule: 'lifecycle/already',
    service: 'resource running',
    ends: 'passed 5–9',
    log: ['web was already running'],
  },
  {
    it: 'passes a start of an app that is running at a deadline of six seconds',
    rule: 'lifecycle/already',
    with: { timeout: '6s' },
    ends: 'passed 5–6',
  },
  {
    it: 'fails a start after which nothing changes for three minutes',
    rule: 'lifecycle/no-change',
    service: 'resource stopped',
    log: ['web is stopped, as before the start; checking again, for at most 2m 55s more'],
    ends: 'not_running 178–186',
    error: ['stopped'],
  },
  {
    it: 'fails a start that the service refuses, although the app runs',
    rule: 'lifecycle/refused',
    service: 'start 409 already_running "It is running already."',
    ends: 'already_running 0',
    error: ['It is running already.', 'Nothing was changed for web'],
  },
  {
    it: 'fails a start that the service refuses while the app is down',
    rule: 'lifecycle/refused',
    service: ['resource stopped', 'start 409 conflict "It is archived."'],
    ends: 'conflict 0–9',
    error: ['It is archived.'],
  },
  {
    it: 'fails a start that a proxy refuses, although the app runs',
    rule: 'lifecycle/refused',
    service: 'start 409 page Conflict',
    ends: 'unreadable_reply 0',
  },
  {
    it: 'sends a lost request once more',
    rule: 'lifecycle/lost-again',
    service: `
      resource      stopped
      start ×1      cut
      start         202
      8s resource   starting
      10s resource  running
    `,
    ends: 'passed 12–18',
    sent: { start: '0 5–8' },
  },
  {
    it: 'does not take a reply about something else for the effect of a lost request',
    rule: 'lifecycle/lost-again',
    service: `
      resource      stopped
      start ×1      cut
      resource      {"something":"else"}
      start         202
      resource      running
    `,
    ends: 'passed 7–12',
    sent: { start: '0 5–8' },
  },
  {
    it: 'warns when a lost start shows no change, since other work may have kept the app busy',
    rule: 'lifecycle/lost-again',
    service: ['start ×1 cut', 'start 409 busy "A backup is running."'],
    ends: 'passed 10–12',
    sent: { start: '0 5' },
    warnings: ['has shown no change since'],
  },
  {
    it: 'does not know what became of a request that was lost twice',
    rule: 'lifecycle/lost-twice',
    service: ['resource stopped', 'start cut'],
    ends: 'unknown_outcome 10–15',
    sent: { start: '2×' },
  },
  {
    it: 'still says that a lost start may have been accepted when its repetition is refused',
    rule: ['lifecycle/lost-again', 'deploy/lost-not-hidden'],
    service: [
      'resource stopped',
      'start ×1 cut',
      'resource stopped',
      'start 404 not_found "Gone."',
    ],
    ends: 'unknown_outcome 5–6',
    sent: { start: '0 5' },
    error: ['Gone.', 'The lost request may have been accepted'],
  },
  {
    it: 'waits for an app that is unhealthy because it is still starting',
    rule: ['lifecycle/goal-up', 'app/first-word'],
    service: [
      'resource stopped',
      'start 202',
      'resource starting (unhealthy)',
      '+90s resource running (healthy)',
    ],
    ends: 'passed 92–98',
  },
  {
    it: 'warns of an app that stays unhealthy for a minute',
    rule: 'lifecycle/unhealthy',
    service: ['resource stopped', 'start 202', '+2s resource running (unhealthy)'],
    ends: 'passed 62–66',
    warnings: ['The start was accepted, but web is running (unhealthy)'],
  },
  {
    it: 'stops at a key that may not start, also if the app is up',
    rule: 'lifecycle/forbidden',
    service: 'start 403 forbidden "The scope is missing."',
    ends: 'forbidden 0',
    error: ['The scope is missing.'],
  },
  {
    it: 'is not green where the replies after a start are not recognised',
    rule: ['always/unrecognised', 'lifecycle/no-change'],
    service: ['resource exited', 'start 202', 'resource {"ok":true}'],
    ends: 'not_running 180–185',
  },
  {
    it: 'does not say that it started an app whose uptime has gone on',
    rule: 'lifecycle/already',
    service: ['resource Up 3 minutes', '4s resource Up 4 minutes'],
    ends: 'passed 5–9',
    log: ['web was already Up 4 minutes'],
  },
  {
    it: 'says that it started an app that was up and came up anew',
    rule: 'lifecycle/confirmed',
    service: ['0.5s resource starting', '3s resource running'],
    ends: 'passed 5–9',
    log: ['web was started and is running'],
  },
  {
    it: 'does not say that an app was up which had shown no status',
    rule: 'lifecycle/confirmed',
    service: ['resource {"id":"app_web","name":"web"}', 'start 202', 'resource running'],
    ends: 'passed 2–9',
    log: ['web was started and is running'],
  },
]);

const stops = rowsWith({ with: { operation: 'stop' }, sent: { stop: '0' } }, [
  {
    it: 'passes for a stop of an app that had crashed and stays so',
    rule: 'lifecycle/stop-crashed',
    service: 'resource crashed',
    ends: 'passed 5–9',
    outputs: { 'resource-status': 'crashed' },
  },
  {
    it: 'passes for a stop that ends in a killed app',
    rule: 'lifecycle/goal-stopped',
    service: ['resource running', 'stop 202', '+1s resource killed'],
    ends: 'passed 3–6',
  },
  {
    it: 'stops an app',
    rule: 'lifecycle/goal-stopped',
    service: '2s resource exited',
    ends: 'passed 4–8.5',
    outputs: { 'resource-status': 'exited' },
  },
  {
    it: 'fails a stop after which the app is up again',
    rule: 'lifecycle/wrong-state',
    service: ['1s resource stopping', '4s resource running', 'logs Error: boom'],
    ends: 'not_running 64–70',
    error: [/^[^\n]+\nweb is not stopped; its status is running\./],
    never: ['From the runtime log'],
  },
  ...['stopped', 'offline'].map((status): SharingRow => ({
    it: `passes for an app that is ${status}`,
    rule: 'lifecycle/already',
    service: `resource ${status}`,
    ends: 'passed 5–9',
  })),
  {
    it: 'gives up after a minute of pages instead of the resource',
    rule: 'requests/later-pages',
    service: '1s resource 200 "text"',
    ends: 'unreadable_reply 55–65',
  },
  {
    it: 'does not say that it was stopped before when its own lost request may have done it',
    rule: 'lifecycle/lost-again',
    service: ['stop cut', '2s resource stopped'],
    ends: 'passed 4–10',
    sent: { stop: '0' },
    log: [/^web was stopped$/m],
    never: ['was already'],
  },
  {
    it: 'does not send a lost request again that took effect',
    rule: 'lifecycle/lost-again',
    service: ['stop cut', '2s resource stopping', '6s resource stopped'],
    ends: 'passed 8–13',
  },
  {
    it: 'waits for a busy resource',
    rule: 'busy/free',
    service: ['stop ×2 409 busy "A backup is running."', 'stop 202', '+2s resource stopped'],
    ends: 'passed 24–30',
    sent: { stop: '0 5 20', list: '0 5 10 15 20' },
    log: [/A backup is running." Waiting for other work to end/],
  },
  {
    it: 'fails a stop that the service refuses, although the app is stopping',
    rule: 'lifecycle/refused',
    service: ['resource stopping', 'stop 409 already_stopping "No."'],
    ends: 'already_stopping 0',
  },
]);

const restarts = rowsWith({ with: { operation: 'restart' }, sent: { restart: '0' } }, [
  {
    it: 'restarts an app',
    rule: 'lifecycle/goal-up',
    service: ['1s resource restarting', '5s resource running'],
    ends: 'passed 7–11.5',
  },
  {
    it: 'restarts an app whose status also shows its age',
    rule: 'lifecycle/change',
    service: ['resource Up 3 days', '1s resource Up 1 second'],
    ends: 'passed 3–9',
  },
  {
    it: 'restarts an app through words that it does not know',
    rule: 'lifecycle/unknown-word',
    service: ['resource listening', '1s resource restarting', '4s resource listening'],
    ends: 'passed 64–70',
    warnings: ['web is listening'],
  },
  {
    it: 'does not take a failure of the service for an app that is busy',
    rule: 'lifecycle/lost-again',
    service: 'restart 503 busy "No worker."',
    ends: 'unknown_outcome 10–15',
    error: ['No worker.'],
    sent: { restart: '2×' },
  },
  {
    it: 'passes with a warning in a state that it does not know',
    rule: 'lifecycle/unknown-word',
    service: '1s resource green',
    ends: 'passed 61–66',
    outputs: { 'resource-status': 'green' },
    warnings: ['green'],
    log: ['of web was accepted; it is green'],
  },
  ...['running', 'serving', 'working', 'listening'].map((status): SharingRow => ({
    it: `passes a restart of an app that is ${status} all the time, with a note`,
    rule: 'lifecycle/restart-unseen',
    service: `resource ${status}`,
    log: ['as before the restart; checking again', 'no change was seen'],
    summary: ['no change was seen'],
  })),
  {
    it: 'does not send a lost restart again when the uptime starts anew',
    rule: 'lifecycle/lost-again',
    service: ['resource "up 3 days"', 'restart cut', '1s resource "up 2 seconds"'],
    ends: 'passed 2–8',
  },
  {
    it: 'is still waiting at the deadline for the effect of a lost request that was seen',
    rule: 'deadline/in-progress',
    with: { timeout: '30s' },
    service: ['restart cut', '1s resource restarting'],
    ends: 'timeout 30',
    outputs: { 'resource-status': 'restarting' },
    error: [
      'did not end in time',
      'restarting',
      'The console shows its state.',
      'use a longer timeout',
    ],
  },
  {
    it: 'takes a busy resource after a lost request for a sign that it was accepted',
    rule: 'lifecycle/lost-again',
    service: `
      restart ×1    cut
      restart       409 busy "It is restarting."
      8s resource   restarting
      12s resource  running
    `,
    ends: 'passed 14–20',
    sent: { restart: '2×' },
  },
  {
    it: 'sends no second restart because a rate limit hides the effect of the first one',
    rule: ['lifecycle/lost-again', 'limit/retry-after'],
    service: `
      restart ×1    cut
      0s–9s resource 429 rate_limited "120 a minute." (retry-after 9)
      9s resource   restarting
      14s resource  running
      restart       202
    `,
    ends: 'passed 16–20',
    sent: { restart: '0' },
  },
  {
    it: 'warns when a lost restart shows no change, since other work may have kept the app busy',
    rule: 'lifecycle/lost-again',
    service: ['restart ×1 cut', 'restart 409 busy "A backup is running."'],
    ends: 'passed 25–26',
    sent: { restart: '2×' },
    warnings: ['has shown no change since'],
  },
  {
    it: 'says that it waits for a rate limit before it looks for an effect of a lost request',
    rule: ['lifecycle/lost-again', 'always/no-silent-wait'],
    service: [
      'restart ×1 cut',
      '0.5s–20s resource 429 rate_limited "120 a minute." (retry-after 30)',
    ],
    sent: { restart: '2×' },
    ends: 'passed 50–54',
    log: [/120 a minute[^]*Waiting, for at most 2\d s more[^]*Sending it once more/],
  },
  {
    it: 'warns of that when it does not wait, too',
    rule: ['lifecycle/lost-again', 'lifecycle/no-wait'],
    with: { operation: 'restart', wait: 'false' },
    service: ['restart ×1 cut', 'restart 409 busy "A backup is running."'],
    sent: { restart: '2×' },
    ends: 'passed 5',
    warnings: ['The answer to the restart was lost; web is busy, perhaps with other work'],
  },
  {
    it: 'takes a 202 with text for an acceptance, and sends no second request',
    rule: 'deploy/accepted',
    service: ['restart 202 "Accepted"', '1s resource restarting', '5s resource running'],
    ends: 'passed 7–12',
  },
  {
    it: 'takes a 200 with text for a lost answer',
    rule: 'deploy/accepted',
    service: [
      'restart ×1 200 "We will be back soon."',
      'restart 202',
      '+1s resource restarting',
      '+4s resource running',
    ],
    ends: 'passed 9–16',
    sent: { restart: '0 5' },
  },
  { it: 'can skip the wait', rule: 'lifecycle/no-wait', with: { wait: 'false' }, ends: 'passed 0' },
  {
    it: 'fails a restart that the service refuses, although the app is up',
    rule: 'lifecycle/refused',
    service: 'restart 409 conflict "It is archived."',
    ends: 'conflict 0',
    error: ['It is archived.'],
  },
  {
    it: 'watches a restart for 20 seconds after a lost request, but counts from its sending',
    rule: ['lifecycle/restart-unseen', 'lifecycle/lost-again', 'outputs/duration-lost'],
    service: `
      restart ×1    hang
      restart       409 busy "A restart is under way."
      40s resource  restarting
      50s resource  crashed
    `,
    ends: 'not_running 110–116',
    outputs: { duration: /^11\d$/ },
    sent: { restart: '2×' },
  },
  {
    it: 'remembers the change that it saw while it looked for an effect of a lost request',
    rule: 'lifecycle/lost-again',
    service: ['restart cut', 'resource restarting', '0.3s resource running'],
    ends: 'passed 2–6',
    never: ['no change was seen'],
  },
  {
    it: 'tells how long the rate limit holds up the repetition of a lost restart',
    rule: ['lifecycle/lost-again', 'always/no-silent-wait'],
    service: `
      restart ×1    cut
      restart ×1    429 rate_limited "120 a minute." (retry-after 60)
      restart       202
      +2s resource  restarting
      +5s resource  running
    `,
    ends: 'passed 65–80',
    sent: { restart: '3×' },
    log: ['Sending it once more', '"120 a minute." Waiting, for at most 56 s more'],
  },
  {
    it: 'takes a reply that is not recognised for no change',
    rule: ['always/unrecognised', 'lifecycle/restart-unseen'],
    service: ['resource running', 'restart 202', 'resource ×1 {"ok":true}'],
    log: ['no change was seen'],
  },
]);

testSteps('an app that does not come up', ...loops);
testSteps('start', ...starts);
testSteps('stop', ...stops);
testSteps('restart', ...restarts);
