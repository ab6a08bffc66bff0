// Compares what the action of this tree does with what that of another commit does, step by step:
// for changes that are meant to change nothing.
import '../node-version.ts';
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Kind, KINDS } from './difference/record.ts';
import type { Job, Report } from './difference/worker.ts';

const HELP = `npm run difference -- --base <commit> [options]

Plays steps with src of <commit> and of this tree, and shows where they differ.

  --rows         only the rows of the tests
  --drawn N      only N drawn services; with --rows: both (default: rows and 1,000 services)
  --seed S       of the drawn services (default: a new one)
  --only text    only steps whose titles hold this text
  --cuts N       cuts by cancel and deadline around the first N and the last N requests of each row
                 (default: 12; 0 takes seconds)
  --ignore a,b   kinds whose differences are only counted: ${KINDS.join(', ')}
  --jobs N       processes (default: 2)
`;
const ROOT = join(import.meta.dirname, '../..');
/** So many differing steps are shown, each in its first variant that differs. */
const MAX_SHOWN = 20;
const PROGRESS_MS = 30_000;

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    rows: { type: 'boolean', default: false },
    drawn: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string', default: '' },
    cuts: { type: 'string', default: '12' },
    ignore: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
});
const ignored = KINDS.filter((kind) => values.ignore.split(',').includes(kind));
const isKnown = ignored.length === values.ignore.split(',').filter(Boolean).length;

if (values.help || values.base === undefined || !isKnown) {
  process.stdout.write(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  // Ends the workers alone, so that the folder is removed.
  process.on('SIGINT', () => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'difference-'));
  try {
    checkOut(values.base, folder);
    await compare(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `src` of a commit, with the packages of this tree. */
function checkOut(commit: string, folder: string): void {
  const archive = execFileSync('git', ['archive', commit, 'src', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

async function compare(folder: string): Promise<void> {
  const startedMs = performance.now();
  const seed = Number(values.seed);
  const count = { steps: 0, differingSteps: 0, played: 0, differing: 0, ignored: 0 };
  const kinds = new Map<Kind, number>();

  function take({ title, played, differences }: Report): void {
    count.steps += 1;
    count.played += played;
    for (const { kinds: differing } of differences)
      for (const kind of differing) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const shown = differences.filter((difference) => difference.shown !== undefined);
    const [first] = shown;
    count.ignored += differences.length - shown.length;
    if (first === undefined) return;
    count.differing += shown.length;
    count.differingSteps += 1;
    if (count.differingSteps > MAX_SHOWN) return;
    const how = `${title} ${JSON.stringify(first.variant)}, ${shown.length} of ${played} variants`;
    process.stdout.write(`${how}\n  ${first.kinds.join(', ')}; ${first.shown}:\n${first.text}\n`);
  }

  const progress = setInterval(() => {
    process.stdout.write(`… ${count.steps} steps, ${count.differingSteps} differ\n`);
  }, PROGRESS_MS);
  const jobs = Number(values.jobs);
  const ends = Array.from({ length: jobs }, (_, index): Promise<unknown> => {
    const job: Job = {
      base: folder,
      withRows: values.rows || values.drawn === undefined,
      drawn: Number(values.drawn ?? (values.rows ? 0 : 1_000)),
      seed,
      only: values.only,
      cuts: Number(values.cuts),
      ignored,
      index,
      jobs,
    };
    const worker = new URL('difference/worker.ts', import.meta.url);
    const child = fork(worker, [JSON.stringify(job)]).on('message', take);
    return new Promise((resolve) => child.on('exit', resolve));
  });
  const hasCrashed = (await Promise.all(ends)).some((code) => code !== 0);
  clearInterval(progress);

  const took = `${Math.round((performance.now() - startedMs) / 1_000)} s`;
  const byKind = [...kinds].map(([kind, times]) => `${kind} ${times}`).join(', ');
  process.stdout.write(
    `${count.steps} steps in ${count.played} variants (seed ${seed}), ${took}: ` +
      `${count.differing} differ (in ${count.differingSteps} steps), ` +
      `${count.ignored} ignored${byKind && ` (${byKind})`}\n`,
  );
  if (hasCrashed) process.stdout.write('A process of the comparison has crashed.\n');
  if (count.steps === 0) process.stdout.write('No step has such a title.\n');
  if (hasCrashed || count.steps === 0 || count.differing > 0) process.exitCode = 1;
}
