// Time for trials over real loopback HTTP: it stands still while a request is being worked on and jumps when all wait.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import { setImmediate } from 'node:timers';
import type { Clock } from '../../../src/clock.ts';

/** Turns of the event loop without a change before time jumps: bytes on their way through loopback need a few. */
const QUIET_TURNS = 5;
const START_WALL_MS = Date.UTC(2026, 4, 4, 9);
const CREATED = 'http.client.request.created';

/** A clock for the action and its stand-in service, which share one process. */
export interface TrialClock extends Clock {
  /** Like `sleep`, for a service that keeps a request waiting on purpose: time may pass although that request is open. */
  keepWaiting(ms: number, signal: AbortSignal): Promise<void>;
  dispose(): void;
}

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** A time of the trial in ISO 8601. */
export const isoTime = (ms: number): string => new Date(START_WALL_MS + ms).toISOString();

/** Something yields to the event loop, as the action does while it reads a long log, or waits for a file. */
function isWorkPending(): boolean {
  return process.getActiveResourcesInfo().some((kind) => kind === 'Immediate' || kind.startsWith('FSReq'));
}

/** Starts at 0 ms. */
export function createTrialClock(): TrialClock {
  let nowMs = 0;
  let sleepers: Sleeper[] = [];
  let changes = 0;
  let open = 0;
  let kept = 0;
  let isTurning = false;
  let isDisposed = false;

  const onCreated = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('request' in message)) return;
    if (!(message.request instanceof ClientRequest)) return;
    open += 1;
    changes += 1;
    message.request.once('close', () => {
      open -= 1;
      changes += 1;
    });
  };
  subscribe(CREATED, onCreated);

  const isQuiet = (): boolean => open === kept && !isWorkPending();

  function turn(quietTurns: number): void {
    if (isDisposed || sleepers.length === 0) {
      isTurning = false;
      return;
    }
    if (quietTurns >= QUIET_TURNS && isQuiet()) {
      jump();
      setImmediate(turn, 0);
      return;
    }
    const before = changes;
    setImmediate(() => turn(changes === before && isQuiet() ? quietTurns + 1 : 0));
  }

  function jump(): void {
    nowMs = sleepers.reduce((earliest, { atMs }) => Math.min(earliest, atMs), Infinity);
    const due = sleepers.filter(({ atMs }) => atMs === nowMs);
    sleepers = sleepers.filter(({ atMs }) => atMs !== nowMs);
    changes += 1;
    for (const { wake } of due) wake();
  }

  async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    return await new Promise((resolve, reject) => {
      const onAbort = (): void => {
        sleepers = sleepers.filter((other) => other !== sleeper);
        changes += 1;
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        atMs: nowMs + Math.max(0, ms),
        wake: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      sleepers.push(sleeper);
      changes += 1;
      if (isTurning) return;
      isTurning = true;
      setImmediate(turn, 0);
    });
  }

  return {
    now: () => nowMs,
    wallTime: () => START_WALL_MS + nowMs,
    sleep,
    async keepWaiting(ms, signal) {
      kept += 1;
      changes += 1;
      try {
        await sleep(ms, signal);
      } finally {
        kept -= 1;
        changes += 1;
      }
    },
    dispose() {
      isDisposed = true;
      unsubscribe(CREATED, onCreated);
    },
  };
}
