// Loopback servers that send exactly the bytes a test prescribes, and that are closed after the test.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** Where a server listens on loopback, such as `http://127.0.0.1:41234`. */
export function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return `http://127.0.0.1:${address.port}`;
}

/** The servers of one test file. */
export interface RawServers {
  /** Starts any server; resolves with its origin. */
  readonly listening: (server: Server) => Promise<string>;
  /** Starts a server with this handler; resolves with its origin. */
  readonly serve: (listener: RequestListener) => Promise<string>;
  /** Answers the first bytes of each connection with these, and then does what the test prescribes. */
  readonly serveBytes: (bytes: string, afterwards: (socket: Socket) => void) => Promise<string>;
  /** Every connection that was made. */
  readonly sockets: ReadonlySet<Socket>;
  /** Breaks all connections and stops all servers. */
  readonly close: () => Promise<void>;
}

/** Makes the servers of a test file; none listens yet. */
export function createRawServers(): RawServers {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  async function listening(server: Server): Promise<string> {
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return originOf(server);
  }

  return {
    listening,
    serve: async (listener) => await listening(createServer(listener)),
    serveBytes: async (bytes, afterwards) =>
      await listening(
        createTcpServer((socket) => {
          socket.once('data', () => {
            socket.write(bytes, () => afterwards(socket));
          });
        }),
      ),
    sockets,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      for (const server of servers.splice(0)) {
        if (!server.listening) continue;
        server.close();
        await once(server, 'close');
      }
    },
  };
}
