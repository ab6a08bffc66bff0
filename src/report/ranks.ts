// How well a line explains a failure, by what tools and platforms print. Pure.
import type { Level } from './prefix.ts';

/**
 * From best to worst: `strong` is the form of a compiler or a runtime, `error` is what a tool calls
 * an error, `weak` are words that often, but not always, report one. A `heading` only announces an
 * error, which stands below. A `wrapper` only says that a command failed, whose own lines stand
 * above.
 */
export type Rank = 'strong' | 'error' | 'weak' | 'heading' | 'wrapper' | 'nothing';

/** In a log that is full of errors, one pattern is several times as fast as many. */
function anyOf(flags: 'i' | '', patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), flags);
}

/** Lines that contain an error word but report no error. */
const NO_ERROR = anyOf('i', [
  /\b(?:errors?|failures?|failed)["']?\s*[:=]\s*(?:none|null|false|undefined|\[\])\s*(?:[^\w\s]|$)/,
  /^(?:✓|✔|√|⚠|PASS\b|ok \d|npm (?:WARN|notice)\b|warn(?:ing)?\b|W: |w: |\w+:warn\b)/,
  /(?:[:)\]] ?|^\d+:\d+ +)warning\b|(?:^|[^\w\s] ?)(?:continuing|ignoring|skipping|retrying)\b/,
  // instructions that a build echoes, and probes of cmake
  /^(?:\+ |step \d+\/|\[[\w .-]*\d\/\d+\] |-- (?:performing|looking|check))/,
  /\bcache importer\b|\bnot a git repository\b|\bDEPRECATION\b|\bpassed$|^info\b/,
  // what pip prints around the output of a command
  /^error: (?:subprocess-|metadata-)|^× .+ did not run successfully|^× Encountered error /,
  /^exit code: \d+$|^ERROR: (?:Ignored the following|pip's dependency) /,
  /^npm (?:ERR!|error) \S+ (?:info|warn|verb|http)\b/,
  // what docker says of something that is already gone
  /^Error(?: response from daemon)?: No such (?:container|image|network|object|volume)\b/,
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

const WEAK = anyOf('i', [
  /\b(?:EACCES|ENOENT|ECONNREFUSED|ENOTFOUND|ERESOLVE|ETIMEDOUT|ENOSPC|ENOMEM|EADDRINUSE)\b/,
  /\b(?:command|module|package|file) not found\b|\bno such file or directory\b|: not found$/,
  /\b(?:can't|cannot|could not|unable to|failed to) \w|^(?:failed|failure)\b|\bpermission denied\b/,
  /\bnot installed\b|\buncaught (?:error|exception)\b|\bno space left on device\b|^Killed\b/,
  /\bout of memory\b|\bmemory limit exceeded\b|\bSegmentation fault\b|\b(?:SIGKILL|OOMKilled)\b/,
  /\b(?:checksum|hash|hash sum) mismatch\b|\bbuild timed out\b/,
]);

/** What node, python and java print before the class of an error. */
const THROWN = /^(?:[✘✗✖✕⨯❌×] ?)?(?:Uncaught |Unhandled |Caused by: |\(node:\d+\) )?/;
const ERROR_CLASS =
  /(?:[\w$]+(?:\.|::))*(?:[A-Z]\w*(?:Error|Exception)\b(?: \[\w+\])?|Error \[\w+\])(?::|$)/;

/** The first that matches decides. */
const PATTERNS: readonly (readonly [Rank, RegExp])[] = [
  [
    'wrapper',
    anyOf('i', [
      // Out of memory (137) and a crash (139) are causes themselves.
      /\bexit(?:ed|s|ing)?(?: with)?(?: error)?(?: code| status)?:? ?\(?(?!13[79]\b)[1-9]\d*\b/,
      /\breturned (?:with )?(?:error )?(?:code|status):? [1-9]|\bnon-zero\b/,
      /\b(?:did not complete successfully|failed to solve: process)\b(?!.* 13[79]$)/,
      /\b(?:build|deployment|command|script|compilation) (?:has )?failed(?: because .+|\W*|\. .+)$/,
      /\bPush (?:rejected|failed)\b|^(?:Failed: )?error (?:occurred )?while (?:running|executing) /,
      /^npm (?:ERR!|error) (?:code \d|errno|lifecycle|exit status|path|command|workspace|location)/,
      /^npm (?:ERR!|error) (?:signal|syscall|\S+@\S+ \w+: |Failed at the |This is probably |\s)/,
      /\bELIFECYCLE\b|\bERR_PNPM_RECURSIVE_\w+|^make.*\bError \d|^Task :.+ failed$|^FAILURE: /,
      /^BUILD FAIL(?:ED|URE)\b|^error: (?:could not compile|aborting due to) /,
      /^(?:\*\* \(Mix\) )?could not compile dependency .+\bfailed\b|\berrors have been logged\b/,
      /^Error (?:deploying|building) |\bFailed to (?:build gem native extension|install .+ via )/,
      /^ERROR \[[^\]]*\d\/\d+\] /,
    ]),
  ],
  [
    'strong',
    anyOf('', [
      // rustc, tsc, astro, dotnet: a code
      /(?:^|[\s:)\]])error(?:\[[\w:-]+\]| ?\(?[A-Za-z]{1,8}\d{1,6}\)?): \S/,
      // gcc, javac, esbuild, eslint, next, maven: a place
      /^\S{1,200}:\d+(?::\d+)?:? +(?:- )?(?:fatal )?(?:error|ERROR|Error)\b/,
      /^\d+:\d+ +(?:error|Error)\b|^\S{1,200}\(\d+(?:,\d+)?\) ?: (?:fatal )?error\b/,
      // go, kotlin, maven, esbuild, deno
      /^\S{1,200}\.go:\d+(?::\d+)?: \S|^e: \S|^\S{1,200}\.\w+:\[\d+,\d+\] /,
      /^(?:[✘X]|TS\d+) \[ERROR\]:? \S/,
      // node, python, java, elixir, django, ruby
      new RegExp(`${THROWN.source}(?!StandardError: .+:$)${ERROR_CLASS.source}`),
      /^\*\* \((?!Mix\))|^(?:\w+\.)+(?:exceptions?|errors?|exc)\.[A-Z]\w*: |^[A-Z]\w+ Exception: /,
      /^(?:[A-Z]\w*::)+[A-Z]\w*: |^\S+:\d+:in .+\([\w:]+Error\)$|\bSQLSTATE\[/,
      // php, go, rust, next, java, linkers, node
      /^(?:PHP )?(?:Parse|Fatal) error: |^panic: |\bpanicked at\b.*[^:]$|^Type error: \S/,
      /^Exception in thread |\bundefined reference to\b|\bheap out of memory\b/,
      // composer; shells
      /^- .+ requires .+ (?:->|but) |^(?:\/bin\/)?(?:ba|z|da)?sh: .+: (?:command )?not found$/,
      /: line \d+: .+: command not/,
    ]),
  ],
  [
    'heading',
    anyOf('i', [
      /^Traceback |\bpanicked at .+:$|^StandardError: .+:$|^\[[\w\\]+(?:Error|Exception)\]$/,
      // vite, webpack, next, gradle, npm, maven, mix, gunicorn
      /\bBuild failed (?:in|with) \d|^error during build:$|^ERROR in |^Failed to compile/,
      /^(?:\* What went wrong:|Execution failed for task |A problem occurred |Build error )/,
      /^Could not (?:resolve all|determine the dependencies)|^npm (?:ERR!|error) code /,
      /^failed to load |^COMPILATION ERROR|^== Compilation error |\bin worker process$/,
      /^× .+:$|^(?:error|failed|failure)\W*$|^[✘✗✖✕⨯❌×]? ?error\b.*:$|\bfailed\b.*:$/,
    ]),
  ],
  // An error that names only what failed is no better than those words alone.
  ['weak', /^\w{2,}:? +failed to\b/i],
  [
    'error',
    anyOf('', [
      /^(?:npm (?:ERR!|error)|gyp ERR! stack Error:) \S|^[✘✗✖✕⨯❌×]\uFE0F? *\S|^ERROR {1,2}\S/,
      /^(?:error|ERROR|Error|fatal|FATAL|Fatal)\b(?: ERROR)?: *\S|^error (?:Your |An |\S+@| +\S|")/,
      /\bERR_PNPM_\w+|^YN0028: |^make(?:\[\d+\])?: \*\*\* |^CMake Error\b|^(?:--- FAIL:|FAIL\s)/,
      /^FAILED\b|^not ok \d|^\*\* \(Mix\)|^Caused by: \S|^E: \S|^Error response from daemon: /,
      /^\[(?:ERROR|error)\] \S/,
      /[\s(\]:](?:error|fatal|ERROR|FATAL|Error|Exception)(?: \w{1,8}\d{1,6})?: +\S/,
    ]),
  ],
];

/** Frames of a stack, places alone, commands, advice: no plain sentence that names a cause. */
const NO_SENTENCE = anyOf('i', [
  /^(?:at |from .+:in |File ["/:]|file: |#\d+ |\d+: 0x|-->|:::|└─|╰─>|>? ?\d+ ?[|│▕]|\||\()/,
  /^(?:[$+] |npm run |Require stack|'?\w+'?: ['"\d[{-]|[\]})]|removing intermediate)/,
  /^\S*[./\\]\S*$|^\S+:\d+$|^\w+ing\b.*(?:\.\.\.|…)$|^npm (?:ERR!|error)$|^\W*Error\W*$/,
  /^(?:note|hint|help|tip|info|see|refer to|run|try|use|or|learn more|read more|if you)\b/,
  /^(?:you (?:can|may|might)|for (?:more|help|further)|to (?:fix|address|resolve|see|check))\b/,
  /^(?:please (?:send|see|check)|we're sorry|a complete log|common ways|some possible)\b/,
]);

/** A bar of blocks, a frame of a spinner, the counter of pnpm, lines of BuildKit, empty code. */
const PROGRESS =
  /[█▓▒░━▰▱]{5}|^[⠁-⣿]|^Progress: resolved \d|^(?:DONE [\d.]+s|CACHED|CANCELED)$|^\d+ *[|│]$/;
const PERCENTAGE = /\d\s?%/;
/** With these a percentage is progress: a bar, or no word at all. */
const BAR_OR_NO_WORD = /[=#>.-]{5}|^\P{L}*$/u;

/** How well a line explains a failure; `level` is what its logger says. */
export function rankOf(message: string, level: Level | undefined): Rank {
  if (reportsSuccess(message)) return 'nothing';
  const rank = PATTERNS.find(([, pattern]) => pattern.test(message))?.[0];
  if (rank !== undefined) return rank;
  if (!isMeaningful(message) || NO_SENTENCE.test(message)) return 'nothing';
  if (level === 'error') return /^\S+:\d+:\d+: /.test(message) ? 'strong' : 'error';
  return level === undefined && WEAK.test(message) ? 'weak' : 'nothing';
}

/** True for a line such as `0 failed`, and for warnings. */
export function reportsSuccess(message: string): boolean {
  return NO_ERROR.test(message) || (NONE_COUNTED.test(message) && !SOME_COUNTED.test(message));
}

/** False for blank lines, decoration and progress. */
export function isMeaningful(message: string): boolean {
  // Two patterns, since a combined one would take quadratic time in the length of the line.
  const isBar = PERCENTAGE.test(message) && BAR_OR_NO_WORD.test(message);
  return /[\p{L}\p{N}]/u.test(message) && !isBar && !PROGRESS.test(message);
}

/** True for words that may name a cause although they contain no word for an error. */
export function isSentence(message: string): boolean {
  const isWord = /^[!-~]+$/.test(message);
  if (isWord || !isMeaningful(message) || NO_SENTENCE.test(message)) return false;
  return !reportsSuccess(message) || (/^warning/i.test(message) && WEAK.test(message));
}
