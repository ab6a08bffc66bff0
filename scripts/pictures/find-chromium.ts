// The browser of the pictures and of the check of the emulator's console.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PROGRAMS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** The program that CHROME_PATH names, else one on the PATH. */
export function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = PROGRAMS.flatMap((name) => folders.map((path) => join(path, name)));
  return [process.env['CHROME_PATH'] ?? '', ...onPath].find((path) => existsSync(path));
}
