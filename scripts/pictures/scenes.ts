// The summaries in the pictures: what the test service answers, as its tables write it, and what
// the action makes of it.
import { play } from '../../__tests__/support/timeline.ts';

/** A step whose summary is worth a picture. */
export interface Scene {
  /** Name of the picture's file. */
  readonly name: string;
  readonly service: string;
  readonly with?: Readonly<Record<string, string>>;
}

const STARTED = 'building | $ npm ci / added 212 packages in 9s / $ npm run build';
const BUILT = [
  STARTED,
  'vite v7.1.2 building for production...',
  '✓ 214 modules transformed.',
  '✓ built in 4.82s',
  'Done',
].join(' / ');
const BROKEN = [
  STARTED,
  '> tsc && vite build',
  "src/cart/total.ts(41,17): error TS2339: Property 'amount' does not exist.",
  'npm error Lifecycle script `build` failed with error:',
  'npm error code 2',
  'The build failed: exit code 2',
].join(' / ');

/** A deployment that ends after so many seconds. */
function deploys(seconds: number, status: 'finished' | 'failed'): string {
  const log = (status === 'failed' ? BROKEN : BUILT).replace('building', status);
  return `
    POST   {"deploymentId":"dep_2"}
    dep_2  ${STARTED}
    ${seconds}s dep_2  ${log}
  `;
}

/** In the order of the README. */
export const scenes: readonly Scene[] = [
  {
    name: 'finished',
    service: deploys(66, 'finished'),
    with: { 'health-check': 'http://{host}/health' },
  },
  { name: 'failed', service: deploys(41, 'failed') },
];

/** The run that the line below the heading names. */
const env = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'octo-org/shop',
  GITHUB_SHA: '4f6c21d09b7e5a83c1d2e4f60718293a4b5c6d7e',
  GITHUB_REF_NAME: 'main',
  GITHUB_ACTOR: 'octocat',
};

/** Runs the step in virtual time; resolves with its summary as Markdown. */
export async function summaryOf(scene: Scene): Promise<string> {
  const { run } = await play({
    service: scene.service,
    env,
    with: { timeout: '15m', ...scene.with },
  });
  return run.summary.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://web.example.test');
}
