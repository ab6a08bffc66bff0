// Builds the sample app: joins templates, minifies and hashes assets into out/, and writes out/manifest.json.
// Environment: COMMIT_SHA is what /version answers; BUILD_CACHE_DIR keeps minified assets between builds; SAMPLE_FAIL makes the build fail;
// SAMPLE_STEP_MS is the pause after each step, so that progress can be seen (default 150).

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Script } from 'node:vm';

const here = import.meta.dirname;
const sourceDir = path.join(here, 'src');
const outDir = path.join(here, 'out');
const cacheDir = process.env['BUILD_CACHE_DIR'];
const stepMs = Number(process.env['SAMPLE_STEP_MS'] ?? 150);

/** Where the build gets the commit from depends on the platform; this sample reads a variable. */
const commit = process.env['COMMIT_SHA'] ?? 'unknown';
const failure = process.env['SAMPLE_FAIL'];

const colours = { dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };
const paint = (colour: keyof typeof colours, text: string): string => `\u001B[${colours[colour]}m${text}\u001B[0m`;
const print = (text: string): boolean => process.stdout.write(`${text}\n`);
const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex');
const readSource = (name: string): string => readFileSync(path.join(sourceDir, name), 'utf8');
const bytes = (text: string): string => `${Buffer.byteLength(text)} B`;

/** Ends the build with one clear sentence. */
class BuildError extends Error {}

function minifyCss(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{}:;,]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim();
}

/** Comment lines, blank lines and indentation go; enough for a sample, and never wrong about strings. */
function minifyScript(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('//')).join('\n');
}

/** Refuses a script that no browser could read, with the line where it goes wrong. */
function checkScript(text: string, name: string): void {
  try {
    void new Script(text, { filename: `src/${name}` });
  } catch (error) {
    if (!Error.isError(error)) throw error;
    throw new BuildError(`${error.stack?.split('\n')[0]}: ${error.message}`, { cause: error });
  }
}

const minifiers: Readonly<Record<string, (text: string) => string>> = { '.css': minifyCss, '.js': minifyScript };

/** The minified asset, out of the cache when its source has not changed. */
function asset(name: string): string {
  const source = readSource(name);
  const extension = path.extname(name);
  const cached = cacheDir === undefined ? undefined : path.join(cacheDir, `${sha256(source)}${extension}`);
  if (cached !== undefined && existsSync(cached)) {
    print(`  ${name}  ${paint('dim', 'cache hit')}`);
    return readFileSync(cached, 'utf8');
  }
  if (extension === '.js') checkScript(source, name);
  const text = minifiers[extension]?.(source) ?? source;
  if (cached !== undefined) writeFileSync(cached, text);
  print(`  ${name}  ${bytes(source)} → ${bytes(text)}  ${paint('yellow', 'cache miss')}`);
  return text;
}

async function build(): Promise<void> {
  const started = performance.now();
  const step = async (title: string): Promise<void> => {
    print(paint('cyan', `▸ ${title}`));
    await delay(stepMs);
  };

  print(`sample-hello build, Node ${process.version}`);
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });

  await step('Looking at the source');
  const names = readdirSync(sourceDir).toSorted();
  const pages = names.filter((name) => name.startsWith('page.'));
  const assets = names.filter((name) => Object.hasOwn(minifiers, path.extname(name)));
  print(`  ${pages.length} pages, ${assets.length} assets`);
  if (failure !== undefined) throw new BuildError(`SAMPLE_FAIL is set to ${JSON.stringify(failure)}`);

  await step('Minifying assets');
  const files = new Map<string, string>();
  const addressOf = new Map<string, string>();
  for (const name of assets) {
    const text = asset(name);
    const { name: stem, ext } = path.parse(name);
    const hashed = `${stem}.${sha256(text).slice(0, 10)}${ext}`;
    addressOf.set(name, `/${hashed}`);
    files.set(hashed, text);
    await delay(stepMs);
  }

  await step('Joining pages');
  const layout = readSource('layout.html').replaceAll(/<!--(?! doctype)[\s\S]*?-->/g, '');
  for (const page of pages) {
    const title = page.split('.')[1] ?? page;
    const html = layout
      .replaceAll('{{title}}', () => title)
      .replaceAll('{{content}}', () => readSource(page))
      .replaceAll(/\{\{asset:([^}]+)\}\}/g, (_, name: string) => {
        const address = addressOf.get(name);
        if (address === undefined) throw new BuildError(`layout.html asks for the asset ${name}, which is not there`);
        return address;
      })
      .replaceAll(/\n\s*/g, '\n');
    files.set(`${title}.html`, html);
    print(`  ${title}.html  ${bytes(html)}`);
  }

  await step('Writing out/');
  const whole = createHash('sha256');
  for (const [name, text] of files) {
    writeFileSync(path.join(outDir, name), text);
    whole.update(`${name}\0${text}\0`);
  }
  const artefact = whole.digest('hex');
  const manifest = { artefact: `sha256:${artefact}`, commit, files: [...files.keys()] };
  writeFileSync(path.join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  print(`  artefact sha256:${artefact}`);
  print(paint('green', `✔ Built ${files.size} files in ${Math.round(performance.now() - started)} ms`));
}

try {
  await build();
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${paint('red', '✘ error')} ${error.message}\n`);
  process.exitCode = 1;
}
