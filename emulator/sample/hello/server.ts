// Serves what the build left in out/: pages, hashed assets, /health, and /version with the commit
// that was built. PORT and HOST define where. SAMPLE_CRASH ends it with an error at start; GET
// /crash ends it while it runs.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const outDir = path.join(import.meta.dirname, 'out');
const manifest: unknown = JSON.parse(readFileSync(path.join(outDir, 'manifest.json'), 'utf8'));
if (!isManifest(manifest)) throw new Error('out/manifest.json is not what build.ts writes');
const { artefact, commit, files } = manifest;
const known = new Set(files);
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
};
const print = (text: string): boolean =>
  process.stdout.write(`${new Date().toISOString()} ${text}\n`);

const crash = process.env['SAMPLE_CRASH'];
if (crash !== undefined) throw new Error(`SAMPLE_CRASH is set to ${JSON.stringify(crash)}`);

/** What build.ts wrote. */
interface Manifest {
  readonly artefact: string;
  readonly commit: string;
  readonly files: readonly string[];
}

function isManifest(value: unknown): value is Manifest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'artefact' in value &&
    'commit' in value &&
    'files' in value
  );
}

interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const greeting = (process.env['GREETING'] ?? 'Hello')
  .replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;');
const fill = (text: string): string =>
  text.replaceAll('{{artefact}}', artefact).replaceAll('{{greeting}}', () => greeting);

/** The file behind an address: a page has no ending, an asset its own. */
function fileOf(address: string): string {
  if (address === '/') return 'home.html';
  const name = address.slice(1);
  return path.extname(name) === '' ? `${name}.html` : name;
}

function responseTo(address: string): Page {
  if (address === '/health')
    return { status: 200, type: 'application/json', body: JSON.stringify({ ok: true, artefact }) };
  if (address === '/version') return { status: 200, type: 'text/plain', body: `${commit}\n` };
  const name = fileOf(address);
  if (!known.has(name)) return { status: 404, type: 'text/plain', body: 'Not found\n' };
  const text = readFileSync(path.join(outDir, name), 'utf8');
  return {
    status: 200,
    type: types[path.extname(name)] ?? 'text/plain',
    body: fill(text),
  };
}

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/crash') throw new Error('asked to crash by GET /crash');
  const { status, type, body } = responseTo(pathname);
  print(`${request.method} ${pathname} ${status}`);
  response.writeHead(status, { 'content-type': type }).end(body);
});

const port = Number(process.env['PORT'] ?? 3000);
server.listen(port, process.env['HOST'] ?? '127.0.0.1', () => {
  print(`listening on port ${port}, artefact ${artefact}`);
});

process.once('SIGTERM', () => {
  print('stopping');
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
