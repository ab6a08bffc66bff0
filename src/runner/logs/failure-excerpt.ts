// Extracts the likely cause of a failure and the last meaningful lines from a log of clean lines.
import { copyString } from '../../copy-string.ts';
import { asClean, type CleanText, clipped } from '../sanitize/index.ts';

const MAX_CAUSE_LINES = 8;
const MAX_TAIL_LINES = 20;
const MAX_LINE_CHARS = 500;

/** The relevant lines of a log; both lists are in the order of the log. */
export interface FailureExcerpt {
  /** The first distinct lines that report errors, at most 8. */
  readonly cause: readonly CleanText[];
  /** The last lines that are not blank, decoration or progress, at most 20. */
  readonly tail: readonly CleanText[];
}

/** Collects a failure excerpt as the log grows, in bounded memory. */
interface FailureExcerptCollector {
  /** Clean lines, each ended by a line feed. */
  push(lines: CleanText): void;
  failureExcerpt(): FailureExcerpt;
}

export function createFailureExcerpt(): FailureExcerptCollector {
  const cause: CleanText[] = [];
  let tail: CleanText[] = [];

  function findCauses(lines: readonly string[]): void {
    for (const line of lines) {
      if (cause.length >= MAX_CAUSE_LINES) return;
      if (!ERROR_WORD.test(line) || !isErrorLike(line)) continue;
      const kept = keepable(line);
      if (!cause.includes(kept)) cause.push(kept);
    }
  }

  return {
    push(text) {
      const lines = text.split('\n').slice(0, -1);
      findCauses(lines);
      const last = lines.filter(isMeaningful).slice(-MAX_TAIL_LINES);
      tail = [...tail, ...last.map(keepable)].slice(-MAX_TAIL_LINES);
    },
    failureExcerpt: () => ({ cause: [...cause], tail: [...tail] }),
  };
}

/** A part of a clean line is clean. */
function keepable(line: string): CleanText {
  return asClean(copyString(clipped(line.trimEnd(), MAX_LINE_CHARS)));
}

/** Every error line contains one of these words: a fast test before the slow ones. */
const ERROR_WORD =
  /err|fail|fatal|panic|exception|traceback|exit|denied|not ok|not found|no such|killed|memory|segmentation|non-zero|ELIFECYCLE|[✘✗✖✕⨯❌]|\.go:\d|E(?:ACCES|NOENT|CONN|NOTFOUND|RESOLVE|TIMEDOUT|NOSPC|NOMEM|ADDRINUSE)/i;

/** Timestamps and step numbers that tools put before a line. */
const PREFIX = /^\s*(?:(?:\[\d[^\]]{0,40}\]|#\d{1,5}|\d[\d:.,TZ+/-]{0,40})\s+)*/;

/** Error lines of common tools: at the start of a line, or anywhere if unambiguous. */
const ERRORS: readonly RegExp[] = [
  /^npm (?:ERR!|error) \S/,
  /^[✘✗✖✕⨯❌]\uFE0F? *\S/u, // esbuild, vite, next, jest, mocha
  /^(?:error|ERROR|Error|fatal|FATAL|Fatal)\b(?:\[[\w:-]+\])?(?: TS\d+)?: *\S/, // git, rustc, cargo, make, docker, generic
  /^error Command failed/, // yarn 1
  /\bERR_PNPM_\w+|\bELIFECYCLE\b/,
  /\berror TS\d+:/, // tsc
  /^\S+\.go:\d+(?::\d+)?: \S/, // go build and vet
  /^(?:--- FAIL:|FAIL\s|FAILED\b|not ok \d)/, // go test, jest, vitest, TAP
  /^panic: |\bpanicked at\b|^fatal error: /, // go, rust
  /^Traceback \(most recent call last\)/,
  /^(?:Uncaught |Unhandled |Caused by: |\(node:\d+\) )?(?:[\w$]+\.)*[A-Z]\w*(?:Error|Exception)\b(?: \[\w+\])?(?::|$)/, // node, python, java
  /^Exception in thread |^\[ERROR\] \S|^BUILD (?:FAILED|FAILURE)\b/, // java, maven, gradle
  /[\s(\]:](?:error|fatal|ERROR|FATAL|Error)(?:\[[\w:-]+\])?: \S/, // gcc and others that name the place first
  /\b(?:command|module|package|file) not found\b|\bCannot find (?:module|package)\b|\bNo such file or directory\b|\bpermission denied\b/i,
  /\b(?:EACCES|ENOENT|ECONNREFUSED|ENOTFOUND|ERESOLVE|ETIMEDOUT|ENOSPC|ENOMEM|EADDRINUSE)\b/,
  /\bout of memory\b|\bmemory limit exceeded\b|\bSegmentation fault\b|^Killed\b|\bOOMKilled\b/i,
  /^(?:failed|failure)\b|\bfailed to \w|\b(?:build|compilation|deployment|command|script|step) failed\b/i,
  /\bexit(?:ed)?(?: with)?(?: (?:code|status))?:? ?[1-9]\d*\b|\bnon-zero (?:code|exit)\b/i,
];

/** Lines that contain an error word but report no error. */
const NO_ERROR: readonly RegExp[] = [
  /\b(?:0|no|zero|without(?: any)?) (?:\w+ )?(?:errors?|failures?|failed|exceptions?)\b/i,
  /\b(?:errors?|failures?|failed)["']?\s*[:=]\s*(?:none|null|false|undefined|\[\])(?:\W|$)/i,
  /\b(?:errors|failures|failed)["']?\s*[:=]\s*0(?:\W|$)/i,
  /^(?:✓|✔|√|PASS\b|ok \d|npm (?:WARN|warn|notice)\b|warn(?:ing)?\b|\[WARN)/i,
];

function isErrorLike(line: string): boolean {
  const message = line.slice(PREFIX.exec(line)?.[0].length ?? 0);
  if (!ERRORS.some((pattern) => pattern.test(message))) return false;
  return !NO_ERROR.some((pattern) => pattern.test(line) || pattern.test(message));
}

const BAR = /[=#█▓▒░━▰▱>.-]{5}/;
const BLOCK_BAR = /[█▓▒░━▰▱]{5}/;
const PERCENTAGE = /\d\s?%/;
const AMOUNT_OF_BYTES = /\d\s?[kKMG]?i?B\b/;
const SPINNER_FRAME = /^\s*[⠁-⣿]/;
const PACKAGE_COUNTER = /^Progress: resolved \d/; // pnpm

/** True for a line that is not blank, decoration or progress. */
function isMeaningful(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && !isProgress(line);
}

function isProgress(line: string): boolean {
  // Separate patterns: a combined one would take time quadratic in the length of the line.
  if (PERCENTAGE.test(line) && (BAR.test(line) || !/\p{L}/u.test(line))) return true;
  if (BLOCK_BAR.test(line) && AMOUNT_OF_BYTES.test(line)) return true;
  return SPINNER_FRAME.test(line) || PACKAGE_COUNTER.test(line);
}
