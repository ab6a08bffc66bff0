// The content of the summary, read back by a parser of GitHub's Markdown.
import { describe, expect, test } from '@jest/globals';
import type { Outcome, Report, StepEvent } from '../../../src/operations/operation.ts';
import { advance, newProgress, type Progress } from '../../../src/runner/summary/progress.ts';
import type { SummaryData } from '../../../src/runner/summary/summary-data.ts';
import { runFacts } from '../../../src/runner/summary/run-facts.ts';
import { pageNodes } from '../../support/runner/gfm.ts';
import {
  accepted,
  busyWith,
  codeBlocks,
  dataOf,
  failed,
  finished,
  isUp,
  logOf,
  polled,
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
  const events = [accepted, polled('building'), polled('finished'), isUp];
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
});

describe('a deployment that failed', () => {
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

  test('quotes every line of the likely cause as inline code, which wraps, not in a block, which does not', () => {
    const long = `error: ${'a long path/'.repeat(30)}`;
    const text = render(dataOf([failed], { logs: [logOf(`${long}\nnpm error code \`2\`\n`)] }));
    expect(quotedIn(text)).toEqual([long, 'npm error code `2`']);
    expect(text).toContain('<br>`` npm error code `2` ``');
  });

  test('repeats no fact of the heading in the table', () => {
    expect(cellsOf(markdown).map(([label]) => label)).toEqual(['Resource', 'Address', 'Resource status', 'Error code']);
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

  test('is named, with all that is needed to wait for it, when it continues at the service', () => {
    const outcome = { ...finished, status: 'building', errorCode: 'timeout' as const, stillRunning: true };
    expect(wordsOf(render(dataOf([outcome])))).toMatch(
      /dep_7 +continues at the service.*operation: wait .*app_web .*dep_7/,
    );
    expect(wordsOf(render(dataOf([failed])))).not.toContain('at the service');
  });
});

describe('a health check', () => {
  const check = { url: 'https://web.example.test/version', status: 200 };
  const events = [accepted, polled('finished'), isUp];
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

  test.each([undefined, 'blue'])('proves that an app with the status %s is live', (resourceStatus) => {
    expect(checked({ resourceStatus, proof: check }).split('\n')[0]).toBe(
      '## ✅ web is live at [web.example.test](<https://web.example.test/>)',
    );
    expect(checked({ resourceStatus })).toMatch(/^## ✅ the headline\n/);
  });

  test('does not prove that an app is live that the service calls down as before', () => {
    const down = { resourceStatus: 'stopped', isAsBefore: true, proof: check };
    expect(checked(down)).toMatch(/^## ✅ the headline\n/);
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
  /** What a step has seen of the one resource, at these times. */
  function at(...events: [atMs: number, event: StepEvent][]): Progress {
    return events.reduce((progress, [atMs, event]) => advance(progress, event, atMs), newProgress([resourceId]));
  }

  function page(
    progress: Progress,
    { operation = 'deploy', ...report }: Partial<Report> & { operation?: string } = {},
  ) {
    const outcomes = [...progress.values()].map(({ outcome }) => outcome);
    return render({ ...dataOf([]), operation, progress, report: reportOn(outcomes, report), nowMs: 260_000 });
  }

  const failedCheck = at(
    [0, { ...accepted, status: 'building' }],
    [60_000, polled('finished', 60_000)],
    [72_000, { kind: 'checking', resourceId, url: 'https://web.example.test/health' }],
    [252_000, { kind: 'failed', resourceId, errorCode: 'unhealthy', cause: 'No answer.' }],
    [259_000, { kind: 'ended', resourceId }],
  );

  test('of a deployment and of the health check that failed after it are shown separately', () => {
    const markdown = page(failedCheck);
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

  test('are shown for each of several resources too', () => {
    const markdown = page(new Map([...failedCheck, ...newProgress(['b'])]));
    expect(markdown.split('\n')[2]).toBe('4m 12s in all');
    expect(cellsOf(markdown)).toContainEqual(['❌ `app_web`', 'unhealthy<br>`dep_7`, 1m<br>health check 3m']);
  });

  test.each([
    ['joined', 'joined', 'waited 1m'],
    ['awaited', 'latest', 'waited 1m'],
    ['started', 'list', 'deployment 1m'],
  ] as const)('of a deployment that this step %s are labelled accordingly', (_, ownership, line) => {
    const progress = at([0, { ...accepted, ownership }], [60_000, polled('finished', 60_000)]);
    expect(page(progress).split('\n')[2]).toBe(line);
  });

  test('of a deployment that continues are labelled as those so far', () => {
    const progress = at([0, accepted], [60_000, polled('building', 60_000)]);
    expect(page(progress, { errorCode: 'timeout' }).split('\n')[2]).toBe('deployment so far 1m');
  });

  test('of a restart are labelled with the operation', () => {
    const progress = at(
      [0, { kind: 'requested', resourceId }],
      [9_000, { kind: 'settled', resourceId, elapsedMs: 9_000 }],
    );
    expect(page(progress, { operation: 'restart' }).split('\n')[2]).toBe('restart 9s');
  });
});

describe('the summary of a running step', () => {
  test('shows the progress and the deployment that is waited for', () => {
    const progress = advance(newProgress([resourceId]), busyWith('dep_6'), 0);
    const markdown = render({ ...dataOf([]), progress, report: undefined });
    expect(markdown).toMatch(/^## ⏳ deploy is in progress\n\n`app_web`: waiting\n/);
    expect(cellsOf(markdown)).toContainEqual(['Waiting for', '`dep_6` (building)']);
    expect(cellsOf(markdown)).toContainEqual(['Waited', '1m']);
  });

  test('shows that the step is starting before anything is known', () => {
    const markdown = render({ ...dataOf([]), progress: newProgress([resourceId]), report: undefined });
    expect(markdown).toContain('`app_web`: starting');
    expect(render({ ...dataOf([]), report: undefined })).toMatch(/^## ⏳ deploy is in progress\n/);
  });
});

describe('a wait for a busy resource', () => {
  test('is shown after it has ended, with its length and deployments, and in a lighter shade in the timeline', () => {
    const events = [busyWith('dep_5'), busyWith('dep_6'), accepted];
    const cells = cellsOf(render(dataOf([finished], { events })));
    expect(cells).toContainEqual(['Waited', '2s for `dep_5`, `dep_6`']);
    expect(cells).toContainEqual(['waiting', '2s', '`░░░░░░░░    `']);
    expect(cells.flat()).not.toContain('Waiting for');
  });

  test('is shown in the timeline of several resources, on one axis for all', () => {
    const other = { ...accepted, resourceId: 'b', deploymentId: 'dep_8' };
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

test('marks each of several resources as in progress, passed or failed', () => {
  const marksOf = (more: Partial<SummaryData>) =>
    cellsOf(render({ ...dataOf([]), ...more }))
      .slice(1)
      .map(([name = '']) => name.replace(/<br>.*/, ''));
  expect(marksOf({ progress: newProgress(['a', 'b']), report: undefined })).toEqual(['⏳ a', '⏳ b']);
  const outcomes = ['failed', 'error', 'cancelled'].map((status) => ({
    ...finished,
    resourceId: status,
    name: status,
    status,
  }));
  expect(marksOf(dataOf([finished, ...outcomes]))).toEqual(['✅ web', '⚠️ failed', '⚠️ error', '⚠️ cancelled']);
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
