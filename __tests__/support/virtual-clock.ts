// Time that passes by itself, as fast as the work allows, for tests over real loopback HTTP in one
// process. It observes the process from outside: the requests in flight, through Node's diagnostics
// channels, and pending I/O.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type EventEmitter, setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { clearImmediate, clearTimeout, setImmediate, setTimeout } from 'node:timers';
import type { Clock } from '../../src/clock.ts';

/**
 * Turns of the event loop without any change before time moves: continuations of finished work need
 * a few.
 */
const QUIET_TURNS = 6;

/** After so many busy turns the clock checks only once a millisecond, to save processor time. */
const EAGER_TURNS = 2000;

/** Work that ends by itself in real time and whose continuation must run before time moves. */
const PENDING_WORK = new Set([
  'CloseReq', // of a file handle
  'FSReqCallback',
  'FSReqPromise',
  'GetAddrInfoReqWrap',
  'PipeConnectWrap',
  'QueryReqWrap', // of the resolver
  'TCPConnectWrap',
]);

/** The calendar time at which every clock starts: noon of 2 March 2026, UTC. */
const START_WALL_MS = Date.UTC(2026, 2, 2, 12);

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/**
 * A clock that jumps to the next sleeper's time once nothing else happens: no request of
 * `node:http` or `fetch` in flight, except those that a server holds back, and no file, DNS or
 * connect work pending. It does nothing while nobody sleeps. Limits: child processes, real timers
 * and worker threads are not seen, and a response that its client never reads to the end stops
 * time.
 */
export class VirtualClock implements Clock {
  #elapsedMs = 0;
  #sleepers: Sleeper[] = [];
  /** Grows with everything that happens, so that two equal readings mean that nothing did. */
  #changes = 0;
  readonly #requests = watchRequests(() => {
    this.#changes += 1;
  });
  #cancelTurn: (() => void) | undefined;
  #quietTurns = 0;
  #busyTurns = 0;

  /** Milliseconds since the clock was made. */
  now(): number {
    return this.#elapsedMs;
  }

  /** Milliseconds since the epoch. */
  wallTime(): number {
    return START_WALL_MS + this.#elapsedMs;
  }

  /**
   * Resolves when the clock has come to `ms` from now; rejects with the signal's reason when it is
   * aborted first.
   */
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    return await new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        this.#changes += 1;
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        atMs: this.#elapsedMs + Math.max(0, ms),
        wake: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#sleepers.push(sleeper);
      this.#changes += 1;
      this.#scheduleTurn();
    });
  }

  /**
   * Lets time pass although the request from this local port is in flight, until the returned
   * function is called.
   */
  hold(clientPort: number): () => void {
    return this.#requests.hold(clientPort);
  }

  /** How many sleeps are pending; for tests of leaks. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Stops time for good and lets the process end. Pending sleeps never settle. */
  dispose(): void {
    this.#requests.dispose();
    this.#cancelTurn?.();
    this.#cancelTurn = undefined;
    this.#sleepers = [];
  }

  #nextWakeMs(): number {
    return this.#sleepers.reduce((earliest, { atMs }) => Math.min(earliest, atMs), Infinity);
  }

  #scheduleTurn(): void {
    if (this.#cancelTurn !== undefined || this.#nextWakeMs() === Infinity) return;
    const changesBefore = this.#changes;
    const turn = (): void => {
      this.#cancelTurn = undefined;
      this.#turn(changesBefore);
      this.#scheduleTurn();
    };
    if (this.#busyTurns < EAGER_TURNS) {
      const immediate = setImmediate(turn);
      this.#cancelTurn = () => clearImmediate(immediate);
      return;
    }
    const timer = setTimeout(turn, 1);
    this.#cancelTurn = () => clearTimeout(timer);
  }

  #turn(changesBefore: number): void {
    const isQuiet = this.#changes === changesBefore && !this.#requests.any() && !hasPendingWork();
    this.#quietTurns = isQuiet ? this.#quietTurns + 1 : 0;
    this.#busyTurns = isQuiet ? 0 : this.#busyTurns + 1;
    if (this.#quietTurns < QUIET_TURNS) return;
    this.#quietTurns = 0;
    this.#advance();
  }

  #advance(): void {
    const atMs = this.#nextWakeMs();
    if (atMs === Infinity) return;
    this.#elapsedMs = atMs;
    const waking = this.#sleepers.filter((sleeper) => sleeper.atMs === atMs);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.atMs !== atMs);
    this.#changes += 1;
    for (const sleeper of waking) sleeper.wake();
  }
}

/**
 * The clock of a test service: a virtual one, or the real one, for which no request needs to be
 * held.
 */
export type ServiceClock = Clock & Partial<Pick<VirtualClock, 'hold'>>;

/**
 * Sleeps in a service that answers late on purpose: an open request otherwise stops virtual time.
 * Rejects with the signal's reason when it is aborted first.
 */
export async function keepWaiting(
  { socket }: Pick<IncomingMessage, 'socket'>,
  clock: ServiceClock,
  { ms, signal }: { ms: number; signal?: AbortSignal },
): Promise<void> {
  const release = clock.hold?.(socket.remotePort ?? 0);
  try {
    await clock.sleep(ms, signal);
  } finally {
    release?.();
  }
}

function hasPendingWork(): boolean {
  return process.getActiveResourcesInfo().some((name) => PENDING_WORK.has(name));
}

/**
 * What a channel publishes, as far as it is read here. The request of `node:http` is an emitter,
 * that of `fetch` is not.
 */
interface Published {
  readonly request: (EventEmitter | object) & {
    readonly socket?: { readonly localPort?: number } | null;
  };
  readonly socket?: { readonly localPort?: number };
}

/**
 * Watches all requests of this process that begin from now on; `onChange` is called whenever one
 * begins, ends or is held.
 */
function watchRequests(onChange: () => void) {
  const ports = new Map<object, () => number | undefined>();
  const holds: number[] = [];
  const begin = (request: object, portOf: () => number | undefined): void => {
    ports.set(request, portOf);
    onChange();
  };
  const end = (request: object): void => {
    ports.delete(request);
    onChange();
  };
  const channels: Readonly<Record<string, (published: Published) => void>> = {
    'http.client.request.created': ({ request }) => {
      begin(request, () => request.socket?.localPort);
      if (!('once' in request)) return;
      setMaxListeners(0, request); // each clock that is not disposed of listens
      request.once('close', () => end(request));
    },
    'undici:request:create': ({ request }) => begin(request, () => undefined),
    'undici:client:sendHeaders': ({ request, socket }) => begin(request, () => socket?.localPort),
    'undici:request:trailers': ({ request }) => end(request),
    'undici:request:error': ({ request }) => end(request),
  };
  const listeners = Object.entries(channels).map(([name, listener]) => {
    const onMessage = (message: unknown): void => {
      if (isPublished(message)) listener(message);
    };
    return { name, onMessage };
  });
  for (const { name, onMessage } of listeners) subscribe(name, onMessage);

  return {
    /** Whether a request is in flight that no server holds back. */
    any: () => [...ports.values()].some((portOf) => !holds.includes(portOf() ?? -1)),
    hold: (port: number) => {
      holds.push(port);
      onChange();
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        holds.splice(holds.indexOf(port), 1);
        onChange();
      };
    },
    dispose: () => {
      for (const { name, onMessage } of listeners) unsubscribe(name, onMessage);
      ports.clear();
    },
  };
}

const isPublished = (message: unknown): message is Published =>
  typeof message === 'object' &&
  message !== null &&
  'request' in message &&
  typeof message.request === 'object' &&
  message.request !== null;
