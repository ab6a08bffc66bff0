// The console in a real browser: light, dark and narrow, reading and pressing buttons without a script.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { createConsole, startEmulator } from '../../../emulator/index.ts';
import type { Emulator } from '../../../emulator/index.ts';
import { findChromium, openBrowser } from '../../../scripts/pictures/browser.ts';

const chromium = findChromium(process.env);
// oxlint-disable-next-line no-console -- the one sentence for people who have no browser here
if (chromium === undefined) console.warn('The console is not tried in a browser: no Chromium was found.');
const inBrowser = chromium === undefined ? describe.skip : describe;

const PAGES = [
  '/',
  '/requests',
  '/resources/app_web',
  '/settings/api-keys',
  '/settings/activity',
  '/settings/emulator',
];

inBrowser('the console in a browser', () => {
  let browser: Browser;
  let emulator: Emulator;

  beforeAll(async () => {
    browser = await openBrowser(chromium ?? '');
    emulator = await startEmulator({
      pages: createConsole(),
      keys: [{ name: 'ci', scopes: ['deploy'] }],
      faults: [{ on: 'getEnv', kind: 'status', status: 503 }],
      resources: [
        {
          id: 'app_web',
          history: 3,
          env: ['A_RATHER_LONG_NAME_OF_A_VARIABLE'],
          domains: ['web.example.test'],
          runtimeLog: `${'a long line '.repeat(40)}\n`,
          script: { buildMs: Infinity, log: ['building'] },
        },
      ],
    });
    await fetch(`${emulator.baseUrl}/resources`, { headers: { authorization: `Bearer ${emulator.keys['ci']}` } });
  });

  afterAll(async () => {
    await browser.close();
    await emulator.close();
  });

  /** A page without scripts; what the browser complains about is collected. */
  async function open(options: { readonly colorScheme?: 'light' | 'dark'; readonly width?: number } = {}) {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      colorScheme: options.colorScheme ?? 'light',
      viewport: { width: options.width ?? 1200, height: 900 },
      baseURL: emulator.origin,
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('requestfailed', (request) => complaints.push(request.url()));
    return { page, complaints, context };
  }

  /** Goes to another page once this one is complete: a request that is broken off is a complaint of the browser. */
  async function leaveFor(page: Page, path: string): Promise<void> {
    await page.waitForLoadState();
    await page.goto(path);
  }

  /** The colour of the ground as the browser computes it. */
  async function groundOf(page: Page): Promise<string> {
    return await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  }

  /** By how many pixels the page is wider than the window. */
  async function overflowOf(page: Page): Promise<number> {
    return await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  }

  test.each(['light', 'dark'] as const)(
    'is shown in %s colours, with nothing refused or missing',
    async (colorScheme) => {
      const { page, complaints, context } = await open({ colorScheme });
      for (const path of PAGES) {
        const response = await page.goto(path);
        expect([path, response?.status()]).toEqual([path, 200]);
        await page.locator('h1').waitFor();
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test('has dark ground in dark colours and light ground in light ones', async () => {
    const grounds: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      await page.goto(`${emulator.origin}/`);
      grounds.push(await groundOf(page));
      await context.close();
    }
    expect(grounds).toEqual(['rgb(246, 247, 249)', 'rgb(20, 23, 28)']);
  });

  test('fits a window of 390 px: no page is wider than it', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    for (const path of PAGES) {
      await page.goto(emulator.origin + path);
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
    }
    await context.close();
  });

  test('empties the wallet, arms a fault, creates and revokes a key, and cancels, without a script', async () => {
    const { page, complaints, context } = await open();
    await page.goto('/settings/emulator');
    await page.getByRole('button', { name: 'Empty the wallet' }).click();
    await page.getByRole('button', { name: 'Fund the wallet' }).waitFor();
    expect(emulator.view().wallet).toBe('empty');
    await page.getByRole('button', { name: 'Fund the wallet' }).click();
    await page.getByRole('button', { name: 'Empty the wallet' }).waitFor();

    await page.getByRole('button', { name: 'Clear all faults' }).click();
    await page.getByText('No fault is armed.').waitFor();
    await page.getByRole('button', { name: 'Arm' }).click();
    await page.getByRole('cell', { name: 'reset-after' }).waitFor();
    expect(emulator.faults.list()).toHaveLength(1);
    emulator.faults.clear();

    await page.getByLabel('Dialect').selectOption('wrapped');
    await page.getByRole('button', { name: 'Use this dialect' }).click();
    await page.getByText('dialect wrapped').waitFor();

    await leaveFor(page, '/settings/api-keys');
    await page.getByLabel('Name').fill('browser');
    await page.getByLabel('deploy').check();
    await page.getByRole('button', { name: 'Create' }).click();
    expect(await page.locator('.value').textContent()).toMatch(/^key_/);
    await leaveFor(page, '/settings/api-keys');
    await page.getByRole('row', { name: 'browser' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: 'browser' }).getByText('revoked').waitFor();

    const { id } = emulator.deploy('app_web');
    await leaveFor(page, `/resources/app_web/deployments/${id}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'cancelled' }).waitFor();
    expect(emulator.deployments('app_web')[0]).toMatchObject({ id, status: 'cancelled' });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
