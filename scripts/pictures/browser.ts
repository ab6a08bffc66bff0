// The Chromium of this machine, driven by playwright-core, which brings none of its own.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const USUAL_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome-headless-shell',
];

const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The Chromium that `CHROME_PATH` names, or else one found under a usual name; undefined where there is none. */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = env['CHROME_PATH'];
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = USUAL_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...USUAL_PLACES].find((path) => existsSync(path));
}

/** Starts the Chromium at `path`; rejects when it does not start. */
export async function openBrowser(path: string): Promise<Browser> {
  // Containers have no room for its sandbox; only pages of our own are opened.
  return await chromium.launch({ executablePath: path, chromiumSandbox: false });
}
