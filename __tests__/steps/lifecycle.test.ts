// start, stop and restart: the state that was asked for, seen twice.
import { describe, expect, test } from '@jest/globals';
import { judge, type Timeline, titled } from '../support/timeline.ts';

const START = { operation: 'start' };
const STOP = { operation: 'stop' };
const RESTART = { operation: 'restart' };

const changes: Timeline[] = [
  {
    it: 'starts an app',
    rule: 'after a change the wanted state passes at a read 2 s later that still shows it',
    with: START,
    service: `
      resource      stopped
      start         202
      1s resource   starting
      5s resource   running
    `,
    ends: 'passed 7–11.5',
    outputs: { 'resource-status': 'running', url: 'https://web.example.test' },
    sent: { start: '0', POST: '0×', resource: '0 0.5 …' },
  },
  {
    it: 'stops an app',
    rule: 'stop needs asleep, exited, dead, down or offline',
    with: STOP,
    service: `
      stop          202
      2s resource   exited
    `,
    ends: 'passed 4–8.5',
    outputs: { 'resource-status': 'exited' },
    sent: { stop: '0' },
  },
  {
    it: 'restarts an app',
    rule: 'start and restart need up',
    with: RESTART,
    service: `
      restart       202
      1s resource   restarting
      5s resource   running
    `,
    ends: 'passed 7–11.5',
    sent: { restart: '0' },
  },
  {
    it: 'restarts an app whose status also shows its age',
    rule: 'a change is a status that differs from before in any way',
    with: RESTART,
    service: `
      resource      Up 3 days
      restart       202
      1s resource   Up 1 second
    `,
    ends: 'passed 3–9',
    sent: { restart: '0' },
  },
  {
    it: 'restarts an app through words that it does not know',
    rule: 'an unknown word: passes',
    with: RESTART,
    service: `
      resource      listening
      restart       202
      1s resource   restarting
      4s resource   listening
    `,
    ends: 'passed 4–30',
    warnings: 'any',
  },
  {
    it: 'does not take a failure of the service for an app that is busy',
    rule: 'a lost answer: it is sent once more; lost again: unknown_outcome; a busy after it means that it was accepted',
    with: RESTART,
    service: 'restart 503 busy "No worker."',
    ends: 'unknown_outcome 10–30',
    error: ['No worker.'],
    sent: { restart: '2×' },
  },
  {
    it: 'checks the health of an app that runs already',
    rule: 'health-check must answer 2xx or 3xx; a 409 that is not busy for start passes if a read shows the state',
    with: { ...START, 'health-check': 'http://{host}/health', 'health-check-timeout': '5s' },
    service: `
      start         409 already_running "It runs."
      health        500 page
    `,
    ends: 'unhealthy 5–8',
    error: ['answered 500'],
  },
  {
    it: 'does not pass on a state that is shown for a moment',
    rule: 'passes at a read 2 s later that still shows it; another known state is not_running after 20 s',
    with: START,
    service: `
      resource      stopped
      start         202
      1s resource   starting
      1.9s resource running
      2.5s resource exited
    `,
    ends: 'not_running 21–32',
    outputs: { 'resource-status': 'exited' },
    error: ['exited'],
  },
  {
    it: 'fails a stop after which the app is up again',
    rule: 'another known state that is not moving is not_running after 5 s (stop)',
    with: STOP,
    service: `
      stop          202
      1s resource   stopping
      4s resource   running
    `,
    ends: 'not_running 5–15',
    error: ['running'],
  },
  {
    it: 'passes with a warning in a state that it does not know',
    rule: 'an unknown word that differs from before and holds for 20 s passes with a warning',
    with: RESTART,
    service: `
      restart       202
      1s resource   green
    `,
    ends: 'passed 20–26',
    outputs: { 'resource-status': 'green' },
    warnings: ['green'],
  },
  {
    it: 'passes with a warning where the service shows no status',
    rule: 'so does a service that shows no status',
    with: START,
    service: 'resource -',
    ends: 'passed 0–30',
    warnings: [/status/],
  },
];

const unchanged: Timeline[] = [
  ...(
    [
      ['start', 'running'],
      ['stop', 'stopped'],
      ['stop', 'offline'],
    ] as const
  ).map(([operation, status]): Timeline => ({
    it: `passes a ${operation} of an app that is ${status}`,
    rule: 'start and stop that find what they ask for pass after 5 s',
    with: { operation },
    service: `resource ${status}`,
    ends: 'passed 5–9',
    sent: { [operation]: '0' },
  })),
  ...['running', 'serving', 'working', 'listening'].map((status): Timeline => ({
    it: `passes a restart of an app that is ${status} all the time, with a note`,
    rule: 'restart that finds up or an unknown word passes after 20 s, with a note that no change was seen',
    with: RESTART,
    service: `resource ${status}`,
    ends: 'passed 20–24',
    sent: { restart: '0' },
    log: [/no change|not? .*change|without .*change|unchanged/i],
  })),
  {
    it: 'passes a start of an app that is running at a deadline of six seconds',
    rule: 'start and stop that find what they ask for pass after 5 s; one last poll comes just before the deadline',
    with: { ...START, timeout: '6s' },
    ends: 'passed 5–6',
  },
  {
    it: 'fails a start after which nothing changes for three minutes',
    rule: 'anything else is not_running after 3 minutes',
    with: START,
    service: 'resource stopped',
    ends: 'not_running 178–186',
    sent: { start: '0' },
    error: ['stopped'],
  },
];

const answers: Timeline[] = [
  {
    it: 'gives up after a minute of pages instead of the resource',
    rule: 'later 60 s for pages; then unreadable_reply',
    with: { operation: 'stop' },
    service: '1s resource 200 "text"',
    ends: 'unreadable_reply 55–65',
  },
  {
    it: 'passes a start that the service refuses because the app runs',
    rule: 'a 409 that is not busy for start or stop passes with a note if a read shows the state asked for',
    with: START,
    service: 'start 409 conflict "It is running already."',
    ends: 'passed 0–9',
    sent: { start: '0' },
  },
  {
    it: 'fails a start that the service refuses while the app is down',
    rule: 'a 409 that is not busy passes if a read shows the state asked for',
    with: START,
    service: `
      resource      stopped
      start         409 conflict "It is archived."
    `,
    ends: 'conflict 0–9',
    error: ['It is archived.'],
  },
  {
    it: 'sends a lost request once more',
    rule: 'a lost answer: 5 s of reads without a change, then it is sent once more',
    with: START,
    service: `
      resource      stopped
      start ×1      cut
      start         202
      8s resource   starting
      10s resource  running
    `,
    ends: 'passed 12–18',
    sent: { start: '0 5–8' },
    warnings: 'any',
  },
  {
    it: 'does not send a lost request again that took effect',
    rule: 'a lost answer: 5 s of reads without a change',
    with: STOP,
    service: `
      stop          cut
      2s resource   stopping
      6s resource   stopped
    `,
    ends: 'passed 8–13',
    sent: { stop: '0' },
    warnings: 'any',
  },
  {
    it: 'is still waiting at the deadline for the effect of a lost request that was seen',
    rule: 'timeout names the work, its last status, the time spent',
    with: { ...RESTART, timeout: '30s' },
    service: `
      restart       cut
      1s resource   restarting
    `,
    ends: 'timeout 30',
    outputs: { 'resource-status': 'restarting' },
    error: ['had not ended in time', 'restarting'],
    sent: { restart: '0' },
  },
  {
    it: 'does not know what became of a request that was lost twice',
    rule: 'lost again: unknown_outcome',
    with: START,
    service: `
      resource      stopped
      start         cut
    `,
    ends: 'unknown_outcome 5–200',
    sent: { start: '2×' },
  },
  {
    it: 'takes a busy resource after a lost request for a sign that it was accepted',
    rule: 'a busy after it means that it was accepted',
    with: RESTART,
    service: `
      restart ×1    cut
      restart       409 busy "It is restarting."
      8s resource   restarting
      12s resource  running
    `,
    ends: 'passed 14–20',
    sent: { restart: '2×' },
    warnings: 'any',
  },
  {
    it: 'waits for a busy resource',
    rule: 'on-busy: wait until the resource is free',
    with: STOP,
    service: `
      stop ×1       409 busy "A backup is running."
      stop          202
      6s resource   stopped
    `,
    ends: 'passed 8–14',
    sent: { stop: '0 2–5.5' },
    log: ['A backup is running.'],
  },
  {
    it: 'does not wait when told so',
    rule: 'wait: false',
    with: { ...RESTART, wait: 'false' },
    ends: 'passed 0–1',
    sent: { restart: '0' },
  },
  {
    it: 'names the rate limit that kept it from restarting',
    rule: 'when the deadline is reached while something was in the way before the work began, it is the code of that',
    with: { ...RESTART, timeout: '30s' },
    service: 'restart 429 rate_limited "120 requests a minute."',
    ends: 'rate_limited 0–30',
    error: ['120 requests a minute.'],
  },
  {
    it: 'stops at a key that may not restart',
    rule: '403: no retry',
    with: RESTART,
    service: 'restart 403 forbidden "The scope is missing."',
    ends: 'forbidden 0',
    sent: { restart: '0' },
    error: ['The scope is missing.'],
  },
];

describe('start, stop and restart', () => {
  test.each(titled([...changes, ...unchanged, ...answers]))('%s', async (_title, row) => {
    expect(await judge(row)).toBe('');
  });
});
