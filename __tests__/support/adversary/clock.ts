// The calendar of trials.

/** When a trial begins, in milliseconds since the epoch. */
export const START_WALL_MS = Date.UTC(2026, 4, 4, 9);

/** A time of the trial in ISO 8601. */
export const isoTime = (ms: number): string => new Date(START_WALL_MS + ms).toISOString();
