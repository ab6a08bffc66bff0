// The content of the summary, read back by a parser of GitHub's Markdown.
import { describe, expect, test } from '@jest/globals';
import type { Outcome, StepEvent } from '../../../src/operations/operation.ts';
import { advance, newProgress } from '../../../src/runner/summary/progress.ts';
import type { SummaryData } from '../../../src/runner/summary/summary-data.ts';
import { runFacts } from '../../../src/runner/summary/run-facts.ts';
import { pageNodes } from '../../support/runner/gfm.ts';
import { following, outcomeOf } from '../../support/runner/outcome-of.ts';
import {
  codeBlocks,
  deploymentId,
  failed,
  finished,
  isUp,
  logOf,
  dataOf,
  render,
  reportOn,
  resourceId,
} from '../../support/runner/summary-data.ts';

function fault(): never {
  throw new Error('there is no such resource');
}

/** Text and inline code of the summary, in order. */
function wordsOf(markdown: string): string {
  return pageNodes(markdown)
    .flatMap(({ type, value = '' }) => (type === 'text' || type === 'inlineCode' ? [value] : []))
    .join(' ');
}

/** The code within the alert. */
function quotedIn(markdown: string): (string | undefined)[] {
  const nodes = pageNodes(markdown);
  const start = nodes.findIndex(({ type }) => type === 'blockquote');
  const end = nodes.findIndex(({ depth }, index) => index > start && depth <= (nodes[start]?.depth ?? 0));
  return nodes.slice(start, end).flatMap(({ type, value }) => (type === 'inlineCode' ? [value] : []));
}

/** The rows of all tables; spaces that do not break count as spaces. */
function cellsOf(markdown: string): string[][] {
  return markdown
    .replaceAll('\u00A0', ' ')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| :---'))
    .map((line) => line.slice(2, -2).split(' | '));
}

describe('a deployment that finished', () => {
  const events: StepEvent[] = [
    { kind: 'accepted', resourceId, deploymentId, ownership: 'response' },
    { kind: 'status', resourceId, deploymentId, status: 'building', elapsedMs: 1_000, hasEnded: false },
    { kind: 'status', resourceId, deploymentId, status: 'finished', elapsedMs: 2_000, hasEnded: true },
    isUp,
  ];
  const run = runFacts({
    GITHUB_SERVER_URL: 'https://github.test',
    GITHUB_REPOSITORY: 'octo-org/shop',
    GITHUB_SHA: '4f6c21d09b7e5a83c1d2e4f60718293a4b5c6d7e',
    GITHUB_REF_NAME: 'main',
    GITHUB_ACTOR: 'octocat',
  });
  const markdown = render(dataOf([finished], { events, run, logs: [logOf('one\ntwo\n')] }));

  test('has where the app is live in the heading, and below it the duration and the commit', () => {
    expect(markdown.split('\n').slice(0, 4)).toEqual([
      '## ✅ web is live at [web.example.test](<https://web.example.test/>)',
      '',
      'deployment 1m 12s · [`4f6c21d`](<https://github.test/octo-org/shop/commit/4f6c21d09b7e5a83c1d2e4f60718293a4b5c6d7e>) · [main](<https://github.test/octo-org/shop/tree/main>) · [octocat](<https://github.test/octocat>)',
      '',
    ]);
  });

  test('has the other facts in one table, and folds the log', () => {
    expect(cellsOf(markdown)).toEqual([
      ['Resource', 'web (`app_web`)'],
      ['Deployment', '`dep_7`'],
    ]);
    const outline = pageNodes(markdown).filter(({ depth, type }) => depth === 1 && type !== 'paragraph');
    expect(outline.map(({ type }) => type)).toEqual(['heading', 'table', 'html', 'code', 'html']);
    expect(markdown).toContain('<details>\n<summary>Build log, 2 lines</summary>\n');
  });

  test('shows the log as one code block, marked as untrusted just before', () => {
    expect(codeBlocks(markdown)).toMatchObject([{ lang: 'text', value: 'one\ntwo' }]);
    expect(markdown).toMatch(/Lines from the build log \(untrusted\):\s+```text/);
  });

  test.each<[string, Partial<Outcome>]>([
    ['is down', { resourceStatus: 'stopped' }],
    ['is up but unhealthy', { resourceStatus: 'running (unhealthy)' }],
    ['still being deployed', { stillRunning: true }],
  ])('is not called live when the app %s', (_, more) => {
    expect(render(dataOf([{ ...finished, ...more }], { events }))).toMatch(/^## ✅ the headline\n/);
  });

  test('is not called live when this step only read it', () => {
    expect(render(dataOf([finished]))).toMatch(/^## ✅ the headline\n/);
    expect(cellsOf(render(dataOf([finished])))).toContainEqual([
      'Address',
      '[web.example.test](<https://web.example.test/>)',
    ]);
  });

  test('has a timeline for a long build: phases, each as a bar on a common axis, and their sum', () => {
    const data = dataOf([finished], { events });
    const [web] = data.progress.values();
    const phases = [
      { label: 'queued', startMs: 0 },
      { label: 'building', startMs: 60_000 },
      { label: 'finished', startMs: 120_000 },
    ];
    const progress = new Map([[resourceId, { ...(web ?? fault()), phases, endedAtMs: 120_000 }]]);
    const long = render({ ...data, progress });
    expect(cellsOf(long).slice(2)).toEqual([
      ['Phase', 'Time', ''],
      ['queued', '1m', '`██████      `'],
      ['building', '1m', '`      ██████`'],
      ['**total**', '**2m**', ''],
    ]);
    expect(long).toContain('**Timeline**, as seen by this step\n\n| Phase');
  });

  test('names work that continues with the way to wait for it', () => {
    const accepted = outcomeOf({ resourceId, deploymentId, phase: following, stillRunning: true });
    expect(wordsOf(render(dataOf([accepted])))).toMatch(/dep_7 +continues at the service.*operation: wait/);
  });
});

describe('a deployment that did not finish', () => {
  const log = 'fine\nerror: no space left on device\nlast line\n';
  const markdown = render(dataOf([failed], { logs: [logOf(log)] }));

  test('has what to do, the likely cause and what it means, in this order, in an alert below the heading', () => {
    expect(markdown).toMatch(
      /^## ❌ the headline\n\ndeployment 1m 12s\n\n> \[!CAUTION\]\n> \*\*What to do:\*\* Look for the first error .*\n>\n> \*\*Likely cause\*\*, from the build log \(untrusted\):.*\n>\n> web is running, still on the previous release\.\n\n\| Resource/,
    );
    expect(quotedIn(markdown)).toEqual(['error: no space left on device']);
    expect(codeBlocks(markdown)).toMatchObject([
      { depth: 1, value: 'fine\nerror: no space left on device\nlast line' },
    ]);
  });

  test('has every line of the likely cause as code that wraps, not in a block that is cut at the edge', () => {
    const long = `error: ${'a long path/'.repeat(30)}`;
    const text = render(dataOf([failed], { logs: [logOf(`${long}\nnpm error code \`2\`\n`)] }));
    expect(quotedIn(text)).toEqual([long, 'npm error code `2`']);
    expect(text).toContain('<br>`` npm error code `2` ``');
  });

  test('repeats no facts of the heading in the table', () => {
    expect(cellsOf(markdown).map(([label]) => label)).toEqual(['Resource', 'Address', 'Resource status', 'Error code']);
  });

  test('has the message of the service in the alert when no line looks like a cause', () => {
    expect(render(dataOf([failed]))).toContain(
      'deploy again.\n>\n> The image is too large.\n>\n> web is running, still on the previous release.\n\n',
    );
  });

  test('folds the last lines of a long log', () => {
    const steps = Array.from({ length: 50 }, (_, index) => `step ${index}\n`).join('');
    const long = render(dataOf([failed], { logs: [logOf(`error: no space\n${steps}`)] }));
    expect(long).toContain('<details>\n<summary>Last 20 lines of the build log</summary>\n');
    expect(codeBlocks(long).map(({ value }) => value?.split('\n').length)).toEqual([20, 51]);
  });

  test('shows the runtime log for an app that is not healthy or not running, not for a failed build', () => {
    const runtime = logOf('Error: cannot listen\n', { source: 'runtime' });
    for (const errorCode of ['unhealthy', 'not_running'] as const) {
      const data = dataOf([{ ...finished, errorCode }], { logs: [logOf(log), runtime] });
      expect(quotedIn(render(data))).toEqual(['Error: cannot listen']);
      expect(wordsOf(render(data))).toContain('from the runtime log');
    }
    expect(wordsOf(render(dataOf([failed], { logs: [runtime] })))).not.toContain('Likely cause');
  });

  test('has its own mark and alert when the run was cancelled', () => {
    const interrupted = render(dataOf([{ ...finished, errorCode: 'interrupted', cause: 'The run was cancelled.' }]));
    expect(interrupted).toMatch(/^## ⚠️ /);
    expect(interrupted).toContain('> [!WARNING]\n');
  });

  test('is named with all that is needed to wait for it when it continues at the service', () => {
    const outcome = { ...finished, status: 'building', errorCode: 'timeout' as const, stillRunning: true };
    expect(wordsOf(render(dataOf([outcome])))).toMatch(
      /dep_7 +continues at the service.*operation: wait .*app_web .*dep_7/,
    );
    const unnamed = outcomeOf({
      resourceId,
      errorCode: 'unknown_outcome',
      stillRunning: true,
      phase: { kind: 'posting' },
    });
    expect(wordsOf(render(dataOf([unnamed])))).toMatch(/app_web +may continue at the service/);
    expect(wordsOf(render(dataOf([failed])))).not.toContain('at the service');
  });
});

describe('a health check', () => {
  const check = { url: 'https://web.example.test/version', status: 200 };
  const events: StepEvent[] = [
    { kind: 'accepted', resourceId, deploymentId, ownership: 'response' },
    { kind: 'status', resourceId, deploymentId, status: 'finished', elapsedMs: 2_000, hasEnded: true },
    isUp,
  ];
  const checked = (more: Partial<Outcome>) => render(dataOf([{ ...finished, ...more }], { events }));

  test.each([
    ['that answered', check, '`/version` answers 200'],
    ['with the text', { ...check, contains: 'v2.4.0' }, '`/version` answers with `v2.4.0`'],
    [
      'with a commit',
      { ...check, contains: '4f6c21d09b7e5a83c1d2e4f60718293a4b5c6d7e' },
      '`/version` answers with `4f6c21d`',
    ],
    [
      'at another address',
      { ...check, url: 'https://probe.example.test/web?full' },
      '`https://probe.example.test/web?full` answers 200',
    ],
    ['with hostile text', { ...check, contains: '<b>|`x' }, '`/version` answers with ``<b>¦`x``'],
  ])('%s is shown as proof', (_, proof, shown) => {
    expect(cellsOf(checked({ proof }))).toContainEqual(['Health check', shown]);
  });

  test('that did not run is not mentioned', () => {
    expect(checked({})).not.toContain('Health check');
  });

  test.each<[string, Partial<Outcome>, string]>([
    [
      'no status',
      { resourceStatus: undefined },
      '## ✅ web is live at [web.example.test](<https://web.example.test/>)',
    ],
    [
      'an unknown status',
      { resourceStatus: 'blue' },
      '## ✅ web is live at [web.example.test](<https://web.example.test/>)',
    ],
    ['a status that is the one from before', { resourceStatus: 'stopped', isAsBefore: true }, '## ✅ the headline'],
  ])('proves that an app with %s is live, or not', (_, more, title) => {
    expect(checked({ ...more, proof: check }).split('\n')[0]).toBe(title);
    expect(checked(more)).toMatch(/^## ✅ the headline\n/);
  });

  test('proves that the address that answered is live, not another one', () => {
    const proof = { ...check, url: 'https://probe.example.test/web' };
    const markdown = checked({ proof, resourceStatus: undefined });
    expect(markdown).toMatch(/^## ✅ web is live at \[probe\.example\.test\]/);
    expect(cellsOf(markdown)).toContainEqual(['Address', '[web.example.test](<https://web.example.test/>)']);
    expect(checked({ proof })).toMatch(/^## ✅ web is live at \[web\.example\.test\]/);
  });

  test('is shown for each of several resources', () => {
    const other = { ...finished, resourceId: 'b', name: 'beta', proof: { ...check, contains: 'v2' } };
    expect(cellsOf(render(dataOf([{ ...finished, proof: check }, other]))).map(([, outcome]) => outcome)).toEqual([
      'Outcome',
      'finished, 1m 12s<br>`dep_7`<br>`/version` answers 200',
      'finished, 1m 12s<br>`dep_7`<br>`/version` answers with `v2`',
    ]);
  });
});

describe('durations', () => {
  const at = (events: readonly [atMs: number, event: StepEvent][]) =>
    events.reduce((progress, [atMs, event]) => advance(progress, event, atMs), newProgress([resourceId]));
  const polled = (status: string, elapsedMs: number): StepEvent => ({
    kind: 'status',
    resourceId,
    deploymentId,
    status,
    elapsedMs,
    hasEnded: status === 'finished',
  });
  const failedCheck = at([
    [0, { kind: 'accepted', resourceId, deploymentId, ownership: 'response', status: 'building' }],
    [60_000, polled('finished', 60_000)],
    [72_000, { kind: 'checking', resourceId, url: 'https://web.example.test/health' }],
    [252_000, { kind: 'failed', resourceId, errorCode: 'unhealthy', cause: 'No answer.' }],
    [259_000, { kind: 'ended', resourceId }],
  ]);
  const [only] = failedCheck.values();
  const report = reportOn(only === undefined ? [] : [only.outcome]);

  test('of a deployment and of the health check that failed after it are named, and neither holds the other', () => {
    const markdown = render({ ...dataOf([]), progress: failedCheck, report, nowMs: 260_000 });
    expect(markdown.split('\n')[2]).toBe('deployment 1m · health check 3m');
    expect(
      cellsOf(markdown)
        .slice(-5)
        .map(([label, time]) => [label, time]),
    ).toEqual([
      ['Phase', 'Time'],
      ['building', '1m'],
      ['status check', '12s'],
      ['health check', '3m'],
      ['**total**', '**4m 12s**'],
    ]);
  });

  test('are named for each of several resources too', () => {
    const progress = new Map([...failedCheck, ...newProgress(['b'])]);
    const markdown = render({ ...dataOf([]), progress, report, nowMs: 260_000 });
    expect(markdown.split('\n')[2]).toBe('4m 12s in all');
    expect(cellsOf(markdown)).toContainEqual(['❌ `app_web`', 'unhealthy<br>`dep_7`, 1m<br>health check 3m']);
  });

  test.each<[string, StepEvent, string]>([
    ['joined', { kind: 'accepted', resourceId, deploymentId, ownership: 'joined' }, 'waited 1m'],
    ['awaited', { kind: 'accepted', resourceId, deploymentId, ownership: 'latest' }, 'waited 1m'],
    ['started', { kind: 'accepted', resourceId, deploymentId, ownership: 'list' }, 'deployment 1m'],
  ])('of a deployment that was %s are not called more than they are', (_, accepted, line) => {
    const progress = at([
      [0, accepted],
      [60_000, polled('finished', 60_000)],
    ]);
    const outcomes = [...progress.values()].map(({ outcome }) => outcome);
    expect(render({ ...dataOf([]), progress, report: reportOn(outcomes) }).split('\n')[2]).toBe(line);
  });

  test('of a deployment that goes on are only what has passed so far', () => {
    const progress = at([
      [0, { kind: 'accepted', resourceId, deploymentId, ownership: 'list' }],
      [60_000, polled('building', 60_000)],
    ]);
    const outcomes = [...progress.values()].map(({ outcome }) => outcome);
    const markdown = render({ ...dataOf([]), progress, report: reportOn(outcomes, { errorCode: 'timeout' }) });
    expect(markdown.split('\n')[2]).toBe('deployment so far 1m');
  });

  test('of a restart are named by what was done', () => {
    const progress = at([
      [0, { kind: 'requested', resourceId }],
      [9_000, { kind: 'settled', resourceId, elapsedMs: 9_000 }],
    ]);
    const outcomes = [...progress.values()].map(({ outcome }) => outcome);
    const markdown = render({ ...dataOf([]), operation: 'restart', progress, report: reportOn(outcomes) });
    expect(markdown.split('\n')[2]).toBe('restart 9s');
  });
});

test('has a mark for a step that did nothing', () => {
  expect(render(dataOf([outcomeOf({ resourceId, skipped: 'busy' })]))).toMatch(/^## ⏭️ /);
});

describe('the summary of a running step', () => {
  test('shows what is in progress and which deployment it waits for', () => {
    const blocker = { id: 'dep_6', status: 'building', seenForMs: 1 };
    const waiting: StepEvent = { kind: 'waiting', resourceId, afterMs: 1, leftMs: 1, blocker, isWatched: true };
    const progress = advance(newProgress([resourceId]), waiting, 0);
    const markdown = render({ ...dataOf([]), progress, report: undefined });
    expect(markdown).toMatch(/^## ⏳ deploy is in progress\n\n`app_web`: waiting\n/);
    expect(cellsOf(markdown)).toContainEqual(['Waiting for', '`dep_6` (building)']);
    expect(cellsOf(markdown)).toContainEqual(['Waited', '1m']);
  });

  test('shows that nothing is known yet', () => {
    const markdown = render({ ...dataOf([]), progress: newProgress([resourceId]), report: undefined });
    expect(markdown).toContain('`app_web`: starting');
    expect(render({ ...dataOf([]), report: undefined })).toMatch(/^## ⏳ deploy is in progress\n/);
  });

  test('shows that it is not final, in case the step is killed', () => {
    const live = /written while the step was running\. If the step has ended, it was stopped/;
    expect(render({ ...dataOf([]), report: undefined })).toMatch(live);
    expect(render(dataOf([finished]))).not.toMatch(live);
  });
});

describe('a wait for a busy resource', () => {
  const busyWith = (id: string): StepEvent => ({
    kind: 'waiting',
    resourceId,
    afterMs: 1,
    leftMs: 1,
    blocker: { id, status: 'building', seenForMs: 1 },
    isWatched: true,
  });
  const accepted: StepEvent = { kind: 'accepted', resourceId, deploymentId, ownership: 'response' };

  test('is reported when it is over, with its length and its deployments, and light in the timeline', () => {
    const events = [busyWith('dep_5'), busyWith('dep_6'), accepted];
    const cells = cellsOf(render(dataOf([finished], { events })));
    expect(cells).toContainEqual(['Waited', '2s for `dep_5`, `dep_6`']);
    expect(cells).toContainEqual(['waiting', '2s', '`░░░░░░░░    `']);
    expect(cells.flat()).not.toContain('Waiting for');
  });

  test('is shown in the timeline of several resources, on one axis for all', () => {
    const other: StepEvent = { kind: 'accepted', resourceId: 'b', deploymentId: 'dep_8', ownership: 'response' };
    const outcomes = [finished, { ...finished, resourceId: 'b', name: 'beta' }];
    const cells = cellsOf(render(dataOf(outcomes, { events: [busyWith('dep_5'), accepted, other] })));
    expect(cells.slice(-3)).toEqual([
      ['Resource', '0 to 4s', 'Waited'],
      ['web', '`░░░██████   `', '1s'],
      ['beta', '`      ██████`', ''],
    ]);
  });

  test('that did not happen is not mentioned', () => {
    expect(render(dataOf([finished], { events: [accepted] }))).not.toMatch(/wait/i);
  });
});

describe('several resources', () => {
  const outcomes: Outcome[] = [
    { ...finished, resourceId: 'b', name: 'beta' },
    { ...failed, resourceId: 'a', name: 'alpha' },
    outcomeOf({ resourceId: 'c', skipped: 'fail-fast' }),
  ];
  const logs = [logOf('of b\n', { of: 'b' }), logOf('error: of a\n', { of: 'a' })];
  const markdown = render(dataOf(outcomes, { logs }));

  test('have one row each, in the given order', () => {
    expect(cellsOf(markdown)).toEqual([
      ['Resource', 'Outcome'],
      [expect.stringMatching(/^✅ beta<br>.*web.example.test/), 'finished, 1m 12s<br>`dep_7`'],
      [expect.stringMatching(/^❌ alpha<br>.*web.example.test/), 'failed, 1m 12s<br>`dep_7`'],
      ['⏭️ c', 'skipped: fail-fast'],
    ]);
  });

  test('have their causes listed where more than one failed', () => {
    const both = [
      { ...failed, resourceId: 'a', name: 'alpha', cause: 'It burnt down.' },
      { ...failed, resourceId: 'b', name: 'beta', cause: 'It fell over.' },
    ];
    expect(render(dataOf(both))).toContain('\n> - alpha: It burnt down.\n> - beta: It fell over.\n>\n');
  });

  test('have different marks for what is in progress, what ended well and what failed', () => {
    const marksOf = (more: Partial<SummaryData>) =>
      cellsOf(render({ ...dataOf([]), ...more }))
        .slice(1)
        .map(([name = '']) => name.replace(/<br>.*/, ''));
    expect(marksOf({ progress: newProgress(['a', 'b']), report: undefined })).toEqual(['⏳ a', '⏳ b']);
    expect(marksOf(dataOf([finished, { ...finished, resourceId: 'b', name: 'beta', status: 'failed' }]))).toEqual([
      '✅ web',
      '⚠️ beta',
    ]);
  });

  test('are named in every log and likely cause, those that failed first', () => {
    expect(markdown).toContain('<summary>Build log of <code>beta</code>, 1 line</summary>');
    expect(markdown).toContain('<summary>Build log of <code>alpha</code>, 1 line</summary>');
    expect(markdown).toContain('**Likely cause** of alpha, from the build log (untrusted');
    expect(quotedIn(markdown)).toEqual(['error: of a']);
    expect(codeBlocks(markdown).map(({ value }) => value)).toEqual(['error: of a', 'of b']);
  });
});

test('contains nothing of the log with build-log: false', () => {
  const logs = [logOf('error: private\n', { show: false }), logOf('private\n', { show: false, source: 'runtime' })];
  for (const outcome of [finished, failed]) {
    const markdown = render(dataOf([outcome], { logs }));
    expect(markdown).not.toContain('private');
    expect(codeBlocks(markdown)).toEqual([]);
    expect(markdown).toContain('Build log, 1 line: not shown here (`build-log: false`).');
  }
});

test('shows sections of a report as tables, empty cells included', () => {
  const section = {
    title: 'Resources',
    columns: ['Name', 'Status'],
    rows: [
      ['web', ''],
      ['<b>', 'run|ning'],
    ],
  };
  const markdown = render({ ...dataOf([]), report: reportOn([], { sections: [section] }) });
  expect(markdown).toContain('### Resources\n\n| Name | Status |\n| :--- | :--- |\n');
  const nodes = pageNodes(markdown);
  expect(nodes.filter(({ type }) => type === 'tableRow')).toHaveLength(3);
  expect(nodes.filter(({ type }) => type === 'html')).toEqual([]);
});
