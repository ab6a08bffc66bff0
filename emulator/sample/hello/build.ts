// Builds the sample app: minifies assets, joins pages, and writes out/. Environment: COMMIT_SHA,
// else DEPLOY_COMMIT, is what /version answers; BUILD_CACHE_DIR keeps minified assets between
// builds; SAMPLE_FAIL makes the build fail; SAMPLE_STEP_MS is the pause after each step, so that
// progress can be seen (default 150).

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const sourceDir = path.join(import.meta.dirname, 'src');
const outDir = path.join(import.meta.dirname, 'out');
const cacheDir = process.env['BUILD_CACHE_DIR'] ?? outDir;
const stepMs = Number(process.env['SAMPLE_STEP_MS'] ?? 150);
const failure = process.env['SAMPLE_FAIL'];

const print = (text: string): boolean => process.stdout.write(`${text}\n`);
const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex');
const readSource = (name: string): string => readFileSync(path.join(sourceDir, name), 'utf8');

/** The asset without blank lines and indentation; out of the cache when its source is the same. */
function minified(name: string): string {
  const source = readSource(name);
  const cached = path.join(cacheDir, sha256(source));
  const isHit = existsSync(cached);
  print(`  ${name}  \u001B[2mcache ${isHit ? 'hit' : 'miss'}\u001B[0m`);
  if (!isHit) writeFileSync(cached, source.replaceAll(/^\s+/gm, ''));
  return readFileSync(cached, 'utf8');
}

async function step(title: string): Promise<void> {
  print(`\u001B[36m▸ ${title}\u001B[0m`);
  await delay(stepMs);
}

print(`sample-hello build, Node ${process.version}`);
await step('Looking at the source');
if (failure !== undefined) {
  process.stderr.write(`\u001B[31m✘ error\u001B[0m SAMPLE_FAIL is set to "${failure}"\n`);
  process.exit(1);
}
rmSync(outDir, { recursive: true, force: true });
mkdirSync(outDir);
const files = new Map<string, string>();

await step('Minifying assets');
for (const name of readdirSync(sourceDir).filter((each) => /\.(?:css|js)$/.test(each))) {
  files.set(name, minified(name));
  await delay(stepMs);
}

await step('Joining pages');
for (const page of readdirSync(sourceDir).filter((each) => each.startsWith('page.'))) {
  const title = page.split('.')[1] ?? page;
  const html = readSource('layout.html').replaceAll('{{title}}', title);
  files.set(
    `${title}.html`,
    html.replace('{{content}}', () => readSource(page)),
  );
}

await step('Writing out/');
const artefact = `sha256:${sha256(JSON.stringify([...files]))}`;
files.set('version', process.env['COMMIT_SHA'] ?? process.env['DEPLOY_COMMIT'] ?? 'unknown');
files.set('health', artefact);
for (const [name, text] of files) writeFileSync(path.join(outDir, name), text);
print(`\u001B[32m✔ Built ${files.size} files\u001B[0m, artefact ${artefact}`);
