// Errors of a failed build as annotations at their places in files.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deploys } from '../support/service-table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { rowsWith, type SharingRow, testSteps } from '../support/test-steps.ts';
import { API_KEY } from '../support/timeline.ts';

const SHA = '4f6c21d0a1b2c3d4e5f60718293a4b5c6d7e8f90';
const OTHER_SHA = 'ab'.repeat(20);
const TYPE_ERROR = 'src/main.ts(3,1): error TS2304: Cannot find name x.';

/** A deployment that ends after 20 seconds with these lines. */
const ends = (status: string, ...lines: readonly string[]): string =>
  deploys('dep_2', 'building | Compiling', `20s ${status} | Compiling / ${lines.join(' / ')}`);

/** A workspace with these files, each with so many lines; by default a checkout. */
function workspace(
  files: Readonly<Record<string, number>>,
  { isCheckout = true, link }: { isCheckout?: boolean; link?: string } = {},
): Readonly<Record<string, string>> {
  const folder = temporaryFolder();
  if (isCheckout) mkdirSync(join(folder, '.git'));
  for (const [path, lines] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), 'x\n'.repeat(lines));
  }
  if (link !== undefined) symlinkSync(folder, join(folder, link));
  return { GITHUB_WORKSPACE: folder };
}

const FAILED = { service: ends('failed', TYPE_ERROR), ends: 'deployment_failed 20–25' };

const rows = rowsWith(FAILED, [
  {
    it: 'marks an error of the build at its line after its own error',
    rule: 'build-errors/places',
    error: ['error TS2304'],
    places: [
      'src/main.ts:3:1 From the build log of web (untrusted): error TS2304: Cannot find name x.',
    ],
    also: ({ run }) =>
      /::error .*\n::error title=From the build log/.test(run.log) ? undefined : 'in another order',
  },
  {
    it: 'calls a place untrusted, however long the name of the resource is',
    rule: 'build-errors/places',
    service: [ends('failed', TYPE_ERROR), `resource {"id":"app_web","name":"${'x'.repeat(300)}"}`],
    places: [`src/main.ts:3:1 From the build log of ${'x'.repeat(59)}… (untrusted)`],
  },
  {
    it: 'marks the errors of a build that it waits for',
    rule: 'build-errors/places',
    with: { operation: 'wait', 'deployment-id': 'dep_1' },
    service: `
      dep_1       building | Compiling
      9s dep_1    failed | Compiling / error: no such name /  --> src/main.rs:4:5
    `,
    ends: 'deployment_failed 9–15',
    error: ['src/main.rs:4: error: no such name'],
    places: ['src/main.rs:4:5 From'],
  },
  {
    it: 'marks each place once, and eight at most',
    rule: 'build-errors/eight',
    service: ends(
      'failed',
      ...Array.from({ length: 12 }, (_, index) => `a.go:${index + 1}:1: missing return`),
      'a.go:1:1: missing return',
    ),
    places: Array.from({ length: 8 }, (_, index) => `a.go:${index + 1}:1 `),
  },
  {
    it: 'marks a place once that two resources name',
    rule: 'build-errors/eight',
    with: { 'resource-id': 'app_web\napp_api', 'fail-fast': 'false' },
    service: [ends('failed', TYPE_ERROR), deploys('app_api/dep_9', `failed | ${TYPE_ERROR}`)],
    places: ['src/main.ts:3:1 From'],
  },
  ...(['finished', 'cancelled'] as const).map((status): SharingRow => ({
    it: `marks nothing after a deployment that is ${status}`,
    rule: 'build-errors/failed-only',
    service: ends(status, TYPE_ERROR),
    ends: status === 'finished' ? 'passed 20–25' : 'deployment_cancelled 20–25',
    places: [],
  })),
  {
    it: 'marks nothing when the app does not start',
    rule: 'build-errors/failed-only',
    service: [ends('finished', TYPE_ERROR), '19s resource exited'],
    ends: 'not_running',
    places: [],
  },
  {
    it: 'marks nothing where logs are not shown',
    rule: 'build-errors/hidden',
    with: { 'build-log': 'false' },
    never: ['TS2304'],
    places: [],
  },
  ...(
    [
      ['the commit of the run', SHA, ['src/main.ts:3:1 From']],
      ['another commit', OTHER_SHA, []],
    ] as const
  ).map(([what, commit, places]): SharingRow => ({
    it: `marks ${places.length} places when the deployment shows ${what}`,
    rule: 'build-errors/own-commit',
    env: { GITHUB_SHA: SHA },
    service: deploys('dep_2', `failed {"commit":"${commit}","log":"${TYPE_ERROR}\\n"}`),
    ends: 'deployment_failed 0–10',
    places,
  })),
  {
    it: 'finds the file in a checkout of a repository with several apps',
    rule: 'build-errors/checkout',
    env: workspace(
      { 'apps/web/src/main.ts': 50_000, 'node_modules/a/src/main.ts': 9 },
      process.platform === 'win32' ? {} : { link: 'linked' },
    ),
    places: ['apps/web/src/main.ts:3:1 From'],
  },
  {
    it: 'marks nothing when the file of the checkout is shorter',
    rule: 'build-errors/checkout',
    env: workspace({ 'src/main.ts': 1 }),
    places: [],
  },
  {
    it: 'takes the path of the log where the workspace holds no checkout',
    rule: 'build-errors/checkout',
    env: workspace({ 'apps/web/src/main.ts': 9 }, { isCheckout: false }),
    places: ['src/main.ts:3:1 From'],
  },
  {
    it: 'shows no secret and no command in the errors of a build',
    rule: 'build-errors/untrusted',
    service: ends(
      'failed',
      `src/${API_KEY}.ts(3,1): error TS1: x`,
      `src/a.ts(3,1): error TS2: ${API_KEY} ##[error]x`,
      'src/b.ts(3,1): error TS3: ::add-mask::x',
    ),
    places: [
      'src/a.ts:3:1 From the build log of web (untrusted): error TS2: *** ## [error]x',
      'src/b.ts:3:1 From',
    ],
  },
]);

testSteps('the errors of a build', ...rows);
