// Runs the workflows of `examples/` under act, in a repository made for them, against an emulator
// for each run of example-runs.yaml. Names of files as arguments select some. Exit code 1 when one
// does not do what its row says.
import '../node-version.ts';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { inputVariables } from '../../__tests__/support/runner-parsers.ts';
import { ManualClock } from '../../emulator/clock.ts';
import { type Emulator, startEmulator } from '../../emulator/emulator.ts';
import { commitAll } from '../demo/commit-all.ts';
import { listenOnLoopback } from '../demo/loopback.ts';

const root = join(import.meta.dirname, '../..');
const REPOSITORY = 'octo-org/octo-app';

/** A row of example-runs.yaml, which says what each means. */
const runSchema = z.strictObject({
  file: z.string(),
  event: z.string().default('push'),
  payload: z.record(z.string(), z.unknown()).default({ ref: 'refs/heads/main' }),
  from: z.string().default(REPOSITORY),
  by: z.string().default('somebody'),
  set: z.record(z.string(), z.string()).default({}),
  edit: z.string().default(''),
  broken: z.string().default(''),
  deployments: z.enum(['none', 'ended', 'running', 'later']).default('none'),
  version: z.string().optional(),
  gh: z.string().default(''),
  passes: z.boolean().optional(),
  shows: z.string().default(''),
  changes: z.array(z.string()).default([]),
});
type Run = z.output<typeof runSchema>;

/** Stands in for the GitHub CLI: fails when the row gives an error, else filters what it gives. */
const GH = `#!/bin/sh
echo "gh $*" >&2
if grep '^gh: ' "$0.answer" >&2; then exit 1; fi
while [ $# -gt 0 ]; do
  if [ "$1" = --jq ]; then jq --raw-output "$2" "$0.answer"; fi
  shift
done
`;
/** What test-then-deploy.yml installs and tests. */
const APP = {
  'package.json': '{"scripts":{"test":"test ! -e broken-test"}}',
  'package-lock.json': '{"lockfileVersion":3,"packages":{"":{}}}',
  'apps/api/main.js': '// the API',
  'apps/web/main.js': '// the site',
  'packages/shared.js': '// what both use',
};

const stepSchema = z.looseObject({
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const workflowSchema = z.looseObject({
  jobs: z.record(z.string(), z.looseObject({ steps: z.array(stepSchema).optional() })),
});

/**
 * The workflow without what act does not know; an action of others becomes a step that prints its
 * inputs.
 */
function localized(source: string): string {
  const { jobs, ...rest } = workflowSchema.parse(parse(source));
  for (const job of Object.values(jobs)) {
    delete job['concurrency'];
    delete job['environment'];
    if (job.steps !== undefined)
      job.steps = [{ uses: 'actions/checkout@v5' }, ...job.steps.map(localStep)];
  }
  return stringify({ ...rest, jobs });
}

function localStep({ uses, with: inputs = {}, ...step }: z.output<typeof stepSchema>) {
  if (uses === undefined) return step;
  // A gate that stays closed would take three minutes.
  const soon = 'health-check' in inputs ? { 'health-check-timeout': '10s' } : {};
  if (uses.startsWith('OWNER/')) return { ...step, uses: './action', with: { ...inputs, ...soon } };
  return { ...step, env: inputVariables(inputs), run: 'env | grep -A 20 ^INPUT_' };
}

/** Makes the repository, and tools beside it; returns the commit. */
function makeRepository(folder: string): string {
  const repository = join(folder, 'repository');
  const workflows = join(repository, '.github/workflows');
  mkdirSync(workflows, { recursive: true });
  for (const file of readdirSync(join(root, 'examples'))) {
    const source = readFileSync(join(root, 'examples', file), 'utf8');
    writeFileSync(join(workflows, file), localized(source));
  }
  for (const part of ['action.yml', 'dist'])
    cpSync(join(root, part), join(repository, 'action', part), { recursive: true });
  for (const [file, content] of Object.entries(APP)) {
    mkdirSync(dirname(join(repository, file)), { recursive: true });
    writeFileSync(join(repository, file), content);
  }
  mkdirSync(join(folder, 'tools'));
  writeFileSync(join(folder, 'tools/gh'), GH, { mode: 0o755 });
  const commit = commitAll(repository);
  const origin = ['remote', 'add', 'origin', `https://github.com/${REPOSITORY}.git`];
  execFileSync('git', origin, { cwd: repository });
  return commit;
}

/** Makes the commit that a row pushes on top of `base`; returns it. */
function push(repository: string, base: string, edit: string): string {
  execFileSync('git', ['reset', '--quiet', '--hard', base], { cwd: repository });
  if (edit === '') return base;
  execFileSync('sh', ['-euc', edit], { cwd: repository });
  return commitAll(repository);
}

/**
 * Starts the service of a row, whose apps are all at `host`. Its time stands still until the first
 * answer: however slowly act starts, the action sees a running deployment in progress.
 */
async function startService(
  run: Run,
  host: string,
): Promise<{ emulator: Emulator; stop: () => Promise<void> }> {
  const clock = new ManualClock();
  const ended = new AbortController();
  let passing: Promise<void> | undefined;
  let isDue = run.deployments === 'later';
  const emulator = await startEmulator({
    clock,
    onRequest: ({ endpoint }) => {
      passing ??= letTimePass(clock, ended.signal);
      if (!isDue || endpoint !== 'listDeployments') return;
      isDue = false;
      void deployFromConsole(emulator);
    },
    keys: [{ name: 'deploy', scopes: ['deploy'] }, { name: 'read' }],
    resources: [
      ...['web', 'api', 'admin'].map((name) => ({
        id: `res_${name}`,
        name,
        domains: [host],
        history: run.deployments === 'none' ? 0 : 1,
        script: {
          queuedMs: 200,
          buildMs: 1000,
          outcome: run.broken === name ? ('failed' as const) : ('finished' as const),
        },
      })),
      { id: 'res_worker', type: 'worker' as const, name: 'worker' },
    ],
  });
  if (run.deployments === 'running') await deployFromConsole(emulator);
  const stop = async (): Promise<void> => {
    ended.abort();
    await passing;
    await emulator.stop();
  };
  return { emulator, stop };
}

async function letTimePass(clock: ManualClock, signal: AbortSignal): Promise<void> {
  let beforeMs = performance.now();
  while (!signal.aborted) {
    await delay(50);
    const nowMs = performance.now();
    await clock.advance(nowMs - beforeMs);
    beforeMs = nowMs;
  }
}

async function deployFromConsole({ origin }: Emulator): Promise<void> {
  await fetch(`${origin}/__emulator/resources/res_web/deployments`, { method: 'POST' });
}

/**
 * Runs act in the repository, without the settings of the user; resolves with its exit code and
 * what it printed.
 */
async function act(
  folder: string,
  ...args: string[]
): Promise<{ exitCode: number | null; log: string }> {
  const path = [dirname(process.execPath), join(folder, 'tools'), process.env['PATH']];
  const env = { HOME: folder, PATH: path.join(delimiter) };
  const child = spawn('act', args, { cwd: join(folder, 'repository'), env });
  const pieces: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => pieces.push(text));
  await once(child, 'close');
  return { exitCode: child.exitCode, log: pieces.join('') };
}

/** An option of act for each value. */
function options(name: string, values: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(values).map(([key, value]) => `--${name}=${key}=${value ?? ''}`);
}

/** Resolves with what was not as the row says, and with the log. */
async function tryRun(
  folder: string,
  run: Run,
  base: string,
): Promise<{ problems: string[]; log: string }> {
  const commit = push(join(folder, 'repository'), base, run.edit);
  // The app, which says its commit at every path.
  const { host, close } = await listenOnLoopback((_request, response) => {
    response.end(run.version ?? commit);
  });
  const { emulator, stop } = await startService(run, host);
  const { deploy: key = '', read } = emulator.keys;
  writeFileSync(join(folder, 'tools/gh.answer'), `${run.gh.replaceAll('COMMIT', commit)}\n`);
  const head = { sha: commit, repo: { full_name: run.from } };
  const event = {
    ...(run.event === 'push' ? { before: base } : {}),
    ...(run.event === 'pull_request' ? { pull_request: { head, user: { login: run.by } } } : {}),
    ...run.payload,
  };
  const eventFile = join(folder, 'event.json');
  writeFileSync(eventFile, JSON.stringify(event).replaceAll('COMMIT', commit));
  const { exitCode, log } = await act(
    folder,
    run.event,
    `--workflows=.github/workflows/${run.file}`,
    '--platform=ubuntu-latest=-self-hosted',
    `--eventpath=${eventFile}`,
    ...options('var', {
      DEPLOYMENT_SERVICE_BASE_URL: emulator.baseUrl,
      RESOURCE_ID: 'res_web',
      API_RESOURCE_ID: 'res_api',
      WEB_RESOURCE_ID: 'res_web',
      ADMIN_RESOURCE_ID: 'res_admin',
      WORKER_RESOURCE_ID: 'res_worker',
      ...run.set,
    }),
    ...options('secret', {
      DEPLOYMENT_SERVICE_API_KEY: key,
      DEPLOYMENT_SERVICE_READ_KEY: read,
      GITHUB_TOKEN: 'ghs_0123456789',
      ...run.set,
    }),
  );
  const activity = emulator.view().activity.filter(({ by }) => by !== 'console');
  const changes = activity.map(({ action, target }) => `${action} ${target}`).toSorted();
  await stop();
  close();
  const checks = {
    [`it ended with exit code ${exitCode}`]: (exitCode === 0) === (run.passes ?? run.broken === ''),
    [`the log lacks "${run.shows}"`]: log
      .replaceAll(/::set-output:: (.*)/g, '$1')
      .includes(run.shows),
    [`the service was asked to ${changes.join(', ') || 'do nothing'}`]:
      String(changes) === String(run.changes.toSorted()),
    'the key is in the log': !log.includes(key),
  };
  return { problems: Object.keys(checks).filter((name) => checks[name] !== true), log };
}

for (const tool of ['act', 'jq']) {
  if (spawnSync(tool, ['--version']).status === 0) continue;
  process.stderr.write(`${tool} is needed (act: go install github.com/nektos/act@latest)\n`);
  process.exit(1);
}
const runs = z
  .array(runSchema)
  .parse(parse(readFileSync(join(import.meta.dirname, 'example-runs.yaml'), 'utf8')));
const names = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'examples-'));
try {
  const commit = makeRepository(folder);
  for (const run of runs.filter(({ file }) => names.length === 0 || names.includes(file))) {
    const { problems, log } = await tryRun(folder, run, commit);
    process.stdout.write(`${problems.length === 0 ? '✓' : '✗'} ${run.file} ${run.event}\n`);
    if (problems.length === 0) continue;
    process.stdout.write(`${log.replaceAll(/^/gm, '    ')}\n  ${problems.join('\n  ')}\n`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
