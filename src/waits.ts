// Says what a step waits for. Nothing else prints a line about a wait.
import type { Clock } from './clock.ts';
import { formatDuration } from './text.ts';

/** A wait that lasts this long gets a line. */
const LOGGED_AFTER_MS = 5_000;
/** After its first line, a wait gets one line in this time, unless its reason changes. */
const REPEATED_AFTER_MS = 60_000;
/** A shorter rest of a wait is not named. */
const SHORTEST_REST_MS = 500;

/** What a step waits for. */
interface Wait {
  /** What it waits for, without a full stop; untrusted. */
  readonly text: string;
  /** When it ends at the latest, on the clock of the step; the deadline also ends it. */
  readonly untilMs: number;
  /** A new reason gets a line at once. By default the text is the reason. */
  readonly reason?: string;
  /** The caller has printed its first line, so the next one comes after a minute. */
  readonly isTold?: boolean;
  /** The line for its end, if its beginning was logged; by default there is none. */
  readonly ended?: () => string;
}

/** The waits of one step, each under a key for its kind. */
export interface Waits {
  /** Begins a wait, or changes the text and the end of the one with this key. */
  begin(key: string, wait: Wait): void;
  /** Ends a wait because its reason is over, which may get a line. */
  end(key: string): void;
  /** Drops a wait whose reason may persist: no line says that it ended. */
  leave(key: string): void;
  leaveAll(): void;
}

interface Entry {
  wait: Wait;
  /** Its latest end, as the last line said; the deadline before the first line. */
  loggedUntilMs: number;
  readonly reasons: Set<string>;
  readonly stop: AbortController;
  isLogged: boolean;
}

/** Creates the waits of one step. */
export function createWaits(options: {
  readonly clock: Clock;
  /** Time on `clock`. */
  readonly deadlineMs: number;
  readonly info: (text: string) => void;
}): Waits {
  const { clock, deadlineMs, info } = options;
  const entries = new Map<string, Entry>();

  function print(entry: Entry): void {
    const { text, untilMs, reason = text } = entry.wait;
    entry.loggedUntilMs = Math.min(untilMs, deadlineMs);
    const leftMs = entry.loggedUntilMs - clock.now();
    const rest = leftMs < SHORTEST_REST_MS ? '' : `, for at most ${formatDuration(leftMs)} more`;
    entry.isLogged = true;
    entry.reasons.add(reason);
    info(`${text}${rest}.`);
  }

  /** True for a new reason, and once the end that the last line said has passed. */
  function deservesLine(
    { reasons, loggedUntilMs }: Entry,
    { reason, text, untilMs }: Wait,
  ): boolean {
    if (!reasons.has(reason ?? text)) return true;
    return clock.now() >= loggedUntilMs && Math.min(untilMs, deadlineMs) > loggedUntilMs;
  }

  async function keepPrinting(entry: Entry): Promise<void> {
    let waitMs = entry.wait.isTold === true ? REPEATED_AFTER_MS : LOGGED_AFTER_MS;
    for (;;) {
      await clock.sleep(waitMs, entry.stop.signal);
      print(entry);
      waitMs = REPEATED_AFTER_MS;
    }
  }

  function leave(key: string): Entry | undefined {
    const entry = entries.get(key);
    entries.delete(key);
    entry?.stop.abort();
    return entry;
  }

  function end(key: string): void {
    const entry = leave(key);
    if (entry?.isLogged !== true || entry.wait.ended === undefined) return;
    info(entry.wait.ended());
  }

  return {
    begin(key, wait) {
      const { reason = wait.text } = wait;
      const known = entries.get(key);
      if (known !== undefined) {
        const isNew = known.isLogged && deservesLine(known, wait);
        known.wait = wait;
        if (isNew) print(known);
        return;
      }
      const entry: Entry = {
        wait,
        loggedUntilMs: deadlineMs,
        reasons: new Set(wait.isTold === true ? [reason] : []),
        stop: new AbortController(),
        isLogged: wait.isTold === true,
      };
      entries.set(key, entry);
      keepPrinting(entry).catch(() => undefined);
    },
    end,
    leave,
    leaveAll() {
      for (const key of entries.keys()) leave(key);
    },
  };
}
