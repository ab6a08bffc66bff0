// Durations as people write them: `90`, `90s`, `15m`, `1h30m`.

const UNIT_MS = { h: 3_600_000, m: 60_000, s: 1_000 } as const;

/**
 * Milliseconds of a written duration; undefined when `text` is not one. A bare number is seconds; each unit occurs at
 * most once, largest first.
 */
export function parseDurationMs(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) * UNIT_MS.s;
  const parts = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?$/i.exec(text);
  if (parts === null || text === '') return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = parts;
  return Number(hours) * UNIT_MS.h + Number(minutes) * UNIT_MS.m + Number(seconds) * UNIT_MS.s;
}

/** A duration for people, such as `4.2s`, `1m 12s` or `2h 5m`: one decimal below ten seconds, else whole seconds. */
export function formatDuration(ms: number): string {
  if (ms < 9_950) return `${Number((ms / UNIT_MS.s).toFixed(1))}s`;
  const totalSeconds = Math.round(ms / UNIT_MS.s);
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor((totalSeconds % 3600) / 60);
  const seconds = totalSeconds % 60;
  if (hours > 0) return minutes > 0 ? `${hours}h ${minutes}m` : `${hours}h`;
  if (minutes > 0) return seconds > 0 ? `${minutes}m ${seconds}s` : `${minutes}m`;
  return `${seconds}s`;
}
