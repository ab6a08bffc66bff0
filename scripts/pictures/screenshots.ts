// The pictures of the README in docs/images/: summaries that the action writes in virtual time,
// below GitHub's own stylesheet, light and dark. They need a Chromium: the program that CHROME_PATH
// names, or one on the PATH.
import '../node-version.ts';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { play } from '../../__tests__/support/timeline.ts';
import { useChromium } from './chromium.ts';
import { renderSummaryPage } from './render-summary.ts';

const folder = join(import.meta.dirname, '../../docs/images');
const WIDTH = 820;
/** Pictures are part of the repository. */
const MAX_BYTES = 150_000;

const STARTED = '$ npm ci / added 212 packages in 9s / $ npm run build';
/** How the build ends, and what it has printed by then, as a table of the test service has it. */
const ENDED = {
  finished: `vite v7.1.2 building for production... / ✓ 214 modules transformed. / ✓ built in 4.82s`,
  failed: `src/cart/total.ts(41,17): error TS2339: Property 'amount' does not exist. / npm error code 2`,
} as const;

/** The run that the line below the heading names. */
const env = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'octo-org/shop',
  GITHUB_SHA: '4f6c21d09b7e5a83c1d2e4f60718293a4b5c6d7e',
  GITHUB_REF_NAME: 'main',
  GITHUB_ACTOR: 'octocat',
};

/** The summary of a deployment that ends so after a minute, as Markdown. */
async function summaryOf(status: keyof typeof ENDED): Promise<string> {
  const { run } = await play({
    service: `
      POST        {"deploymentId":"dep_2"}
      dep_2       building | ${STARTED}
      +60s dep_2  ${status} | ${STARTED} / ${ENDED[status]}
    `,
    env,
    with: status === 'finished' ? { 'health-check': 'http://{host}/health' } : {},
  });
  return run.summary.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://web.example.test');
}

async function takeAll(browser: Browser): Promise<void> {
  for (const status of ['finished', 'failed'] as const) {
    const html = renderSummaryPage(await summaryOf(status), 'deploy summary');
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width: WIDTH, height: 100 } });
      await page.setContent(html);
      const path = join(folder, `summary-${status}-${colorScheme}.png`);
      const { length } = await page.screenshot({ path, fullPage: true });
      await page.close();
      if (length > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES / 1000} kB`);
      process.stdout.write(`${path} ${Math.ceil(length / 1000)} kB\n`);
    }
  }
}

await useChromium(takeAll);
