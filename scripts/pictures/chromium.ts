// The browser of the pictures and of the check of the emulator's console.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const PROGRAMS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Uses a browser and closes it; without one it says what is needed, with exit code 1. */
export async function useChromium(use: (browser: Browser) => Promise<void>): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    process.stderr.write(
      'It needs a Chromium: set CHROME_PATH to the program of Chromium, Chrome or Edge.\n',
    );
    process.exitCode = 1;
    return;
  }
  // Containers have no room for its sandbox; only pages of our own are opened.
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

/** The program that CHROME_PATH names, else one on the PATH. */
function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = PROGRAMS.flatMap((name) => folders.map((path) => join(path, name)));
  return [process.env['CHROME_PATH'] ?? '', ...onPath].find((path) => existsSync(path));
}
