// Uses the emulator's console in a real browser, with 500 deployments and a log of 5 MB; pictures
// go to reports/. It needs a Chromium: the program that CHROME_PATH names, or one on the PATH.
import '../node-version.ts';
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Emulator, startEmulator } from '../../emulator/emulator.ts';
import { useChromium } from '../pictures/chromium.ts';

const reports = join(import.meta.dirname, '../../reports');
const RUNTIME_LOG = `${'a'.repeat(99)}\n`.repeat(50_000);
/** How often the console renews itself, and a little more. */
const RENEWED_MS = 2500;

const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1200 },
  { name: 'dark', colorScheme: 'dark', width: 1200 },
  { name: 'phone', colorScheme: 'light', width: 390 },
] as const;

async function start(): Promise<Emulator> {
  const quick = { queuedMs: 0, buildMs: 0, log: ['Built'] };
  const lines = Array.from({ length: 3000 }, (_, count) => `line ${count} \u001B[31mred\u001B[0m`);
  const emulator = await startEmulator({
    keys: [{ name: 'deploy', scopes: ['deploy'] }],
    resources: [
      {
        id: 'app_web',
        runtimeLog: RUNTIME_LOG,
        domains: ['web.example.test:8443'],
        script: [...Array.from({ length: 499 }, () => quick), { buildMs: 60_000, log: lines }],
      },
      { id: 'app_with-a-long-name', name: 'An application with quite a long name' },
      { id: 'db_main', type: 'database', status: 'stopped' },
    ],
  });
  const deploy = `${emulator.origin}/__emulator/resources/app_web/deployments`;
  while ((emulator.view().resources[0]?.total ?? 0) < 499) await fetch(deploy, { method: 'POST' });
  return emulator;
}

async function look(browser: Browser, emulator: Emulator): Promise<void> {
  for (const { name, colorScheme, width } of LOOKS) {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
    await page.goto(emulator.origin);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, name);
    const address = await page.getByRole('link', { name: 'web.example.test:8443' }).boundingBox();
    assert.ok(address !== null && address.x + address.width <= width, 'the address is in sight');
    const log = page.locator('#logs-app_web > details').last();
    assert.equal(await log.locator('pre').textContent(), '', 'a closed log is not loaded');
    await log.locator('summary').click();
    await page.waitForFunction(`document.querySelector('${LOG}')?.textContent.length === 200000`);
    await page.screenshot({ path: join(reports, `console-${name}-log.png`) });
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path: join(reports, `console-${name}.png`) });
    await page.locator('#below-dep_000499 summary').click();
    const widths = ['#below-dep_000499 pre', 'main'].map(
      (each) => `document.querySelector('${each}').clientWidth`,
    );
    assert.ok(await page.evaluate(widths.join(' === ')), 'a build log is as wide as the page');
    await page.locator('#logs-app_web h2').scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(reports, `console-${name}-all.png`), fullPage: true });
    await page.close();
  }
}

const LOG = '#logs-app_web > details:last-of-type pre';
const BUILD_LOG = '#below-dep_000500 pre';

async function use(page: Page): Promise<void> {
  const shows = async (text: string): Promise<void> => await page.getByText(text).first().waitFor();
  const resource = page.locator('#resource-app_web');
  const actions = page.locator('#below-resource-app_web');
  await actions.getByRole('button', { name: 'Deploy' }).click();
  await page.locator('#below-dep_000500 summary').click();
  await page.waitForFunction(`document.querySelector('${BUILD_LOG}').scrollHeight > 1000`);
  // What a reader selects and where it has scrolled to stay while the log grows.
  const scrolled = `document.querySelector('${BUILD_LOG}').scrollTop`;
  const state = `JSON.stringify([String(getSelection()), scrollY, ${scrolled}])`;
  await page.evaluate(`{
    const log = document.querySelector('${BUILD_LOG}');
    getSelection().setBaseAndExtent(log.firstChild, 0, log.firstChild, 6);
    log.scrollTop = 50;
    scrollTo(0, 150);
  }`);
  const before = await page.evaluate(state);
  const text = await page.locator(BUILD_LOG).textContent();
  await page.waitForTimeout(2 * RENEWED_MS);
  assert.equal(await page.evaluate(state), before);
  const later = await page.locator(BUILD_LOG).textContent();
  assert.ok(later?.startsWith(text ?? '-') === true && later !== text, 'the log grows');
  assert.match(later, /^line 0 red\nline 1 red\n/);

  await page.locator('#dep_000500').getByRole('button', { name: 'Cancel' }).click();
  await page.locator('#dep_000500').getByText('cancelled').waitFor();
  const buttons = async (): Promise<string> =>
    (await actions.getByRole('button').allTextContents()).join(' ');
  await actions.getByRole('button', { name: 'Restart' }).waitFor();
  assert.equal(await buttons(), 'Deploy Stop Restart Crash');
  await actions.getByRole('button', { name: 'Crash' }).click();
  await resource.getByText('crashed').waitFor();
  assert.equal(await buttons(), 'Deploy Start');
  await actions.getByRole('button', { name: 'Start' }).click();
  await resource.getByText('starting (busy)').waitFor();
  assert.equal(await buttons(), 'Crash');
  await page.getByLabel('Fault').fill('bussy');
  await page.getByRole('button', { name: 'Arm a fault' }).click();
  await shows('must be refuse, delay,');
  await page.getByLabel('Fault').fill('busy@stopResource');
  await page.getByRole('button', { name: 'Arm a fault' }).click();
  await shows('Armed faults: busy@stopResource');
}

async function check(browser: Browser): Promise<void> {
  mkdirSync(reports, { recursive: true });
  const emulator = await start();
  try {
    await look(browser, emulator);
    const page = await browser.newPage();
    await page.goto(emulator.origin);
    await use(page);
    await emulator.stop();
    await page.getByText('The emulator has not answered since').waitFor();
  } finally {
    await emulator.stop();
  }
  process.stdout.write(`The console does what it should; look at ${reports}/console-*.png\n`);
}

await useChromium(check);
