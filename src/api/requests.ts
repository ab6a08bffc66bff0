// Sends one request and reads its response, or throws the error that it stands for. No pace, no retries.
import { classifyResponse, unrecognised } from './classify-response.ts';
import type { Call } from './endpoints.ts';
import { type ApiError, type Endpoint, RefusedError, ServiceFailedError } from './errors.ts';
import { createTransport, type RequestLimits, type TransportOptions } from './http/index.ts';
import { createPartReports, type PartListener } from './part-reports.ts';
import { pathOf } from './route.ts';
import { isLoopback } from '../url.ts';
import { WireError } from './wire/index.ts';

export interface RequestOptions extends TransportOptions {
  /** Called once per step and route for each part that is not recognised. */
  readonly onUnrecognised?: PartListener;
}

/** Creates what sends the requests of one step. */
export function createRequests(options: RequestOptions) {
  const { baseUrl, clock } = options;
  const { host, hostname } = new URL(baseUrl);
  const isLocal = isLoopback(hostname);
  const transport = createTransport(options);
  const { traceFor, observe } = createPartReports(options.onUnrecognised);
  const logPaths = new Map<string, string>();
  let hasAnswered = false;

  /** Rejects with an `ApiError`, or with the reason of the signal. */
  async function send<T>(method: Endpoint['method'], call: Call<T>, limits: RequestLimits): Promise<T> {
    const { route, ids = [], query = '', read, ...more } = call;
    const [resourceId] = ids;
    const path = pathOf(route, ids) + query;
    const endpoint: Endpoint = resourceId === undefined ? { method, path } : { method, path, resourceId };
    const response = await transport.send({ endpoint, ...more }, limits);
    const error = classifyResponse(response, endpoint, { host, wallTimeMs: clock.wallTime() });
    if (error !== undefined) {
      hasAnswered ||= isAnswer(error);
      throw error;
    }
    try {
      const value = read(response, { trace: traceFor(route, endpoint), isLocal, logPaths });
      hasAnswered = true;
      return value;
    } catch (thrown) {
      throw thrown instanceof WireError ? unrecognised(response, endpoint, { host, expected: thrown.message }) : thrown;
    }
  }

  return {
    send,
    observe,
    /** The service has given a readable answer to some request of this step. */
    hasAnswered: () => hasAnswered,
    dispose: () => transport.dispose(),
  };
}

function isAnswer(error: ApiError): boolean {
  return (error instanceof RefusedError || error instanceof ServiceFailedError) && error.fromService;
}
