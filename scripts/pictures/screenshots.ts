// The pictures of the README: summaries below GitHub's own stylesheet, light and dark, in
// docs/images/. They need a Chromium: the program that CHROME_PATH names, or one on the PATH.
import '../node-version.ts';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { useChromium } from './chromium.ts';
import { renderSummaryPage } from './render-summary.ts';
import { scenes, summaryOf } from './scenes.ts';

const folder = join(import.meta.dirname, '../../docs/images');
const WIDTH = 820;
/** Pictures are part of the repository. */
const MAX_BYTES = 150_000;

async function takeAll(browser: Browser): Promise<void> {
  for (const scene of scenes) {
    const html = renderSummaryPage(await summaryOf(scene), 'deploy summary');
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width: WIDTH, height: 100 } });
      await page.setContent(html);
      const path = join(folder, `summary-${scene.name}-${colorScheme}.png`);
      const { length } = await page.screenshot({ path, fullPage: true });
      await page.close();
      if (length > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES / 1000} kB`);
      process.stdout.write(`${path} ${Math.ceil(length / 1000)} kB\n`);
    }
  }
}

await useChromium(takeAll);
