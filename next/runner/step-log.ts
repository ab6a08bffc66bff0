// The step log: our lines and warnings, and the logs of builds and apps, which also go to files and to the outcome.
import { appendFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type LogRecord, nameOf, type Outcome } from '../outcome.ts';
import { errorMessage } from '../text.ts';
import { collectErrorLines, detached, errorLine } from './excerpt.ts';
import type { Host } from './host.ts';
import type { LogText, Sanitizers } from './sanitize/sanitizers.ts';

/** What a step prints. All texts may quote others: they are sanitized here. */
export interface StepLog {
  info(text: string): void;
  /** Shown with debug logging only. */
  debug(text: string): void;
  /** An annotation. */
  warn(text: string): void;
  /** Warnings of the step itself; those about a resource are in its outcome. */
  readonly warnings: readonly string[];
  /** To be called once for each outcome. */
  forResource(outcome: Outcome): ResourceLog;
  /** Ends an open group. */
  end(): void;
}

/** What a step prints about one resource, labelled with its name where there are several. */
export interface ResourceLog {
  info(text: string): void;
  debug(text: string): void;
  /** An annotation, kept in the outcome. */
  warn(text: string): void;
  /** Whole lines of a log, each with its line feed: printed unless logs are not shown, saved, recorded in the outcome. */
  lines(source: LogSource, text: string): void;
  /** The likely cause in a log; undefined if there is none, or if logs are not shown. */
  errorLine(source: LogSource): string | undefined;
}

type LogSource = LogRecord['source'];

/** One log of one resource. */
interface OpenLog {
  readonly record: LogRecord;
  /** Adds a piece of whole lines. */
  add(piece: string): void;
}

interface StepLogOptions {
  readonly host: Pick<Host, 'core' | 'env' | 'write'>;
  readonly sanitizers: Sanitizers;
  /** False keeps logs of builds and apps out of step log, annotations and summary. */
  readonly showLogs: boolean;
  /** Lines and logs of several resources are interleaved: they are labelled instead of grouped. */
  readonly severalResources: boolean;
}

const MIB = 1024 * 1024;
/** What a step prints of one log, gutters included: twice the longest reply, since a log may be printed anew. */
const MAX_PRINTED_BYTES = 32 * MIB;
/** Limit of the end of a log in an outcome. */
const MAX_TAIL_CHARS = 128 * 1024;
/** Usual size of a piece: sanitizing a long log at once would need many times its size in memory. */
const PIECE_CHARS = 64 * 1024;
/** Room for a name before each line of one of several resources. */
const MAX_LABEL_CHARS = 60;
const MAX_FILE_NAME_CHARS = 100;

/** Creates the log of one step. It throws nothing: trouble with files is one warning. */
export function createStepLog({ host, sanitizers, showLogs, severalResources }: StepLogOptions): StepLog {
  const { core } = host;
  const warnings: string[] = [];
  let hasFileTrouble = false;
  const newFile = createLogFiles(host.env);
  let group: string | undefined;

  /** One group per log; logs of several resources are told apart by the labels in their gutters. */
  function setGroup(title: string | undefined): void {
    if (severalResources || group === title) return;
    if (group !== undefined) core.endGroup();
    if (title !== undefined) core.startGroup(sanitizers.line(title));
    group = title;
  }

  function info(text: string): void {
    setGroup(undefined);
    host.write(`${sanitizers.line(text)}\n`);
  }

  function debug(text: string): void {
    if (core.isDebug()) core.debug(sanitizers.line(text));
  }

  function annotate(text: string): void {
    setGroup(undefined);
    core.warning(sanitizers.line(text));
  }

  function warn(text: string): void {
    warnings.push(text);
    annotate(text);
  }

  function labelled(text: string, outcome: Outcome): string {
    return severalResources ? `${sanitizers.line(nameOf(outcome), { maxChars: MAX_LABEL_CHARS })}: ${text}` : text;
  }

  /** The result of writing to a file; undefined, and one warning per step, if that fails. */
  function tryFile<T>(write: () => T): T | undefined {
    try {
      return write();
    } catch (error) {
      if (!hasFileTrouble) warn(`The log file cannot be written, so log-file stays empty: ${errorMessage(error)}`);
      hasFileTrouble = true;
      return undefined;
    }
  }

  function openLog(outcome: Outcome, source: LogSource): OpenLog {
    const record: LogRecord = { source, tail: '', lineCount: 0, errorLines: [] };
    const file = tryFile(() => newFile(outcome.resourceId, source));
    if (file !== undefined) record.file = file;
    const findErrors = collectErrorLines(record.errorLines);
    let printedBytes = 0;
    outcome.logs.push(record);

    function save(text: string): void {
      const path = record.file;
      if (path === undefined) return;
      const isSaved = tryFile(() => (appendFileSync(path, sanitizers.redact(text)), true));
      if (isSaved === undefined) delete record.file;
    }

    function print({ printable }: LogText): void {
      if (printedBytes > MAX_PRINTED_BYTES) return;
      const text = printable(severalResources ? nameOf(outcome) : '');
      printedBytes += Buffer.byteLength(text);
      if (printedBytes <= MAX_PRINTED_BYTES) {
        setGroup(`${source === 'build' ? 'Build' : 'Runtime'} log of ${nameOf(outcome)}`);
        return host.write(text);
      }
      const where = record.file === undefined ? '' : `; the whole log is in ${record.file}`;
      const note = `the log is longer than ${MAX_PRINTED_BYTES / MIB} MiB, so its rest is not printed here${where}`;
      info(labelled(note, outcome));
    }

    return {
      record,
      add(piece) {
        save(piece);
        const log = sanitizers.log(piece);
        const lines = log.text.slice(0, -1);
        const tail = record.lineCount === 0 ? lines : `${record.tail}\n${lines}`;
        record.lineCount += log.lineCount;
        if (!showLogs) return;
        record.tail = shortTail(tail);
        findErrors(lines.split('\n'));
        print(log);
      },
    };
  }

  function forResource(outcome: Outcome): ResourceLog {
    const logs = new Map<LogSource, OpenLog>();
    return {
      info: (text) => info(labelled(text, outcome)),
      debug: (text) => debug(labelled(text, outcome)),
      warn(text) {
        outcome.warnings.push(text);
        annotate(labelled(text, outcome));
      },
      lines(source, text) {
        const log = logs.get(source) ?? openLog(outcome, source);
        logs.set(source, log);
        for (const piece of piecesOf(text)) log.add(piece);
      },
      errorLine(source) {
        const log = logs.get(source);
        return log && errorLine(log.record);
      },
    };
  }

  return { info, debug, warn, warnings, forResource, end: () => setGroup(undefined) };
}

/** The end of a log that has grown too long, from the beginning of a line. */
function shortTail(tail: string): string {
  if (tail.length <= MAX_TAIL_CHARS) return tail;
  // Half of it goes: to cut each time would cost more than what is new.
  return detached(tail.slice(tail.indexOf('\n', tail.length - MAX_TAIL_CHARS / 2) + 1));
}

/** The text in pieces of whole lines. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const lastEnd = text.lastIndexOf('\n', start + PIECE_CHARS);
    const end = lastEnd < start ? text.indexOf('\n', start) : lastEnd;
    const next = end < 0 ? text.length : end + 1;
    yield text.slice(start, next);
    start = next;
  }
}

/**
 * Names the log files of one step, in a folder of its own below RUNNER_TEMP, so that two steps of a job never write to the
 * same file. The returned function throws if that folder cannot be made; undefined without RUNNER_TEMP.
 */
function createLogFiles(env: Host['env']): (resourceId: string, source: LogSource) => string | undefined {
  const parent = env['RUNNER_TEMP'] ?? '';
  let folder: string | undefined;
  let count = 0;

  return (resourceId, source) => {
    if (parent === '') return undefined;
    folder ??= mkdtempSync(join(parent, 'deployment-logs-'));
    count += 1;
    // Valid on any system; the number makes it unique.
    const name = resourceId.replaceAll(/[^\w.~-]/g, '_').slice(0, MAX_FILE_NAME_CHARS);
    return join(folder, `${count}-${name}.${source}.log`);
  };
}
