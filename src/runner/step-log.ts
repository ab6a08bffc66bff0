// The step log: lines and warnings of the action, and the logs of builds and apps, which also go to
// files and to the outcome.
import { setImmediate } from 'node:timers/promises';
import { raceWithSignal } from '../clock.ts';
import { isFailure } from '../failure.ts';
import { type LogRecord, nameOf, type Outcome } from '../outcome.ts';
import { createErrorFinder, errorLine, failedLine } from './excerpt.ts';
import type { Host } from './host.ts';
import { createLogFiles } from './log-files.ts';
import { piecesOf } from './sanitize/log-lines.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

type LogSource = LogRecord['source'];

/** What a step prints. All texts may be untrusted: they are sanitized here. */
export type StepLog = ReturnType<typeof createStepLog>;

/** What a step prints about its resource. */
export type ResourceLog = ReturnType<StepLog['forResource']>;

/** An outcome keeps the end of a log up to this size. */
const MAX_TAIL_CHARS = 128 * 1024;

const STOPPED =
  'The deadline was reached while this log was printed: the rest of it is in the log file alone.';

/** Creates the log of one step. If log files cannot be written, there is one warning. */
export function createStepLog(options: {
  readonly host: Pick<Host, 'core' | 'env' | 'write' | 'flushed'>;
  readonly sanitizers: Sanitizers;
  /** Aborted at the deadline, or when the run is cancelled. */
  readonly signal: AbortSignal;
  /** False keeps logs of builds and apps out of step log, annotations and summary. */
  readonly showLogs: boolean;
}) {
  const { host, sanitizers, signal } = options;
  const { core } = host;
  const warnings: string[] = [];
  const appendToLogFile = createLogFiles(host.env, warn);
  let openGroup: string | undefined;

  /** Groups the lines of one log; undefined ends the group. */
  function setGroup(title: string | undefined): void {
    if (openGroup === title) return;
    if (openGroup !== undefined) core.endGroup();
    if (title !== undefined) core.startGroup(sanitizers.safeLine(title));
    openGroup = title;
  }

  function info(text: string): void {
    setGroup(undefined);
    host.write(`${sanitizers.safeLine(text)}\n`);
  }

  function annotate(text: string): void {
    setGroup(undefined);
    core.warning(sanitizers.safeLine(text));
  }

  function warn(text: string): void {
    if (warnings.includes(text)) return;
    warnings.push(text);
    annotate(text);
  }

  function forResource(outcome: Outcome) {
    const { resourceId, logs } = outcome;
    const addErrors = new Map<LogRecord, ReturnType<typeof createErrorFinder>>();

    function find(source: LogSource): LogRecord | undefined {
      return logs.find((log) => log.source === source);
    }

    function add(source: LogSource): LogRecord {
      const record: LogRecord = { source, tail: '', lineCount: 0, errorLines: [] };
      logs.push(record);
      addErrors.set(record, createErrorFinder(record.errorLines));
      return record;
    }

    function print(source: LogSource, lines: string, { isPrinted }: { isPrinted: boolean }): void {
      const record = find(source) ?? add(source);
      const { redact } = sanitizers;
      appendToLogFile(record, { resourceId: redact(resourceId), text: redact(lines) });
      const log = sanitizers.log(lines);
      const text = log.text.slice(0, -1);
      const newLines = text.split('\n');
      const tail = record.lineCount === 0 ? text : `${record.tail}\n${text}`;
      record.lineCount += newLines.length;
      if (!options.showLogs) return;
      record.tail = lastLines(tail);
      addErrors.get(record)?.(newLines);
      setGroup(`${source === 'build' ? 'Build' : 'Runtime'} log of ${nameOf(outcome)}`);
      if (isPrinted) host.write(log.printable());
    }

    return {
      info,
      /** Prints an annotation, and keeps it in the outcome. */
      warn(text: string): void {
        outcome.warnings.push(text);
        annotate(text);
      },
      /**
       * Saves whole lines of a log, each with its line feed, records them in the outcome, and
       * prints them unless logs are not shown. Between the pieces of a long log, timers and signals
       * are handled. With `mayBeCut` it rejects with the reason of the step's signal.
       */
      async lines(source: LogSource, text: string, { mayBeCut = false } = {}): Promise<void> {
        let isFirst = true;
        let hasStopped = false;
        for (const piece of piecesOf(text)) {
          if (mayBeCut) signal.throwIfAborted();
          // At the deadline printing stops; the file gets the whole log.
          if (signal.aborted && !isFirst && !hasStopped && options.showLogs) info(STOPPED);
          hasStopped = signal.aborted && !isFirst;
          print(source, piece, { isPrinted: !hasStopped });
          isFirst = false;
          // After an abort nothing waits for the reader, but timers still need their turn.
          await raceWithSignal(host.flushed(), signal).catch(() => setImmediate());
          // In a cancelled run, outputs and summary are still to be written within two seconds.
          if (isFailure(signal.reason, 'interrupted')) return;
        }
      },
      /** The likely cause in a log; undefined if there is none, or if logs are not shown. */
      errorLine: (source: LogSource) => errorLine(find(source)?.errorLines ?? []),
      /** The last line of a log that reports a failure. */
      failedLine: (source: LogSource) => failedLine(find(source)?.tail ?? ''),
    };
  }

  return {
    info,
    /** Prints a line if debug logging is on. */
    debug: (text: string): void => core.debug(sanitizers.safeLine(text)),
    /** Prints an annotation, once for the same text. */
    warn,
    /** Warnings of the step itself; an outcome keeps those about its resource. */
    warnings: warnings as readonly string[],
    /** Call it once for each outcome. */
    forResource,
    /** Ends an open group. */
    end: (): void => setGroup(undefined),
  };
}

/** The end of a text that has grown too long, from the beginning of a line. */
function lastLines(text: string): string {
  if (text.length <= MAX_TAIL_CHARS) return text;
  return text.slice(text.indexOf('\n', text.length - MAX_TAIL_CHARS) + 1);
}
