// A small server on loopback, in place of an app or a service.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** Listens on a free port of loopback; `host` is address and port. */
export async function listenOnLoopback(serve: RequestListener) {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { host: `127.0.0.1:${port}`, close: () => void server.close() };
}
