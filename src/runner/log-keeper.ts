// One log of one resource on its way to every sink: the step log, the summary and the file. Each through its own door.
import { appendFileSync } from 'node:fs';
import { createDigest, type Digest } from './digest.ts';
import { createLogExcerpt, type LogExcerpt } from './log-excerpt.ts';
import { messageOf } from './message-of.ts';
import type { Doors } from './untrusted.ts';

/** A log that is being taken in. */
export interface LogKeeper {
  /** Takes the next piece; hands back what to print, '' where it is not to be shown. */
  push(text: string): string;
  /** The last line, if it had no end. */
  end(): string;
  /** The parts that fit on a page; undefined where the log is not to be shown. */
  readonly excerpt: LogExcerpt | undefined;
  /** What is likely to matter in it; undefined where the log is not to be shown. */
  digest(): Digest | undefined;
  /** Lines taken in so far. */
  lineCount(): number;
  /** Path of the file that holds the whole log; undefined where there is none, or no longer a whole one. */
  file(): string | undefined;
}

/** What the page keeps of a log at the most; a page with several logs shares its budget. */
const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 768 * 1024;

/** How much text is in work at once: the lines of a whole log are many times its size. */
const SLICE_CHARS = 1 << 20;

/** Where a log goes. */
export interface LogKeeperOptions {
  readonly doors: Doors;
  /** Path of the file, undefined where there is no place for one. */
  readonly file: string | undefined;
  /** Shown in the gutter of the step log. */
  readonly label: string | undefined;
  /** False keeps it out of the step log and the summary. */
  readonly show: boolean;
  /** Told once, when the file cannot be written. */
  readonly onFileTrouble: (message: string) => void;
}

/** Begins a log. */
export function createLogKeeper(options: LogKeeperOptions): LogKeeper {
  const { doors, show } = options;
  const stepLog = doors.stepLog(options.label === undefined ? {} : { label: options.label });
  const clean = doors.cleanLines();
  const fileDoor = doors.file();
  const excerpt = createLogExcerpt({ headBytes: HEAD_BYTES, tailBytes: TAIL_BYTES });
  const digest = createDigest();
  let { file } = options;
  let lines = 0;

  function save(text: string): void {
    if (file === undefined || text === '') return;
    try {
      appendFileSync(file, text);
    } catch (error) {
      file = undefined;
      options.onFileTrouble(messageOf(error));
    }
  }

  function keep(cleaned: readonly string[]): void {
    lines += cleaned.length;
    if (!show) return;
    excerpt.push(cleaned);
    digest.push(cleaned);
  }

  return {
    push(text) {
      for (let at = 0; at < text.length; at += SLICE_CHARS) {
        const slice = text.slice(at, at + SLICE_CHARS);
        save(fileDoor.push(slice));
        keep(clean.push(slice));
      }
      return show ? stepLog.push(text) : '';
    },
    end() {
      save(fileDoor.end());
      keep(clean.end());
      return show ? stepLog.end() : '';
    },
    excerpt: show ? excerpt : undefined,
    digest: () => (show ? digest.digest() : undefined),
    lineCount: () => lines,
    file: () => file,
  };
}
