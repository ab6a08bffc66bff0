// The last lines of a log that is too long to be printed completely. Takes clean lines; memory is bounded.
import { copyString } from '../../copy-string.ts';
import { asClean, type LogText } from '../sanitize/index.ts';

interface LogTail {
  push(log: Pick<LogText, 'text' | 'lineCount'>): void;
  /** Lines so far. */
  lineCount(): number;
  /** The last lines, at most `maxLines`, each with its line feed. */
  last(): Pick<LogText, 'text' | 'lineCount'>;
}

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

/** Copies of the last lines of a text whose lines all end with a line feed. */
function lastLines(text: string, maxLines: number): string[] {
  let start = text.length;
  for (let lines = 0; lines < maxLines && start > 0; lines += 1) {
    start = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  }
  return copyString(text.slice(start)).split('\n').slice(0, -1);
}
