// Serves what the build left in out/: pages, assets, /health with the artefact, and /version with
// the commit that was built. PORT and HOST define where.

import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const { PORT: port = '3000', HOST: host = '127.0.0.1' } = process.env;
const outDir = path.join(import.meta.dirname, 'out');
const files = new Set(readdirSync(outDir));
const read = (name: string): string => readFileSync(path.join(outDir, name), 'utf8');
const print = (text: string): boolean =>
  process.stdout.write(`${new Date().toISOString()} ${text}\n`);

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.css', 'text/css'],
  ['.js', 'text/javascript'],
]);
const greeting = (process.env['GREETING'] ?? 'Hello')
  .replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;');

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const asked = pathname === '/' ? 'home' : pathname.slice(1);
  const name = [asked, `${asked}.html`].find((each) => files.has(each));
  const status = name === undefined ? 404 : 200;
  print(`${request.method} ${pathname} ${status}`);
  response.writeHead(status, {
    'content-type': TYPES.get(path.extname(name ?? '')) ?? 'text/plain',
  });
  const text = name === undefined ? 'Not found\n' : read(name);
  response.end(
    text.replace('{{artefact}}', read('health')).replace('{{greeting}}', () => greeting),
  );
});

server.listen(Number(port), host, () => {
  print(`listening on port ${port}, artefact ${read('health')}`);
});

process.once('SIGTERM', () => {
  print('stopping');
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
