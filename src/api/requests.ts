// Sends one request and reads its response: which error the response stands for, where its parts were found, and what of
// them was not recognised. No pace, no retries.
import { classifyResponse, unrecognised } from './classify-response.ts';
import type { Call } from './endpoints.ts';
import { type Endpoint, RefusedError, ServiceFailedError } from './errors.ts';
import { createTransport, type RequestLimits, type TransportOptions } from './http/index.ts';
import type { ReadPart } from './model.ts';
import { pathOf } from './route.ts';
import { isLoopback } from '../url.ts';
import { shapeOf, shownPath, type Trace, WireError } from './wire/index.ts';

/** Address, key, and what requests depend on. */
export interface RequestOptions extends TransportOptions {
  /** Called for each part that is not recognised, once per step for each of its first shapes. */
  readonly onUnrecognised?: (part: ReadPart) => void;
}

/** Shapes of one unrecognised part that are reported: a map whose keys are data has another one each time. */
const MAX_SHAPES = 3;

/** Creates what sends the requests of one step. */
export function createRequests(options: RequestOptions) {
  const { baseUrl, clock } = options;
  const transport = createTransport(options);
  const { host, hostname } = new URL(baseUrl);
  const noted = new Map<string, readonly string[]>();
  const logPaths = new Map<string, string>();
  let answered = false;
  let onPart: ((part: ReadPart) => void) | undefined;

  /** Reports the first shapes of each unrecognised part per kind of request; neither ids nor lengths of lists count. */
  function traceFor(route: string, { method, path }: Endpoint): Trace {
    const request = `${method} ${path}`;
    return {
      read: (part, at) => onPart?.({ part, request, path: shownPath(at) }),
      unrecognised(part, value) {
        const kind = `${part} ${method} ${route}`;
        const shapes = noted.get(kind) ?? [];
        if (shapes.length === MAX_SHAPES && onPart === undefined) return;
        const shape = shapeOf(value);
        onPart?.({ part, request, shape });
        const form = shape.replaceAll(/\d+ ×/g, '×');
        if (shapes.length === MAX_SHAPES || shapes.includes(form)) return;
        noted.set(kind, [...shapes, form]);
        options.onUnrecognised?.({ part, request, shape });
      },
    };
  }

  return {
    /** Sends it once. Rejects with an `ApiError`, or with the reason of the signal. */
    async send<T>({ method, route, ids, query = '', read, ...more }: Call<T>, limits: RequestLimits): Promise<T> {
      const [resourceId] = ids;
      const path = pathOf(route, ids) + query;
      const endpoint: Endpoint = resourceId === undefined ? { method, path } : { method, path, resourceId };
      const response = await transport.send({ endpoint, ...more }, limits);
      const refusal = classifyResponse(response, endpoint, { host, wallTimeMs: clock.wallTime() });
      if (refusal !== undefined) {
        answered ||= refusal instanceof RefusedError || (refusal instanceof ServiceFailedError && refusal.fromService);
        throw refusal;
      }
      try {
        const value = read(response, { trace: traceFor(route, endpoint), isLocal: isLoopback(hostname), logPaths });
        answered = true;
        return value;
      } catch (error) {
        throw error instanceof WireError ? unrecognised(response, endpoint, { host, expected: error.message }) : error;
      }
    },
    /** The service has given a readable answer to some request of this step. */
    hasAnswered: () => answered,
    /** Reports where each part of further responses was read, and what of them was not recognised. */
    observe(listener: (part: ReadPart) => void): void {
      onPart = listener;
    },
    dispose: () => transport.dispose(),
  };
}
