// A proxy as companies use it: it opens a tunnel to a host and does not see what goes through.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A proxy that does not listen yet, and every request for a tunnel that came. */
export interface TunnelProxy {
  readonly server: Server;
  readonly requests: readonly Pick<IncomingMessage, 'url' | 'headers'>[];
}

/** Makes a proxy whose tunnels all lead to the origin `target`, whatever host is requested. */
export function createTunnelProxy(target: string): TunnelProxy {
  const { hostname, port } = new URL(target);
  const requests: IncomingMessage[] = [];
  const server = createServer();
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    requests.push(request);
    const upstream = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
    });
    carry(client, upstream);
  });
  return { server, requests };
}

/** Carries everything between a client and the server behind; neither connection outlives the other. */
export function carry(client: Socket, upstream: Socket): void {
  upstream.pipe(client).pipe(upstream);
  upstream.on('error', () => client.destroy());
  client.on('error', () => upstream.destroy());
  client.on('close', () => upstream.destroy());
}
