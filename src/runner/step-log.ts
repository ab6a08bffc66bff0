// The step log: our lines and warnings, and the logs of builds and apps, which also go to files and
// to the outcome.
import { oneLine } from '../api/json.ts';
import { raceWithSignal } from '../clock.ts';
import { type LogRecord, nameOf, type Outcome } from '../outcome.ts';
import { addErrorLines, errorLine } from './excerpt.ts';
import type { Host } from './host.ts';
import { createLogFiles } from './log-files.ts';
import { piecesOf } from './sanitize/log-lines.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

type LogSource = LogRecord['source'];

/** What a step prints. All texts may quote others: they are sanitized here. */
export type StepLog = ReturnType<typeof createStepLog>;

/** What a step prints about one resource, labelled with its name where there are several. */
export type ResourceLog = ReturnType<StepLog['forResource']>;

/** Room for a name before each line of one of several resources. */
const MAX_LABEL_CHARS = 60;
/** Limit of the end of a log in an outcome. */
const MAX_TAIL_CHARS = 128 * 1024;

/** Creates the log of one step. That files cannot be written is one warning. */
export function createStepLog(options: {
  readonly host: Pick<Host, 'core' | 'env' | 'write' | 'flushed'>;
  readonly sanitizers: Sanitizers;
  /** Aborted at the deadline, or when the run is cancelled. */
  readonly signal: AbortSignal;
  /** False keeps logs of builds and apps out of step log, annotations and summary. */
  readonly showLogs: boolean;
  /** Lines and logs of several resources are interleaved: they are labelled instead of grouped. */
  readonly severalResources: boolean;
}) {
  const { host, sanitizers, signal, severalResources } = options;
  const { core } = host;
  const warnings: string[] = [];
  const save = createLogFiles(host.env, warn);
  let group: string | undefined;

  /** One group per log; logs of several resources have labels in their gutters instead. */
  function setGroup(title: string | undefined): void {
    if (severalResources || group === title) return;
    if (group !== undefined) core.endGroup();
    if (title !== undefined) core.startGroup(sanitizers.safeLine(title));
    group = title;
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
    const labelled = (text: string): string =>
      severalResources
        ? `${sanitizers.safeLine(nameOf(outcome), { maxChars: MAX_LABEL_CHARS })}: ${text}`
        : text;
    const recordOf = (source: LogSource): LogRecord | undefined =>
      logs.find((log) => log.source === source);

    function add(source: LogSource, lines: string): void {
      const record: LogRecord = recordOf(source) ?? {
        source,
        tail: '',
        lineCount: 0,
        errorLines: [],
      };
      if (record.lineCount === 0) logs.push(record);
      save(record, { resourceId, text: sanitizers.redact(lines) });
      const log = sanitizers.log(lines);
      const shown = log.text.slice(0, -1);
      const tail = record.lineCount === 0 ? shown : `${record.tail}\n${shown}`;
      record.lineCount += shown.split('\n').length;
      if (!options.showLogs) return;
      record.tail = lastLines(tail);
      addErrorLines(record.errorLines, shown.split('\n'));
      setGroup(`${source === 'build' ? 'Build' : 'Runtime'} log of ${nameOf(outcome)}`);
      host.write(log.printable(severalResources ? nameOf(outcome) : ''));
    }

    return {
      info: (text: string): void => info(labelled(text)),
      /** An annotation, kept in the outcome. */
      warn(text: string): void {
        outcome.warnings.push(text);
        annotate(labelled(text));
      },
      /**
       * Whole lines of a log, each with its line feed: printed unless logs are not shown, saved,
       * recorded in the outcome. Timers and signals have their turn between the pieces of a long
       * log. Rejects with the signal if it `mayBeCut`.
       */
      async lines(source: LogSource, text: string, { mayBeCut = false } = {}): Promise<void> {
        for (const piece of piecesOf(text)) {
          if (mayBeCut) signal.throwIfAborted();
          add(source, piece);
          await raceWithSignal(host.flushed(), signal).catch(() => undefined);
        }
      },
      /** The beginning of a text of others, on one line: secrets go before it is cut. */
      quote: (text: string, maxChars: number): string =>
        sanitizers.safeLine(oneLine(text), { maxChars }),
      /** The likely cause in a log; undefined if there is none, or if logs are not shown. */
      errorLine(source: LogSource): string | undefined {
        const record = recordOf(source);
        return record && errorLine(record);
      },
    };
  }

  return {
    info,
    /** Shown with debug logging only. */
    debug: (text: string): void => core.debug(sanitizers.safeLine(text)),
    /** An annotation, the first time that the step warns of this. */
    warn,
    /** Warnings of the step itself; those about a resource are in its outcome. */
    warnings: warnings as readonly string[],
    /** To be called once for each outcome. */
    forResource,
    /** Ends an open group. */
    end: (): void => setGroup(undefined),
  };
}

/** The end of a log that has grown too long, from the beginning of a line. */
function lastLines(tail: string): string {
  return tail.length <= MAX_TAIL_CHARS
    ? tail
    : tail.slice(tail.indexOf('\n', tail.length - MAX_TAIL_CHARS) + 1);
}
