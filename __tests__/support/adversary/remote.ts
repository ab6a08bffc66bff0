// A service on a host of its own: requests reach it over TLS, through the proxy of the runner.
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createTunnelProxy } from '../service/proxy.ts';
import { createRawServers, originOf } from '../service/raw-server.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../service/tls', name), 'utf8');

/** The host that the certificate is for. It does not resolve: only the proxy knows it. */
export const REMOTE_HOST = 'service.test';

/** A server for {@link REMOTE_HOST} that does not listen yet. */
export function createRemoteServer(): Server {
  return createServer({ cert: read('service.test.cert.pem'), key: read('service.test.key.pem') });
}

/** Makes `server` reachable from this process as {@link REMOTE_HOST}, until the function returned is called. */
export async function reachThroughProxy(server: Server): Promise<() => Promise<void>> {
  const proxies = createRawServers();
  const proxy = await proxies.listening(createTunnelProxy(originOf(server)).server);
  const certificate = read('service.test.cert.pem');
  const trusted = getCACertificates('default');
  if (!trusted.includes(certificate)) setDefaultCACertificates([...trusted, certificate]);
  process.env['https_proxy'] = proxy;
  return async () => {
    delete process.env['https_proxy'];
    await proxies.close();
  };
}
