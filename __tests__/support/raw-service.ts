// A client on a virtual clock, and services that give it one answer to everything.
import type { IncomingMessage } from 'node:http';
import { VirtualClock } from '../../emulator/index.ts';
import { type Client, createClient } from '../../src/api/client.ts';
import { ApiError } from '../../src/api/errors.ts';
import { createPace } from '../../src/api/pacing/index.ts';
import { createRawServers, type RawServers } from './raw-server.ts';

/** The key of every client. */
export const API_KEY = 'key_0123456789';

/** A page as of a proxy's, where JSON was expected. */
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
export interface RawServices {
  readonly clock: VirtualClock;
  readonly serve: RawServers['serve'];
  clientOf(baseUrl: string): Client;
  /** A service that gives one answer to everything, and keeps what it was asked. */
  serviceOf(answer: Answer): Promise<{ client: Client; requests: IncomingMessage[]; baseUrl: string }>;
  close(): Promise<void>;
}

/** Makes what one test needs; nothing listens yet. */
export function createRawServices(): RawServices {
  const clock = new VirtualClock();
  const servers = createRawServers();
  const clients: Client[] = [];
  const random = () => 0.5;

  function clientOf(baseUrl: string): Client {
    const { signal } = new AbortController();
    const pace = createPace({ concurrentJobs: 1, clock, signal, random, deadlineMs: Infinity });
    const client = createClient({ baseUrl, apiKey: API_KEY, clock, signal, random, pace, onRetry: () => undefined });
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

/** The error that the work ends with; anything else is a failure of the test. */
export async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const ended: unknown = await work.catch((error: unknown) => error);
  if (!(ended instanceof ApiError)) throw new Error('It did not fail as it should.', { cause: ended });
  return ended;
}
