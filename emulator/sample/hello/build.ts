// Builds the sample app: minifies and hashes assets, joins pages, and writes out/ with a manifest.
// Environment: COMMIT_SHA, else DEPLOY_COMMIT, is what /version answers; BUILD_CACHE_DIR keeps minified assets between
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

const colours = { dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };
const paint = (colour: keyof typeof colours, text: string): string =>
  `\u001B[${colours[colour]}m${text}\u001B[0m`;
const print = (text: string): boolean => process.stdout.write(`${text}\n`);
const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex');
const readSource = (name: string): string => readFileSync(path.join(sourceDir, name), 'utf8');

/** Without comments, blank lines and indentation; enough for a sample. */
function minified(text: string): string {
  const lines = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n');
}

/** The minified asset, out of the cache when its source has not changed. */
function asset(name: string): string {
  const source = readSource(name);
  const cached = path.join(cacheDir, sha256(source));
  if (existsSync(cached)) {
    print(`  ${name}  ${paint('dim', 'cache hit')}`);
    return readFileSync(cached, 'utf8');
  }
  const text = minified(source);
  writeFileSync(cached, text);
  print(
    `  ${name}  ${source.length} → ${text.length} characters  ${paint('yellow', 'cache miss')}`,
  );
  return text;
}

async function step(title: string): Promise<void> {
  print(paint('cyan', `▸ ${title}`));
  await delay(stepMs);
}

async function build(): Promise<void> {
  const started = performance.now();
  print(`sample-hello build, Node ${process.version}`);
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir);

  await step('Looking at the source');
  const names = readdirSync(sourceDir).toSorted();
  const pages = names.filter((name) => name.startsWith('page.'));
  const assets = names.filter((name) => ['.css', '.js'].includes(path.extname(name)));
  print(`  ${pages.length} pages, ${assets.length} assets`);
  if (failure !== undefined) {
    process.stderr.write(
      `${paint('red', '✘ error')} SAMPLE_FAIL is set to ${JSON.stringify(failure)}\n`,
    );
    process.exitCode = 1;
    return;
  }

  await step('Minifying assets');
  const files = new Map<string, string>();
  let layout = readSource('layout.html').replaceAll(/<!--[\s\S]*?-->/g, '');
  for (const name of assets) {
    const text = asset(name);
    const { name: stem, ext } = path.parse(name);
    const hashed = `${stem}.${sha256(text).slice(0, 10)}${ext}`;
    files.set(hashed, text);
    layout = layout.replaceAll(`{{asset:${name}}}`, `/${hashed}`);
    await delay(stepMs);
  }

  await step('Joining pages');
  for (const page of pages) {
    const title = page.split('.')[1] ?? page;
    const html = layout
      .replaceAll('{{title}}', title)
      .replaceAll('{{content}}', () => readSource(page));
    files.set(`${title}.html`, html);
    print(`  ${title}.html  ${html.length} characters`);
  }

  await step('Writing out/');
  for (const [name, text] of files) writeFileSync(path.join(outDir, name), text);
  const artefact = `sha256:${sha256(JSON.stringify([...files]))}`;
  const manifest = {
    artefact,
    commit: process.env['COMMIT_SHA'] ?? process.env['DEPLOY_COMMIT'] ?? 'unknown',
    files: [...files.keys()],
  };
  writeFileSync(path.join(outDir, 'manifest.json'), JSON.stringify(manifest));
  print(`  artefact ${artefact}`);
  print(
    paint('green', `✔ Built ${files.size} files in ${Math.round(performance.now() - started)} ms`),
  );
}

await build();
