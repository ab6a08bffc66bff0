// Start-up: milliseconds from starting the process to its first request, and its peak memory,
// beside a minimal action.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { preciseNowMs, runStepProcess, withService } from './step-process.ts';
import { median, printTable, quantile } from './table.ts';

const RUNS = 25;
const root = join(import.meta.dirname, '..');

/** The minimal action as one file, as actions are shipped. */
function bundledToolkit(): string {
  const folder = join(root, 'build/bench');
  const ncc = join(root, 'node_modules/@vercel/ncc/dist/ncc/cli.js');
  execFileSync(
    process.execPath,
    [ncc, 'build', join(root, 'bench/toolkit.js'), '-o', folder, '-q'],
    { cwd: root },
  );
  return join(folder, 'index.js');
}

const contenders = [
  { name: 'core + http-client', file: bundledToolkit() },
  { name: 'this action', file: join(root, 'dist/index.js') },
].map((each) => ({ ...each, firstMs: [] as number[], peakMiB: [] as number[] }));

let firstRequestAtMs = Number.NaN;
await withService(
  (_, response) => {
    firstRequestAtMs = Number.isNaN(firstRequestAtMs) ? preciseNowMs() : firstRequestAtMs;
    // 401 is not retried: the action ends.
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"ok":false,"error":{"code":"unauthorized","message":"no"}}');
  },
  async (inputs) => {
    // In turn, so that all meet the same load of the machine. The first start reads the files from
    // the disk.
    for (let run = -1; run < RUNS; run += 1) {
      for (const { file, firstMs, peakMiB } of contenders) {
        firstRequestAtMs = Number.NaN;
        const { startedAtMs, peakBytes } = await runStepProcess(file, inputs);
        if (run < 0) continue;
        firstMs.push(firstRequestAtMs - startedAtMs);
        peakMiB.push(peakBytes / 2 ** 20);
      }
    }
  },
);

const [base] = contenders;
printTable(`Start to first request, ${RUNS} runs each, taken in turn`, [
  ['process', 'median ms', 'least ms', 'ratio', 'peak MiB', 'ratio'],
  ...contenders.map(({ name, firstMs, peakMiB }) => [
    name,
    median(firstMs).toFixed(0),
    quantile(firstMs, 0).toFixed(0),
    (median(firstMs) / median(base?.firstMs ?? [])).toFixed(2),
    median(peakMiB).toFixed(0),
    (median(peakMiB) / median(base?.peakMiB ?? [])).toFixed(2),
  ]),
]);
