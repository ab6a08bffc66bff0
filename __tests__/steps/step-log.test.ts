// What the step log says beside the lines of logs, and the title of the one error.
import { rowsWith, testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import type { Played, Timeline } from '../support/timeline.ts';

/** The last line of the step log. */
const lastLineIs =
  (expected: string) =>
  ({ run }: Played): string | undefined => {
    const last = run.log.trimEnd().split('\n').at(-1) ?? '';
    return last === expected ? undefined : `the last line is: ${last}`;
  };

/** The title of the one error. */
const titleIs =
  (expected: string) =>
  ({ run }: Played): string | undefined => {
    const title = run.annotations.find(({ kind }) => kind === 'error')?.title ?? '';
    return title === expected ? undefined : `the title is: ${title}`;
  };

const lines: Timeline[] = [
  {
    it: 'prints the lines of a log behind the gutter as they come, without groups',
    rule: 'step-log/plain',
    service: deploys('dep_2', 'building | a', '10s building | a / b', '20s finished | a / b / c'),
    printed: ['a', 'b', 'c'],
    log: ['dep_2 is building', '  | a\n', '  | b\n', '  | c\n'],
    never: ['group'],
  },
  {
    it: 'says when the status changes, and once a minute what it is',
    rule: 'step-log/status',
    service: deploys('dep_2', 'queued', '5s building', '150s finished'),
    ends: 'passed 150–154',
    once: ['Deployment dep_2 is queued.', 'Deployment dep_2 is building.'],
    log: [/(still building, for at most \d[^]*){2}finished after/],
    never: [/(still building[^]*){3}/, 'still queued'],
  },
  {
    it: 'says in its last line what was deployed, how long it took, and the address of the app',
    rule: 'step-log/last-line',
    once: ['finished after', 'https://web.example.test'],
    also: lastLineIs(
      'Deployment dep_2 of web finished after 20 s; web is running: https://web.example.test',
    ),
  },
  {
    it: 'shows no address of an app that is not up',
    rule: 'step-log/last-line',
    service: ['resource stopped', deploys('dep_2', 'building', '20s finished')],
    ends: 'passed 40–43',
    also: lastLineIs(
      'Deployment dep_2 of web finished after 20 s; web is still stopped, as before',
    ),
  },
  {
    it: 'says in its last line that it started an app, and its address',
    rule: 'step-log/last-line',
    with: { operation: 'start' },
    service: ['resource stopped', 'start 202', '+2s resource running'],
    ends: 'passed 4–9',
    also: lastLineIs('web was started and is running: https://web.example.test'),
  },
];

const unwatched: Timeline[] = [
  {
    it: 'shows no address where it does not wait for the deployment',
    rule: 'step-log/last-line',
    with: { wait: 'false' },
    ends: 'passed 0',
    log: ['Deployment dep_2 of web was accepted\n', 'operation: follow'],
    never: ['accepted: https'],
  },
  {
    it: 'does not say that a deployment is still building while the service cannot be reached',
    rule: ['step-log/status', 'requests/outage'],
    service: '5s–185s down',
    ends: 'passed 185–205',
    log: ['dep_2 is building', 'Trying again, for at most', 'The service answers again after 3m'],
    never: ['still building'],
  },
  {
    it: 'says that the status of a deployment is shown again',
    rule: ['step-log/status', 'always/no-silent-wait'],
    service: ['4s–17s detail dep_2 {"ok":true}', '4s–17s list 502 page'],
    log: [
      /No read shows the status of deployment dep_2[^]*The status of deployment dep_2 is shown again/,
    ],
  },
];

const FAILED = deploys('dep_2', 'building', '20s failed | Compiling / error: no space left');
const LONG_NAME = 'n'.repeat(100);
const LONG_CAUSE = `error: ${'no space left '.repeat(20)}`;

const titles = rowsWith({ rule: 'step-log/title', ends: 'deployment_failed 20–26' }, [
  {
    it: 'names resource and cause in the title of its error',
    service: FAILED,
    also: titleIs('web: error: no space left'),
  },
  {
    it: 'names the resource before a cause that holds its name by chance',
    service: deploys('dep_2', 'building', '20s failed | error: webpack has failed'),
    also: titleIs('web: error: webpack has failed'),
  },
  {
    it: 'names no cause in the title where logs are not shown',
    with: { 'build-log': 'false' },
    service: FAILED,
    never: ['no space left'],
    also: titleIs('Deployment dep_2 of web failed'),
  },
  {
    it: 'cuts a long name and a long cause in the title',
    texts: { name: LONG_NAME, cause: LONG_CAUSE },
    service: `
      resource {"resource":{"id":"app_web","type":"app","name":"{name}","status":"running"}}
      ${deploys('dep_2', 'building', '20s failed | {cause}')}
    `,
    also: titleIs(`${LONG_NAME.slice(0, 59)}…: ${LONG_CAUSE.slice(0, 57)}…`),
  },
]);

/** 9,000 lines of a hundred characters. */
const LONG_LOG = 'starting '.repeat(100_000).replaceAll(/(.{100})/g, '$1\n');

const files: Timeline[] = [
  {
    it: 'points to no log file where there is none',
    rule: 'step-log/log-file',
    with: { operation: 'logs', timeout: '10s' },
    env: { RUNNER_TEMP: '' },
    readerS: 4,
    texts: { log: LONG_LOG },
    service: 'logs starting / {log}',
    ends: 'passed 10–12',
    outputs: { 'log-file': '' },
    once: ['The deadline was reached: the rest of the log is not printed.'],
    summary: ['left out.'],
    never: [/log[ -]file/],
  },
  {
    it: 'names the log file where lines are left out',
    rule: 'step-log/log-file',
    with: { operation: 'logs' },
    texts: { log: LONG_LOG },
    service: 'logs starting / {log}',
    ends: 'passed 0',
    summary: ['left out. All that was read of it is in', 'output `log-file`'],
  },
  {
    it: 'calls the log of a failed deployment empty',
    rule: 'step-log/empty-log',
    service: `
      ${deploys('dep_2', 'building', '20s failed')}
      20s detail dep_2  {"deployment":{"id":"dep_2","status":"failed","log":""}}
    `,
    ends: 'deployment_failed 30–33',
    error: ['The service names no cause, and its log is empty.'],
    never: ['not recognised'],
  },
];

testSteps('the step log', ...lines, ...unwatched, ...files);
testSteps('the title of the error', ...titles);
