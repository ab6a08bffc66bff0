// Whole steps as tables: what the service answers and when, and what a user then sees. Each row
// cites the rule that it proves (rules.ts); times are virtual seconds from the start of the
// step, ranges are written `20–23`.
import type { CancelSignal } from '../../src/runner/host.ts';
import { OUTPUT_NAMES } from '../../src/report/outputs.ts';
import { USUAL_GAP_MS } from '../../src/service/pace.ts';
import { parseDurationMs } from '../../src/text.ts';
import type { Rule } from '../rules.ts';
import { seededRandom } from './random.ts';
import { leaksIn } from './leaks.ts';
import { runStep, type StepRun } from './run-step.ts';
import { commandsIn } from './runner-parsers.ts';
import { type Served, type ServiceOptions, startScriptedService } from './scripted-service.ts';
import { assertName, CHANGES, RESOURCE } from './service-table.ts';
import { VirtualClock } from './virtual-clock.ts';

/** The key that every step uses. */
export const API_KEY = 'key_0123456789';

/** How long after its POST a step passes where its row does not say it, in seconds. */
const USUAL_END_S = [20, 23] as const;

/** Before each line of a log in the step log. */
export const GUTTER = '  | ';

/** The commands of a step; all others could only come from what others wrote. */
const OWN_COMMANDS: ReadonlySet<string> = new Set(
  'add-mask group endgroup stop-commands error warning notice debug'.split(' '),
);

type Text = string | RegExp;

/**
 * One step: what it meets, and what it must come to. What is left out is not judged, but for its
 * end, its warnings, and one thing more: a deploy sends one POST at most, and passes
 * on `dep_2`, finished.
 */
export interface Timeline {
  /** Finishes the sentence "it …". */
  readonly it: string;
  /** The rule that it proves, or several. */
  readonly rule: Rule | readonly Rule[];
  /**
   * Inputs beyond the address, the key and the resource; `{host}` stands for the address of the
   * service.
   */
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Rows of the service, see `service-table.ts`; by default a deploy that takes 20 seconds from its
   * POST.
   */
  readonly service?: string | readonly string[];
  /** What stands for `{name}` in answers and inputs. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Answers in another form. */
  readonly reshape?: ServiceOptions['reshape'];
  /** Seed of the step's own chance; by default nothing is jittered. */
  readonly seed?: number;
  /** When the run is cancelled, and how: `12 SIGINT`. */
  readonly cancel?: string;
  readonly debug?: boolean;
  /** Seconds until the runner has read what was written; by default none. */
  readonly readerS?: number;
  /**
   * `passed 20–23` or the error code, `timeout 60`; `timeout|unreachable`: one of these. By default
   * it passes 20 to 23 seconds after its last POST.
   */
  readonly ends?: string;
  readonly outputs?: Readonly<Record<string, Text>>;
  /**
   * Times of requests by their names in the table: `0 1.1 3–4 …`; `3×`, `0×`: how many; `≤3×`: at
   * most.
   */
  readonly sent?: Readonly<Record<string, string>>;
  /** Texts of the step log, in this order. */
  readonly log?: readonly Text[];
  /** Texts that stand in exactly one line of the step log. */
  readonly once?: readonly Text[];
  /** The lines of logs in the step log: all of them, without what follows their last character. */
  readonly printed?: readonly string[];
  /** Texts of the one error annotation, its title included. */
  readonly error?: readonly Text[];
  /** Texts of the warnings, one for each; by default there is none. */
  readonly warnings?: readonly Text[];
  readonly summary?: readonly Text[];
  /** By seconds: texts of the summary that a step leaves which is killed at that time. */
  readonly killed?: Readonly<Record<string, readonly Text[]>>;
  /** Texts that stand neither in the step log nor in the summary nor in an annotation. */
  readonly never?: readonly Text[];
  /** Anything else: returns what is wrong. */
  readonly also?: (played: Played) => string | undefined;
}

/** A step that has been played. */
export interface Played {
  readonly run: StepRun;
  readonly served: readonly Served[];
}

const outputNames: readonly string[] = OUTPUT_NAMES;

const tableOf = ({ service = '' }: TimelineStep): string => [service].flat().join('\n');

/** Plays a row; returns what is wrong and the story of the step, or nothing. */
export async function judge(row: Timeline): Promise<string> {
  const played = await play(row);
  const problems = [...problemsOf(row, played), ...brokenPromises(row, played)];
  return problems.length === 0 ? '' : `${problems.join('\n')}\n\n${storyOf(played)}`;
}

/** The step of a row, without what it must come to. */
export type TimelineStep = Omit<Timeline, 'it' | 'rule' | 'ends'>;

/** Plays the step of a row. */
export async function play(row: TimelineStep): Promise<Played> {
  const { readerS } = row;
  const clock = new VirtualClock();
  const service = await startScriptedService(tableOf(row), clock, row);
  const texts = Object.entries({ host: service.host, ...row.texts });
  const fill = (given: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        texts.reduce((text, [key, full]) => text.replaceAll(`{${key}}`, full), value),
      ]),
    );
  const usual = {
    'base-url': service.baseUrl,
    'api-key': API_KEY,
    'resource-id': RESOURCE,
    timeout: '10m',
  };
  try {
    const run = await runStep({
      clock,
      inputs: fill({ ...usual, ...row.with }),
      env: fill(row.env ?? {}),
      debug: row.debug ?? false,
      ...(readerS === undefined ? {} : { flushed: () => clock.sleep(readerS * 1_000) }),
      ...(row.seed === undefined ? {} : { random: seededRandom(row.seed) }),
      onStart: (cancel) => {
        if (row.cancel === undefined) return;
        const [atS, signal] = row.cancel.split(' ');
        void clock.sleep(Number(atS) * 1_000).then(() => cancel(signalOf(signal)));
      },
    });
    return { run, served: service.served };
  } finally {
    await service.close();
    clock.dispose();
  }
}

function signalOf(name = 'SIGTERM'): CancelSignal {
  return name === 'SIGINT' || name === 'SIGBREAK' ? name : 'SIGTERM';
}

/** What a step came to and should not have. */
function problemsOf(row: Timeline, played: Played): string[] {
  const { run, served } = played;
  const { outputs = {}, sent = {}, killed = {} } = row;
  const { log = [], once = [], error = [], summary = [], never = [] } = row;
  const usual = usualOf(row);
  const unknown = Object.keys(outputs).filter((name) => !outputNames.includes(name));
  for (const name of Object.keys(sent)) assertName(name, tableOf(row));
  const shownError = errorOf(run);
  const all = run.log + run.summary;
  return [
    endProblem(row.ends ?? usualEnd(served), run),
    ...unknown.map((name) => `there is no output ${name}`),
    ...Object.entries({ ...usual.outputs, ...outputs }).map(([name, expected]) =>
      isEqual(run.outputs[name] ?? '', expected)
        ? ''
        : `the output ${name} is ${JSON.stringify(run.outputs[name])}, not ${expected}`,
    ),
    ...Object.entries({ ...usual.sent, ...sent }).map(([name, expected]) =>
      timesProblem(name, expected, served),
    ),
    orderProblem(run.log, log),
    ...once.map((text) => onceProblem(run.log, text)),
    printedProblem(run.log, row.printed),
    ...error.map((text) =>
      holds(shownError, text) ? '' : `the error does not hold ${text}: ${shownError}`,
    ),
    ...summary.map((text) =>
      holds(run.summary, text) ? '' : `the summary does not hold ${text}:\n${run.summary}`,
    ),
    ...Object.entries(killed).flatMap(([atS, texts]) => leftProblems(run, Number(atS), texts)),
    ...never.map((text) => (holds(all, text) ? `${text} is shown` : '')),
    warningProblem(run, row.warnings ?? []),
    row.also?.(played) ?? '',
  ].filter(Boolean);
}

/**
 * What holds for a deploy where its row says nothing else. Where it is busy, the
 * POST is sent again and again.
 */
function usualOf(row: Timeline): Partial<Timeline> {
  const { with: inputs = {}, ends = 'passed' } = row;
  const { operation = 'deploy', wait = 'true' } = inputs;
  if (operation !== 'deploy') return {};
  if (!ends.startsWith('passed'))
    return /POST.* 409 /.test(tableOf(row)) ? {} : { sent: { POST: '≤1×' } };
  return {
    sent: { POST: '1×' },
    outputs: { 'deployment-id': 'dep_2', ...(wait === 'true' ? { status: 'finished' } : {}) },
  };
}

/** A stack trace, a value that is none, or a wait of no time. */
const ODD_LINE =
  /^.*(?:^\s+at .+:\d+:\d+|\[object |\bundefined\b|\bNaN\b|(?:up to|at most) 0 s).*$/m;

/** What every step promises, whatever happens. */
function brokenPromises(
  { with: inputs = {} }: Pick<Timeline, 'with'>,
  { run, served }: Pick<Played, 'run' | 'served'>,
): string[] {
  const { operation = 'deploy', timeout, 'api-key': key = API_KEY } = inputs;
  const change = operation === 'deploy' ? 'POST' : operation;
  const errors = run.annotations.filter(({ kind }) => kind === 'error').length;
  const code = run.outputs['error-code'] ?? '';
  const missing = outputNames.filter((name) => run.outputs[name] === undefined);
  const shown = `${run.log.replaceAll(/^::debug::.*$/gm, '')}${run.summary}${JSON.stringify(run.outputs)}`;
  const unreported = run.annotations.filter(
    ({ kind, message }) => kind === 'warning' && !isInSummary(run.summary, message),
  );
  const timeoutMs = parseDurationMs(timeout || '30m') ?? 0;
  return [
    run.exitCode === (code === '' ? 0 : 1)
      ? ''
      : `exit code ${run.exitCode} with error-code "${code}"`,
    errors === run.exitCode ? '' : `${errors} error annotations with exit code ${run.exitCode}`,
    missing.length === 0 ? '' : `outputs not written: ${missing.join(', ')}`,
    run.summary.trim() === '' ? 'no summary' : '',
    run.forcedExit ? 'ended by force' : '',
    run.tookMs > timeoutMs + 2_000 ? `took ${run.tookMs} ms of ${timeoutMs}` : '',
    ...leaksIn(run, key),
    ...served.flatMap(({ name }) => {
      return CHANGES.has(name) && name !== change ? [`${operation} has sent ${name}`] : [];
    }),
    ...commandsIn(run.log).flatMap(({ name, line }) =>
      OWN_COMMANDS.has(name) && !line.startsWith(GUTTER)
        ? []
        : [`a command that is not its own: ${line}`],
    ),
    ...(ODD_LINE.exec(shown) ?? []).map(
      (line) => `a stack trace, a value that is none or a wait of no time: ${line.slice(0, 300)}`,
    ),
    ...unreported.map(({ message }) => `a warning is not in the summary: ${message}`),
  ].filter(Boolean);
}

/** What a step that is killed at this time should have left in its summary, and has not. */
function leftProblems(run: StepRun, atS: number, texts: readonly Text[]): string[] {
  const last = run.summariesAtMs.findLastIndex((ms) => ms <= atS * 1_000);
  const left = run.summaries[last] ?? '';
  return texts.flatMap((text) =>
    holds(left, text) ? [] : [`the summary at ${atS} s does not hold ${text}:\n${left}`],
  );
}

/** Whatever was a warning stands in the summary, in which Markdown is escaped. */
function isInSummary(summary: string, message: string): boolean {
  const plain = (text: string): string =>
    text.replaceAll(/&[a-z#0-9]+;/g, '').replaceAll(/[^A-Za-z0-9]/g, '');
  return plain(summary).includes(plain(message).slice(0, 60));
}

/** The deployment of 20 seconds, from the POST that was accepted. */
function usualEnd(served: readonly Served[]): string {
  const postMs = served.findLast(({ name }) => name === 'POST')?.atMs ?? 0;
  return `passed ${USUAL_END_S.map((s) => postMs / 1_000 + s).join('–')}`;
}

function endProblem(expected: string, { outputs, tookMs, exitCode }: StepRun): string {
  const [verdict = '', times] = expected.split(' ');
  const actual = exitCode === 0 ? 'passed' : (outputs['error-code'] ?? '');
  const isInTime = times === undefined || isAbout(tookMs, times);
  if (verdict.split('|').includes(actual) && isInTime) return '';
  return `it ended as "${actual} ${tookMs / 1_000}", not as "${expected}"`;
}

/** The rows are written for polls that come so often; longer pauses stretch their ranges. */
const WRITTEN_GAP_MS = 2_400;
const STRETCH = Math.max(1, USUAL_GAP_MS / WRITTEN_GAP_MS);

/** Times are written as `3`, within 0.25 s, or as a range. */
function isAbout(ms: number, written: string): boolean {
  const [from = 0, to] = written.split('–').map(Number);
  return to === undefined
    ? Math.abs(ms / 1_000 - from) <= 0.25
    : ms / 1_000 >= from && ms / 1_000 <= from + (to - from) * STRETCH;
}

function timesProblem(name: string, expected: string, served: readonly Served[]): string {
  const timesMs = served.filter((one) => one.name === name).map(({ atMs }) => atMs);
  const problem = `${name} was requested at ${timesMs.map((ms) => ms / 1_000).join(' ') || 'no time'}, not at ${expected}`;
  const count = /^(≤?)(\d+)×$/.exec(expected);
  if (count !== null) {
    const limit = Number(count[2]);
    return (count[1] === '' ? timesMs.length === limit : timesMs.length <= limit) ? '' : problem;
  }
  const times = expected.split(' ');
  const isOpen = times.at(-1) === '…';
  const due = isOpen ? times.slice(0, -1) : times;
  const isMet = due.every((time, index) => isAbout(timesMs[index] ?? -1_000, time));
  return isMet && (isOpen ? timesMs.length >= due.length : timesMs.length === due.length)
    ? ''
    : problem;
}

function orderProblem(log: string, texts: readonly Text[]): string {
  let from = 0;
  for (const text of texts) {
    const rest = log.slice(from);
    const at = typeof text === 'string' ? rest.indexOf(text) : rest.search(text);
    if (at < 0)
      return `the log does not hold ${text}${from > 0 ? ' after what comes before it' : ''}`;
    from += at + 1;
  }
  return '';
}

function onceProblem(log: string, text: Text): string {
  const count = log.split('\n').filter((line) => holds(line, text)).length;
  return count === 1 ? '' : `${text} stands in ${count} lines of the log`;
}

function printedProblem(log: string, expected: readonly string[] | undefined): string {
  if (expected === undefined) return '';
  const printed = log
    .split('\n')
    .flatMap((line) => (line.startsWith(GUTTER) ? [line.slice(GUTTER.length).trimEnd()] : []));
  if (printed.join('\n') === expected.join('\n')) return '';
  return `${printed.length} lines of logs were printed: ${printed.join(' / ').slice(0, 1_000)}`;
}

function warningProblem({ annotations }: StepRun, expected: readonly Text[]): string {
  const warnings = annotations
    .filter(({ kind }) => kind === 'warning')
    .map(({ title, message }) => `${title}: ${message}`);
  const isMet = expected.every((text) => warnings.some((warning) => holds(warning, text)));
  if (isMet && warnings.length === expected.length) return '';
  return `the warnings are [${warnings.join(' | ')}], not [${expected.join(' | ')}]`;
}

function isEqual(actual: string, expected: Text): boolean {
  return typeof expected === 'string' ? actual === expected : expected.test(actual);
}

function holds(actual: string, expected: Text): boolean {
  return typeof expected === 'string' ? actual.includes(expected) : expected.test(actual);
}

/** Title and message of the error annotations. */
function errorOf({ annotations }: StepRun): string {
  return annotations
    .flatMap(({ kind, title, message }) => (kind === 'error' ? `${title}\n${message}` : []))
    .join('\n');
}

/** The requests and the step log, for a report. */
function storyOf({ run, served }: Played): string {
  const requests = served
    .map(({ atMs, name }) => `${(atMs / 1_000).toFixed(1)} ${name}`)
    .join(', ');
  return `requests: ${requests}\n\n${run.log.slice(-3_000)}`;
}
