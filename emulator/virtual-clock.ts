// Time that passes by itself, as fast as the work allows, for tests over real loopback HTTP in one process. It observes
// the process from outside (requests, pending I/O) and knows nothing of the service or of the action.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import { clearImmediate, clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { isObject } from './check.ts';
import type { Clock } from './clock.ts';

/** Turns of the event loop without any change before time moves: continuations of finished work need a few. */
const QUIET_TURNS = 6;

/** After so many turns of waiting for somebody else the clock checks only once a millisecond, to save processor time. */
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

/** The requests of this process that are in flight, from the first call of a client to the end of the answer. */
class RequestsInFlight {
  /** To each request the local port of its connection, once it has one. */
  readonly #ports = new Map<object, () => number | undefined>();
  /** Ports whose requests a server holds back. */
  readonly #held = new Set<number>();
  readonly #onChange: () => void;
  /** Channels of `node:http`, and of `fetch`: made, given to a socket, ended. */
  readonly #listeners: Readonly<Record<string, (message: unknown) => void>> = {
    'http.client.request.created': (message) => {
      if (!isObject(message) || !(message['request'] instanceof ClientRequest)) return;
      const { request } = message;
      this.#begin(request, () => request.socket?.localPort);
      request.once('close', () => this.#end(request));
    },
    'undici:request:create': (message) => {
      if (isObject(message) && isObject(message['request'])) this.#begin(message['request'], () => undefined);
    },
    'undici:client:sendHeaders': (message) => {
      if (!isObject(message) || !isObject(message['request']) || !(message['socket'] instanceof Socket)) return;
      const { request, socket } = message;
      this.#begin(request, () => socket.localPort);
    },
    'undici:request:trailers': (message) => this.#endFetch(message),
    'undici:request:error': (message) => this.#endFetch(message),
  };

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    for (const [name, listener] of Object.entries(this.#listeners)) subscribe(name, listener);
  }

  /** Whether there is any that no server holds back. */
  any(): boolean {
    return [...this.#ports.values()].some((portOf) => !this.#held.has(portOf() ?? 0));
  }

  hold(port: number): () => void {
    this.#held.add(port);
    this.#onChange();
    return () => {
      this.#held.delete(port);
      this.#onChange();
    };
  }

  dispose(): void {
    for (const [name, listener] of Object.entries(this.#listeners)) unsubscribe(name, listener);
    this.#ports.clear();
  }

  #begin(request: object, portOf: () => number | undefined): void {
    this.#ports.set(request, portOf);
    this.#onChange();
  }

  #end(request: object): void {
    this.#ports.delete(request);
    this.#onChange();
  }

  #endFetch(message: unknown): void {
    if (isObject(message) && isObject(message['request'])) this.#end(message['request']);
  }
}

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/**
 * A clock that jumps to the next sleeper's time once nothing else happens: no request of `node:http` or `fetch` in flight,
 * except those that a server holds back, and no file, DNS or connect work pending. It does nothing while nobody sleeps.
 * Child processes, real timers and worker threads are not seen, and a response that its client never reads stops time.
 */
export class VirtualClock implements Clock {
  readonly #startWallMs: number;
  #elapsedMs = 0;
  #sleepers: Sleeper[] = [];
  /** Grows with everything that happens, so that two equal readings mean that nothing did. */
  #changes = 0;
  readonly #requests = new RequestsInFlight(() => {
    this.#changes += 1;
  });
  #cancelTurn: (() => void) | undefined;
  #quietTurns = 0;
  #busyTurns = 0;

  /** `startWallMs` is the calendar time at which the clock starts (default: noon of 2 March 2026, UTC). */
  constructor(startWallMs = Date.UTC(2026, 2, 2, 12)) {
    this.#startWallMs = startWallMs;
  }

  /** Milliseconds since the clock was made. */
  now(): number {
    return this.#elapsedMs;
  }

  /** Milliseconds since the epoch. */
  wallTime(): number {
    return this.#startWallMs + this.#elapsedMs;
  }

  /** Resolves when the clock has come to `ms` from now; rejects with the signal's reason when it is aborted first. */
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

  /** Lets time overtake the request from this local port until the returned function is called. */
  hold(clientPort: number): () => void {
    return this.#requests.hold(clientPort);
  }

  /** How many sleeps are pending; for tests of leaks. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Stops time for good and lets the process end. Sleeps under way never settle. */
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
    const seen = this.#changes;
    const turn = (): void => {
      this.#cancelTurn = undefined;
      this.#turn(seen);
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
    const isQuiet = this.#changes === changesBefore && this.#isIdle();
    this.#quietTurns = isQuiet ? this.#quietTurns + 1 : 0;
    this.#busyTurns = isQuiet ? 0 : this.#busyTurns + 1;
    if (this.#quietTurns < QUIET_TURNS) return;
    this.#quietTurns = 0;
    this.#advance();
  }

  #isIdle(): boolean {
    return !this.#requests.any() && !process.getActiveResourcesInfo().some((name) => PENDING_WORK.has(name));
  }

  #advance(): void {
    const atMs = this.#nextWakeMs();
    this.#elapsedMs = atMs;
    const waking = this.#sleepers.filter((sleeper) => sleeper.atMs === atMs);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.atMs !== atMs);
    this.#changes += 1;
    for (const sleeper of waking) sleeper.wake();
  }
}
