// The last lines of a log that is too long to be printed whole. Bounded memory; lines come in clean.
import { copyString } from '../../copy-string.ts';
import { asClean, type LogText } from '../sanitize/index.ts';

/** Collects the end of a log. */
export interface LogTail {
  push(log: Pick<LogText, 'text' | 'lineCount'>): void;
  /** Lines taken in so far. */
  lineCount(): number;
  /** The last `maxLines` of them or fewer, each with its line feed. */
  last(): Pick<LogText, 'text' | 'lineCount'>;
}

/** Makes an empty tail. */
export function createLogTail(maxLines: number): LogTail {
  let lines: string[] = [];
  let lineCount = 0;
  return {
    push(log) {
      lineCount += log.lineCount;
      lines = [...lines, ...lastLines(log.text, maxLines)].slice(-maxLines);
    },
    lineCount: () => lineCount,
    last: () => ({ text: asClean(lines.map((line) => `${line}\n`).join('')), lineCount: lines.length }),
  };
}

/** The last lines of a text whose every line has a line feed, as copies. */
function lastLines(text: string, maxLines: number): string[] {
  let start = text.length;
  for (let lines = 0; lines < maxLines && start > 0; lines += 1) {
    start = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  }
  return copyString(text.slice(start)).split('\n').slice(0, -1);
}
