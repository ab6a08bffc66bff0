// Where the Chromium for pictures and browser tests is found. Nothing is started here.
import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findChromium } from '../../../scripts/pictures/browser.ts';

function withFolder(check: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'browser-'));
  try {
    for (const name of ['chromium', 'google-chrome', 'my-browser']) writeFileSync(join(folder, name), '');
    check(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('prefers the browser that CHROME_PATH names', () => {
  withFolder((folder) => {
    const named = join(folder, 'my-browser');
    expect(findChromium({ CHROME_PATH: named, PATH: folder })).toBe(named);
  });
});

test('finds nothing when CHROME_PATH does not exist, rather than another browser', () => {
  withFolder((folder) => {
    expect(findChromium({ CHROME_PATH: join(folder, 'gone'), PATH: folder })).toBeUndefined();
  });
});

test('finds it on PATH under a usual name', () => {
  withFolder((folder) => {
    const PATH = ['', join(folder, 'gone'), folder].join(delimiter);
    expect(findChromium({ CHROME_PATH: '', PATH })).toBe(join(folder, 'chromium'));
  });
});
