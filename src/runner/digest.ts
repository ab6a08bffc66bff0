// What a person would look for first in the log of a failure: the likely cause and the last lines that say something.
// Judges clean lines by their wording alone; how the digest is shown may not enter.
import { detached } from '../detached.ts';
import { clipped } from './visible-text.ts';

const MAX_CAUSE_LINES = 8;
const MAX_TAIL_LINES = 20;
const MAX_LINE_CHARS = 500;

/** The essence of a log; both lists are in the order of the log. */
export interface Digest {
  /** The first lines that look like errors, at most 8, none twice. */
  cause: string[];
  /** The last lines that are neither blank, decoration nor progress, at most 20. */
  tail: string[];
}

/** Collects a digest as the log grows, in bounded memory. */
export interface DigestCollector {
  push(lines: readonly string[]): void;
  digest(): Digest;
}

/** Makes an empty collector. */
export function createDigest(): DigestCollector {
  const cause: string[] = [];
  let tail: string[] = [];

  return {
    push(lines) {
      for (const line of lines) {
        if (cause.length >= MAX_CAUSE_LINES) break;
        if (!isErrorLike(line)) continue;
        const kept = keepable(line);
        if (!cause.includes(kept)) cause.push(kept);
      }
      tail = [...tail, ...lastMeaningful(lines)].slice(-MAX_TAIL_LINES);
    },
    digest: () => ({ cause: [...cause], tail: [...tail] }),
  };
}

function lastMeaningful(lines: readonly string[]): string[] {
  const found: string[] = [];
  for (let index = lines.length - 1; index >= 0 && found.length < MAX_TAIL_LINES; index -= 1) {
    const line = lines[index] ?? '';
    if (isMeaningful(line)) found.push(keepable(line));
  }
  return found.toReversed();
}

function keepable(line: string): string {
  return detached(clipped(line.trimEnd(), MAX_LINE_CHARS));
}

/** Words without which no line below is an error; a quick look before the slow ones. */
const ERROR_WORD =
  /err|fail|fatal|panic|exception|traceback|exit|denied|not ok|not found|no such|killed|memory|segmentation|non-zero|ELIFECYCLE|\.go:\d|E(?:ACCES|NOENT|CONN|NOTFOUND|RESOLVE|TIMEDOUT|NOSPC|NOMEM|ADDRINUSE)/i;

/** Time stamps and step numbers that tools put before a line. */
const PREFIX = /^\s*(?:(?:\[\d[^\]]{0,40}\]|#\d{1,5}|\d[\d:.,TZ+/-]{0,40})\s+)*/;

/** Error lines of one tool each, at the beginning of a line or wherever its wording leaves no doubt. */
const ERRORS: readonly RegExp[] = [
  /^npm (?:ERR!|error) \S/,
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

/** Lines that speak of errors without telling of one. */
const NO_ERROR: readonly RegExp[] = [
  /\b(?:0|no|zero|without(?: any)?) (?:\w+ )?(?:errors?|failures?|failed|exceptions?)\b/i,
  /\b(?:errors?|failures?|failed)["']?\s*[:=]\s*(?:none|null|false|undefined|\[\])(?:\W|$)/i,
  /\b(?:errors|failures|failed)["']?\s*[:=]\s*0(?:\W|$)/i,
  /^(?:✓|✔|√|PASS\b|ok \d|npm (?:WARN|warn|notice)\b|warn(?:ing)?\b|\[WARN)/i,
];

/** True for a line that tells of an error, in the wording of common tools. */
export function isErrorLike(line: string): boolean {
  if (!ERROR_WORD.test(line)) return false;
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

/** True for a line that a reader would miss: not blank, not decoration, not a state that the next line overwrites. */
export function isMeaningful(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && !isProgress(line);
}

function isProgress(line: string): boolean {
  // Separate looks instead of one pattern: together they would cost the square of the line's length.
  if (PERCENTAGE.test(line) && (BAR.test(line) || !/\p{L}/u.test(line))) return true;
  if (BLOCK_BAR.test(line) && AMOUNT_OF_BYTES.test(line)) return true;
  return SPINNER_FRAME.test(line) || PACKAGE_COUNTER.test(line);
}
