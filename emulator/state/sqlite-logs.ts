// Logs in the state file: text is appended within a second, and the oldest logs make room for new ones.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { BoundedLog } from './bounded-log.ts';
import type { Logs } from './store.ts';

/** A log beyond its limit is written anew as a whole, so less often. */
const REWRITE_AFTER_MS = 10_000;
/** Of the file's limit: beyond the first the oldest logs are dropped, down to the second. */
const FULL_SHARE = 0.5;
const TRIMMED_SHARE = 0.4;
const DROPPED = '[the emulator dropped this log to make room in the state file]\n';

interface LiveLog {
  readonly log: BoundedLog;
  /** Position in the log up to which the file has it. */
  savedTo: number;
  /** The file's text is no beginning of the log any more. */
  isStale: boolean;
  savedAtMs: number;
  /** Nothing more will be appended for a while. */
  hasEnded: boolean;
}

/** What the logs are kept in and with. */
export interface SqliteLogsOptions {
  readonly database: DatabaseSync;
  /** Bytes of one log that are kept. */
  readonly logLimit: number;
  /** Bytes that the file may grow to. */
  readonly fileLimit: number;
  /** Does a change of the file; false when it could not be done, which has been reported. */
  readonly attempt: (change: () => unknown) => boolean;
  /** One sentence about an error of the file. */
  readonly sentenceOf: (error: unknown) => string;
  /** Asks for a call of `flush` within a second. */
  readonly flushSoon: () => void;
}

/** The logs of a state file, whose tables are there already. */
export class SqliteLogs implements Logs {
  readonly #options: SqliteLogsOptions;
  readonly #add: StatementSync;
  readonly #remove: StatementSync;
  readonly #read: StatementSync;
  readonly #live = new Map<string, LiveLog>();

  constructor(options: SqliteLogsOptions) {
    const { database } = options;
    this.#options = options;
    this.#add = database.prepare('INSERT INTO logs (deployment, text) VALUES (?, ?)');
    this.#remove = database.prepare('DELETE FROM logs WHERE deployment = ?');
    this.#read = database.prepare('SELECT text FROM logs WHERE deployment = ? ORDER BY position');
  }

  append(id: string, text: string): void {
    const live = this.#open(id);
    live.log.append(text);
    live.isStale ||= live.log.isCut;
    this.#options.flushSoon();
  }

  replace(id: string, text: string): void {
    const live = this.#open(id);
    live.log.replace(text);
    live.isStale = true;
    this.#options.flushSoon();
  }

  read(id: string): string {
    return this.#live.get(id)?.log.text() ?? this.#saved(id);
  }

  end(id: string): void {
    const live = this.#live.get(id);
    if (live === undefined) return;
    this.#makeRoom();
    live.hasEnded = true;
    this.#save(id, live);
  }

  remove(id: string): void {
    this.#live.delete(id);
    this.#options.attempt(() => this.#remove.run(id));
  }

  /** Saves what was put off; `isLast`: also what is written less often. */
  flush({ isLast }: { readonly isLast: boolean }): void {
    for (const [id, live] of this.#live) {
      const isEarly = live.isStale && performance.now() - live.savedAtMs < REWRITE_AFTER_MS;
      if (isEarly && !isLast) this.#options.flushSoon();
      else this.#save(id, live);
    }
  }

  #open(id: string): LiveLog {
    const known = this.#live.get(id);
    if (known !== undefined) {
      known.hasEnded = false;
      return known;
    }
    const log = new BoundedLog(this.#options.logLimit);
    log.append(this.#saved(id));
    const live = { log, savedTo: log.end, isStale: log.isCut, savedAtMs: 0, hasEnded: false };
    this.#live.set(id, live);
    return live;
  }

  #saved(id: string): string {
    try {
      return this.#read
        .all(id)
        .map(({ text }) => String(text))
        .join('');
    } catch (error) {
      return `[${this.#options.sentenceOf(error)}]\n`;
    }
  }

  /** Writes what the file has not got yet; a log that could not be written stays in memory until it can. */
  #save(id: string, live: LiveLog): void {
    const { log, isStale, savedTo } = live;
    const isSaved = this.#options.attempt(() => {
      if (isStale) this.#remove.run(id);
      if (isStale || savedTo < log.end) this.#add.run(id, isStale ? log.text() : log.textSince(savedTo));
    });
    if (!isSaved) {
      this.#options.flushSoon();
      return;
    }
    live.savedTo = log.end;
    live.isStale = false;
    live.savedAtMs = performance.now();
    if (live.hasEnded) this.#live.delete(id);
  }

  /** Drops the oldest logs once the file is half full, so that there is always room for deployments and keys. */
  #makeRoom(): void {
    const { database, fileLimit, attempt } = this.#options;
    attempt(() => {
      if (this.#usedBytes() <= fileLimit * FULL_SHARE) return;
      const oldest = database.prepare('SELECT deployment FROM logs GROUP BY deployment ORDER BY MIN(position)').all();
      for (const { deployment } of oldest) {
        if (this.#usedBytes() <= fileLimit * TRIMMED_SHARE) return;
        const id = String(deployment);
        if (this.#live.has(id)) continue;
        this.#remove.run(id);
        this.#add.run(id, DROPPED);
      }
    });
  }

  #usedBytes(): number {
    const [{ used } = {}] = this.#options.database
      .prepare(
        `SELECT (page_count - freelist_count) * page_size AS used
          FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
      )
      .all();
    return Number(used);
  }
}
