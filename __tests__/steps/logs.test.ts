// What the step shows of logs and of all other text that it did not write: every line once, nothing
// alive, bounded.
import { describe, expect, test } from '@jest/globals';
import { pageNodes } from '../support/gfm.ts';
import { growthOf, PROPORTIONAL } from '../support/growth.ts';
import { hostileCases } from '../support/hostile-text.ts';
import { rowsWith, type SharingRow, testSteps } from '../support/test-steps.ts';
import { deploys } from '../support/service-table.ts';
import { GUTTER, judge, type Played, type Timeline } from '../support/timeline.ts';

const MB = 1024 * 1024;

/** Every known attack, one after the other. */
const evil = hostileCases.map(({ text }) => text).join('\n');
/** The same in one line. */
const evilLine = evil.replaceAll(/[\r\n\u2028\u2029]/g, ' ');

/** Nothing of what others wrote is alive in the summary, or a command of another syntax. */
function inert({ run }: Played): string | undefined {
  if (run.log.includes('##[')) return 'a ##[ has survived in the step log';
  // Escape sequences, and characters that cannot be seen.
  if (run.log.includes('\u001b') || /[\u009b\p{Cf}]/u.test(run.log))
    return 'terminal sequences or invisible characters have survived in the step log';
  const alive = pageNodes(run.summary).filter(
    (node) =>
      ['link', 'image', 'definition'].includes(node.type) &&
      JSON.stringify(node).includes('evil.example'),
  );
  if (alive.length > 0) return `alive in the summary: ${JSON.stringify(alive[0])}`;
  return Buffer.byteLength(run.summary) < MB ? undefined : 'the summary is too long';
}

const hostile = rowsWith({ texts: { evil, evilLine }, also: inert }, [
  {
    it: 'prints a hostile build log without obeying it',
    rule: 'text/no-commands',
    service: deploys('dep_2', 'building | {evil}', '20s failed | {evil} / error: {evil}'),
    ends: 'deployment_failed 20–25',
  },
  {
    it: 'prints a hostile runtime log without obeying it',
    rule: 'text/no-commands',
    with: { operation: 'logs' },
    service: 'logs {evil}',
    ends: 'passed 0',
  },
  {
    it: 'quotes a hostile cause without obeying it',
    rule: 'text/inert',
    service: `
      resource      {"resource":{"id":"app_web","type":"app","name":"{evilLine}","status":"{evilLine}","domains":["{evilLine}"]}}
      ${deploys('dep_2', 'building', '20s failed {"errorMessage":"{evilLine}"}')}
    `,
    ends: 'deployment_failed 20–25',
    outputs: { url: '' },
  },
  ...['409 busy "{evilLine}"', '422 invalid "{evilLine}"', '403 page {evilLine}'].map(
    (answer): SharingRow => ({
      it: `quotes the hostile answer ${answer.slice(0, 8)} without obeying it`,
      rule: 'text/inert',
      with: { timeout: '30s' },
      service: `POST ${answer}`,
      ends: 'busy|invalid|unreadable_reply',
    }),
  ),
  {
    it: 'lists hostile resources without obeying them',
    rule: 'text/outputs',
    with: { operation: 'list', 'resource-id': '' },
    service:
      'resources {"resources":[{"id":"{evilLine}","type":"app","name":"{evilLine}","status":"{evilLine}","catalogKey":"{evilLine}"}]}',
    ends: 'passed 0',
  },
]);

/** GitHub's parser knows no inline code above 80 backticks, and keeps the length of a fence in a byte. */
const backticks = [21, 80, 81, 255, 256, 257, 300].map((count): Timeline => ({
  it: `shortens a run of ${count} backticks`,
  rule: 'text/inert',
  texts: { run: `a ${'`'.repeat(count)} b` },
  service: `
    resource      {"resource":{"id":"app_web","type":"app","name":"{run}","status":"running"}}
    ${deploys('dep_2', 'building', '20s failed {"error":"{run}"} | {run} / error: {run}')}
  `,
  ends: 'deployment_failed 20–25',
  also: ({ run: { summary } }) => {
    const longest = /`{22,}/.exec(summary);
    return longest === null ? undefined : `${longest[0].length} backticks are shown`;
  },
}));

/** Numbered lines of some hundred bytes. */
const lines = (from: number, to: number): string =>
  Array.from(
    { length: to - from },
    (_, index) => `${from + index} ${'compiling '.repeat(10)}`,
  ).join('\n');

const large: Timeline[] = [
  {
    it: 'prints a log of 3 MB once and in order, and keeps it whole in its file',
    rule: 'bounds/long-log',
    texts: { one: lines(0, 10_000), two: lines(0, 20_000), all: lines(0, 30_000) },
    service: deploys('dep_2', 'building | {one}', '8s building | {two}', '20s finished | {all}'),
    printed: lines(0, 30_000)
      .split('\n')
      .map((line) => line.trimEnd()),
    also: ({ run }) => {
      if (run.logFile.trimEnd().split('\n').length !== 30_000) return 'log-file is not whole';
      return Buffer.byteLength(run.summary) < MB ? undefined : 'the summary is too long';
    },
  },

  {
    it: 'shows nothing of an answer above 8 MiB, and does not request it again',
    rule: 'bounds/too-large',
    texts: { huge: 'x'.repeat(8 * MB) },
    service: 'detail dep_2 building | {huge}',
    outputs: { status: 'finished' },
    sent: { dep_2: '1×' },
    warnings: ['too long to be read'],
  },
  {
    it: 'requests a resource above 8 MiB only once after the deployment',
    rule: 'bounds/too-large',
    texts: { huge: 'x'.repeat(8 * MB) },
    service: '1s resource {"resource":{"id":"app_web","x":"{huge}"}}',
    sent: { resource: '2×' },
    warnings: ['is longer than 8 MiB'],
  },
];

const forms: Timeline[] = [
  ...(
    [
      ['"output":"[{\\"msg\\":\\"one\\"},{\\"msg\\":\\"two\\"}]"', 'log/forms'],
      [
        '"logs":[{"output":"one"},{"output":"hidden","hidden":true},{"output":"two"}]',
        'log/hidden',
      ],
    ] as const
  ).map(([field, rule]): Timeline => ({
    it: `prints the lines of ${field}`,
    rule,
    service: `
      detail dep_2      {"deployment":{"id":"dep_2","status":"building",${field}}}
      20s detail dep_2  {"deployment":{"id":"dep_2","status":"finished",${field}}}
    `,
    printed: ['one', 'two'],
  })),
  {
    it: 'counts the lines that the service hides once, however often it reads the log',
    rule: 'log/hidden',
    service: deploys('dep_2', 'building {"log":HIDDEN}', '20s finished {"log":HIDDEN}').replaceAll(
      'HIDDEN',
      '[{"output":"one"},{"output":"secret","hidden":true}]',
    ),
    printed: ['one'],
    log: ['The service marks 1 log line as hidden: not shown.'],
  },
  {
    it: 'prints what follows the lines that it knows when the beginning is gone',
    rule: 'log/moved',
    service: deploys(
      'dep_2',
      'building | 1 / 2 / 3 / 4 / 5 / 6',
      '10s building | 2 / 3 / 4 / 5 / 6 / 7',
      '20s finished | 3 / 4 / 5 / 6 / 7 / 8',
    ),
    printed: ['1', '2', '3', '4', '5', '6', '7', '8'],
  },
  {
    it: 'prints a log that was rewritten once more, and says so',
    rule: 'log/rewritten',
    service: deploys('dep_2', 'building | a / b / c', '20s finished | x / y / z'),
    log: [`${GUTTER}a`, `${GUTTER}c`, 'does not continue', `${GUTTER}x`, `${GUTTER}z`],
  },
  {
    it: 'says nothing of a log that was rewritten and is not shown',
    rule: 'log/rewritten',
    with: { 'build-log': 'false' },
    service: deploys('dep_2', 'building | a / b / c', '20s finished | x / y / z'),
    never: ['does not continue'],
  },
  {
    it: 'prints a log that changes at each reading once more, and only once, after a failure',
    rule: 'log/rewritten',
    service: deploys(
      'dep_2',
      'building | 1s Cloning',
      '10s building | 10s Cloning / 10s Building',
      '20s failed | 20s Cloning / 20s Building / error: no disk',
      '21s failed | 20s Cloning / 20s Building / error: no disk / Done',
    ),
    ends: 'deployment_failed 24–28',
    once: ['does not continue'],
    printed: ['1s Cloning', '20s Cloning', '20s Building', 'error: no disk', 'Done'],
  },
  {
    it: 'prints nothing twice of a reading that is only a beginning of what was printed',
    rule: 'log/rewritten',
    service: deploys(
      'dep_2',
      'building | a / b / c',
      '8s building | a / b',
      '14s building | a / b / c / d',
      '20s finished | a / b / c / d',
    ),
    printed: ['a', 'b', 'c', 'd'],
    never: ['does not continue'],
  },
  {
    it: 'prints what follows a text that stands in the log twice only after its last place',
    rule: 'log/moved',
    service: deploys(
      'dep_2',
      'building | x / 1 / 2 / 3 / 4 / 5 / 1 / 2 / 3 / 4 / 5',
      '10s building | 1 / 2 / 3 / 4 / 5 / 1 / 2 / 3 / 4 / 5 / 6',
      '20s finished | 1 / 2 / 3 / 4 / 5 / 1 / 2 / 3 / 4 / 5 / 6',
    ),
    printed: ['x', '1', '2', '3', '4', '5', '1', '2', '3', '4', '5', '6'],
  },
  {
    it: 'prints a log that comes late, once',
    rule: 'deploy/late-log',
    service: `
      ${deploys('dep_2', 'building | a', '20s finished | a / b')}
      detail dep_2 ×9  as is
      detail dep_2     {"deployment":{"id":"dep_2","status":"finished","log":"a\\nb\\nc\\n"}}
    `,
    printed: ['a', 'b', 'c'],
  },
  {
    it: 'prints nothing of a log that is null',
    rule: 'log/null',
    with: { operation: 'logs' },
    service: 'logs {"ok":true,"logs":null}',
    ends: 'passed 0',
    never: ['null', GUTTER],
  },
  {
    it: 'writes one debug line per request',
    rule: 'log/debug',
    with: { 'health-check': '/health' },
    service: ['resource running @own', 'health ×1 cut', 'health ×1 503 page'],
    ends: 'passed 20–26',
    debug: true,
    also: ({ run, served }) => {
      const debug = run.log.split('\n').filter((line) => /^::debug::.*\b(?:GET|POST) /.test(line));
      if (debug.length < served.length)
        return `${debug.length} debug lines for ${served.length} requests`;
      const shown = [/POST .*deployments.*202/, /\/health .*: no reply$/, /\/health .*: 503$/];
      return shown.every((text) => debug.some((line) => text.test(line)))
        ? undefined
        : debug.join('\n');
    },
  },
];

/** The end of a long log stands in its file, and not in the step log. */
function stopped({ run }: Played): string | undefined {
  if (run.log.includes('9999 compiling')) return 'the end of the log is printed';
  return run.logFile.includes('9999 compiling') ? undefined : 'the file is not whole';
}

const slowlyRead = rowsWith(
  {
    rule: 'deadline/whole-step',
    with: { timeout: '10s' },
    texts: { log: lines(0, 10_000) },
    readerS: 2,
  },
  [
    {
      it: 'cuts a long log of a deployment that is building when the deadline is reached',
      service: deploys('dep_2', 'building | {log}'),
      ends: 'timeout 10–12',
      never: ['9999 compiling'],
    },
    {
      it: 'stops printing the long log of a finished deployment, of which the file gets all',
      rule: ['bounds/linear', 'deadline/whole-step'],
      service: deploys('dep_2', 'finished | {log}'),
      ends: 'passed 10–12',
      once: [
        'The deadline was reached: the rest of the log is not printed; the log file gets all of it.',
      ],
      also: stopped,
      warnings: [/not known whether web is up/],
    },
    {
      it: 'stops printing a long runtime log, too',
      rule: 'bounds/linear',
      with: { operation: 'logs', timeout: '10s' },
      service: 'logs starting / {log}',
      ends: 'passed 10–12',
      once: [
        'The deadline was reached: the rest of the log is not printed; the log file gets all of it.',
      ],
      also: stopped,
    },
  ],
);

/** Texts that one step reads, prints and searches for errors. */
const growing: readonly (readonly [what: string, part: string])[] = [
  ['broken lines of JSON', '{"a":[{\n'],
  ['lines that look like errors and are none', '::error::x\n'],
];

describe('text that others wrote', () => {
  test.each(growing)('of %s is read in linear time (bounds/linear)', async (_what, part) => {
    const readLog = async (count: number): Promise<void> => {
      const row: Timeline = {
        it: 'reads a long log',
        rule: 'bounds/linear',
        texts: { log: part.repeat(count) },
        service: deploys('dep_2', '5s finished | {log}'),
        ends: 'passed 5–8',
      };
      expect(await judge(row)).toBe('');
    };
    expect(await growthOf(readLog, MB / 64)).toBeLessThan(PROPORTIONAL);
  });
});

testSteps('text that others wrote', ...hostile, ...backticks, ...large, ...forms, ...slowlyRead);
