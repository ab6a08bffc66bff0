// Logs that grow too long: what of them is kept, and the line that says so.

/**
 * Characters of one log that are kept at least: 2,000 lines of 1 kB, and not so many that the reply
 * with it exceeds the 8 MiB that the action reads, escapes of JSON included.
 */
const LOG_LIMIT = 4_000_000;
/** Characters of all build logs together; beyond it the oldest ones are left out. */
const LOGS_LIMIT = 24_000_000;
const LOG_LEFT_OUT = '[emulator] this log is left out: later ones have taken its place\n';
const BEGINNING_LEFT_OUT = /^\[emulator\] the first ([\d,]+) characters of this log are left out\n/;

/**
 * Appends to a log. Of one that is too long the end is kept, from the start of a line, below a line
 * that says how much is missing.
 */
export function appendLog(log: string, text: string): string {
  const whole = log + text;
  // Not at every piece: cutting millions of characters takes time.
  if (whole.length <= LOG_LIMIT * 1.2) return whole;
  const [note = '', before = '0'] = BEGINNING_LEFT_OUT.exec(whole) ?? [];
  const cut = whole.length - LOG_LIMIT;
  const nextLine = whole.indexOf('\n', cut) + 1;
  // A line may be endless.
  const start = nextLine > 0 && nextLine < cut + LOG_LIMIT / 10 ? nextLine : cut;
  const missing = Number(before.replaceAll(',', '')) + start - note.length;
  const size = missing.toLocaleString('en');
  return `[emulator] the first ${size} characters of this log are left out\n${whole.slice(start)}`;
}

/** Leaves out the logs of the oldest deployments that have ended, where all are too long. */
export function dropOldLogs(
  deployments: readonly { readonly finishedAtMs: number | null; log: string }[],
): void {
  let kept = 0;
  for (const deployment of deployments.toReversed()) {
    kept += deployment.log.length;
    const isLong = deployment.log.length > LOG_LEFT_OUT.length;
    if (kept > LOGS_LIMIT && isLong && deployment.finishedAtMs !== null)
      deployment.log = LOG_LEFT_OUT;
  }
}
