// Runs the workflows of `examples/` under act, in a repository made for them, against an emulator for each run of
// example-runs.yaml. Names of files as arguments select some. Exit code 1 when one does not do what its row says.
import '../node-version.ts';
import { execFileSync, spawn } from 'node:child_process';
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
/** Variables of the repository; `_RESOURCE_ID` follows each name. */
const IDS = { PREVIEW: 'app_web', WEB: 'app_web', API: 'app_api' };
const NAMED = Object.entries(IDS).map(([name, id]) => [`${name}_RESOURCE_ID`, id] as const);
const VARIABLES = { RESOURCE_ID: 'app_web', STAGING_RESOURCE_IDS: 'app_web,app_api', ...Object.fromEntries(NAMED) };

const runSchema = z.strictObject({
  file: z.string(),
  event: z.string().default('push'),
  payload: z.record(z.string(), z.unknown()).default({ ref: 'refs/heads/main' }),
  fork: z.boolean().default(false),
  broken: z.boolean().default(false),
  outdated: z.boolean().default(false),
  passes: z.boolean().optional(),
  unset: z.array(z.string()).default([]),
  deployments: z.enum(['none', 'ended', 'running']).default('none'),
  version: z.string().optional(),
  changed: z.array(z.string()).default([]),
  refused: z.boolean().default(false),
  database: z.string().default('postgres://db'),
  shows: z.string().default(''),
  changes: z.array(z.string()),
});
type Run = z.output<typeof runSchema>;

/** Stands in for the GitHub CLI: lists what a push has changed, and refuses to move a branch where `refused` is not empty. */
const GH = `#!/bin/sh
echo "gh $*" >&2
here=$(dirname "$0")
case "$*" in
  *compare*) cat "$here/changed" ;;
  *git/refs*) [ ! -s "$here/refused" ] || { cat "$here/refused"; exit 1; } ;;
esac
`;
/** The command of migrate.yml. */
const MIGRATE = '#!/bin/sh\necho "migrating ${DATABASE_URL:?is not set}"\n[ "$DATABASE_URL" != broken ]\n';

const stepSchema = z.looseObject({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() });
const jobSchema = z.looseObject({ steps: z.array(stepSchema).optional(), environment: z.unknown().optional() });
const workflowSchema = z.looseObject({ jobs: z.record(z.string(), jobSchema) });

/** The workflow without what act does not know; an action of others becomes a step that prints its inputs. */
function localized(source: string): string {
  const { jobs, ...rest } = workflowSchema.parse(parse(source));
  for (const job of Object.values(jobs)) {
    delete job['concurrency'];
    delete job.environment;
    if (job.steps !== undefined) job.steps = [{ uses: 'actions/checkout@v5' }, ...job.steps.flatMap(localStep)];
  }
  return stringify({ ...rest, jobs });
}

function localStep({ uses, with: inputs = {}, background: _unknown, ...step }: z.output<typeof stepSchema>) {
  if ('wait' in step) return [];
  if (uses === undefined) return [step];
  // A gate that stays closed would take three minutes.
  const soon = 'health-check' in inputs ? { 'health-check-timeout': '10s' } : {};
  if (uses.startsWith('OWNER/')) return [{ ...step, uses: './action', with: { ...inputs, ...soon } }];
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
  mkdirSync(join(folder, 'tools'));
  writeFileSync(join(folder, 'tools/gh'), GH, { mode: 0o755 });
  writeFileSync(join(repository, 'migrate.sh'), MIGRATE, { mode: 0o755 });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch', 'main');
  git('remote', 'add', 'origin', `https://github.com/${REPOSITORY}.git`);
  git('add', '--all');
  git('-c', 'user.name=examples', '-c', 'user.email=examples@localhost', 'commit', '--quiet', '--message', 'examples');
  return git('rev-parse', 'HEAD');
}

/** A stand-in on loopback for the app, whose `/version` is given, and for GitHub's API, whose branch is at `head`. */
async function startStandIn(version: string, head: string): Promise<{ host: string; close: () => void }> {
  const server = createServer(({ url = '', method }, response) => {
    const reply = url.includes('/git/ref/') ? { object: { sha: head } } : { id: 42, status: 'ahead', version };
    response.writeHead(method === 'GET' ? 200 : 201, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return { host: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, close: () => void server.close() };
}

/** Runs a workflow under act, without the settings of the user; resolves with exit code and log. */
async function runAct(folder: string, { file, event }: Run, files: Readonly<Record<string, object>>) {
  const given = Object.entries(files).map(([name, values]) => {
    const pairs = Object.entries(values).map(([key, value]) => `${key}=${JSON.stringify(value)}\n`);
    writeFileSync(join(folder, name), name === 'eventpath' ? JSON.stringify(values) : pairs.join(''));
    return `--${name}=${join(folder, name)}`;
  });
  const options = [`--workflows=.github/workflows/${file}`, '--platform=ubuntu-latest=-self-hosted', ...given];
  const path = [dirname(process.execPath), join(folder, 'tools'), process.env['PATH']].join(delimiter);
  const env = { HOME: folder, PATH: path };
  const child = spawn('act', [event, ...options], { cwd: join(folder, 'repository'), env });
  const pieces: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => pieces.push(text));
  }
  await once(child, 'close');
  return { exitCode: child.exitCode, log: pieces.join('') };
}

function without(names: readonly string[], values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** Resolves with what was not as the row says, and with the log. */
async function tryRun(folder: string, run: Run, commit: string): Promise<{ problems: string[]; log: string }> {
  const { host, close } = await startStandIn(run.version ?? commit, run.outdated ? '2'.repeat(40) : commit);
  const emulator = await startEmulator({
    keys: [
      { name: 'deploy', scopes: ['deploy'] },
      { name: 'read', scopes: ['read'] },
    ],
    resources: ['web', 'api', 'shop'].map((name) => ({
      id: `app_${name}`,
      name: name === 'shop' ? 'shop-web' : name,
      status: run.payload['schedule'] === '0 7 * * 1-5' ? 'stopped' : 'running',
      domains: [host],
      history: run.deployments === 'none' ? 0 : 1,
      env: { DATABASE_URL: '', SESSION_SECRET: '' },
      script: { queuedMs: 200, buildMs: 1000, outcome: run.broken && name === 'web' ? 'failed' : 'finished' },
    })),
  });
  if (run.deployments === 'running') {
    await fetch(`${emulator.origin}/__emulator/resources/app_web/deployments`, { method: 'POST' });
  }
  writeFileSync(join(folder, 'tools/changed'), `${run.changed.join('\n')}\n`);
  writeFileSync(join(folder, 'tools/refused'), run.refused ? 'gh: Update is not a fast forward (HTTP 422)\n' : '');
  const { deploy: key, read } = emulator.keys;
  const head = { sha: commit, repo: { full_name: run.fork ? 'somebody/fork' : REPOSITORY } };
  const { exitCode, log } = await runAct(folder, run, {
    eventpath: { ...run.payload, pull_request: { head, user: { login: 'somebody' } } },
    'var-file': without(run.unset, { ...VARIABLES, DEPLOYMENT_SERVICE_BASE_URL: emulator.baseUrl }),
    'secret-file': without(run.unset, {
      DEPLOYMENT_SERVICE_API_KEY: key,
      DEPLOYMENT_SERVICE_READ_KEY: read,
      DATABASE_URL: run.database,
      SLACK_WEBHOOK_URL: 'https://hooks.example/1',
      GITHUB_TOKEN: 'ghs_0123456789',
    }),
    'env-file': { GITHUB_API_URL: `http://${host}` },
  });
  const activity = emulator.view().activity.filter(({ by }) => by !== 'console');
  const changes = activity.map(({ action, target }) => `${action} ${target}`).toSorted();
  await emulator.close();
  close();
  const checks = {
    [`it ended with exit code ${exitCode}`]: (exitCode === 0) === (run.passes ?? !run.broken),
    [`the log lacks "${run.shows}"`]: log.replaceAll(/::set-output:: (.*)/g, '$1').includes(run.shows),
    [`the service was asked to ${changes.join(', ') || 'do nothing'}`]:
      String(changes) === String(run.changes.toSorted()),
    'the key is in the log': !log.includes(String(key)),
  };
  return { problems: Object.keys(checks).filter((name) => checks[name] !== true), log };
}

const runs = z.array(runSchema).parse(parse(readFileSync(join(import.meta.dirname, 'example-runs.yaml'), 'utf8')));
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
  const hint = String(error).includes('spawn act') ? '\nact is needed: go install github.com/nektos/act@latest' : '';
  process.stderr.write(`${String(error)}${hint}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
