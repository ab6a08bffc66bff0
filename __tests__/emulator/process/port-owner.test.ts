// Whose a port is: the app's own, though a child of it listens and whatever address it chose, or somebody else's.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, test } from '@jest/globals';
import { basicEnv, startChild } from '../../../emulator/process/children.ts';
import type { Child } from '../../../emulator/process/children.ts';
import { freePort, untilAnswers } from '../../../emulator/process/loopback-port.ts';
import { ownerOfPort } from '../../../emulator/process/port-owner.ts';

const started: Child[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(async (child) => await child.stop()));
});

function start(code: string): Child {
  const child = startChild({
    command: ['node', '--eval', code],
    cwd: tmpdir(),
    env: basicEnv(process.env),
    onOutput: () => undefined,
    graceMs: 500,
  });
  started.push(child);
  return child;
}

const listening = (port: number, host: string): string =>
  `require('node:net').createServer().listen(${port}, ${JSON.stringify(host)})`;

// Only Linux has `/proc`.
(process.platform === 'linux' ? describe : describe.skip)('a port', () => {
  test.each(['127.0.0.1', '0.0.0.0', '::'])('on which the app listens at %s is its own', async (host) => {
    const port = await freePort();
    const { group } = start(listening(port, host));
    await untilAnswers(port, AbortSignal.timeout(60_000));
    expect(ownerOfPort(port, group)).toBe('own');
  });

  test('on which a child of the app listens is its own, as with npm start', async () => {
    const port = await freePort();
    const inner = JSON.stringify(listening(port, '127.0.0.1'));
    const { group } = start(`require('node:child_process').spawn(process.execPath, ['--eval', ${inner}])`);
    await untilAnswers(port, AbortSignal.timeout(60_000));
    expect(ownerOfPort(port, group)).toBe('own');
  });

  test('on which another process listens is not the app’s', async () => {
    const child = start('setInterval(() => {}, 1000)');
    await child.spawned;
    const server = createServer().listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    expect(ownerOfPort(port, child.group)).toBe('other');
    server.close();
  });
});

describe('a port', () => {
  test('on which nobody listens has no owner', async () => {
    expect(ownerOfPort(await freePort(), process.pid)).toBe('unknown');
  });

  test('has no known owner where there are no process groups', () => {
    expect(ownerOfPort(80, undefined)).toBe('unknown');
  });
});
