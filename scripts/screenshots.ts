// The pictures of the README: real summaries, as GitHub's own stylesheet shows them, light and dark, in docs/images/.
// `--phone` makes them as narrow as a phone and puts them into the ignored folder .demo/, to look at.
import './node-version.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium, openBrowser, type Shot } from './browser.ts';
import { renderSummaryPage } from './render-summary.ts';
import { scenes } from './summary-scenes.ts';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({ options: { phone: { type: 'boolean', default: false } } });
const folder = join(root, options.phone ? '.demo/phone' : 'docs/images');
const size = options.phone ? { width: 390, scale: 2 } : { width: 820, scale: 1 };
/** Pictures are part of the repository. */
const MAX_BYTES = 150_000;
const looks: readonly Shot['look'][] = ['light', 'dark'];

const chromium = findChromium(process.env);
if (chromium === undefined) {
  process.stderr.write(
    'Pictures need a Chromium, and none was found: set CHROME_PATH to the program of Chromium, Chrome or Edge.\n',
  );
  process.exitCode = 1;
} else {
  await takeAll(chromium);
}

async function takeAll(path: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser(path);
  try {
    for (const scene of scenes) {
      const html = renderSummaryPage(await scene.summary(), scene.title);
      for (const look of looks) {
        const png = await browser.photograph(html, { ...size, look });
        const file = join(folder, `summary-${scene.name}-${look}.png`);
        writeFileSync(file, png);
        process.stdout.write(`${relative(root, file)} ${Math.ceil(png.length / 1000)} kB\n`);
        if (!options.phone && png.length > MAX_BYTES)
          throw new Error(`${relative(root, file)} is larger than ${MAX_BYTES / 1000} kB`);
      }
    }
  } finally {
    await browser.close();
  }
}
