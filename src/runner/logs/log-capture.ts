// One log of one resource on its way to every sink: the step log, the summary and the file. Each through its own door.
import { appendFileSync } from 'node:fs';
import { createDigest, type Digest } from './failure-excerpt.ts';
import { createLogExcerpt, type LogExcerpt } from './log-excerpt.ts';
import { messageOf } from '../error-message.ts';
import type { Doors, LogText } from '../sanitize/index.ts';

/** A log that is being taken in. */
export interface LogKeeper {
  /** Takes the next piece. */
  push(text: string): void;
  /** Takes the last line, if it had no end. */
  end(): void;
  /** The parts that fit on a page; undefined where the log is not to be shown. */
  readonly excerpt: LogExcerpt | undefined;
  /** What is likely to matter in it; undefined where the log is not to be shown. */
  digest(): Digest | undefined;
  /** Lines taken in so far. */
  lineCount(): number;
  /** Path of the file that holds the whole log; undefined where there is none, or no longer a whole one. */
  file(): string | undefined;
}

/**
 * What the page shows of a log at the most, some 1,250 lines: GitHub draws the pages of all steps of a run at once, and
 * whoever wants more has the step log and the file. A page with several logs shares its budget besides.
 */
const HEAD_BYTES = 16 * 1024;
const TAIL_BYTES = 112 * 1024;

/** Where a log goes. */
export interface LogKeeperOptions {
  readonly doors: Doors;
  /** Path of the file, undefined where there is no place for one. */
  readonly file: string | undefined;
  /** Shown in the gutter of the step log. */
  readonly label: string | undefined;
  /** False keeps it out of the step log and the summary. */
  readonly show: boolean;
  /** Writes whole lines to the step log; not called where the log is not to be shown. */
  readonly print: (text: string) => void;
  /** Told once, when the file cannot be written. */
  readonly onFileTrouble: (message: string) => void;
}

/** Begins a log. */
export function createLogKeeper(options: LogKeeperOptions): LogKeeper {
  const { doors, show } = options;
  const logDoor = doors.log(options.label === undefined ? {} : { label: options.label });
  const fileDoor = doors.file();
  const excerpt = createLogExcerpt({ headBytes: HEAD_BYTES, tailBytes: TAIL_BYTES });
  const digest = createDigest();
  let { file } = options;
  let lineCount = 0;

  function save(text: string): void {
    if (file === undefined || text === '') return;
    try {
      appendFileSync(file, text);
    } catch (error) {
      file = undefined;
      options.onFileTrouble(messageOf(error));
    }
  }

  function keep(log: LogText): void {
    lineCount += log.lineCount;
    if (!show || log.lineCount === 0) return;
    excerpt.push(log);
    digest.push(log.text);
    options.print(log.printable);
  }

  return {
    push(text) {
      save(fileDoor.push(text));
      keep(logDoor.push(text));
    },
    end() {
      save(fileDoor.end());
      keep(logDoor.end());
    },
    excerpt: show ? excerpt : undefined,
    digest: () => (show ? digest.digest() : undefined),
    lineCount: () => lineCount,
    file: () => file,
  };
}
