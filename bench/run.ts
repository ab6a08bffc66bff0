// `npm run bench`: medians of this action beside those of a plain one, in real time on this machine,
// and their ratio. Both take turns, so that they meet the same load. Takes some four minutes.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { preciseNowMs, startService } from './service.ts';
import { runStepProcess } from './step-process.ts';

const STARTS = 25;
const DEPLOYS = 12;
const BUILDS_S = [5, 33];
/** Builds of exactly one length would synchronise with the gaps between polls. */
const SPREAD_MS = 5_000;
/** Between the starts of two deploys, so that starting one does not slow another. */
const STAGGER_MS = 1_000;
const JOBS = 30;
const JOBS_START_WITHIN_MS = 10_000;
const JOBS_BUILD_MS = 60_000;
/** Has no divisor in common with `JOBS`: a job's start says nothing of the length of its build. */
const SHUFFLE = 7;
/** Requests per minute and key (API page, section 8). */
const LIMIT = 120;

const root = join(import.meta.dirname, '..');

/** Bundles the plain action into one file, as actions are shipped. */
function bundledPlainAction(): string {
  const folder = join(root, 'build/bench');
  const ncc = join(root, 'node_modules/@vercel/ncc/dist/ncc/cli.js');
  const entry = join(root, 'bench/plain-action.js');
  execFileSync(process.execPath, [ncc, 'build', entry, '-o', folder, '-q'], { cwd: root });
  return join(folder, 'index.js');
}

const SCRIPTS = [bundledPlainAction(), join(root, 'dist/index.js')] as const;
type Figures = Readonly<Record<string, number>>;

/** Until the first request, which is refused. */
async function start(script: string): Promise<Figures> {
  const { inputs, requestsMs, close } = await startService({ buildMs: () => 0, isClosed: true });
  const step = await runStepProcess(script, { ...inputs, 'resource-id': 'app_web' });
  close();
  return {
    'start to first request, ms': (requestsMs[0] ?? Number.NaN) - step.startedMs,
    'peak memory, MiB': step.peakBytes / 2 ** 20,
  };
}

async function deploy(script: string, buildS: number, spreadMs: number): Promise<Figures> {
  const service = await startService({ buildMs: () => buildS * 1_000 + spreadMs });
  const step = await runStepProcess(script, { ...service.inputs, 'resource-id': 'app_web' });
  service.close();
  if (step.exitCode !== 0) throw new Error(`a step ended with ${step.exitCode}`);
  const endMs = service.endsMs.get('app_web') ?? Number.NaN;
  return {
    [`build of ${buildS} s: its end to the step's, s`]: (step.endedMs - endMs) / 1_000,
    [`build of ${buildS} s: requests`]: service.requestsMs.length,
  };
}

/** Jobs that share a key; one entry per job. */
async function deployFleet(script: string): Promise<Figures[]> {
  const buildMs = (id: string): number =>
    JOBS_BUILD_MS + (SPREAD_MS * ((Number(/\d+/.exec(id)?.[0]) * SHUFFLE) % JOBS)) / JOBS;
  const service = await startService({ buildMs, limit: LIMIT });
  const overheadsS = await Promise.all(
    Array.from({ length: JOBS }, async (_, job) => {
      await sleep((job / JOBS) * JOBS_START_WITHIN_MS);
      const startedMs = preciseNowMs();
      const id = `app_${job}`;
      const own = { 'resource-id': id, 'concurrent-jobs': `${JOBS}` };
      const { exitCode, endedMs } = await runStepProcess(script, { ...service.inputs, ...own });
      if (exitCode !== 0) throw new Error(`a step of the fleet ended with ${exitCode}`);
      return (endedMs - startedMs - buildMs(id)) / 1_000;
    }),
  );
  service.close();
  return overheadsS.map((overheadS) => ({
    [`${JOBS} jobs, one key: time beyond the build, s`]: overheadS,
    [`${JOBS} jobs, one key: requests per job`]: service.requestsMs.length / JOBS,
    [`${JOBS} jobs, one key: refused per job`]: service.refused() / JOBS,
  }));
}

async function deployAll(script: string): Promise<Figures[]> {
  const deploys = BUILDS_S.flatMap((buildS) =>
    Array.from({ length: DEPLOYS }, (_, run) => ({ buildS, part: (run + 0.5) / DEPLOYS - 0.5 })),
  );
  return await Promise.all(
    deploys.map(async ({ buildS, part }, turn) => {
      await sleep(turn * STAGGER_MS);
      return await deploy(script, buildS, part * SPREAD_MS);
    }),
  );
}

/** NaN where there are no values. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? Number.NaN) + (sorted[Math.ceil(at)] ?? Number.NaN)) / 2;
}

const [plain, own]: [Figures[], Figures[]] = [[], []];
const add = ([ofPlain, ofOwn]: readonly [Figures[], Figures[]]): void => {
  plain.push(...ofPlain);
  own.push(...ofOwn);
};
// The first start reads the files from the disk, and does not count.
for (let run = -1; run < STARTS; run += 1) {
  const [a, b] = [await start(SCRIPTS[0]), await start(SCRIPTS[1])];
  if (run >= 0) add([[a], [b]]);
}
add(await Promise.all([deployAll(SCRIPTS[0]), deployAll(SCRIPTS[1])]));
add(await Promise.all([deployFleet(SCRIPTS[0]), deployFleet(SCRIPTS[1])]));

const row = (name: string, cells: readonly string[]): string =>
  `${name.padEnd(44)}${cells.map((cell) => cell.padStart(14)).join('')}\n`;
process.stdout.write(row('median', ['plain action', 'this action', 'ratio']));
for (const name of new Set(plain.flatMap((figures) => Object.keys(figures)))) {
  const medians = [plain, own].map((all) => median(all.flatMap((figures) => figures[name] ?? [])));
  const [a = Number.NaN, b = Number.NaN] = medians;
  process.stdout.write(row(name, [a.toFixed(1), b.toFixed(1), (b / a).toFixed(2)]));
}
