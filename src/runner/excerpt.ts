// Which lines of a log explain a failure: lines that look like errors, and the last meaningful
// lines.
import { asText, firstOf, isRecord, nodeOf, parseJson } from '../api/json.ts';
import type { Failure } from '../failure.ts';
import type { LogRecord, Outcome } from '../outcome.ts';
import { LINE_END, truncate, visibleText } from './sanitize/clean.ts';

/** Includes the lines after each error: a place in the code, or the rest of the message. */
const MAX_ERROR_LINES = 24;
const LINES_AFTER_ERROR = 2;
const LINES_BEFORE_ERROR = 8;
const MAX_LINE_CHARS = 500;
const MAX_LAST_LINES = 20;

/**
 * Creates a function that takes the next clean lines of a log. It adds each distinct error line to
 * `found`, with the meaningful lines after it, up to a limit. If the first one only says that a
 * command failed, the last lines of that command go first.
 */
export function createErrorFinder(found: string[]): (lines: readonly string[]) => void {
  let linesToAdd = 0;
  let before: readonly string[] = [];

  function add(line: string): void {
    const isError = isErrorLine(line);
    if (!isError && !isMeaningful(line)) return;
    if (isError && found.length === 0 && isWrapper(line)) found.push(...before.map(shown));
    if (!isError && linesToAdd === 0) {
      before = [...before, line].slice(-LINES_BEFORE_ERROR);
      return;
    }
    const kept = shown(line);
    // BuildKit puts another time before each line.
    const text = withoutPrefix(kept);
    if (found.some((known) => withoutPrefix(known) === text)) return;
    linesToAdd = isError ? LINES_AFTER_ERROR : linesToAdd - 1;
    found.push(kept);
  }

  return (lines) => {
    for (const line of lines) {
      // A step of BuildKit that is done, or was cancelled, explains no failure.
      const step = /^#\d+ (?=DONE|CANCELED)/.exec(line)?.[0];
      if (step) found.splice(0, Infinity, ...found.filter((known) => !known.startsWith(step)));
      else if (found.length < MAX_ERROR_LINES) add(line);
    }
  };
}

/** The next line is the cause, in whatever form: vite, rollup, astro. */
const ANNOUNCEMENT = /\bBuild failed in \d|^error during build:$/i;
/** These lines only announce the error, which stands below them: python, webpack, next … */
const HEADING = anyOf('i', [
  ANNOUNCEMENT,
  /^(?:Traceback |ERROR in |Failed to compile|(?:FAILURE: )?Build failed)/,
  /^npm (?:ERR!|error) code |^\[ERROR\] COMPILATION ERROR/,
  /^error: subprocess-|^× .+ did not run success|^failed to load config |\bin worker process$/,
]);
/** These lines only say that a command failed, whose own lines stand above them. */
const WRAPPER = anyOf('i', [
  // 137 and 139 are causes themselves: out of memory, a crash.
  /\b(?:did not complete successfully|failed to solve: process)\b(?!.* 13[79]$)/,
  /\bexit(?:ed)?(?: with)?(?: code| status)?:? ?(?!13[79]\b)[1-9]\d*\W*$|\bPush rejected\b/,
  /\b(?:build|deployment|command|script|step) failed(?: because of webpack errors)?(?:\W*$|\. )/,
  /^npm (?:ERR!|error) (?:code \d|errno|lifecycle|exit status|path|command|workspace|location)/,
  /^npm (?:ERR!|error) (?:signal|syscall)|\bELIFECYCLE\b|^make.*\bError \d|\bnon-zero\b/,
]);

/** The command itself, as shells, npm, yarn and make print it. */
const ECHOED_COMMAND = /^(?:[$>+] |npm run )/;

function isWrapper(line: string): boolean {
  return WRAPPER.test(withoutPrefix(line));
}

/**
 * The line that most likely names the cause; undefined if none looks like an error. Untrusted: what
 * JSON hides behind escapes was not redacted.
 */
export function errorLine(errorLines: readonly string[]): string | undefined {
  const isSpecific = (line: string): boolean =>
    !HEADING.test(withoutPrefix(line)) && !isWrapper(line);
  const isCause = (line: string): boolean => isErrorLine(line) && isSpecific(line);
  const announcedAt = errorLines.findIndex((line) => ANNOUNCEMENT.test(withoutPrefix(line)));
  const announced = announcedAt === -1 ? [] : errorLines.slice(announcedAt + 1);
  // The lines before a wrapper end with what the command said last.
  const wrapperAt = Math.max(errorLines.findIndex(isWrapper), 0);
  const before = errorLines.slice(0, wrapperAt);
  const said = before.findLast((line) => !ECHOED_COMMAND.test(withoutPrefix(line)));
  const cause =
    errorLines.find(isCause) ?? announced.find(isSpecific) ?? said ?? errorLines[wrapperAt];
  return cause && messageIn(cause);
}

/** The word alone, not within an option such as `--on-failure`. */
const FAILED_WORD = /(?<![\w-])(?:failed|failure)(?![\w=-])/i;

/** The last line with the word `failed` or `failure`, if it reports a failure; untrusted, too. */
export function failedLine(tail: string): string | undefined {
  const found = tail
    .split('\n')
    .findLast((line) => FAILED_WORD.test(line) && !reportsSuccess(line, withoutPrefix(line)));
  return found && messageIn(found).trim();
}

/**
 * The lines of a log that explain a failure, in their order: error lines, then the last lines that
 * are not blank, decoration or progress. A line `…` stands for a gap between them.
 */
export function excerptOf({
  errorLines,
  tail,
}: Pick<LogRecord, 'errorLines' | 'tail'>): readonly string[] {
  const meaningful = tail.split('\n').filter(isMeaningful).map(shown);
  const lastError = errorLines.at(-1);
  if (lastError === undefined) return meaningful.slice(-MAX_LAST_LINES);
  const after = meaningful.slice(meaningful.lastIndexOf(lastError) + 1);
  const isGap = after.length > MAX_LAST_LINES || !meaningful.includes(lastError);
  return [...errorLines, ...(isGap ? ['…'] : []), ...after.slice(-MAX_LAST_LINES)];
}

/**
 * The excerpt for a failure, and the kind of log that it comes from. The excerpt is empty if there
 * is no such log.
 */
export function explanationOf(failure: Failure, outcomes: readonly Outcome[]) {
  const source = failure.code === 'deployment_failed' ? 'build' : 'runtime';
  const failed = outcomes.find((outcome) => outcome.failure === failure);
  const log = failed?.logs.find((one) => one.source === source);
  return { source, excerpt: log === undefined ? [] : excerptOf(log) };
}

/** Timestamps and step numbers that tools put before a line. */
const PREFIX = /^\s*(?:(?:\[\d[^\]]{0,40}\]|#\d{1,5}|\d[\d:.,TZ+/-]{0,40})\s+)*/;

/** What node, python and java print before the class of an error. */
const THROWN = /^(?:Uncaught |Unhandled |Caused by: |\(node:\d+\) )?/;
const ERROR_CLASS = /(?:[\w$]+(?:\.|::))*[A-Z]\w*(?:Error|Exception)\b(?: \[\w+\])?(?::|$)/;

/** Error lines of common tools: at the start of a line, or anywhere if unambiguous. */
const ERRORS = anyOf('', [
  /^npm (?:ERR!|error) \S/,
  // esbuild, vite, next, nuxt, jest, mocha, pip, uv
  /^[✘✗✖✕⨯❌×]\uFE0F? *\S|^Type error: \S|^ERROR {2}\S|^error during build:$/,
  // git, rustc, cargo, make, docker, webpack, and many others
  /^(?:error|ERROR|Error|fatal|FATAL|Fatal)\b(?:\[[\w:-]+\])?(?: TS\d+)?: *\S|^ERROR in \S/,
  // yarn, pnpm; eslint, whose place is the prefix
  /^error (?:Command failed|Your |An |\S+@| +\S)|\bERR_PNPM_\w+|\bELIFECYCLE\b|^➤ YN0028: /,
  // make, cmake; shells
  /^make(?:\[\d+\])?: \*\*\* |^CMake Error\b|^(?:\/bin\/)?(?:ba)?sh: .+: not found$/,
  // go build and vet
  /^\S+\.go:\d+(?::\d+)?: \S/,
  // go test, jest, vitest, TAP
  /^(?:--- FAIL:|FAIL\s|FAILED\b|not ok \d)/,
  // go, rust, kotlin, python
  /^panic: |^e: file:|\bpanicked at\b|^Traceback \(most recent call last\)/,
  new RegExp(THROWN.source + ERROR_CLASS.source),
  // django, ruby, elixir, php, docker, astro
  /^(?:\w+\.)+(?:exceptions?|errors?)\.[A-Z]\w*: |^(?:[A-Z]\w*::)+[A-Z]\w*: |\bSQLSTATE\[/,
  /^\S+:\d+:in .+\([\w:]+Error\)$|^\*\* \(|^Error response from daemon: (?!No such )|\berror ts\(/,
  // java, maven, gradle, scala, esbuild
  /^Exception in thread |^(?:X )?\[(?:ERROR|error)\] \S|^BUILD (?:FAILED|FAILURE)\b/,
  // tsc, dotnet, gcc and others that name the place first
  /[\s(\]:](?:error|fatal|ERROR|FATAL|Error|Exception)(?:\[[\w:-]+\])?(?: \w{1,8}\d{1,6})?: +\S/,
  /\b(?:EACCES|ENOENT|ECONNREFUSED|ENOTFOUND|ERESOLVE|ETIMEDOUT|ENOSPC|ENOMEM|EADDRINUSE)\b/,
]);
const ERRORS_IN_ANY_CASE = anyOf('i', [
  /\b(?:command|module|package|file) not found\b|\bCannot find (?:module|package)\b/,
  /\bNo such file or directory\b|\bpermission denied\b|\bundefined reference to\b/,
  /\bcould not (?:resolve|be resolved|find gem)\b|\bno space left on device\b|\bSIGKILL\b/,
  /\bout of memory\b|\bmemory limit exceeded\b|\bSegmentation fault\b|^Killed\b|\bOOMKilled\b/,
  /^(?:failed|failure)\b|\bfailed to \w|\b(?:checksum|hash|hash sum) mismatch\b/,
  /\b(?:build|compilation|deployment|command|script|step) (?:failed|timed out)\b/,
  /\bexit(?:ed)?(?: with)?(?: (?:code|status))?:? ?[1-9]\d*\b|\bnon-zero (?:code|exit)\b/,
]);

/** Lines that contain an error word but report no error. */
const NO_ERROR = anyOf('i', [
  /\b(?:errors?|failures?|failed)["']?\s*[:=]\s*(?:none|null|false|undefined|\[\])\s*(?:[^\w\s]|$)/,
  /^(?:✓|✔|√|PASS\b|ok \d|npm (?:WARN|notice)\b|warn(?:ing)?\b|\[WARN|W: |\w+:warn\b)/,
  // instructions that a build echoes, and probes of cmake
  /^(?:\+ |step \d+\/|(?:#\d+ )?\[[\w .-]*\d\/\d+\] |-- (?:performing|looking|check))/,
  /\bcache importer\b|\bnot a git repository\b|\bDEPRECATION\b|\bpassed$|: ""$|^\[info\]/,
  /^(?:see|learn more|for more|info)\b|^ERROR: (?:Ignored the following|pip's dependency) /,
  /^npm (?:ERR!|error) \S+ (?:info|warn|verb|http)\b/,
]);

/** Counts of errors: none, or some. A zero at the end of a version or a name is no count. */
const NONE_COUNTED = anyOf('i', [
  /(?<![\w.:@-])(?:0|no|zero|without(?: any)?) (?:\w+ )?(?:errors?|failures?|failed|exceptions?)\b/,
  /\b(?:errors|failures|failed)["']?\s*[:=]\s*0(?:\W|$)/,
]);
const SOME_COUNTED = anyOf('i', [
  /(?<![\w.:@-])[1-9]\d* (?:\w+ )?(?:errors?|failures?|failed)\b/,
  /\b(?:errors|failures|failed)["']?\s*[:=]\s*[1-9]/,
]);

/** True for a line such as `0 failed`, in one of its forms: with or without its prefix. */
function reportsSuccess(...forms: readonly string[]): boolean {
  const anyMatches = (pattern: RegExp): boolean => forms.some((form) => pattern.test(form));
  return anyMatches(NO_ERROR) || (anyMatches(NONE_COUNTED) && !anyMatches(SOME_COUNTED));
}

/** In a log that is full of errors, one pattern is several times as fast as many. */
function anyOf(flags: 'i' | '', patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), flags);
}

/** What loggers write into JSON: pino uses numbers. */
const JSON_ERROR = /^\{.*"(?:level|severity)":\s*(?:"(?:error|fatal)"|[56]0\b)/i;

function isErrorLine(line: string): boolean {
  if (line.endsWith('}') && JSON_ERROR.test(line)) return true;
  const message = withoutPrefix(messageIn(line));
  const isError = ERRORS.test(message) || ERRORS_IN_ANY_CASE.test(message);
  return isError && !reportsSuccess(line, message);
}

function withoutPrefix(line: string): string {
  return line.slice(PREFIX.exec(line)?.[0].length ?? 0);
}

/**
 * A line as far as it is shown. A JSON object with escapes, which may hide a secret or a control
 * character, stays as it is.
 */
function shown(line: string): string {
  const isPlain = !line.startsWith('{') || !/\\[^"\\/n]/.test(line);
  return isPlain ? truncate(messageIn(line).trimEnd(), MAX_LINE_CHARS) : line;
}

/** The first line of the message of a JSON object; any other line as it is. */
function messageIn(line: string): string {
  const json = line.startsWith('{') ? parseJson(line) : undefined;
  const message = isRecord(json) ? firstOf(nodeOf(json), ['msg', 'message'], asText) : undefined;
  const text = visibleText(message ?? '').trim();
  return text.split(LINE_END)[0] || line;
}

const PERCENTAGE = /\d\s?%/;
/** With these a percentage is progress: a bar, or no word at all. */
const BAR_OR_NO_WORD = /[=#>.-]{5}|^\P{L}*$/u;
/** A bar of blocks, a frame of a spinner, the counter of pnpm. */
const PROGRESS = /[█▓▒░━▰▱]{5}|^\s*[⠁-⣿]|^Progress: resolved \d|^#\d+ [\d.]+ *$/;

function isMeaningful(line: string): boolean {
  // Two patterns, since a combined one would take quadratic time in the length of the line.
  const isProgress = PROGRESS.test(line) || (PERCENTAGE.test(line) && BAR_OR_NO_WORD.test(line));
  return /[\p{L}\p{N}]/u.test(line) && !isProgress;
}
