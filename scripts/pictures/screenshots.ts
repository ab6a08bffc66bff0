// The pictures of the README: summaries below GitHub's own stylesheet, light and dark, in
// docs/images/. They need a Chromium: the program that CHROME_PATH names, or one on the PATH.
import '../node-version.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Browser } from 'playwright-core';
import { useChromium } from './chromium.ts';
import { renderSummaryPage } from './render-summary.ts';
import { scenes, summaryOf } from './scenes.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/images');
const WIDTH = 820;
/** Pictures are part of the repository. */
const MAX_BYTES = 150_000;

async function takeAll(browser: Browser): Promise<void> {
  for (const scene of scenes) {
    const html = renderSummaryPage(await summaryOf(scene), 'deploy summary');
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width: WIDTH, height: 100 } });
      await page.setContent(html);
      save(`summary-${scene.name}-${colorScheme}.png`, await page.screenshot({ fullPage: true }));
      await page.close();
    }
  }
}

function save(name: string, png: Buffer): void {
  if (png.length > MAX_BYTES) throw new Error(`${name} is larger than ${MAX_BYTES / 1000} kB`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), png);
  process.stdout.write(
    `${relative(root, join(folder, name))} ${Math.ceil(png.length / 1000)} kB\n`,
  );
}

await useChromium(takeAll);
