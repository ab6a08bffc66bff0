// What clients cannot do to the server: hold connections half open.
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { listen } from '../../../emulator/http/server.ts';
import { systemClock } from '../../../emulator/index.ts';

describe('a connection', () => {
  test.each([
    ['sends nothing', ''],
    ['sends half a head', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n'],
    ['sends half a body', 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nx'],
  ])('that %s is closed after a while', async (_what, text) => {
    const timeouts = { headersMs: 200, requestMs: 400, checkEveryMs: 50 };
    const server = await listen(
      async ({ body }) => {
        await body();
      },
      { clock: systemClock, port: 0, timeouts, onError: () => undefined, onLost: () => undefined },
    );
    const socket = connect(server.port, '127.0.0.1');
    socket.write(text);
    socket.on('error', () => undefined).resume();
    await new Promise((resolve) => socket.on('close', resolve));
    await server.close();
    expect(socket.destroyed).toBe(true);
  });
});
