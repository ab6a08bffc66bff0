// Runs the workflows of `examples/` under act, in a repository made for them, against an emulator for each run of
// example-runs.yaml. Names of files as arguments select some. Exit code 1 when one does not do what its row says.
import '../node-version.ts';
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { startEmulator } from '../../emulator/emulator.ts';

const root = join(import.meta.dirname, '../..');
const REPOSITORY = 'octo-org/octo-app';

const runSchema = z.strictObject({
  file: z.string(),
  event: z.string().default('push'),
  payload: z.record(z.string(), z.unknown()).default({ ref: 'refs/heads/main' }),
  fork: z.boolean().default(false),
  broken: z.boolean().default(false),
  outdated: z.boolean().default(false),
  shows: z.string().default(''),
  changes: z.array(z.string()),
});
type Run = z.output<typeof runSchema>;
const table = z.strictObject({ variables: z.record(z.string(), z.string()), runs: z.array(runSchema) });

const stepSchema = z.looseObject({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() });
const jobSchema = z.looseObject({ steps: z.array(stepSchema).optional() });
const workflowSchema = z.looseObject({ jobs: z.record(z.string(), jobSchema) });

/** The workflow without what act does not know; an action of others becomes a step that prints its inputs. */
function localized(source: string): string {
  const { jobs, ...rest } = workflowSchema.parse(parse(source));
  for (const job of Object.values(jobs)) {
    delete job['concurrency'];
    delete job['environment'];
    if (job.steps !== undefined) job.steps = [{ uses: 'actions/checkout@v5' }, ...job.steps.flatMap(localStep)];
  }
  return stringify({ ...rest, jobs });
}

function localStep({ uses, with: inputs = {}, background: _unknown, ...step }: z.output<typeof stepSchema>) {
  if ('wait' in step) return [];
  if (uses === undefined) return [step];
  if (uses.startsWith('OWNER/')) return [{ ...step, uses: './action', with: inputs }];
  const printed = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value] as const);
  return [{ ...step, env: Object.fromEntries(printed), run: 'env | grep -A 20 ^INPUT_' }];
}

/** Makes the repository, and a stand-in for the GitHub CLI beside it; returns the commit. */
function makeRepository(folder: string): string {
  const repository = join(folder, 'repository');
  mkdirSync(join(repository, '.github/workflows'), { recursive: true });
  for (const file of readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.yml'))) {
    const source = readFileSync(join(root, 'examples', file), 'utf8');
    writeFileSync(join(repository, '.github/workflows', file), localized(source));
  }
  cpSync(join(root, 'action.yml'), join(repository, 'action/action.yml'));
  cpSync(join(root, 'dist'), join(repository, 'action/dist'), { recursive: true });
  writeFileSync(join(folder, 'gh'), '#!/bin/sh\necho "gh $*"\n', { mode: 0o755 });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch', 'main');
  git('remote', 'add', 'origin', `https://github.com/${REPOSITORY}.git`);
  git('add', '--all');
  git('-c', 'user.name=examples', '-c', 'user.email=examples@localhost', 'commit', '--quiet', '--message', 'examples');
  return git('rev-parse', 'HEAD');
}

/** A stand-in for the app, whose `/version` is the commit, and for GitHub's API, whose branch is at `head`. */
async function startStandIn(commit: string, head: string): Promise<{ host: string; close: () => void }> {
  const server = createServer(({ url = '', method }, response) => {
    const reply = url.includes('/git/ref/') ? { object: { sha: head } } : { id: 42, status: 'ahead', commit };
    response.writeHead(method === 'GET' ? 200 : 201, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return { host: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, close: () => void server.close() };
}

/** Runs a workflow under act, without the settings of the user; resolves with its log and whether it passes. */
async function runAct(folder: string, { file, event }: Run, files: Readonly<Record<string, object>>) {
  const given = Object.entries(files).map(([name, values]) => {
    const pairs = Object.entries(values).map(([key, value]) => `${key}=${JSON.stringify(value)}\n`);
    writeFileSync(join(folder, name), name === 'eventpath' ? JSON.stringify(values) : pairs.join(''));
    return `--${name}=${join(folder, name)}`;
  });
  const options = [`--workflows=.github/workflows/${file}`, '--platform=ubuntu-latest=-self-hosted', ...given];
  const path = [dirname(process.execPath), folder, process.env['PATH']].join(delimiter);
  const place = { cwd: join(folder, 'repository'), env: { HOME: folder, PATH: path }, maxBuffer: 100_000_000 };
  return await new Promise<{ passes: boolean; log: string }>((resolve, reject) => {
    execFile('act', [event, ...options], place, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') reject(new Error('act is needed: go install github.com/nektos/act@latest'));
      else resolve({ passes: error === null, log: stdout + stderr });
    });
  });
}

/** Resolves with what was not as the row says, and with the log. */
async function tryRun(folder: string, run: Run, commit: string): Promise<{ problems: string[]; log: string }> {
  const { host, close } = await startStandIn(commit, run.outdated ? '2'.repeat(40) : commit);
  const emulator = await startEmulator({
    keys: [{ name: 'deploy', scopes: ['deploy'] }],
    resources: ['web', 'api', 'admin', 'shop-web'].map((name) => ({
      id: `app_${name}`,
      domains: [host],
      history: 1,
      env: { DATABASE_URL: '', SESSION_SECRET: '' },
      script: { queuedMs: 200, buildMs: 1000, outcome: run.broken && name === 'web' ? 'failed' : 'finished' },
    })),
  });
  const key = emulator.keys['deploy'];
  const head = { sha: commit, repo: { full_name: run.fork ? 'somebody/fork' : REPOSITORY } };
  const { passes, log } = await runAct(folder, run, {
    eventpath: { ...run.payload, pull_request: { head, user: { login: 'somebody' } } },
    'var-file': { ...variables, DEPLOYMENT_SERVICE_BASE_URL: emulator.baseUrl },
    'secret-file': { DEPLOYMENT_SERVICE_API_KEY: key, DEPLOYMENT_SERVICE_READ_KEY: key, GITHUB_TOKEN: 'ghs_1234' },
    'env-file': { GITHUB_API_URL: `http://${host}` },
  });
  const requested = emulator.view().activity.filter(({ by }) => by === 'deploy');
  const changes = requested.map(({ action, target }) => `${action} ${target}`).toSorted();
  await emulator.close().finally(close);
  const problems = [
    ...(passes === run.broken ? [`it ${passes ? 'passes' : 'fails'}`] : []),
    ...(log.replaceAll(/::set-output:: (.*)/g, '$1').includes(run.shows) ? [] : [`the log lacks "${run.shows}"`]),
    ...(String(changes) === String(run.changes.toSorted()) ? [] : [`the service was asked to: ${changes.join(', ')}`]),
  ];
  return { problems, log };
}

const { variables, runs } = table.parse(parse(readFileSync(join(root, 'scripts/checks/example-runs.yaml'), 'utf8')));
const names = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'examples-'));
try {
  const commit = makeRepository(folder);
  for (const run of runs.filter(({ file }) => names.length === 0 || names.includes(file))) {
    const { problems, log } = await tryRun(folder, run, commit);
    if (problems.length > 0) process.exitCode = 1;
    const shown = problems.length === 0 ? '' : `${log.replaceAll(/^/gm, '    ')}\n  ${problems.join('\n  ')}\n`;
    process.stdout.write(`${problems.length === 0 ? '✓' : '✗'} ${run.file} ${run.event}\n${shown}`);
  }
} catch (error) {
  process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
