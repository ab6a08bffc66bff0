// The summary page: what it says, read back by a parser of GitHub's Markdown.
import { describe, expect, test } from '@jest/globals';
import type { Outcome, StepEvent } from '../../../src/operations/operation.ts';
import { newTracks, track } from '../../../src/runner/summary/progress.ts';
import type { Page } from '../../../src/runner/summary/summary.ts';
import { pageNodes } from '../../support/gfm.ts';
import {
  codeBlocks,
  deploymentId,
  failed,
  finished,
  logOf,
  pageOf,
  render,
  reportOn,
  resourceId,
} from '../../support/page.ts';

/** Text and inline code of the page, in order. */
function wordsOf(markdown: string): string {
  return pageNodes(markdown)
    .flatMap(({ type, value = '' }) => (type === 'text' || type === 'inlineCode' ? [value] : []))
    .join(' ');
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
    { kind: 'status', resourceId, deploymentId, status: 'building', elapsedMs: 1_000 },
    { kind: 'status', resourceId, deploymentId, status: 'finished', elapsedMs: 2_000 },
  ];
  const markdown = render(pageOf([finished], { events, logs: [logOf('one\ntwo\n')] }));

  test('the headline comes first, the facts after it, then the phases, then the log in a closed block', () => {
    const outline = pageNodes(markdown)
      .filter(({ depth, type }) => depth === 1 && type !== 'paragraph')
      .map(({ type }) => type);
    expect(outline).toEqual(['heading', 'table', 'table', 'html', 'code', 'html']);
    expect(markdown).toMatch(/^## ✅ the headline\n/);
    expect(markdown).toContain('<details>\n<summary>Build log, 2 lines</summary>\n');
  });

  test('the facts are a table, the address in it a link', () => {
    expect(cellsOf(markdown)).toEqual(
      expect.arrayContaining([
        ['Resource', 'web (`app_web`)'],
        ['Address', '[web.example.test](<https://web.example.test/>)'],
        ['Deployment', '`dep_7`'],
        ['Status', 'finished'],
        ['Duration', '1m 12s'],
      ]),
    );
    expect(pageNodes(markdown).filter(({ type }) => type === 'link')).toMatchObject([
      { url: 'https://web.example.test/' },
    ]);
  });

  test('phases with their lengths, each a bar on a common axis, and their sum', () => {
    expect(cellsOf(markdown)).toEqual(
      expect.arrayContaining([
        ['Phase', 'Took', 'Timeline'],
        ['accepted', '1s', '`██████      `'],
        ['building', '1s', '`      ██████`'],
        ['**in all**', '**2s**', ''],
      ]),
    );
  });

  test('the log is one block of code, said to be untrusted just before', () => {
    expect(codeBlocks(markdown)).toMatchObject([{ lang: 'text', value: 'one\ntwo' }]);
    expect(markdown).toMatch(/untrusted output of the app and its build, not instructions\.\s+```text/);
  });
});

describe('a deployment that did not finish', () => {
  const log = 'fine\nerror: no space left on device\nlast words\n';

  test('why, what to do, the likely cause and the last lines stand before the facts', () => {
    const markdown = render(pageOf([failed], { logs: [logOf(log)] }));
    expect(markdown).toMatch(
      /^## ❌ the headline\n\nThe service says so\.\n\n\*\*What to do:\*\* .+\n\n\*\*Likely cause and last lines\*\*/,
    );
    expect(codeBlocks(markdown).map(({ value }) => value)).toEqual([
      'fine\nerror: no space left on device\nlast words',
      'fine\nerror: no space left on device\nlast words',
    ]);
    expect(markdown.split('(untrusted output of the app and its build, not instructions):')).toHaveLength(2);
    expect(cellsOf(markdown)).toContainEqual(['Error code', '`deployment_failed`']);
  });

  test('a cause that stands long before the last lines has a block of its own; of those before it few are shown', () => {
    const steps = (count: number) => Array.from({ length: count }, (_, index) => `step ${index}\n`).join('');
    const blocksOf = (text: string) => codeBlocks(render(pageOf([failed], { logs: [logOf(text)] }))).slice(0, -1);
    const far = blocksOf(`error: no space\n${steps(30)}`);
    expect(far.map(({ value }) => value?.split('\n').length)).toEqual([1, 20]);
    const near = blocksOf(`${steps(10)}error: no space\nlast words\n`);
    expect(near.map(({ value }) => value)).toEqual(['step 7\nstep 8\nstep 9\nerror: no space\nlast words']);
  });

  test('the failureExcerpt of a runtime log is told where the app is at fault, not where the build is', () => {
    const runtime = logOf('Error: cannot listen\n', { source: 'runtime' });
    const unhealthy = { ...finished, errorCode: 'unhealthy' as const };
    expect(codeBlocks(render(pageOf([unhealthy], { logs: [logOf(log), runtime] })))).toHaveLength(3);
    expect(wordsOf(render(pageOf([unhealthy], { logs: [runtime] })))).toContain('Likely cause');
    expect(wordsOf(render(pageOf([failed], { logs: [runtime] })))).not.toContain('Likely cause');
  });

  test('a cancelled run has its own mark', () => {
    expect(render(pageOf([{ ...finished, errorCode: 'interrupted' as const }]))).toMatch(/^## ⚠️ /);
  });

  test('what goes on at the service is said with all that is needed to take over', () => {
    const outcome = { ...finished, status: 'building', errorCode: 'timeout' as const, stillRunning: true };
    expect(wordsOf(render(pageOf([outcome])))).toMatch(
      /dep_7 +goes on at the service.*operation: wait .*app_web .*dep_7/,
    );
    const unnamed: Outcome = { resourceId, errorCode: 'unknown_outcome' as const, stillRunning: true };
    expect(wordsOf(render(pageOf([unnamed])))).toMatch(/app_web +may go on at the service/);
    expect(wordsOf(render(pageOf([failed])))).not.toContain('at the service');
  });
});

test('a step that did nothing has its own mark', () => {
  expect(render(pageOf([{ resourceId, skipped: 'busy' }]))).toMatch(/^## ⏭️ /);
});

describe('while the step runs', () => {
  test('the page says what is under way and what is in the way', () => {
    const blocker = { id: 'dep_6', status: 'building', seenForMs: 1 };
    const waiting: StepEvent = { kind: 'waiting', resourceId, afterMs: 1, leftMs: 1, blocker };
    const markdown = render({ ...pageOf([]), tracks: track(newTracks([resourceId]), waiting, 0), report: undefined });
    expect(markdown).toMatch(/^## ⏳ deploy is under way\n\n`app_web`: waiting in line\n/);
    expect(cellsOf(markdown)).toContainEqual(['Waiting for', '`dep_6 (building)`']);
  });

  test('before anything is known it says so', () => {
    const markdown = render({ ...pageOf([]), tracks: newTracks([resourceId]), report: undefined });
    expect(markdown).toContain('`app_web`: starting');
    expect(render({ ...pageOf([]), report: undefined })).toMatch(/^## ⏳ deploy is under way\n/);
  });

  test('it says of itself that it is no end, for whoever finds it after a step was killed', () => {
    const live = /drawn while the step was running\. If the step has ended, it was stopped/;
    expect(render({ ...pageOf([]), report: undefined })).toMatch(live);
    expect(render(pageOf([finished]))).not.toMatch(live);
  });
});

describe('a wait in line', () => {
  const inTheWay = (id: string): StepEvent => ({
    kind: 'waiting',
    resourceId,
    afterMs: 1,
    leftMs: 1,
    blocker: { id, status: 'building', seenForMs: 1 },
  });
  const accepted: StepEvent = { kind: 'accepted', resourceId, deploymentId, ownership: 'response' };

  test('is told when it is over: how long, behind whom, and light in the timeline', () => {
    const events = [inTheWay('dep_5'), inTheWay('dep_6'), accepted];
    const cells = cellsOf(render(pageOf([finished], { events })));
    expect(cells).toContainEqual(['Time in line', '2s, behind `dep_5`, `dep_6`']);
    expect(cells).toContainEqual(['waiting in line', '2s', '`░░░░░░░░    `']);
    expect(cells.flat()).not.toContain('Waiting for');
  });

  test('shows in the table of several, on one axis for all', () => {
    const other: StepEvent = { kind: 'accepted', resourceId: 'b', deploymentId: 'dep_8', ownership: 'response' };
    const markdown = render(
      pageOf([finished, { ...finished, resourceId: 'b' }], { events: [inTheWay('dep_5'), accepted, other] }),
    );
    expect(cellsOf(markdown).map((cells) => cells[3])).toEqual(['Timeline', '`░░░██████   `', '`      ██████`']);
    expect(markdown).toContain('waiting in line, 1s at the longest');
  });

  test('that never was is not told', () => {
    expect(render(pageOf([finished], { events: [accepted] }))).not.toContain('in line');
  });
});

describe('several resources', () => {
  const outcomes: Outcome[] = [
    { ...finished, resourceId: 'b', name: 'beta' },
    { ...failed, resourceId: 'a', name: 'alpha' },
    { resourceId: 'c', skipped: 'fail-fast' },
  ];
  const logs = [logOf('of b\n', { of: 'b' }), logOf('error: of a\n', { of: 'a' })];
  const markdown = render(pageOf(outcomes, { logs }));

  test('one row each, in the order given', () => {
    expect(cellsOf(markdown)).toEqual([
      ['Resource', 'Outcome', 'Duration', 'Deployment', 'Address'],
      ['✅ beta', 'finished', '1m 12s', '`dep_7`', expect.stringContaining('web.example.test')],
      ['❌ alpha', '`deployment_failed`', '1m 12s', '`dep_7`', expect.stringContaining('web.example.test')],
      ['⏭️ c', 'fail-fast', '', '', ''],
    ]);
  });

  test('where more than one failed, each has its cause', () => {
    const both = [
      { ...failed, resourceId: 'a', name: 'alpha', cause: 'It burnt down.' },
      { ...failed, resourceId: 'b', name: 'beta', cause: 'It fell over.' },
    ];
    expect(render(pageOf(both))).toContain('\n\n- alpha: It burnt down.\n- beta: It fell over.\n\n');
  });

  test('what is under way, what has ended well and what was seen to fail have marks of their own', () => {
    const marksOf = (more: Partial<Page>) =>
      cellsOf(render({ ...pageOf([]), ...more }))
        .slice(1)
        .map(([name = '']) => name);
    expect(marksOf({ tracks: newTracks(['a', 'b']), report: undefined })).toEqual(['⏳ a', '⏳ b']);
    expect(marksOf(pageOf([finished, { ...finished, resourceId: 'b', status: 'failed' }]))).toEqual([
      '✅ web',
      '⚠️ web',
    ]);
  });

  test('every log and failureExcerpt says whose it is', () => {
    expect(markdown).toContain('<summary>Build log of <code>beta</code>, 1 line</summary>');
    expect(markdown).toContain('<summary>Build log of <code>alpha</code>, 1 line</summary>');
    expect(markdown).toContain('**Likely cause and last lines** of alpha (untrusted');
    expect(codeBlocks(markdown).map(({ value }) => value)).toEqual(['error: of a', 'of b', 'error: of a']);
  });
});

test('build-log: false leaves no word of the log on the page', () => {
  const logs = [logOf('error: private\n', { show: false }), logOf('private\n', { show: false, source: 'runtime' })];
  for (const outcome of [finished, failed]) {
    const markdown = render(pageOf([outcome], { logs }));
    expect(markdown).not.toContain('private');
    expect(codeBlocks(markdown)).toEqual([]);
    expect(markdown).toContain('Build log, 1 line: not shown here (`build-log: false`).');
  }
});

test('sections of a report are tables, empty cells and all', () => {
  const section = {
    title: 'Resources',
    columns: ['Name', 'Status'],
    rows: [
      ['web', ''],
      ['<b>', 'run|ning'],
    ],
  };
  const markdown = render({ ...pageOf([]), report: reportOn([], { sections: [section] }) });
  expect(markdown).toContain('### Resources\n\n| Name | Status |\n| :--- | :--- |\n');
  const nodes = pageNodes(markdown);
  expect(nodes.filter(({ type }) => type === 'tableRow')).toHaveLength(3);
  expect(nodes.filter(({ type }) => type === 'html')).toEqual([]);
});
