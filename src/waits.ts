// Says what a step waits for. Nothing else prints a line about a wait.
import type { Clock } from './clock.ts';
import { formatDuration } from './text.ts';

/** A wait that lasts this long gets a line. */
const LOGGED_AFTER_MS = 5_000;
/** After its first line, a wait gets one line in this time, unless its reason changes. */
const REPEATED_AFTER_MS = 60_000;
/** A wait that is over sooner gets no line. */
const SHORTEST_REST_MS = 500;

/** What a step waits for. */
interface Wait {
  /** What it waits for, without a full stop; untrusted. */
  readonly text: string;
  /** When it ends at the latest, on the clock of the step; the deadline also ends it. */
  readonly untilMs: number;
  /** A reason that is new in this wait gets a line at once; by default the text. */
  readonly reason?: string;
  /** Its first line was printed already, so the next one comes after a minute. */
  readonly isTold?: boolean;
  /** So much of it is usual: it gets its first line only after this; at least five seconds. */
  readonly usualMs?: number;
  /** The line for its end, if its beginning was logged; by default there is none. */
  readonly ended?: () => string;
}

/** The waits of one step, each under a key for its kind. */
export interface Waits {
  /** Begins a wait, or changes the text and the end of the one with this key. */
  begin(key: string, wait: Wait): void;
  /** Ends a wait, whose reason is over. */
  end(key: string): void;
  /** Waits no longer, although the reason goes on: no line says that it ended. */
  leave(key: string): void;
  leaveAll(): void;
}

interface Running {
  wait: Wait;
  /** Until when it lasts at most, by its latest line. */
  toldUntilMs: number;
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
  const running = new Map<string, Running>();
  /** Prints a line, unless the wait is as good as over. */
  function print(one: Running): void {
    const { text, untilMs, reason = text } = one.wait;
    one.toldUntilMs = Math.min(untilMs, deadlineMs);
    const leftMs = one.toldUntilMs - clock.now();
    if (leftMs < SHORTEST_REST_MS) return;
    one.isLogged = true;
    one.reasons.add(reason);
    info(`${text}, for at most ${formatDuration(leftMs)} more.`);
  }

  /** How long a wait lasts before it gets its next line. */
  function firstLineMs({ isTold = false, usualMs = 0 }: Wait): number {
    return isTold ? REPEATED_AFTER_MS : Math.max(LOGGED_AFTER_MS, usualMs);
  }

  /** A reason that is new, or an end that is later than a line has said. */
  function isNews({ reasons, toldUntilMs }: Running, { reason, text, untilMs }: Wait): boolean {
    if (!reasons.has(reason ?? text)) return true;
    return clock.now() >= toldUntilMs && Math.min(untilMs, deadlineMs) > toldUntilMs;
  }

  async function keepPrinting(one: Running): Promise<void> {
    let waitMs = firstLineMs(one.wait);
    for (;;) {
      await clock.sleep(waitMs, one.stop.signal);
      print(one);
      waitMs = REPEATED_AFTER_MS;
    }
  }

  function leave(key: string): Running | undefined {
    const one = running.get(key);
    running.delete(key);
    one?.stop.abort();
    return one;
  }

  function end(key: string): void {
    const one = leave(key);
    if (one?.isLogged !== true || one.wait.ended === undefined) return;
    info(one.wait.ended());
  }

  return {
    begin(key, wait) {
      const { reason = wait.text } = wait;
      const known = running.get(key);
      if (known !== undefined) {
        const isNew = known.isLogged && isNews(known, wait);
        known.wait = wait;
        if (isNew) print(known);
        return;
      }
      const one: Running = {
        wait,
        toldUntilMs: deadlineMs,
        reasons: new Set(wait.isTold === true ? [reason] : []),
        stop: new AbortController(),
        isLogged: wait.isTold === true,
      };
      running.set(key, one);
      keepPrinting(one).catch(() => undefined);
    },
    end,
    leave,
    leaveAll() {
      for (const key of running.keys()) leave(key);
    },
  };
}
