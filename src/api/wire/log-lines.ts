// Lines that are joined to one text with `\n` line ends, in slices: a log may have 64 MB.
import { SLICE_CHARS, yieldToEventLoop } from '../../event-loop.ts';

export type Lines = ReturnType<typeof createLines>;

/** Joins lines to text in slices, so that a list of a million lines is not held in memory twice. */
export function createLines() {
  const slices: string[] = [];
  let slice = '';
  let endsLine = true;
  let length = 0;
  let workChars = 0;
  return {
    /** The first entry without text. */
    notRecognised: undefined as unknown,
    /** Lines come with or without line ends. */
    add(line: string): void {
      length += line.length;
      workChars += line.length;
      slice += endsLine ? line : `\n${line}`;
      endsLine = line.endsWith('\n');
      if (slice.length < SLICE_CHARS) return;
      slices.push(slice);
      slice = '';
    },
    length: () => length,
    /** Yields if it is time to. `chars` were read in addition to those added. */
    async pause(chars: number): Promise<void> {
      workChars += chars;
      if (workChars < SLICE_CHARS) return;
      workChars = 0;
      await yieldToEventLoop();
    },
    text: () => withNewlines(slices.join('') + slice),
  };
}

/**
 * The text with `\r\n` replaced by `\n`. A final `\r` is removed, since its `\n` may follow in the next read: the text
 * of a growing log always starts with the text read before.
 */
export async function withNewlines(text: string): Promise<string> {
  const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
  const slices: string[] = [];
  let isChanged = false;
  for (let at = 0; at < whole.length;) {
    const isCut = whole.startsWith('\r\n', at + SLICE_CHARS - 1);
    const slice = whole.slice(at, at + SLICE_CHARS + (isCut ? 1 : 0));
    const clean = slice.replaceAll('\r\n', '\n');
    isChanged ||= clean.length < slice.length;
    slices.push(clean);
    at += slice.length;
    if (at < whole.length) await yieldToEventLoop();
  }
  return isChanged ? slices.join('') : whole;
}
