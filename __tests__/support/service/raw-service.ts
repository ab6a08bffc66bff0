// Clients on a virtual clock, and services that give the same answer to every request.
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach } from '@jest/globals';
import { VirtualClock } from '../../../emulator/index.ts';
import { type Client, createClient } from '../../../src/api/client.ts';
import { ApiError } from '../../../src/api/errors.ts';
import { createPace } from '../../../src/api/pacing/index.ts';
import type { RetryNotice } from '../../../src/api/retry.ts';
import { createRawServers, type RawServers } from './raw-server.ts';

/** The key of every client. */
export const API_KEY = 'key_0123456789';

/** A page as a proxy sends it in place of JSON. */
export const PROXY_PAGE = '<!doctype html><title>502 Bad Gateway</title>';

/** A refusal in the one error shape of the service. */
export function refusalBody(code: string): string {
  return JSON.stringify({ ok: false, error: { code, message: 'No.' } });
}

/** The one answer of a service. */
export interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Services and clients of one test. */
interface RawServices {
  readonly clock: VirtualClock;
  readonly serve: RawServers['serve'];
  clientOf(baseUrl: string, onRetry?: (notice: RetryNotice) => void): Client;
  /** A service that gives the same answer to every request, and records the requests. */
  serviceOf(answer: Answer): Promise<{ client: Client; requests: IncomingMessage[]; baseUrl: string }>;
  close(): Promise<void>;
}

/** Services and clients for each test of the suite or group that calls this: new before each test, closed after it. */
export function rawServicesPerTest(): Omit<RawServices, 'close'> {
  let current: RawServices;
  beforeEach(() => {
    current = createRawServices();
  });
  afterEach(async () => {
    await current.close();
  });
  return {
    get clock() {
      return current.clock;
    },
    serve: async (handler) => await current.serve(handler),
    clientOf: (baseUrl, onRetry) => current.clientOf(baseUrl, onRetry),
    serviceOf: async (answer) => await current.serviceOf(answer),
  };
}

/** Makes the services and clients of one test; nothing listens yet. */
function createRawServices(): RawServices {
  const clock = new VirtualClock();
  const servers = createRawServers();
  const clients: Client[] = [];
  const random = () => 0.5;

  function clientOf(baseUrl: string, onRetry: (notice: RetryNotice) => void = () => undefined): Client {
    const { signal } = new AbortController();
    const pace = createPace({ concurrentJobs: 1, clock, signal, random, deadlineMs: Infinity });
    const client = createClient({ baseUrl, apiKey: API_KEY, clock, signal, random, pace, onRetry });
    clients.push(client);
    return client;
  }

  return {
    clock,
    serve: servers.serve,
    clientOf,
    serviceOf: async ({ status, headers, body }) => {
      const requests: IncomingMessage[] = [];
      const baseUrl = await servers.serve((request, response) => {
        requests.push(request);
        response.writeHead(status, headers).end(body);
      });
      return { client: clientOf(baseUrl), requests, baseUrl };
    },
    close: async () => {
      for (const client of clients) client.dispose();
      await servers.close();
      clock.dispose();
    },
  };
}

/** The error that the work rejects with; anything else fails the test. */
export async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const ended: unknown = await work.catch((error: unknown) => error);
  if (!(ended instanceof ApiError)) throw new Error('It did not fail as it should.', { cause: ended });
  return ended;
}
