// A log of bounded length: text is appended, the oldest text is dropped beyond the limit, and a note reports it.

/** A log keeps at least this share of its limit when it drops old text, and drops no more often than that. */
const PIECES = 16;

/** Text that grows at its end. Lengths are in characters (UTF-16 code units). */
export class BoundedLog {
  readonly #limit: number;
  #pieces: string[] = [];
  #length = 0;
  #dropped = 0;

  /** Keeps at most `limit` characters, and at least one. */
  constructor(limit: number) {
    this.#limit = Math.max(1, limit);
  }

  /** Characters that are kept. */
  get length(): number {
    return this.#length;
  }

  /** Whether old text has been dropped. */
  get isCut(): boolean {
    return this.#dropped > 0;
  }

  /** Adds text at the end. Costs no more than the text is long, however long the log is. */
  append(text: string): void {
    const pieceLength = Math.ceil(this.#limit / PIECES);
    const kept = text.length > this.#limit ? text.slice(-this.#limit) : text;
    this.#dropped += text.length - kept.length;
    for (let at = 0; at < kept.length; at += pieceLength) this.#push(kept.slice(at, at + pieceLength), pieceLength);
    while (this.#length > this.#limit) {
      const gone = this.#pieces.shift()?.length ?? 0;
      this.#length -= gone;
      this.#dropped += gone;
    }
  }

  /** Replaces the whole log. */
  replace(text: string): void {
    this.#pieces = [];
    this.#length = 0;
    this.#dropped = 0;
    this.append(text);
  }

  /** The log; where old text was dropped it begins with a note and then with a whole line. */
  text(): string {
    const text = this.#pieces.join('');
    if (this.#dropped === 0) return text;
    const whole = text.slice(text.indexOf('\n') + 1);
    const left = this.#dropped + text.length - whole.length;
    return `[${left} characters are missing here: the emulator keeps the last ${this.#limit} of a log]\n${whole}`;
  }

  #push(text: string, pieceLength: number): void {
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.length + text.length <= pieceLength) {
      this.#pieces[this.#pieces.length - 1] = last + text;
    } else {
      this.#pieces.push(text);
    }
    this.#length += text.length;
  }
}
