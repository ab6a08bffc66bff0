// Build logs in every form in which a service might send them.
import type { Line } from './hosting.ts';
import type { LogForm } from './forms.ts';

/** The state of a log when it is asked for. */
export interface LogState {
  readonly lines: readonly Line[];
  readonly nowMs: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

const stamp = (atMs: number): string => new Date(Date.UTC(2026, 4, 4, 9) + atMs).toISOString();

/** Lines that are kept at the beginning and the end of a log whose middle was removed. */
const KEPT = 3;

/** Ends a log at any time. */
const SAME_END = 'the next attempt follows\n';

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => `${text}\n`).join('');
const entryOf = ({ atMs, text }: Line) => ({ timestamp: stamp(atMs), message: text });

const makers: Readonly<Record<LogForm, (state: LogState, printed: readonly Line[]) => unknown>> = {
  text: (_, printed) => textOf(printed),
  lines: (_, printed) => printed.map(({ text }) => text),
  entries: (_, printed) => printed.map(entryOf),
  'entries newest first': (_, printed) => printed.map(entryOf).toReversed(),
  'entries in groups newest first': (_, printed) =>
    printed.map(({ atMs, text }) => ({ time: Date.UTC(2026, 4, 4, 9) + atMs, level: 'info', line: text })).toReversed(),
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
  'JSON in JSON': (_, printed) => JSON.stringify(printed.map(entryOf)),
  'JSON in JSON in JSON': (_, printed) => JSON.stringify(JSON.stringify(printed.map(entryOf))),
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
  'phases side by side': ({ lines }, printed) =>
    [0, 1, 2].map((phase) => ({
      name: `phase ${phase}`,
      lines: printed.filter((line) => lines.indexOf(line) % 3 === phase).map(({ text }) => text),
    })),
  'lists of lines': (_, printed) =>
    printed.flatMap(({ text }, index) =>
      index % 2 === 0 ? [[text, ...printed.slice(index + 1, index + 2).map((next) => next.text)]] : [],
    ),
  'lines beside a short text': (_, printed) => ({ text: 'built', lines: printed.map(({ text }) => text) }),
  pairs: (_, printed) => printed.map(({ atMs, text }) => [stamp(atMs), text]),
  'Windows line ends': (_, printed) => textOf(printed).replaceAll('\n', '\r\n'),
  'nested text': (_, printed) => ({ text: textOf(printed), truncated: false }),
  'JSON lines': (_, printed) => printed.map((line) => `${JSON.stringify(entryOf(line))}\n`).join(''),
  none: () => undefined,
  'unknown form': (_, printed) => ({ unknownBlocks: printed.map((_line, index) => ({ unknownOffset: index })) }),
};

/** The log as it is sent at this time; undefined for none. */
export function logAs(form: LogForm, state: LogState): unknown {
  return makers[form](
    state,
    state.lines.filter(({ atMs }) => atMs <= state.nowMs),
  );
}
