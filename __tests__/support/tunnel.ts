// A proxy whose tunnels all lead to one place, whatever host is requested.
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';

/** `requested` collects the hosts, each with the key if it was sent. */
export function createTunnelProxy(target: string, requested: string[]): Server {
  const { hostname, port } = new URL(target);
  return createServer().on('connect', (request, client: Socket) => {
    requested.push(`${request.url} ${request.headers.authorization ?? 'without a key'}`);
    const upstream = connect(Number(port), hostname, () =>
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n'),
    );
    carry(client, upstream);
  });
}

/** Carries everything between two sockets; neither outlives the other. */
export function carry(client: Socket, upstream: Socket): void {
  upstream.pipe(client).pipe(upstream);
  upstream.on('error', () => client.destroy());
  client.on('error', () => upstream.destroy());
  client.on('close', () => upstream.destroy());
}
