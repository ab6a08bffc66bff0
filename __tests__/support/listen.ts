// A server on loopback, on a port that is free.
import { once } from 'node:events';
import type { Server } from 'node:net';

/** Starts to listen; resolves with the origin, such as `http://127.0.0.1:41234`. */
export async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}
