// Loopback servers that do exactly what a test prescribes; all are closed after the test.
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

/**
 * The servers of one test file. Each function resolves with the origin of a server, such as
 * `http://127.0.0.1:41234`.
 */
export interface RawServers {
  listening(server: TcpServer): Promise<string>;
  serve(listener: RequestListener): Promise<string>;
  /** Answers each request with this reply. */
  reply(body: string | Buffer, headers?: OutgoingHttpHeaders, status?: number): Promise<string>;
  /**
   * Answers the first bytes of each connection with these, and then ends it, or does what the test
   * prescribes.
   */
  serveBytes(bytes: string, afterwards?: (socket: Socket) => void): Promise<string>;
  /** How many connections were made. */
  connections(): number;
  close(): Promise<void>;
}

export function createRawServers(): RawServers {
  const servers: TcpServer[] = [];
  const sockets = new Set<Socket>();

  async function listening(server: TcpServer): Promise<string> {
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    return await listen(server);
  }

  return {
    listening,
    serve: (listener) => listening(createServer(listener)),
    reply: (body, headers = {}, status = 200) =>
      listening(createServer((_, response) => void response.writeHead(status, headers).end(body))),
    serveBytes: (bytes, afterwards = (socket) => socket.end()) =>
      listening(
        createTcpServer((socket) =>
          socket.once('data', () => socket.write(bytes, () => afterwards(socket))),
        ),
      ),
    connections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      for (const server of servers.splice(0)) {
        server.close();
        if (server.listening) await once(server, 'close');
      }
    },
  };
}
