// The step log: lines and warnings of the action, and the logs of builds and apps, which also go to
// files and to the outcome.
import { appendFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { raceWithSignal } from '../clock.ts';
import { isFailure } from '../failure.ts';
import type { LogRecord, Outcome } from '../outcome.ts';
import type { Env, Host } from '../runner/host.ts';
import { type Explanation, explainLog } from './excerpt.ts';
import { piecesOf } from './sanitize/log-lines.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

type LogSource = LogRecord['source'];

/** What a step prints. All texts may be untrusted: they are sanitized here. */
export type StepLog = ReturnType<typeof createStepLog>;

/** An outcome keeps the end of a log up to this size: as much as one reply can hold. */
const MAX_KEPT_CHARS = 8 * 2 ** 20;

/** Creates the log of one step. If log files cannot be written, there is one warning. */
export function createStepLog(options: {
  readonly host: Pick<Host, 'core' | 'env' | 'write' | 'flushed'>;
  readonly outcome: Outcome;
  readonly sanitizers: Sanitizers;
  /** Aborted at the deadline, or when the run is cancelled. */
  readonly signal: AbortSignal;
  /** False keeps logs of builds and apps out of step log, annotations and summary. */
  readonly showLogs: boolean;
}) {
  const { host, outcome, sanitizers, signal, showLogs } = options;
  const appendToFile = createLogFiles(host.env, warn);
  let wasCut = false;
  /** What was explained last, and how long the log was. */
  let explained:
    | { readonly source: LogSource; readonly lineCount: number; readonly explanation: Explanation }
    | undefined;

  function info(text: string): void {
    host.write(`${sanitizers.line(text)}\n`);
  }

  function warn(text: string): void {
    if (outcome.warnings.includes(text)) return;
    outcome.warnings.push(text);
    host.core.warning(sanitizers.line(text));
  }

  function find(source: LogSource): LogRecord | undefined {
    return outcome.logs.find((log) => log.source === source);
  }

  function recordOf(source: LogSource): LogRecord {
    const known = find(source);
    if (known !== undefined) return known;
    const record: LogRecord = { source, pieces: [], lineCount: 0 };
    outcome.logs.push(record);
    return record;
  }

  function print(record: LogRecord, piece: string): void {
    const { text, printable } = sanitizers.log(piece);
    record.lineCount += text.split('\n').length - 1;
    if (!showLogs) return;
    record.pieces.push(text);
    dropOldest(record.pieces);
    host.write(printable);
  }

  function withoutOpenEnd(text: string): string {
    const lastLineAt = text.lastIndexOf('\n') + 1;
    if (lastLineAt === text.length) return text;
    return `${text.slice(0, lastLineAt)}${sanitizers.withoutOpenEnd(text.slice(lastLineAt))}\n`;
  }

  return {
    info,
    /** Prints a line if debug logging is on. */
    debug: (text: string): void => host.core.debug(sanitizers.line(text)),
    /** Prints an annotation and keeps it for the summary, once for the same text. */
    warn,
    /**
     * Saves lines of a log, each with its line feed, and prints them unless logs are not shown. A
     * last line without its end loses what could be the beginning of a secret. Timers and signals
     * are handled between the pieces of a long log. Once the signal is aborted, only the file gets
     * the rest.
     */
    async lines(source: LogSource, text: string): Promise<void> {
      const record = recordOf(source);
      for (const piece of piecesOf(withoutOpenEnd(text))) {
        appendToFile(record, {
          name: sanitizers.line(outcome.resourceId),
          text: sanitizers.file(piece),
        });
        if (signal.aborted && text.length > SHORT_CHARS) {
          record.lineCount += piece.split('\n').length - 1;
          if (!wasCut && showLogs) info(cutNote(record));
          wasCut = true;
          continue;
        }
        print(record, piece);
        // After an abort nothing waits for the reader, but timers still need their turn.
        await raceWithSignal(host.flushed(), signal).catch(() => setImmediate());
      }
    },
    /** What a log says about a failure; nothing if logs are not shown. */
    explain(source: LogSource): Explanation {
      const { pieces = [], lineCount = 0 } = find(source) ?? {};
      // The end of a step asks several times, and the log of a build may be long.
      if (explained?.source === source && explained.lineCount === lineCount)
        return explained.explanation;
      const explanation = explainLog(pieces.join('').split('\n'), sanitizers.lines);
      explained = { source, lineCount, explanation };
      return explanation;
    },
  };

  function cutNote({ file }: LogRecord): string {
    const why = isFailure(signal.reason, 'interrupted')
      ? 'The run was cancelled'
      : 'The deadline was reached';
    const where = file === undefined ? '' : '; the log file gets all of it';
    return `${why}: the rest of the log is not printed${where}.`;
  }
}

/** A few lines are printed even after an abort: they may be the last words of a build. */
const SHORT_CHARS = 64 * 1024;

function dropOldest(pieces: string[]): void {
  let chars = pieces.reduce((sum, { length }) => sum + length, 0);
  while (chars > MAX_KEPT_CHARS && pieces.length > 1) chars -= pieces.shift()?.length ?? 0;
}

const MAX_FILE_NAME_CHARS = 100;

/**
 * Creates a function that appends redacted text to the file of a log and sets `file` in its record.
 * Each step has a directory of its own, so that two steps of a job never write to the same file.
 * Without RUNNER_TEMP there is no file. It never throws: the first error is passed to `warn`, and
 * no file is written after it.
 */
function createLogFiles(env: Env, warn: (text: string) => void) {
  const parent = env['RUNNER_TEMP'] ?? '';
  let isOff = parent === '';
  let directory: string | undefined;

  return (record: LogRecord, { name, text }: { name: string; text: string }): void => {
    try {
      if (isOff) return void delete record.file;
      directory ??= mkdtempSync(join(parent, 'deployment-logs-'));
      // Only characters that every file system allows.
      const file = name.replaceAll(/[^\w.~-]/g, '_').slice(0, MAX_FILE_NAME_CHARS);
      record.file ??= join(directory, `${file}.${record.source}.log`);
      appendFileSync(record.file, text);
    } catch {
      isOff = true;
      delete record.file;
      warn('The log file cannot be written, so the output log-file stays empty.');
    }
  };
}
