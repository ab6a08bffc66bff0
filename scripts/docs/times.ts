// The table of times in docs/architecture.md: every value is read from a constant in src.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

/**
 * What a user feels, and for how long. `{NAME}` or `{NAME.field}` stands for a constant,
 * `{api/probe NAME}` for one whose name two files use. Those named `…_MS` or `…Ms` are times.
 */
const TIMES: readonly (readonly [what: string, value: string])[] = [
  ['**Requests**', ''],
  ['one request; one to the app', '{api/requests TIMEOUT_MS}; {api/probe TIMEOUT_MS}'],
  ['the last attempt of a read that is given up soon, at least', '{SHORTEST_TIMEOUT_MS}'],
  ['a read that is sent only once', '{ONCE_TIMEOUT_MS}'],
  [
    'between polls, ± 20 %',
    '{QUICK_GAP_MS}; if longer, {GAP_PER_RESOURCE_MS} × concurrent jobs × active resources',
  ],
  ['… for {WINDOW_MS} after a second 429 within {WINDOW_MS}', 'at least {SLOW_GAP_MS}'],
  [
    'first poll after acceptance; with several jobs, if jobs × resources are more than {FEW}',
    '{FIRST_POLL_MS}; {FIRST_POLL_GAPS} gaps, to {WINDOW_MS}',
  ],
  ['last poll before the deadline', '{LAST_POLL_MS}'],
  ['pause after a slow reply', 'as long as the reply took, to {LONGEST_PAUSE_AFTER_SLOW_MS}'],
  [
    'wait after a 429 without `Retry-After`',
    '{RATE_LIMIT_MS} × {GROWTH} each, to {LONGEST_RATE_LIMIT_MS}',
  ],
  ['added to `Retry-After`, half of it at least', '{RETRY_AFTER_JITTER_MS}'],
  [
    'between failed reads, ± 25 %: before the first answer, later',
    '{FIRST_WAIT_MS} doubling to {LONGEST_WAIT_MS.first}; {LONGEST_WAIT_MS.later}',
  ],
  [
    'an outage is logged from; a reply that is slower than any before by',
    '{LOGGED_AFTER_MS}; {SLOWER_BY_MS}',
  ],
  [
    'lost or no connection is retried, before the first answer',
    '{FAILURE_KINDS.unsent.retryMs.first}',
  ],
  [
    'replies not from the API are retried: before the first answer, later',
    '{FAILURE_KINDS.notApi.retryMs.first}; {FAILURE_KINDS.notApi.retryMs.later}',
  ],
  ['a line about a wait is repeated, if nothing changes, every', '{REPEAT_MS}'],

  ['**Before a request is accepted**', ''],
  [
    'read of the resource before a deployment; reads that only add to a message',
    '{GIVE_UP_MS}; {BEST_EFFORT_MS}',
  ],
  ['unsent request: retried for, every', '{UNSENT_TIMEOUT_MS}, {UNSENT_GAP_MS}'],
  ['busy: list read every, sent again after', '{BLOCKER_POLL_MS}, {BLOCKED_REPOST_MS}'],
  [
    '… without visible work: least, and at random more',
    '{UNSEEN_WAIT_MS.least}, {UNSEEN_WAIT_MS.spread}; growing to {UNSEEN_WAIT_MS.longest}',
  ],

  ['**Which deployment is ours**', ''],
  ['search after acceptance, or after a lost answer', '{SEARCH_TIMEOUT_MS}'],
  ['… after an error of the API, or with `wait: false`', '{SHORT_SEARCH_TIMEOUT_MS}'],
  ['found in the list: no verdict before', '{RECHECK_LIST_AFTER_MS}'],
  [
    'neither detail nor list shows the id; while the detail cannot be read',
    '{ABSENT_AFTER_MS.certain}; {ABSENT_AFTER_MS.possible}',
  ],

  ['**Following a deployment**', ''],
  ['the list is retried, where the detail shows no status, for at most', '{LIST_GIVE_UP_MS}'],
  [
    'detail read again after a failure: first after, then every',
    '{FIRST_REREAD_MS}, {REREAD_GAP_MS}',
  ],
  ['… while no cause is named; while the log grows', '{CAUSE_TIMEOUT_MS}; {LAST_LINES_TIMEOUT_MS}'],
  ['a wait is not logged if it can only be shorter than', '{SILENT_MS}'],
  ['polls further apart than this do not show when the build began', '{MAX_POLL_GAP_MS}'],
  [
    '`wait` without an id: until one appears; list read every',
    '{APPEARANCE_TIMEOUT_MS}; {LIST_POLL_MS}',
  ],

  ['**The app**', ''],
  ['after `finished`: read every', '{POLL_MS}'],
  ['… asleep or unknown; down', '{ASLEEP_MS}; {DOWN_MS}'],
  ['… moving, unhealthy or without a status; crashed as before', '{SETTLE_TIMEOUT_MS}'],
  ['… restarting; also `start`, `stop`, `restart` without a change', '{STUCK_MS}'],
  ['start, stop, restart: pauses before the first reads', '{FIRST_PAUSES_MS}'],
  ['… wanted state holds; found without a change', '{STABLE_FOR_MS}; {UNCHANGED_MS}'],
  ['… a restart without a change, an unknown status', '{UNSEEN_MS}'],
  ['… wrong state: stop; others', '{WRONG_MS.stop}; {WRONG_MS.start}'],
  ['… lost answer: sent again after, read every', '{EFFECT_TIMEOUT_MS}, {EFFECT_POLL_MS}'],
  ['health check: requested again', '{FIRST_GAP_MS}, growing to {LONGEST_GAP_MS}'],

  ['**GitHub, and the end of the step**', ''],
  ['creating the record', '{CREATE.timeoutMs}'],
  [
    'any other request: all attempts within, at least between them',
    '{ATTEMPTS_WITHIN_MS}, {GAP_MS}',
  ],
  [
    'the record holds up a step; a cancelled one; answers to the creation and `in_progress`',
    '{CLOSE_MS.usual}; {CLOSE_MS.cancelled}; {BACKGROUND_MS}',
  ],
  ['a line about that wait after', '{QUIET_MS}'],
  [
    'process gone; after a cancel with a record',
    '{EXIT_WITHIN_MS.usual}; {EXIT_WITHIN_MS.withRecord}',
  ],
  ['with more than 10 resources: saved at most every', '{SAVE_GAP_MS}'],
];

/** Constants that are no time of the step, or stand in the table of inputs. */
const OTHERS: ReadonlySet<string> = new Set(['LONGEST_TIMER_MS', 'UNIT_MS']);

const REFERENCE = /\{(?:([\w/-]+) )?([A-Z_]+)((?:\.\w+)*)\}/g;
const DECLARATION = /\bconst ([A-Z_]+)(?:: [^=]+)? = ([^;]+?)(?: as const)?;/g;

interface Constant {
  /** Below `src/`, without `.ts`. */
  readonly file: string;
  readonly name: string;
  readonly initializer: string;
}

const src = join(import.meta.dirname, '../../src');
const constants: readonly Constant[] = globSync('**/*.ts', { cwd: src }).flatMap((path) => {
  const file = path.replaceAll('\\', '/').replace(/\.ts$/, '');
  const declarations = [...readFileSync(join(src, path), 'utf8').matchAll(DECLARATION)];
  return declarations.map(([, name = '', initializer = '']) => ({ file, name, initializer }));
});

/** Rows of the table: what, for how long, and the constants. */
export function timesTable(): readonly (readonly string[])[] {
  return TIMES.map(([what, value]) => {
    const files = Map.groupBy(constantsIn(what + value), ({ file }) => file);
    const where = [...files].map(
      ([file, found]) => `${found.map(({ name }) => `\`${name}\``).join(', ')} ${file}`,
    );
    return [filled(what), filled(value), where.join('; ')];
  });
}

/** The constants of milliseconds that the table leaves out. */
export function problemsOfTimes(): string[] {
  const shown = constantsIn(TIMES.flat().join(''));
  return constants
    .filter((each) => each.name.endsWith('_MS') && !OTHERS.has(each.name) && !shown.has(each))
    .map(({ name, file }) => `scripts/docs/times.ts leaves out ${name} of src/${file}.ts`);
}

/** The constants that a text refers to, each once. */
function constantsIn(text: string): ReadonlySet<Constant> {
  return new Set(
    [...text.matchAll(REFERENCE)].map(([, file, name = '']) => constantOf(name, file)),
  );
}

function constantOf(name: string, file?: string): Constant {
  const [first, ...others] = constants.filter(
    (each) => each.name === name && (file === undefined || each.file === file),
  );
  if (first === undefined || others.length > 0)
    throw new Error(`scripts/docs/times.ts: src has none or several constants named ${name}`);
  return first;
}

function filled(text: string): string {
  return text.replaceAll(REFERENCE, (_, file: string | undefined, name: string, path: string) => {
    const value: unknown = runInNewContext(`(${constantOf(name, file).initializer})${path}`);
    return /ms(?:\.|$)/i.test(name + path) || name.endsWith('_MS') ? inWords(value) : String(value);
  });
}

/** `90 s`, `3 min`; a list of pauses: `0.5, 1 s`. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return `${value.map((ms) => Number(ms) / 1000).join(', ')} s`;
  const ms = Number(value);
  if (Number.isNaN(ms)) throw new Error(`${String(value)} is no time`);
  return ms >= 120_000 && ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`;
}
