// The pictures of the README: real summaries below GitHub's own stylesheet, light and dark, in docs/images/.
import '../node-version.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Browser } from 'playwright-core';
import { findChromium, openBrowser } from './browser.ts';
import { readCommandLine } from '../command-line.ts';
import { renderSummaryPage } from './render-summary.ts';
import { scenes } from './summary-scenes.ts';

const root = join(import.meta.dirname, '../..');
const { flags, names } = readCommandLine({
  command: 'npm run screenshots',
  purpose: 'Takes pictures of summaries, light and dark, with the Chromium of this machine.',
  flags: { phone: 'as narrow as a phone, into the ignored folder .demo/phone' },
  names: { meaning: 'scenes, all by default', known: scenes.map(({ name }) => name) },
});
const isPhone = flags.has('phone');
const folder = join(root, isPhone ? '.demo/phone' : 'docs/images');
const width = isPhone ? 390 : 820;
const scale = isPhone ? 2 : 1;
/** Pictures are part of the repository. */
const MAX_BYTES = 150_000;

const path = findChromium(process.env);
if (path === undefined) {
  process.stderr.write(
    'No Chromium was found, and pictures need one: set CHROME_PATH to the program of Chromium, Chrome or Edge.\n',
  );
  process.exitCode = 1;
} else {
  const browser = await openBrowser(path);
  try {
    await takeAll(browser);
  } finally {
    await browser.close();
  }
}

async function takeAll(browser: Browser): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const scene of scenes.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const html = renderSummaryPage(await scene.summary(), scene.title);
    for (const colorScheme of ['light', 'dark'] as const) {
      const file = join(folder, `summary-${scene.name}-${colorScheme}.png`);
      const png = await takePicture(browser, { html, colorScheme });
      if (!isPhone && png.length > MAX_BYTES)
        throw new Error(`${relative(root, file)} is larger than ${MAX_BYTES / 1000} kB`);
      writeFileSync(file, png);
      process.stdout.write(`${relative(root, file)} ${Math.ceil(png.length / 1000)} kB\n`);
    }
  }
}

/** A PNG of the whole page. */
async function takePicture(
  browser: Browser,
  { html, colorScheme }: { html: string; colorScheme: 'light' | 'dark' },
): Promise<Buffer> {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 100 }, deviceScaleFactor: scale });
  try {
    await page.setContent(html);
    return await page.screenshot({ fullPage: true });
  } finally {
    await page.close();
  }
}
