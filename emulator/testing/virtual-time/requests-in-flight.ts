// The requests of this process that are in flight, those of `node:http` and of `fetch`, except the ones that a server
// holds back. They are observed through diagnostics channels: nothing of the service or of the action may be here.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import { isObject } from '../../json.ts';

/** Published by `node:http` in the constructor of a request, long before a server can have seen it. */
const REQUEST_CREATED = 'http.client.request.created';

/** The same for `fetch`, Node's own or that of the package undici: made, given to a socket, ended. */
const FETCH_CREATED = 'undici:request:create';
const FETCH_SENT = 'undici:client:sendHeaders';
const FETCH_ENDS = ['undici:request:trailers', 'undici:request:error'];

/** Returns the local port of a request's connection, once it has one. */
type PortOf = () => number | undefined;

/** The requests in flight from the construction of this object until it is disposed of. */
export class RequestsInFlight {
  readonly #ports = new Map<object, PortOf>();
  readonly #holds = new Map<number, number>();
  readonly #onChange: () => void;
  readonly #listeners: readonly (readonly [channel: string, listener: (message: unknown) => void])[];

  /** `onChange` is called with everything that begins, ends, is held or is released. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    const onFetchEnd = (message: unknown): void => {
      if (isObject(message) && isObject(message['request'])) this.#end(message['request']);
    };
    this.#listeners = [
      [
        REQUEST_CREATED,
        (message) => {
          if (!isObject(message) || !(message['request'] instanceof ClientRequest)) return;
          const { request } = message;
          this.#begin(request, () => request.socket?.localPort);
          request.once('close', () => this.#end(request));
        },
      ],
      [
        FETCH_CREATED,
        (message) => {
          if (isObject(message) && isObject(message['request'])) this.#begin(message['request'], () => undefined);
        },
      ],
      [
        FETCH_SENT,
        (message) => {
          if (!isObject(message) || !isObject(message['request']) || !(message['socket'] instanceof Socket)) return;
          const { request, socket } = message;
          this.#begin(request, () => socket.localPort);
        },
      ],
      ...FETCH_ENDS.map((name) => [name, onFetchEnd] as const),
    ];
    for (const [name, listener] of this.#listeners) subscribe(name, listener);
  }

  /** Whether there is any that nobody holds back. */
  any(): boolean {
    for (const portOf of this.#ports.values()) if (!this.#isHeld(portOf())) return true;
    return false;
  }

  /** Leaves the request from this local port out until the returned function is called. */
  hold(clientPort: number): () => void {
    this.#countHold(clientPort, 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#countHold(clientPort, -1);
    };
  }

  dispose(): void {
    for (const [name, listener] of this.#listeners) unsubscribe(name, listener);
    this.#ports.clear();
  }

  #begin(request: object, portOf: PortOf): void {
    this.#ports.set(request, portOf);
    this.#onChange();
  }

  #end(request: object): void {
    this.#ports.delete(request);
    this.#onChange();
  }

  #countHold(port: number, change: number): void {
    const count = (this.#holds.get(port) ?? 0) + change;
    if (count > 0) this.#holds.set(port, count);
    else this.#holds.delete(port);
    this.#onChange();
  }

  #isHeld(port: number | undefined): boolean {
    return port !== undefined && this.#holds.has(port);
  }
}
