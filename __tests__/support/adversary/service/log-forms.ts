// Build logs in every form in which a service might send them.
import { isoTime } from '../clock.ts';
import { UNKNOWN_FIELD } from '../constants.ts';
import type { Line } from './hosting.ts';
import type { LogForm } from './forms.ts';

/** The state of a log when it is asked for. */
export interface LogState {
  readonly lines: readonly Line[];
  readonly nowMs: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

/** Lines that are kept at the beginning and the end of a log whose middle was removed. */
const KEPT = 3;

/** Ends a log at any time. */
const SAME_END = 'the next attempt follows\n';

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => `${text}\n`).join('');
const entryOf = ({ atMs, text }: Line) => ({ timestamp: isoTime(atMs), message: text });

const makers: Readonly<Record<LogForm, (state: LogState, printed: readonly Line[]) => unknown>> = {
  text: (_, printed) => textOf(printed),
  lines: (_, printed) => printed.map(({ text }) => text),
  entries: (_, printed) => printed.map(entryOf),
  'entries newest first': (_, printed) => printed.map(entryOf).toReversed(),
  'text, last line unfinished': ({ lines }, printed) => {
    const next = lines[printed.length];
    return textOf(printed) + (next === undefined ? '' : next.text.slice(0, 9));
  },
  'text, middle removed': (_, printed) =>
    printed.length <= 2 * KEPT
      ? textOf(printed)
      : `${textOf(printed.slice(0, KEPT))}[... ${printed.length - 2 * KEPT} lines removed ...]\n${textOf(printed.slice(-KEPT))}`,
  'text, rewritten half way': ({ lines }, printed) => {
    const half = Math.ceil(lines.length / 2);
    return textOf(printed.length <= half ? printed : printed.slice(half));
  },
  'text, restarted half way': ({ lines }, printed) => {
    const half = Math.ceil(lines.length / 2);
    const rest = printed.slice(half);
    return printed.length <= half ? textOf(printed) : textOf([...printed.slice(0, 1), ...rest]);
  },
  'text, restarted half way, same last line': ({ lines }, printed) => {
    const half = Math.ceil(lines.length / 2);
    const attempt = printed.length <= half ? printed : [...printed.slice(0, 1), ...printed.slice(half)];
    return `${textOf(attempt)}${SAME_END}`;
  },
  'text, same last line': (_, printed) => textOf(printed) + SAME_END,
  'progress in place': ({ nowMs, startsAtMs, endsAtMs }, printed) => {
    if (nowMs >= endsAtMs) return `${textOf(printed)}pulled 100%\n`;
    const percent = Math.floor((100 * (nowMs - startsAtMs)) / (endsAtMs - startsAtMs));
    return `${textOf(printed)}pulling ${percent}%\r`;
  },
  'output and errors of a command': ({ lines }, printed) => {
    const half = Math.ceil(lines.length / 2);
    return [{ command: 'build', stdout: textOf(printed.slice(0, half)), stderr: textOf(printed.slice(half)) }];
  },
  phases: ({ lines }, printed) => {
    const half = Math.ceil(lines.length / 2);
    return [
      { name: 'build', status: 'done', lines: printed.slice(0, half).map(({ text }) => text) },
      { name: 'publish', status: 'running', lines: printed.slice(half).map(({ text }) => text) },
    ];
  },
  none: () => undefined,
  'unknown form': (_, printed) => ({ unknownBlocks: printed.map(({ text }) => ({ [UNKNOWN_FIELD]: text })) }),
};

/** The log as it is sent at this time; undefined for none. */
export function logAs(form: LogForm, state: LogState): unknown {
  return makers[form](
    state,
    state.lines.filter(({ atMs }) => atMs <= state.nowMs),
  );
}
