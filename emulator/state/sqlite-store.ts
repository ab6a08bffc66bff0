// The state in an SQLite file, so that it outlives the process however that ends: a record that was saved is there after
// SIGKILL. The file is locked while it is open.
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import { parseJson } from '../json.ts';
import { createChecker } from '../schema/index.ts';
import type { RecordKind } from './schema.ts';
import { RECORD_SCHEMAS } from './schema.ts';
import { SqliteLogs } from './sqlite-logs.ts';
import type { ActivityRecord, DeploymentFacts, KeyRecord, State } from './state.ts';
import { emptyState } from './state.ts';
import { GoneError, NotOursError, StoreError, sentenceOf } from './store-error.ts';
import type { Change, LogLimits, SavedResource, Store } from './store.ts';

/** Written into the header of the file: "DSEm". */
const APPLICATION_ID = 0x44_53_45_6d;
const VERSION = 2;
const PAGE_BYTES = 4096;
const FLUSH_AFTER_MS = 1000;

/** How a store is opened. */
export interface StoreOptions extends LogLimits {
  /** Bytes that the file may grow to. */
  readonly fileLimit: number;
  /** Called with a sentence for people when a save fails, once for each reason. */
  readonly onProblem: (sentence: string) => void;
}

/** Opens (or creates) the state in a file. Throws `StoreError`. */
export function openStore(file: string, options: StoreOptions): Store {
  checkPlace(file);
  let database: DatabaseSync | undefined;
  try {
    // Only the owner may read it: names and addresses are in it, though no value of a key is.
    closeSync(openSync(file, 'a', 0o600));
    database = new DatabaseSync(file);
    prepare(database, options.fileLimit);
    return new SqliteStore(database, file, options);
  } catch (error) {
    database?.close();
    throw error instanceof StoreError ? error : new StoreError(sentenceOf(error, file), { cause: error });
  }
}

function checkPlace(file: string): void {
  const folder = path.dirname(file);
  if (!existsSync(folder)) throw new StoreError(`The folder ${folder} of the state file does not exist. Create it.`);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw new StoreError(`The state file ${file} is a folder. Name a file.`);
  // To open a pipe would wait for its other end.
  if (found?.isFile() === false) throw new StoreError(`The state file ${file} is no regular file. Name another one.`);
}

function prepare(database: DatabaseSync, fileLimit: number): void {
  database.exec('PRAGMA locking_mode = EXCLUSIVE');
  const { application_id: application } = database.prepare('PRAGMA application_id').get() ?? {};
  const { user_version: version } = database.prepare('PRAGMA user_version').get() ?? {};
  const isNew = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  if (!isNew && (application !== APPLICATION_ID || version !== VERSION)) throw new NotOursError();
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  if (isNew) database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`);
  database.exec(`PRAGMA max_page_count = ${Math.ceil(fileLimit / PAGE_BYTES)}`);
  database.exec(`CREATE TABLE IF NOT EXISTS records (
      position INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT, json TEXT NOT NULL, UNIQUE (kind, id));
    CREATE TABLE IF NOT EXISTS logs (
      position INTEGER PRIMARY KEY AUTOINCREMENT, deployment TEXT NOT NULL, text TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS logs_of_deployment ON logs (deployment)`);
}

const checkers = {
  organisation: createChecker(RECORD_SCHEMAS.organisation),
  key: createChecker(RECORD_SCHEMAS.key),
  deployment: createChecker(RECORD_SCHEMAS.deployment),
  activity: createChecker(RECORD_SCHEMAS.activity),
  resource: createChecker(RECORD_SCHEMAS.resource),
} as const satisfies Record<RecordKind, unknown>;

class SqliteStore implements Store {
  readonly logs: SqliteLogs;
  readonly saved: State | undefined;
  readonly resources: readonly SavedResource[];
  readonly #database: DatabaseSync;
  readonly #file: string;
  readonly #options: StoreOptions;
  readonly #upsert: StatementSync;
  /** The identity of the file and of its journal when they were opened. */
  readonly #opened: readonly (readonly [place: string, identity: string])[];
  /** What is to be saved when there is time, the latest of each record. */
  readonly #unsaved = new Map<string, Row>();
  #timer: NodeJS.Timeout | undefined;
  readonly #reported = new Set<string>();

  constructor(database: DatabaseSync, file: string, options: StoreOptions) {
    this.#database = database;
    this.#file = file;
    this.#options = options;
    this.#upsert = database.prepare(
      'INSERT INTO records (kind, id, json) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json',
    );
    this.saved = this.#load();
    this.resources = this.#read<SavedResource>('resource');
    // The journal, whose place is watched, is there from the first change on.
    database.exec(`PRAGMA user_version = ${VERSION}`);
    this.#opened = [file, `${file}-wal`].map((place) => [place, identityOf(place)]);
    this.logs = new SqliteLogs({
      database,
      logLimit: options.logLimit,
      fileLimit: options.fileLimit,
      attempt: (change) => this.#attempt(change),
      sentenceOf: (error) => sentenceOf(error, file),
      flushSoon: () => this.#flushSoon(),
    });
  }

  save(change: Change): boolean {
    const rows = rowsOf(change);
    const isSaved = this.#saveRows(rows);
    // What was put off of the same records is older.
    if (isSaved) for (const { kind, id } of rows) this.#unsaved.delete(`${kind} ${id}`);
    return isSaved;
  }

  record(change: Change): void {
    if (!this.save(change)) this.saveSoon(change);
  }

  saveSoon(change: Change): void {
    for (const row of rowsOf(change)) this.#unsaved.set(`${row.kind} ${row.id}`, row);
    this.#flushSoon();
  }

  removeDeployment(id: string): void {
    this.#attempt(() => this.#database.prepare(`DELETE FROM records WHERE kind = 'deployment' AND id = ?`).run(id));
    this.logs.remove(id);
  }

  trimActivity(kept: number): void {
    this.#attempt(() =>
      this.#database
        .prepare(
          `DELETE FROM records WHERE kind = 'activity' AND position <=
            (SELECT position FROM records WHERE kind = 'activity' ORDER BY position DESC LIMIT 1 OFFSET ?)`,
        )
        .run(kept),
    );
  }

  close(): void {
    if (!this.#database.isOpen) return;
    clearTimeout(this.#timer);
    this.#flush({ isLast: true });
    // A log that could not be saved asked for another try.
    clearTimeout(this.#timer);
    this.#database.close();
  }

  #load(): State | undefined {
    const [organisation] = this.#read<Pick<State, 'wallet' | 'deploymentCount'>>('organisation');
    if (organisation === undefined) return undefined;
    return {
      ...emptyState(organisation.wallet),
      ...organisation,
      keys: this.#read<KeyRecord>('key'),
      deployments: this.#read<DeploymentFacts>('deployment'),
      activity: this.#read<ActivityRecord>('activity'),
    };
  }

  #read<T>(kind: RecordKind): T[] {
    const rows = this.#database.prepare('SELECT id, json FROM records WHERE kind = ? ORDER BY position').all(kind);
    return rows.map(({ id, json }) => {
      const record = checkers[kind](parseJson(String(json)));
      if (!record.ok) {
        const name = [kind, id].filter((part) => part !== null && part !== '').join(' ');
        throw new StoreError(`The state file ${this.#file} has a bad record, ${name}: ${record.problems.join('; ')}.`);
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the kind has just been checked
      return record.value as T;
    });
  }

  #saveRows(rows: readonly Row[]): boolean {
    return this.#attempt(() => {
      for (const { kind, id, value } of rows) this.#upsert.run(kind, id, JSON.stringify(value));
    });
  }

  /** Does a change of the file as a whole or not at all; what fails is reported and the emulator continues in memory. */
  #attempt(change: () => void): boolean {
    const database = this.#database;
    if (!database.isOpen) return false;
    try {
      this.#checkPlaces();
      database.exec('BEGIN');
      change();
      database.exec('COMMIT');
      return true;
    } catch (error) {
      // Some errors have ended the transaction already.
      if (database.isTransaction) database.exec('ROLLBACK');
      const sentence = sentenceOf(error, this.#file);
      if (!this.#reported.has(sentence)) this.#options.onProblem(sentence);
      this.#reported.add(sentence);
      return false;
    }
  }

  /** Throws where the file was removed or replaced: what is written to an open file that has no name is lost at its end. */
  #checkPlaces(): void {
    if (this.#opened.some(([place, identity]) => identityOf(place) !== identity)) throw new GoneError();
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#flush({ isLast: false });
    }, FLUSH_AFTER_MS).unref();
  }

  #flush(options: { readonly isLast: boolean }): void {
    if (this.#saveRows([...this.#unsaved.values()])) this.#unsaved.clear();
    else this.#flushSoon();
    this.logs.flush(options);
  }
}

/** A record on its way into the file. */
interface Row {
  readonly kind: RecordKind;
  /** Null for a record that is only ever added. */
  readonly id: string | null;
  readonly value: object;
}

function rowsOf({ organisation, key, deployment, activity, resource }: Change): readonly Row[] {
  const { wallet, deploymentCount } = organisation ?? {};
  return [
    ...(organisation === undefined ? [] : [rowFor('organisation', '', { wallet, deploymentCount })]),
    ...(key === undefined ? [] : [rowFor('key', key.id, key)]),
    ...(deployment === undefined ? [] : [rowFor('deployment', deployment.id, deployment)]),
    ...(activity === undefined ? [] : [rowFor('activity', null, activity)]),
    ...(resource === undefined ? [] : [rowFor('resource', resource.id, resource)]),
  ];
}

function rowFor(kind: RecordKind, id: string | null, value: object): Row {
  return { kind, id, value };
}

/** Device and inode, which another file of the same name does not share; empty where there is no file. */
function identityOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev} ${found.ino}`;
}
