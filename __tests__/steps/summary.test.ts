// What the summary shows beside the verdict.
import { testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import type { Played, Timeline } from '../support/timeline.ts';

const rows: Timeline[] = [
  {
    it: 'does not compare a commit with those of a run that names none',
    rule: 'summary/commit-none',
    service: deploys('dep_2', `building {"commit":"${'ab'.repeat(20)}"}`, '20s finished'),
    summary: ['`abababa` |'],
    never: ['not a commit of this run'],
  },
  {
    it: 'has no row for a commit that the service does not show',
    rule: 'summary/commit-none',
    never: ['ommit |'],
  },
  {
    it: 'does not call the commit of a deployment in progress deployed',
    rule: 'summary/running',
    with: { operation: 'status' },
    service: `dep_2 building {"commit":"${'ab'.repeat(20)}"}`,
    ends: 'passed 0',
    summary: ['| Commit | `abababa` |'],
  },
  {
    it: 'says that the previous version is still running',
    rule: 'summary/version-before',
    service: deploys('dep_2', 'building', '20s failed | error: broken'),
    ends: 'deployment_failed 20–26',
    error: ['The previous version of web is still running.'],
  },
  {
    it: 'does not speak of a previous version when the app was not up',
    rule: 'summary/version-before',
    service: ['resource exited', deploys('dep_2', 'building', '20s failed | error: broken')],
    ends: 'deployment_failed 20–26',
    error: ['web is exited, as before.'],
    never: ['previous version'],
  },
];

/** The parts of the summary that stand in this order, each once. */
const ordered =
  (...parts: readonly string[]) =>
  ({ run: { summary } }: Played): string | undefined => {
    const places = parts.map((part) => summary.indexOf(part));
    const isOrdered = places.every((at, index) => at > (places[index - 1] ?? -1));
    const twice = parts.filter((part) => summary.indexOf(part) !== summary.lastIndexOf(part));
    if (isOrdered && twice.length === 0) return undefined;
    return `at ${places.join()}, twice: ${twice.join()}\n${summary}`;
  };

const order: Timeline[] = [
  {
    it: 'shows headline, excerpt, meaning, advice, table and log in this order',
    rule: 'summary/order',
    service: deploys(
      'dep_2',
      'building | Compiling',
      '20s failed | Compiling / src/a.ts(1,2): error TS2322: no / Stopped',
    ),
    ends: 'deployment_failed 20–26',
    also: ordered(
      '## ❌ Deployment `dep_2` of web failed',
      '**From the build log**',
      '**What it means:**',
      '**What to do:**',
      '| Resource | ',
      '| Error code |',
      '<details>',
    ),
  },
  {
    it: 'shows a cause that the log does not hold before everything else',
    rule: 'summary/order',
    service: deploys(
      'dep_2',
      'building | Compiling',
      '20s failed {"error":"The quota is used up"} | Compiling',
    ),
    ends: 'deployment_failed 20–33',
    also: ordered(
      '## ❌ Deployment `dep_2` of web failed',
      'The quota is used up',
      '**What it means:**',
      '**What to do:**',
      '| Resource | ',
    ),
  },
  {
    it: 'names right after the headline an app that is down since the deployment failed',
    rule: 'summary/app-down',
    service: `
      ${deploys('dep_2', 'building', '20s failed | error: broken')}
      20s resource exited
    `,
    ends: 'deployment_failed 20–26',
    summary: [/^## ❌ [^\n]+\n\n\*\*web was running before, and is exited now\.\*\*\n/],
    error: ['web was running before, and is exited now.'],
    once: ['web was running before'],
  },
  {
    it: 'labels the lines of the runtime log',
    rule: 'summary/runtime-lines',
    service: ['20s resource crashed', 'logs starting / Error: no database'],
    ends: 'not_running 80–84',
    summary: ['**From the runtime log**', 'Runtime log, 2 lines'],
    log: ['The last lines of the runtime log of web:', '  | Error: no database'],
  },
  {
    it: 'does not send a build that hangs to the runtime log',
    rule: 'summary/advice',
    with: { timeout: '30s' },
    service: deploys('dep_2', 'building | Compiling'),
    ends: 'timeout 30',
    error: ['operation: follow'],
    never: [/runtime log/i, 'operation: logs'],
  },
  ...(
    [
      ['deploy', 'POST'],
      ['start', 'start'],
      ['logs', 'logs'],
    ] as const
  ).map(([operation, name]): Timeline => ({
    it: `does not blame resource-id for a 404 on ${name} of a resource that was just read`,
    rule: 'summary/advice',
    with: { operation },
    service: `${name} 404 not_found "No such thing."`,
    ends: 'not_found 0',
    error: ['No such thing.', /was read (?:before|a moment ago)/],
    never: ['Check resource-id'],
  })),
];

const running: Timeline[] = [
  {
    it: 'shows a resource as in progress while its app is judged',
    rule: 'summary/running',
    service: ['10s resource starting', '60s resource running'],
    ends: 'passed 60–66',
    killed: { 1: [/^## ⏳/, /^(?!.*✅)/s], 40: [/^## ⏳/, /^(?!.*✅)/s] },
  },
  {
    it: 'has no mark of progress when the inputs are invalid',
    rule: 'inputs/title',
    with: { timeout: 'soon' },
    ends: 'invalid_input 0',
    summary: [/^## ❌ Invalid input: timeout\n/],
    never: ['⏳'],
  },
];

testSteps('the summary', ...rows, ...order, ...running);
