// Classifies the statuses of deployments and resources.

/** A class, and the words that belong to it. The first row with a matching pattern counts. */
type Classes<T> = readonly (readonly [T, RegExp])[];

function classIn<T>(classes: Classes<T>, text: string): T | undefined {
  return classes.find(([, pattern]) => pattern.test(text))?.[0];
}

/** How a deployment ended. */
export type Ending = 'finished' | 'failed' | 'cancelled';

/** Whole statuses that platforms of this kind use for an end, besides those of the API page. */
const ENDINGS: Classes<Ending> = [
  ['finished', /^finished$/],
  ['failed', /^(?:failed|failure|error|errored|crashed|aborted|rejected|timed_out)$/],
  ['cancelled', /^(?:cancell?ed|cancelled_by_user|skipped|superseded)$/],
];

/** The five statuses of a deployment (API 3). */
const KNOWN_STATUS = /^(?:queued|building|finished|failed|cancelled)$/;

/**
 * Writes the five statuses as the API does (API 3), from any letter case, and `canceled` as
 * `cancelled`. Other statuses are unchanged.
 */
export function normalizeStatus(status: string): string {
  const word = status
    .trim()
    .toLowerCase()
    .replace(/^canceled$/, 'cancelled');
  return KNOWN_STATUS.test(word) ? word : status;
}

/** True for one of the five statuses, in any spelling that {@link normalizeStatus} reads. */
export function isKnownStatus(status: string): boolean {
  return KNOWN_STATUS.test(normalizeStatus(status));
}

/** How a deployment in this status has ended. Undefined for any other status: it is in progress. */
export function endingOf(status: string): Ending | undefined {
  return classIn(ENDINGS, status.trim().toLowerCase().replaceAll(/[ -]/g, '_'));
}

/** What the status of a resource means. `none`: the service shows no status. */
export type ResourceClass =
  'up' | 'down' | 'crashed' | 'asleep' | 'moving' | 'restarting' | 'unhealthy' | 'unknown' | 'none';

/** By the first word of a status. */
const RESOURCE_CLASSES: Classes<ResourceClass> = [
  ['up', /^(?:running|healthy|active|online|up|live|started|ready|available|deployed)$/],
  ['down', /^(?:exited|dead|down|offline)$/],
  ['crashed', /^(?:crash|fail|err|oom|kill)/],
  ['asleep', /^(?:stopped|off|inactive|idle|paused|suspended|sleeping)$/],
  ['restarting', /^restarting$/],
  ['moving', /^(?:pending|queued|starting|stopping|deploying|building|pulling|creating|updating)$/],
  ['moving', /^(?:provisioning|initializing)$/],
];

/**
 * Classifies the status of a resource, in any letter case: `running (healthy)` is up, `running
 * (unhealthy)` is not. What is down or moves stays so: `restarting (unhealthy)` may be a crash
 * loop.
 */
export function classOf(status: string | undefined): ResourceClass {
  if (status === undefined) return 'none';
  const words = wordsIn(status);
  const [word = ''] = words;
  const found = classIn(RESOURCE_CLASSES, word) ?? 'unknown';
  if (['down', 'crashed', 'moving', 'restarting'].includes(found)) return found;
  return words.includes('unhealthy') ? 'unhealthy' : found;
}

/** True for a resource that does not work as it should. */
export function isTroubled(status: string | undefined): boolean {
  return ['down', 'crashed', 'unhealthy'].includes(classOf(status));
}

/** The time that a status shows, such as the uptime in `up 3 minutes`. */
const TIME = /(?:about |less than )?(?<!\d)(\d{1,9}|an?) (second|minute|hour|day|week|month)s?\b/i;
const UNIT_SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
};

/** Separates the time that a status shows (0 if it shows none) from the `rest` of its text. */
export function splitTime(status: string): { readonly rest: string; readonly seconds: number } {
  const [time = '', count = '', unit = ''] = TIME.exec(status) ?? [];
  // `About a minute`
  const units = Number(count) || 1;
  const seconds = units * (UNIT_SECONDS[unit.toLowerCase()] ?? 0);
  return { rest: status.replace(time, ''), seconds };
}

/**
 * True for two spellings of one status, such as `running (healthy)` and `Running:healthy`, or `up 3
 * minutes` and `up 4 minutes`. Unknown statuses are compared whole, except for their letter case.
 */
export function isSameStatus(a: string | undefined, b: string | undefined): boolean {
  return comparable(a) === comparable(b);
}

function comparable(status: string | undefined): string | undefined {
  if (status === undefined || classOf(status) === 'unknown') return status?.trim().toLowerCase();
  return wordsIn(splitTime(status).rest).join(' ');
}

function wordsIn(status: string): readonly string[] {
  return status.toLowerCase().match(/\p{L}+/gu) ?? [];
}
