// What a log says about a failure: the line that names its cause, and the lines around it. Pure,
// and linear in the length of the log.
import { LINE_END, truncate, visibleText } from './sanitize/clean.ts';
import { type PlainLine, withoutPrefixes } from './prefix.ts';

/** What a log says about a failure. Untrusted: what JSON hides behind escapes was not redacted. */
export interface Explanation {
  /** The line that most likely names the cause, without its prefix; undefined if none does. */
  readonly cause: string | undefined;
  /** That line reports an error in so many words; otherwise it only stands where a cause does. */
  readonly isErrorLine: boolean;
  /**
   * The lines that explain the failure, in their order, `…` for a gap: some 44 lines of at most 500
   * characters, without blank lines, decoration and progress.
   */
  readonly excerpt: readonly string[];
}

const MAX_LINE_CHARS = 500;
/** The two ends of a longer line are enough to see what it is. */
const HEAD_CHARS = 800;
const TAIL_CHARS = 200;
const MAX_ERROR_LINES = 20;
const MAX_LAST_LINES = 20;
const LINES_BEFORE_CAUSE = 3;
const MAX_LINES_BEFORE = 8;
const LINES_AFTER_CAUSE = 6;
const LINES_AFTER_ERROR = 2;
/** How far below its heading an error stands; a traceback is longer. */
const LINES_BELOW_HEADING = 12;
const LINES_OF_TRACEBACK = 400;
/** How far above a wrapper a command said its last words: places and frames may follow them. */
const LINES_ABOVE_WRAPPER = 20;

/** How well a line explains a failure. The first line of the highest rank is the cause. */
const RANKS = {
  nothing: 0,
  /** Only says that a command failed, whose own lines stand above. */
  wrapper: 1,
  /** Only announces the error, which stands below. */
  heading: 2,
  /** Words that often, but not always, report an error. */
  weak: 3,
  /** What a tool calls an error. */
  error: 4,
  /** The form of a compiler or a runtime. */
  strong: 5,
} as const;
type Rank = keyof typeof RANKS;

interface Line extends PlainLine {
  readonly at: number;
  /** The message of a JSON object, or the text, as far as it is compared with patterns. */
  readonly message: string;
  readonly rank: Rank;
  /** Belongs to the step of the build that failed. */
  readonly isInFailedStep: boolean;
  /** The index of the line that announces this error. */
  readonly headingAt?: number | undefined;
}

/** Explains a failure from its whole log: clean lines, without control characters. */
export function explainLog(lines: readonly string[]): Explanation {
  const log = rankedLines(withoutPrefixes(lines));
  const scope = scopeOf(log);
  const cause = causeIn(scope);
  return {
    cause: cause && truncate(cause.message, MAX_LINE_CHARS),
    isErrorLine: cause !== undefined && RANKS[cause.rank] >= RANKS.weak,
    excerpt: excerptOf(log, scope, cause),
  };
}

function anyOf(flags: 'i' | '' | 'u', patterns: readonly RegExp[]): RegExp {
  // In a log that is full of errors, one pattern is several times as fast as many.
  return new RegExp(patterns.map(({ source }) => source).join('|'), flags);
}

const EXIT_CODE =
  /\b(?:exit(?:ed|s|ing)?|returned|non-zero)(?: with)?(?: an?)?(?: non-zero)?(?: error)?(?: (?:code|status))?:? ?\(?(?!13[79]\b)[1-9]\d*\b/;

/** Out of memory (137) and a crash (139) are causes themselves. */
const WRAPPER = anyOf('i', [
  EXIT_CODE,
  /\b(?:did not complete successfully|failed to solve: process)\b(?!.* 13[79]$)|^ERROR \[[^\]]*\d\/\d+\] /,
  /\b(?:build|deployment|command|script|step|compilation) (?:has )?failed(?: because of webpack errors)?(?:\W*$|[.;] )/,
  /\bnon-zero\b|\bPush (?:rejected|failed)\b|^(?:Failed: )?error (?:occurred )?while (?:running|executing) /,
  /^npm (?:ERR!|error) (?:code \d|errno|lifecycle|exit status|path|command|workspace|location|signal|syscall)/,
  /^npm (?:ERR!|error) (?:\S+@\S+ \w+: |Failed at the |This is probably |A complete log |\s)/,
  /\bELIFECYCLE\b|\bERR_PNPM_RECURSIVE_\w+|^make.*\bError \d|^(?:Running target|Task :).+ failed$/,
  /^BUILD (?:FAILED|FAILURE)\b|^error: (?:could not compile|aborting due to) |^\[end of output\]/,
  /^(?:\*\* \(Mix\) )?could not compile dependency .+\bfailed\b|^Error (?:deploying|building) /,
  /\bFailed to build gem native extension\b|^Failed to install .+ via |^FAILURE: |\berrors have been logged\b/,
]);
/** Vite, webpack, next, gradle, npm, maven, mix, pip, gunicorn. */
const HEADING = anyOf('i', [
  /\bBuild failed (?:in|with) \d|^error during build:$|^ERROR in |^Failed to compile/,
  /^(?:\* What went wrong:|Execution failed for task |A problem occurred |Build error )/,
  /^Could not (?:resolve all|determine the dependencies)|^npm (?:ERR!|error) code |^failed to load /,
  /^COMPILATION ERROR|^== Compilation error |\bin worker process$/,
  /^× .+:$|^(?:error|failed|failure)\W*$|^[✘✗✖✕⨯❌×]? ?error\b.*:$/,
  /\bfailed\b.*:$/,
]);
/** The next line tells what was thrown: python (below the frames, which are indented), rust, rails, poetry, symfony. */
const THROWN_BELOW =
  /^Traceback |\bpanicked at .+:$|^StandardError: An error has occurred, this and|^\[[\w\\]+(?:Error|Exception)\]$/;

/** What node, python and java print before the class of an error. */
const THROWN = /^(?:[✘✗✖✕⨯❌×] ?)?(?:Uncaught |Unhandled |Caused by: |\(node:\d+\) )?/;
const ERROR_CLASS =
  /(?:[\w$]+(?:\.|::))*(?:[A-Z]\w*(?:Error|Exception)\b(?: \[\w+\])?|Error \[\w+\])(?::|$)/;
const STRONG = anyOf('', [
  // rustc, tsc, astro, dotnet: a code
  /(?:^|[\s:)\]])error(?:\[[\w:-]+\]| ?\(?[A-Za-z]{1,8}\d{1,6}\)?): \S/,
  // gcc, javac, esbuild, eslint, next, maven: a place
  /^\S{1,200}:\d+(?::\d+)?:? +(?:- )?(?:fatal )?(?:error|ERROR|Error)\b|^\d+:\d+ +(?:error|Error)\b/,
  /^\S{1,200}\(\d+(?:,\d+)?\) ?: (?:fatal )?error\b|^\S{1,200}\.\w+:\[\d+,\d+\] |\berror ts\(/,
  // go, kotlin, esbuild, pytest
  /^\S{1,200}\.go:\d+(?::\d+)?: \S|^e: \S|^(?:[✘X]|TS\d+) \[ERROR\]:? \S|^FAILED \S+::/,
  new RegExp(THROWN.source + ERROR_CLASS.source),
  // elixir, django, ruby, php, go, rust, java
  /^\*\* \((?!Mix\))|^(?:\w+\.)+(?:exceptions?|errors?|exc)\.[A-Z]\w*: |^(?:[A-Z]\w*::)+[A-Z]\w*: /,
  /^\S+:\d+:in .+\([\w:]+Error\)$|\bSQLSTATE\[|^(?:PHP )?(?:Parse|Fatal) error: |^panic: |\bpanicked at\b|^[A-Z]\w+ Exception: /,
  /^Type error: \S|^Exception in thread |\bundefined reference to\b|\bheap out of memory\b/,
  // composer; shells
  /^- .+ requires .+ (?:->|but) |^(?:\/bin\/)?(?:ba|z|da)?sh: .+: (?:command )?not found$|: line \d+: .+: command not/,
]);
const ERROR = anyOf('', [
  /^(?:npm (?:ERR!|error)|gyp ERR! stack Error:) \S|^[✘✗✖✕⨯❌×]\uFE0F? *\S|^ERROR {1,2}\S/,
  /^(?:error|ERROR|Error|fatal|FATAL|Fatal)\b(?: ERROR)?: *\S|^error (?:Your |An |\S+@| +\S|")/,
  /\bERR_PNPM_\w+|^YN0028: |^make(?:\[\d+\])?: \*\*\* |^CMake Error\b|^(?:--- FAIL:|FAIL\s|FAILED\b|not ok \d)/,
  /^\*\* \(Mix\)|^Caused by: \S|^E: \S|^Error response from daemon: |^\[(?:ERROR|error)\] \S/,
  /[\s(\]:](?:error|fatal|ERROR|FATAL|Error|Exception)(?: \w{1,8}\d{1,6})?: +\S/,
]);
const WEAK = anyOf('i', [
  /\b(?:EACCES|ENOENT|ECONNREFUSED|ENOTFOUND|ERESOLVE|ETIMEDOUT|ENOSPC|ENOMEM|EADDRINUSE)\b/,
  /\b(?:command|module|package|file) not found\b|\bno such file or directory\b|\bpermission denied\b/,
  /\b(?:can't|cannot|could not|unable to) \w|\bnot installed\b|\buncaught (?:error|exception)\b|\bno space left on device\b|\b(?:SIGKILL|OOMKilled)\b/,
  /\bout of memory\b|\bmemory limit exceeded\b|\bSegmentation fault\b|^Killed\b|: not found$/,
  /^(?:failed|failure)\b|\bfailed to \w|\b(?:checksum|hash|hash sum) mismatch\b/,
  /\b(?:build|compilation|deployment|command|script|step) (?:failed|timed out)\b/,
]);

/** Lines that contain an error word but report no error. */
const NO_ERROR = anyOf('i', [
  /\b(?:errors?|failures?|failed)["']?\s*[:=]\s*(?:none|null|false|undefined|\[\])\s*(?:[^\w\s]|$)/,
  /^(?:✓|✔|√|⚠|PASS\b|ok \d|npm (?:WARN|notice)\b|warn(?:ing)?\b|\[WARN|W: |w: |\w+:warn\b)/,
  /(?:[:)\]] ?|^\d+:\d+ +)warning\b|(?:^|[^\w\s] ?)(?:continuing|ignoring|skipping|retrying)\b/,
  // instructions that a build echoes, and probes of cmake
  /^(?:\+ |step \d+\/|\[[\w .-]*\d\/\d+\] |-- (?:performing|looking|check))/,
  /\bcache importer\b|\bnot a git repository\b|\bDEPRECATION\b|\bpassed$|: ""$|^\[info\]/,
  /^(?:see|learn more|for more|info)\b|^ERROR: (?:Ignored the following|pip's dependency) /,
  // what pip puts around the output of a command
  /^error: (?:subprocess-|metadata-)|^× (?:.+ did not run successfully|Encountered error) ?|^exit code: \d+$/,
  /^npm (?:ERR!|error) \S+ (?:info|warn|verb|http)\b|^Error(?: response from daemon)?: No such /,
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

/** Frames of a stack, places alone, commands, advice: no plain sentence that names a cause. */
const NO_SENTENCE = anyOf('i', [
  /^(?:at |from .+:in |File ["/:]|file: |#\d+ |\d+: 0x|-->|:::|└─|╰─>|│ exit|>? ?\d+ ?[|│▕]|\||\()/,
  /^(?:[$>+] |npm run |Require stack|'?\w+'?: ['"\d[{-]|[\]})])|^\S*[./\\]\S*$|^\S+:\d+$|^\w+ing\b.*(?:\.\.\.|…)$/,
  /^(?:note|hint|help|tip|info|see|refer to|run|try|use|or|learn more|read more|if you|you (?:can|may|might))\b/,
  /^(?:for (?:more|help|further)|to (?:fix|address|resolve|see|check)|please (?:send|see|check)|we're sorry|a complete log)\b/,
  /^npm (?:ERR!|error)$|^(?:---> |removing intermediate|common ways|some possible)|^\W*Error\W*$/,
]);
/** The word alone, not within an option such as `--on-failure`. */
const FAILED_WORD = /(?<![\w-])(?:failed|failure)(?![\w=-])/i;
/** What stands before a message: marks of a list, of a box, of Heroku. */
const DECORATION = /^(?:[!|│●■➤•=>]{1,6}\s+|-+>\s+)+/;

const PERCENTAGE = /\d\s?%/;
/** With these a percentage is progress: a bar, or no word at all. */
const BAR_OR_NO_WORD = /[=#>.-]{5}|^\P{L}*$/u;
/** A bar of blocks, a frame of a spinner, the counter of pnpm, an empty line of code, a step that is done. */
const PROGRESS =
  /[█▓▒░━▰▱]{5}|^[⠁-⣿]|^Progress: resolved \d|^\d+ *[|│]$|^(?:DONE [\d.]+s|CACHED|CANCELED)$/;

function rankOf(message: string, level: PlainLine['level']): Rank {
  if (reportsSuccess(message)) return 'nothing';
  if (WRAPPER.test(message)) return 'wrapper';
  if (THROWN_BELOW.test(message)) return 'heading';
  if (STRONG.test(message)) return 'strong';
  if (HEADING.test(message)) return 'heading';
  // An error that tells only what failed is no better than such words alone.
  if (ERROR.test(message)) return /^\w{2,}:? +failed to\b/i.test(message) ? 'weak' : 'error';
  const isPlain = isMeaningful(message) && !NO_SENTENCE.test(message);
  if (level === 'error' && isPlain) return /^\S+:\d+:\d+: /.test(message) ? 'strong' : 'error';
  return isPlain && level !== 'warning' && WEAK.test(message) ? 'weak' : 'nothing';
}

/** True for a line such as `0 failed`. */
function reportsSuccess(message: string): boolean {
  return NO_ERROR.test(message) || (NONE_COUNTED.test(message) && !SOME_COUNTED.test(message));
}

function isMeaningful(message: string): boolean {
  // Two patterns, since a combined one would take quadratic time in the length of the line.
  const isProgress =
    PROGRESS.test(message) || (PERCENTAGE.test(message) && BAR_OR_NO_WORD.test(message));
  return /[\p{L}\p{N}]/u.test(message) && !isProgress;
}

/** True for words that may name a cause although nothing in them says so. */
function isSentence(message: string): boolean {
  const isWord = /^[!-~]+$/.test(message);
  if (isWord || !isMeaningful(message) || NO_SENTENCE.test(message)) return false;
  return !reportsSuccess(message) || (/^warning/i.test(message) && WEAK.test(message));
}

function rankedLines(plain: readonly PlainLine[]): Line[] {
  const scopes = scopesOf(plain);
  const log = plain.map((line, at): Line => {
    const json = jsonIn(line.text.trim());
    const message = comparable(json.message || line.text);
    const rank = scopes[at] === 'done' ? 'nothing' : rankOf(message, json.level ?? line.level);
    return { ...line, at, message, rank, isInFailedStep: scopes[at] === 'failed' };
  });
  for (const heading of log.filter(({ rank }) => rank === 'heading')) {
    const error = errorBelow(log, heading);
    if (error === undefined) continue;
    const rank = error.rank === 'strong' || THROWN_BELOW.test(heading.message) ? 'strong' : 'error';
    log[error.at] = { ...error, rank, headingAt: heading.at };
  }
  return log;
}

/** The line that a heading announces, in whatever form. */
function errorBelow(log: readonly Line[], heading: Line): Line | undefined {
  const isThrown = THROWN_BELOW.test(heading.message);
  const isTraceback = heading.message.startsWith('Traceback ');
  const limit = isTraceback ? LINES_OF_TRACEBACK : LINES_BELOW_HEADING;
  for (const line of log.slice(heading.at + 1, heading.at + 1 + limit)) {
    const isFrame = isTraceback && indentOf(line) > indentOf(heading);
    if (line.step !== heading.step || line.message === '' || isFrame) continue;
    if (line.rank === 'wrapper' || line.rank === 'heading') return undefined;
    if (line.rank !== 'nothing' || isThrown || isSentence(line.message)) return line;
  }
  return undefined;
}

function indentOf({ text }: PlainLine): number {
  return text.search(/\S|$/);
}

type Scope = 'done' | 'failed' | undefined;

/** Which lines belong to a step of a Docker build that was done, or that failed. */
function scopesOf(plain: readonly PlainLine[]): Scope[] {
  const scopes: Scope[] = [];
  const ends = new Map<string, Scope>();
  for (let at = plain.length - 1; at >= 0; at -= 1) {
    const { step = '', text = '' } = plain[at] ?? {};
    if (step && /^(?:DONE|CANCELED|CACHED)\b/.test(text)) ends.set(step, 'done');
    if (step && text.startsWith('ERROR: ') && !reportsSuccess(text)) ends.set(step, 'failed');
    scopes[at] = ends.get(step);
  }
  // BuildKit repeats the last lines of the step that failed, without its number.
  let isRepeated = false;
  for (const [at, { text }] of plain.entries()) {
    if (/^\s*> \[.+\] .+:$/.test(text)) isRepeated = true;
    else if (/^\s*-{3,}$/.test(text)) isRepeated = false;
    else if (isRepeated) scopes[at] = 'failed';
  }
  return scopes;
}

/** The lines of the step that failed, if one is known. */
function scopeOf(log: readonly Line[]): readonly Line[] {
  const failed = log.filter(({ isInFailedStep }) => isInFailedStep);
  return failed.length > 0 ? failed : log;
}

function causeIn(scope: readonly Line[]): Line | undefined {
  const first = (rank: Rank): Line | undefined => scope.find((line) => line.rank === rank);
  return (
    first('strong') ??
    first('error') ??
    first('weak') ??
    lastWords(scope) ??
    first('heading') ??
    first('wrapper') ??
    scope.findLast(({ message }) => FAILED_WORD.test(message) && !reportsSuccess(message))
  );
}

/** What a command said last before a line reports that it failed. */
function lastWords(scope: readonly Line[]): Line | undefined {
  const isStep = scope[0]?.isInFailedStep;
  const wrapperAt = scope.findIndex(({ rank }) => rank === 'wrapper');
  const end = wrapperAt === -1 && isStep ? scope.length : Math.max(wrapperAt, 0);
  const said = scope.slice(Math.max(end - LINES_ABOVE_WRAPPER, 0), end);
  return said.findLast(({ message }) => isSentence(message));
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
  add(log, log.length - 1, -MAX_LAST_LINES);
  return withGaps(log, shown, known);
}

/** Back to the heading that announces the cause; more lines where the cause is not certain. */
function linesBefore(scope: readonly Line[], { at, rank, headingAt }: Line): number {
  const lines = scope.filter((line) => line.at >= (headingAt ?? at) && line.at < at).length;
  const least = RANKS[rank] < RANKS.error ? MAX_LINES_BEFORE : LINES_BEFORE_CAUSE;
  return Math.min(Math.max(lines, least), MAX_LINES_BEFORE);
}

/** The lines in their order, `…` where a meaningful one was left out, without common indentation. */
function withGaps(
  log: readonly Line[],
  shown: ReadonlyMap<number, string>,
  known: ReadonlySet<string>,
): string[] {
  const places = [...shown.keys()].toSorted((a, b) => a - b);
  const indent = Math.min(...places.map((at) => shown.get(at)?.search(/\S/) ?? 0));
  return places.flatMap((at, index) => {
    const text = shown.get(at)?.slice(indent) ?? '';
    const between = log.slice((places[index - 1] ?? at) + 1, at);
    const isGap = between.some(
      (line) => isMeaningful(line.message) && !known.has(shownText(line).trim()),
    );
    return isGap ? ['…', text] : [text];
  });
}

/** A line as far as it is shown. A JSON object with escapes, which may hide a secret, stays as it is. */
function shownText({ text, message }: Line): string {
  const isReadable = isJson(text.trim()) && !/\\[^"\\/n]/.test(text);
  return truncate((isReadable ? message : text).trimEnd(), MAX_LINE_CHARS);
}

function isJson(text: string): boolean {
  return text.startsWith('{') && text.endsWith('}');
}

/** Message and level of a JSON object, as loggers print it. */
function jsonIn(text: string): { message: string | undefined; level: PlainLine['level'] } {
  const fields =
    isJson(text) && /"(?:msg|message)"/.test(text) ? fieldsOf(text) : new Map<string, unknown>();
  const message = fields.get('msg') ?? fields.get('message');
  const lines = typeof message === 'string' ? visibleText(message).trim().split(LINE_END) : [];
  const name = String(fields.get('level') ?? fields.get('severity'));
  // pino uses numbers.
  const warning = /^(?:warn(?:ing)?|40)$/i.test(name) ? 'warning' : undefined;
  return { message: lines[0], level: /^(?:error|fatal|[56]0)$/i.test(name) ? 'error' : warning };
}

function fieldsOf(json: string): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return new Map(typeof value === 'object' && value ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}

function comparable(text: string): string {
  const line = text.trim();
  const ends = `${line.slice(0, HEAD_CHARS)} … ${line.slice(-TAIL_CHARS)}`;
  return (line.length > ends.length ? ends : line).replace(DECORATION, '');
}
