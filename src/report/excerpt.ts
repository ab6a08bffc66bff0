// What a log says about a failure: the line that names its cause, and the lines around it. Pure,
// and linear in the length of the log, up to a limit.
import { LINE_END, truncate, visibleText } from './sanitize/clean.ts';
import { type Level, type PlainLine, withoutPrefixes } from './prefix.ts';
import { isMeaningful, isSentence, type Rank, rankOf, reportsSuccess } from './ranks.ts';

/** What a log says about a failure. Untrusted. */
export interface Explanation {
  /** The line that most likely names the cause, without its prefix; undefined if none does. */
  readonly cause: string | undefined;
  /** That line reports an error in so many words; otherwise it only stands where a cause does. */
  readonly isErrorLine: boolean;
  /**
   * The lines that explain the failure, in their order, `…` for a gap: some 44 lines of at most 500
   * characters, without prefixes, blank lines, decoration and progress.
   */
  readonly excerpt: readonly string[];
}

/** Only so many lines at the end of a log are explained: a million would take ten seconds. */
const MAX_LINES = 50_000;
const MAX_LINE_CHARS = 500;
/** The two ends of a longer line are enough to see what it is. */
const HEAD_CHARS = 800;
const TAIL_CHARS = 200;
const MAX_ERROR_LINES = 20;
const MAX_LAST_LINES = 20;
const MAX_LINES_BEFORE = 8;
const LINES_AFTER_CAUSE = 6;
const LINES_AFTER_ERROR = 2;
/** How far below its heading an error stands; a traceback is longer. */
const LINES_BELOW_HEADING = 12;
const LINES_OF_TRACEBACK = 400;
/** How far above a wrapper a command said its last words: places and frames may follow them. */
const LINES_ABOVE_WRAPPER = 20;

type Clean = (lines: string) => string;

interface Line extends PlainLine {
  readonly at: number;
  /** The message of a JSON object, or the text, as far as it is compared with patterns. */
  readonly message: string;
  readonly rank: Rank;
  /** Belongs to the step of the build that failed. */
  readonly isInFailedStep: boolean;
  /** The index of the line that announces this error. */
  readonly headingAt?: number;
}

/**
 * Explains a failure from its log: clean lines, without control characters. `clean` makes the same
 * of a text that JSON hides behind escapes: later, a secret may be cut.
 */
export function explainLog(lines: readonly string[], clean: Clean = visibleText): Explanation {
  const log = rankedLines(withoutPrefixes(lines.slice(-MAX_LINES)), clean);
  const failed = log.filter(({ isInFailedStep }) => isInFailedStep);
  const scope = failed.length > 0 ? failed : log;
  const cause = causeIn(scope);
  return {
    cause: cause && truncate(cause.message, MAX_LINE_CHARS),
    isErrorLine: cause !== undefined && ['strong', 'error', 'weak'].includes(cause.rank),
    excerpt: excerptOf(log, scope, cause),
  };
}

function rankedLines(plain: readonly PlainLine[], clean: Clean): Line[] {
  const ends = stepEnds(plain);
  const log = plain.map((line, at): Line => {
    const json = jsonIn(line.text.trim(), clean);
    const message = comparable(json.message || line.text);
    const rank = ends[at] === 'done' ? 'nothing' : rankOf(message, json.level ?? line.level);
    return { ...line, at, message, rank, isInFailedStep: ends[at] === 'failed' };
  });
  for (const heading of log.filter(({ rank }) => rank === 'heading')) {
    const error = errorBelow(log, heading);
    if (error === undefined) continue;
    const rank = error.rank === 'strong' || isThrownBelow(heading) ? 'strong' : 'error';
    log[error.at] = { ...error, rank, headingAt: heading.at };
  }
  return log;
}

/** How the step of a Docker build ended that each line belongs to. */
function stepEnds(plain: readonly PlainLine[]): ('done' | 'failed' | undefined)[] {
  const ends = new Map<string | undefined, 'done' | 'failed'>();
  const endsOfLines = plain.toReversed().map(({ step, text }) => {
    if (step && /^(?:DONE|CANCELED|CACHED)\b/.test(text)) ends.set(step, 'done');
    if (step && text.startsWith('ERROR: ') && !reportsSuccess(text)) ends.set(step, 'failed');
    return ends.get(step);
  });
  endsOfLines.reverse();
  // BuildKit repeats the last lines of the step that failed, without its number.
  let isRepeated = false;
  return plain.map(({ text }, at) => {
    if (/^\s*> \[.+\] .+:\s*$/.test(text)) isRepeated = true;
    else if (/^\s*-{3,}\s*$/.test(text)) isRepeated = false;
    else if (isRepeated) return 'failed';
    return endsOfLines[at];
  });
}

/** A heading of python, rust, rails, poetry or symfony: the next line tells what was thrown. */
function isThrownBelow({ message }: Line): boolean {
  return /^Traceback |\bpanicked at |^StandardError: |^\[.+\]$/.test(message);
}

/** The line that a heading announces, in whatever form. */
function errorBelow(log: readonly Line[], heading: Line): Line | undefined {
  const isTraceback = heading.message.startsWith('Traceback ');
  const isThrown = isThrownBelow(heading);
  const limit = isTraceback ? LINES_OF_TRACEBACK : LINES_BELOW_HEADING;
  const isPassedOver = (line: Line): boolean =>
    line.step !== heading.step ||
    line.message === '' ||
    (isTraceback && indentOf(line) > indentOf(heading));
  for (const line of log.slice(heading.at + 1, heading.at + 1 + limit)) {
    if (isPassedOver(line)) continue;
    if (line.rank === 'wrapper' || line.rank === 'heading') return undefined;
    if (line.rank !== 'nothing' || isThrown || isSentence(line.message)) return line;
  }
  return undefined;
}

function indentOf({ text }: PlainLine): number {
  return text.search(/\S|$/);
}

function causeIn(scope: readonly Line[]): Line | undefined {
  const first = (rank: Rank): Line | undefined => scope.find((line) => line.rank === rank);
  const best = first('strong') ?? first('error') ?? first('weak');
  return best ?? lastWords(scope) ?? first('heading') ?? first('wrapper') ?? lastFailure(scope);
}

/** A command as npm prints it, a phase as Heroku and Docker do. */
const ECHO = /^\s*-*> /;

/** What a command said last before a line reports that it failed. */
function lastWords(scope: readonly Line[]): Line | undefined {
  const wrapperAt = scope.findIndex(({ rank }) => rank === 'wrapper');
  const isStep = scope[0]?.isInFailedStep;
  const end = wrapperAt === -1 && isStep ? scope.length : Math.max(wrapperAt, 0);
  const last = scope.slice(Math.max(end - LINES_ABOVE_WRAPPER, 0), end);
  return last.findLast((line) => !ECHO.test(line.text) && isSentence(line.message));
}

/** The word alone, not within an option such as `--on-failure`. */
const FAILED_WORD = /(?<![\w-])(?:failed|failure)(?![\w=-])/i;

function lastFailure(scope: readonly Line[]): Line | undefined {
  return scope.findLast(({ message }) => FAILED_WORD.test(message) && !reportsSuccess(message));
}

function excerptOf(log: readonly Line[], scope: readonly Line[], cause?: Line): string[] {
  const shown = new Map<number, string>();
  const known = new Set<string>();
  /** Adds up to `count` meaningful lines from `index` on, upwards if it is negative, none twice. */
  const add = (lines: readonly Line[], index: number, count: number): void => {
    let left = Math.abs(count);
    for (let at = index; left > 0; at += Math.sign(count)) {
      const line = lines[at];
      if (!line || (lines === log && shown.has(at))) return;
      if (!isMeaningful(line.message)) continue;
      left -= 1;
      const text = shownText(line);
      if (known.has(text.trim())) continue;
      known.add(text.trim());
      shown.set(line.at, text);
    }
  };
  if (cause) {
    const index = scope.indexOf(cause);
    add(scope, index, 1);
    add(scope, index - 1, -linesBefore(scope, cause));
    add(scope, index + 1, LINES_AFTER_CAUSE);
  }
  for (const [index, line] of scope.entries()) {
    if (shown.size >= MAX_ERROR_LINES) break;
    const isNew = line.rank !== 'nothing' && !known.has(shownText(line).trim());
    if (isNew) add(scope, index, 1 + LINES_AFTER_ERROR);
  }
  // The last lines of the log, but none from before a cause that is certain.
  const linesAfter = isCertain(cause) ? log.length - 1 - cause.at : Infinity;
  add(log, log.length - 1, -Math.min(MAX_LAST_LINES, linesAfter));
  return withGaps(log, shown, known);
}

function isCertain(cause: Line | undefined): cause is Line {
  return cause?.rank === 'strong' || cause?.rank === 'error';
}

/** A file alone, as eslint and next print it above its errors. */
const FILE_ALONE = /^\S*[./\\]\S*$/;

/**
 * Back to the heading or the file that the cause stands below. More lines where the cause is not
 * certain.
 */
function linesBefore(scope: readonly Line[], cause: Line): number {
  if (!isCertain(cause)) return MAX_LINES_BEFORE;
  const { at, headingAt = at } = cause;
  const before = scope.filter((line) => line.at < at && isMeaningful(line.message));
  const isInFile = FILE_ALONE.test(before.at(-1)?.message ?? '');
  const lines = before.filter((line) => line.at >= headingAt).length;
  return Math.min(Math.max(lines, isInFile ? 1 : 0), MAX_LINES_BEFORE);
}

/** The lines in their order, without common indentation, `…` where a meaningful one is left out. */
function withGaps(
  log: readonly Line[],
  shown: ReadonlyMap<number, string>,
  known: ReadonlySet<string>,
): string[] {
  const lines = [...shown].toSorted(([a], [b]) => a - b);
  const indent = Math.min(...lines.map(([, text]) => text.search(/\S/)));
  return lines.flatMap(([at, text], index) => {
    const between = log.slice((lines[index - 1]?.[0] ?? at) + 1, at);
    const isGap = between.some(
      (line) => isMeaningful(line.message) && !known.has(shownText(line).trim()),
    );
    return isGap ? ['…', text.slice(indent)] : [text.slice(indent)];
  });
}

/** A line as it is shown: of a JSON object, its message. */
function shownText({ text, message }: Line): string {
  return truncate((isJson(text.trim()) ? message : text).trimEnd(), MAX_LINE_CHARS);
}

function isJson(text: string): boolean {
  return text.startsWith('{') && text.endsWith('}') && /"(?:msg|message)"/.test(text);
}

/** pino uses numbers. */
const JSON_LEVELS: ReadonlyMap<string, Level> = new Map([
  ...['error', 'fatal', '50', '60'].map((name) => [name, 'error'] as const),
  ...['warn', 'warning', '40'].map((name) => [name, 'warning'] as const),
]);

/** Message and level of a JSON object, as loggers print it. */
function jsonIn(
  text: string,
  clean: Clean,
): { message?: string | undefined; level?: Level | undefined } {
  if (!isJson(text)) return {};
  const fields = fieldsOf(text);
  const message = fields.get('msg') ?? fields.get('message');
  const lines = typeof message === 'string' ? clean(message).trim().split(LINE_END) : [];
  const level = String(fields.get('level') ?? fields.get('severity')).toLowerCase();
  return { message: lines[0], level: JSON_LEVELS.get(level) };
}

function fieldsOf(json: string): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return new Map(typeof value === 'object' && value ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}

/** What stands before a message: marks of a list, of a box, of Heroku. */
const DECORATION = /^(?:[!|│●■➤•=>]{1,6}\s+|-+>\s+)+/;

function comparable(text: string): string {
  const line = text.trim();
  const ends = `${line.slice(0, HEAD_CHARS)} … ${line.slice(-TAIL_CHARS)}`;
  return (line.length > ends.length ? ends : line).replace(DECORATION, '');
}
