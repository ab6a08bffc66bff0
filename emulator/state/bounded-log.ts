// A log of bounded size: text is appended, the oldest text is dropped beyond the limit, and a note reports it.
// It is kept as bytes: a string of the same text may take twice the memory, or hold a longer one alive that it was cut from.

/** A log keeps at least this share of its limit when it drops old text, and drops no more often than that. */
const PIECES = 16;

/** Part of a log. Its buffer grows up to the size of a piece. */
interface Piece {
  buffer: Buffer;
  used: number;
}

/** Text that grows at its end. Sizes and positions are in bytes of UTF-8. */
export class BoundedLog {
  readonly #limit: number;
  readonly #pieceSize: number;
  #pieces: Piece[] = [];
  #size = 0;
  #dropped = 0;

  /** Keeps at most `limit` bytes, and at least one. */
  constructor(limit: number) {
    this.#limit = Math.max(1, limit);
    this.#pieceSize = Math.ceil(this.#limit / PIECES);
  }

  /** Bytes that are kept. */
  get size(): number {
    return this.#size;
  }

  /** Position of the end: all bytes since the beginning, dropped ones too. */
  get end(): number {
    return this.#dropped + this.#size;
  }

  /** Whether old text has been dropped. */
  get isCut(): boolean {
    return this.#dropped > 0;
  }

  /** Adds text at the end. Costs no more than the text is long, however long the log is. */
  append(text: string): void {
    const bytes = Buffer.from(text);
    const skipped = Math.max(0, bytes.length - this.#limit);
    this.#dropped += skipped;
    for (let at = skipped; at < bytes.length;) at += this.#push(bytes.subarray(at));
    while (this.#size > this.#limit) {
      const gone = this.#pieces.shift()?.used ?? 0;
      this.#size -= gone;
      this.#dropped += gone;
    }
  }

  /** Replaces the whole log. */
  replace(text: string): void {
    this.#pieces = [];
    this.#size = 0;
    this.#dropped = 0;
    this.append(text);
  }

  /** The log; where old text was dropped it begins with a note and then with a whole line. */
  text(): string {
    const bytes = this.#bytes();
    if (this.#dropped === 0) return bytes.toString();
    const whole = bytes.subarray(bytes.indexOf('\n') + 1);
    const left = this.end - whole.length;
    return `[${left} bytes are missing here: the emulator keeps the last ${this.#limit} of a log]\n${whole.toString()}`;
  }

  /** What was appended after a position of `end`; nothing of it may have been dropped. */
  textSince(position: number): string {
    return this.#bytes()
      .subarray(position - this.#dropped)
      .toString();
  }

  #bytes(): Buffer {
    return Buffer.concat(this.#pieces.map(({ buffer, used }) => buffer.subarray(0, used)));
  }

  /** Adds as much as the last piece, or a new one, has room for; returns how much. */
  #push(bytes: Buffer): number {
    const last = this.#pieces.at(-1);
    const piece = last === undefined || last.used === this.#pieceSize ? { buffer: Buffer.alloc(0), used: 0 } : last;
    if (piece !== last) this.#pieces.push(piece);
    const wanted = Math.min(this.#pieceSize, piece.used + bytes.length);
    if (wanted > piece.buffer.length) {
      const grown = Buffer.alloc(Math.min(this.#pieceSize, Math.max(wanted, 2 * piece.used)));
      piece.buffer.copy(grown, 0, 0, piece.used);
      piece.buffer = grown;
    }
    const count = bytes.copy(piece.buffer, piece.used);
    piece.used += count;
    this.#size += count;
    return count;
  }
}
