// The summaries in the pictures: real runs of the action against the emulator on a virtual clock.
import { type World, withWorld } from '../../__tests__/support/world.ts';
import type { EmulatorOptions, ResourceOptions } from '../../emulator/index.ts';

/** A run whose summary is worth a picture. */
export interface Scene {
  /** Name of the picture's file. */
  readonly name: string;
  /** What stands above the summary, as the name of the job does on GitHub. */
  readonly title: string;
  /** Runs the step; resolves with the Markdown of its summary. */
  summary(): Promise<string>;
}

const SECOND_MS = 1_000;

/** The run that the line below the heading names. */
const runEnv = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'octo-org/shop',
  GITHUB_SHA: '4f6c21d09b7e5a83c1d2e4f60718293a4b5c6d7e',
  GITHUB_REF_NAME: 'main',
  GITHUB_ACTOR: 'octocat',
};

const buildLog = [
  '$ npm ci',
  'added 212 packages in 9s',
  '$ npm run build',
  'vite v7.1.2 building for production...',
  '✓ 214 modules transformed.',
  'dist/index.html    0.46 kB │ gzip:  0.30 kB',
  'dist/assets/index.js  143.92 kB │ gzip: 46.31 kB',
  '✓ built in 4.82s',
  'Pushing image',
  'Done',
];

const brokenBuildLog = [
  '$ npm ci',
  'added 212 packages in 9s',
  '$ npm run build',
  '> shop@2.4.0 build',
  '> tsc && vite build',
  "src/cart/total.ts(41,17): error TS2339: Property 'amount' does not exist on type 'Price'.",
  'npm error Lifecycle script `build` failed with error:',
  'npm error code 2',
  'The build failed: exit code 2',
];

function app(name: string, buildSeconds: number, more: Partial<ResourceOptions> = {}): ResourceOptions {
  return {
    id: `app_${name}`,
    name,
    domains: [`${name}.example.com`],
    history: 3,
    script: { queuedMs: 6 * SECOND_MS, buildMs: buildSeconds * SECOND_MS, log: buildLog },
    ...more,
  };
}

const shop = app('shop', 66);

/** The emulator's own pages: an app that is healthy after `refusals` requests. */
function healthPages(refusals: number): NonNullable<EmulatorOptions['pages']> {
  let asked = 0;
  return ({ url }) => {
    if (url.pathname !== '/health') return undefined;
    asked += 1;
    return { status: asked > refusals ? 200 : 503, contentType: 'text/plain', body: '' };
  };
}

/** Runs in a world of its own and gives the summary at the end. */
async function summaryOf(
  resources: readonly ResourceOptions[],
  inputs: Record<string, string>,
  before: (world: World) => void = () => undefined,
): Promise<string> {
  return await withWorld({ resources }, async (world) => {
    before(world);
    const run = await world.run(
      { 'resource-id': resources.map(({ id }) => id).join(' '), timeout: '15m', ...inputs },
      { env: runEnv },
    );
    return run.summary;
  });
}

/** Every scene, in the order of the README. */
export const scenes: readonly Scene[] = [
  {
    name: 'finished',
    title: 'deploy summary',
    summary: () =>
      withWorld({ resources: [shop], pages: healthPages(4) }, async ({ emulator, run }) => {
        const inputs = { 'resource-id': shop.id, 'health-check': `${emulator.origin}/health` };
        const { summary } = await run(inputs, { env: runEnv });
        // On a real service the path is on the address of the app.
        return summary.replaceAll(`${emulator.origin}/health`, '/health');
      }),
  },
  {
    name: 'failed',
    title: 'deploy summary',
    summary: () =>
      summaryOf(
        [
          {
            ...shop,
            script: { queuedMs: 6 * SECOND_MS, buildMs: 41 * SECOND_MS, log: brokenBuildLog, outcome: 'failed' },
          },
        ],
        {},
      ),
  },
  {
    name: 'several',
    title: 'release summary',
    summary: () =>
      summaryOf(
        [
          app('api', 48),
          app('shop', 66),
          app('search', 37, {
            script: { queuedMs: 4 * SECOND_MS, buildMs: 37 * SECOND_MS, log: brokenBuildLog, outcome: 'failed' },
          }),
          app('admin', 20),
        ],
        { 'max-parallel': '2' },
        ({ emulator }) => void emulator.deploy('app_shop'),
      ),
  },
  {
    name: 'waiting',
    title: 'deploy summary',
    summary: () => summaryOf([shop], {}, ({ emulator }) => void emulator.deploy(shop.id)),
  },
  {
    name: 'in-progress',
    title: 'deploy summary',
    summary: () =>
      withWorld({ resources: [{ ...shop, script: { buildMs: 400 * SECOND_MS, log: buildLog } }] }, async (world) => {
        world.emulator.deploy(shop.id);
        const run = await world.run({ 'resource-id': shop.id, timeout: '1m' }, { env: runEnv });
        // What a step that is killed while it waits leaves behind.
        return run.pages.findLast((page) => page.includes('Waiting for')) ?? '';
      }),
  },
];
