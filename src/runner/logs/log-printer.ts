// Prints the step log: our lines, warnings, and the captured build and runtime logs in groups.
import type { LogSource } from '../../operations/operation.ts';
import type { Host } from '../host.ts';
import type { Sanitizers } from '../sanitize/index.ts';
import { type CapturedLog, createLogCapture, logTitle } from './log-capture.ts';
import { createLogFiles } from './log-files.ts';

/** Warnings beyond these are plain lines; GitHub shows at most 10 annotations per step. */
const MAX_WARNINGS = 2;

/** Room for a name before each line of one of several resources. */
const MAX_LABEL_CHARS = 60;

interface LogPrinterOptions {
  readonly host: Host;
  readonly sanitizers: Sanitizers;
  /** False keeps logs of builds and apps out of the step log and the summary. */
  readonly showLogs: boolean;
  /** The step has several resources, so lines and logs are interleaved and labelled. */
  readonly several: boolean;
  readonly nameOf: (resourceId: string) => string;
}

interface LogPrinter {
  /** Prints one line, labelled with its resource if there are several. */
  print(text: string, resourceId?: string): void;
  /** Prints a warning: an annotation, or a plain line after the first ones. */
  warn(text: string, resourceId?: string): void;
  /** Adds whole lines to a log, each with its line end. */
  log(piece: { resourceId: string; source: LogSource; text: string }): void;
  /** Ends the group of the last log. */
  end(): void;
  /** The logs so far, in the order in which they began. */
  logs(): readonly CapturedLog[];
}

export function createLogPrinter(options: LogPrinterOptions): LogPrinter {
  const { host, sanitizers, several, nameOf } = options;
  const { core } = host;
  const logs = new Map<string, CapturedLog>();
  const logFile = createLogFiles(host.env, (message) =>
    warn(`No log file can be made, so log-file stays empty: ${message}`),
  );
  let group: string | undefined;
  let warnings = 0;

  function labelled(text: string, resourceId: string | undefined): string {
    if (!several || resourceId === undefined) return text;
    return `${sanitizers.line(nameOf(resourceId), { maxChars: MAX_LABEL_CHARS })}: ${text}`;
  }

  function print(text: string, resourceId?: string): void {
    closeGroup();
    host.write(`${sanitizers.line(labelled(text, resourceId))}\n`);
  }

  function warn(text: string, resourceId?: string): void {
    const line = labelled(text, resourceId);
    warnings += 1;
    if (warnings > MAX_WARNINGS) return print(`warning: ${line}`);
    closeGroup();
    core.warning(sanitizers.line(line));
  }

  function capturedLog(resourceId: string, source: LogSource): CapturedLog {
    const key = `${source} ${resourceId}`;
    const found = logs.get(key);
    if (found !== undefined) return found;
    const capture = createLogCapture({
      sanitizers,
      file: logFile(resourceId, source),
      label: several ? nameOf(resourceId) : undefined,
      show: options.showLogs,
      print(text) {
        openGroup(`${logTitle(source)} of ${nameOf(resourceId)}`);
        host.write(text);
      },
      note: (text) => print(text, resourceId),
      onFileError: (message) => warn(`The log file cannot be written, so log-file stays empty: ${message}`, resourceId),
    });
    const log = { resourceId, source, capture };
    logs.set(key, log);
    return log;
  }

  /** One group per log of a single resource; logs of several are interleaved, with labels in their gutters. */
  function openGroup(title: string): void {
    if (several || group === title) return;
    closeGroup();
    core.startGroup(sanitizers.line(title));
    group = title;
  }

  function closeGroup(): void {
    if (group !== undefined) core.endGroup();
    group = undefined;
  }

  return {
    print,
    warn,
    log: ({ resourceId, source, text }) => capturedLog(resourceId, source).capture.push(text),
    end: closeGroup,
    logs: () => [...logs.values()],
  };
}
