// Redacts a text that arrives in chunks and leaves the rest unchanged, in bounded memory.
import { copyString } from '../../copy-string.ts';
import type { Redactor } from './redaction.ts';
import { isPlain, visibleText } from './visible-text.ts';

/** Longest unfinished line that is held back, in characters; beyond that, only its end is. */
const MAX_HELD_CHARS = 1 << 16;

/** Turns chunks into redacted text. */
export interface RedactedStream {
  /** The text that this chunk completes, or ''. */
  push(text: string): string;
  /** The rest of the text, or ''. */
  end(): string;
}

/** Redacts across chunk boundaries: text that could be the beginning of a secret is held back until the next chunk. */
export function createRedactedStream(redactor: Redactor): RedactedStream {
  let held = '';

  function take(): string {
    const text = held;
    held = '';
    return redactedLines(text, redactor);
  }

  return {
    push(text) {
      // Secrets contain no line ends, so complete lines are final.
      const lineEnd = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
      held += text.slice(0, lineEnd);
      const ready = lineEnd > 0 ? take() : '';
      held += copyString(text.slice(lineEnd));
      if (held.length <= MAX_HELD_CHARS) return ready;
      const unfinished = take();
      const border = beforePair(unfinished, Math.max(0, unfinished.length - redactor.longestForm));
      held = copyString(unfinished.slice(border));
      return ready + unfinished.slice(0, border);
    },
    end: take,
  };
}

/** Redacts lines. A line in which terminal codes interrupt a secret is replaced by its visible text. */
function redactedLines(text: string, redactor: Redactor): string {
  const redacted = redactor.redact(text);
  if (isPlain(redacted) || !hidesSecret(redacted, redactor)) return redacted;
  return redacted
    .split(/(?<=\n)/)
    .map((line) => (hidesSecret(line, redactor) ? redactor.redact(visibleText(line)) : line))
    .join('');
}

function hidesSecret(text: string, redactor: Redactor): boolean {
  const visible = visibleText(text);
  return redactor.redact(visible) !== visible;
}

/** Moves an index out of a surrogate pair. */
function beforePair(text: string, index: number): number {
  const before = text.charCodeAt(index - 1);
  return before >= 0xd800 && before <= 0xdbff ? index - 1 : index;
}
