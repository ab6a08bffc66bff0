// A small server on loopback, in place of an app or a service.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** A server that listens. */
export interface Listening {
  /** Address and port. */
  readonly host: string;
  readonly close: () => void;
}

/** Listens on a free port of loopback. */
export async function listenOnLoopback(serve: RequestListener): Promise<Listening> {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { host: `127.0.0.1:${port}`, close: () => void server.close() };
}
