// The step log: our lines and warnings, and the logs of builds and apps, which also go to files and to the outcome.
import { nameOf, type Outcome } from '../outcome.ts';
import { errorLine } from './excerpt.ts';
import type { Host } from './host.ts';
import { captureLog, createLogFiles, type LogSource } from './log-capture.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

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

interface StepLogOptions {
  readonly host: Pick<Host, 'core' | 'env' | 'write'>;
  readonly sanitizers: Sanitizers;
  /** False keeps logs of builds and apps out of step log, annotations and summary. */
  readonly showLogs: boolean;
  /** Lines and logs of several resources are interleaved: they are labelled instead of grouped. */
  readonly severalResources: boolean;
}

/** Room for a name before each line of one of several resources. */
const MAX_LABEL_CHARS = 60;

/** Creates the log of one step. It throws nothing: trouble with files is one warning. */
export function createStepLog(options: StepLogOptions): StepLog {
  const { host, sanitizers, severalResources } = options;
  const { core } = host;
  const warnings: string[] = [];
  const files = createLogFiles(host.env, warn);
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

  function forResource(outcome: Outcome): ResourceLog {
    const captures = new Map<LogSource, (text: string) => void>();
    const labelled = (text: string): string =>
      severalResources ? `${sanitizers.line(nameOf(outcome), { maxChars: MAX_LABEL_CHARS })}: ${text}` : text;

    function capture(source: LogSource): (text: string) => void {
      const record = { source, tail: '', lineCount: 0, errorLines: [], ...files.name(outcome.resourceId, source) };
      outcome.logs.push(record);
      return captureLog(record, {
        sanitizers,
        files,
        show: options.showLogs,
        label: () => (severalResources ? nameOf(outcome) : ''),
        print(text) {
          setGroup(`${source === 'build' ? 'Build' : 'Runtime'} log of ${nameOf(outcome)}`);
          host.write(text);
        },
        note: (text) => info(labelled(text)),
      });
    }

    return {
      info: (text) => info(labelled(text)),
      debug: (text) => debug(labelled(text)),
      warn(text) {
        outcome.warnings.push(text);
        annotate(labelled(text));
      },
      lines(source, text) {
        const add = captures.get(source) ?? capture(source);
        captures.set(source, add);
        add(text);
      },
      errorLine(source) {
        const record = outcome.logs.find((log) => log.source === source);
        return record && errorLine(record);
      },
    };
  }

  return { info, debug, warn, warnings, forResource, end: () => setGroup(undefined) };
}
