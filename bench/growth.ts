// Growth: time, memory and bytes of a deploy with a log of 1 to 500 MB, beside a bundle of the toolkit alone.
//   npm run bench -- growth [--runs 3] [--sizes 1,10,50,500] [--action dist/index.js] [--out …]
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from './bundled.ts';
import type { LogCase, Sent } from './growth/server.ts';
import { runStepProcess } from './step-process.ts';
import { layOut, median, writeJson } from './table.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    sizes: { type: 'string', default: '1,10,50,500' },
    action: { type: 'string', default: 'dist/index.js' },
    out: { type: 'string', default: 'bench/results/growth.json' },
  },
});
const runs = Number(options.runs);
/** The empty log comes first: the others are compared with it. */
const sizesMb = [0, ...options.sizes.split(',').map(Number)];
const readsToEnd = [1, 3];
/** A megabyte of the log as the server writes it. */
const MEGABYTE = 1_000_000;

interface Run {
  readonly tookMs: number;
  readonly peakBytes: number;
  readonly receivedBytes: number;
  readonly printedBytes: number;
  readonly requests: number;
  readonly lastResponseToExitMs: number;
}

const server = fork(join(import.meta.dirname, 'growth/server.ts'), { stdio: 'inherit' });
const { port } = await nextMessage<{ port: number }>(server);
const action = join(process.cwd(), options.action);
const toolkit = bundled('toolkit');
const inputs = {
  'base-url': `http://127.0.0.1:${port}/api/v1`,
  'api-key': 'key-for-the-bench',
  'resource-id': 'app_web',
};

async function nextMessage<T>(child: ChildProcess): Promise<T> {
  return await new Promise<T>((resolve) => child.once('message', (message: T) => resolve(message)));
}

async function measure(script: string, logCase: LogCase): Promise<Run> {
  server.send(logCase);
  await nextMessage(server);
  const step = await runStepProcess(script, inputs);
  if (step.exitCode !== 0) throw new Error(`the step ended with exit code ${step.exitCode}`);
  server.send('sent?');
  const sent = await nextMessage<Sent>(server);
  return {
    tookMs: step.exitedAtMs - step.startedAtMs,
    peakBytes: step.peakBytes,
    receivedBytes: sent.bytes,
    printedBytes: step.printedBytes,
    requests: sent.requests,
    lastResponseToExitMs: step.exitedAtMs - sent.lastResponseAtMs,
  };
}

async function measureOften(script: string, logCase: LogCase): Promise<Run[]> {
  const measured: Run[] = [];
  for (let run = 0; run < runs; run += 1) measured.push(await measure(script, logCase));
  return measured;
}

const medianOf = (measured: readonly Run[], field: keyof Run) => median(measured.map((run) => run[field]));
const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(1);

function row(name: string, measured: readonly Run[], { growth, baseline }: { growth: string; baseline: number }) {
  const peakBytes = medianOf(measured, 'peakBytes');
  return [
    name,
    (medianOf(measured, 'tookMs') / 1000).toFixed(1),
    (peakBytes / 2 ** 20).toFixed(0),
    (peakBytes / baseline).toFixed(2),
    growth,
    megabytes(medianOf(measured, 'receivedBytes')),
    megabytes(medianOf(measured, 'printedBytes')),
    medianOf(measured, 'requests').toFixed(0),
    medianOf(measured, 'lastResponseToExitMs').toFixed(0),
  ];
}

try {
  const alone = await measureOften(toolkit, { logMb: 0, finishedAtRead: 1 });
  const baseline = medianOf(alone, 'peakBytes');
  const results: (LogCase & { readonly runs: readonly Run[] })[] = [];
  for (const finishedAtRead of readsToEnd) {
    const rows = [row('core + http-client, one request', alone, { growth: '-', baseline })];
    let emptyPeakBytes = Number.NaN;
    for (const logMb of sizesMb) {
      const measured = await measureOften(action, { logMb, finishedAtRead });
      const peakBytes = medianOf(measured, 'peakBytes');
      if (logMb === 0) emptyPeakBytes = peakBytes;
      const growth = logMb === 0 ? '-' : ((peakBytes - emptyPeakBytes) / (logMb * MEGABYTE)).toFixed(1);
      rows.push(row(`${logMb} MB`, measured, { growth, baseline }));
      results.push({ logMb, finishedAtRead, runs: measured });
    }
    const at = `read ${finishedAtRead}`;
    process.stdout.write(
      `${layOut({
        title: `A deploy whose log has this size, finished at ${at}; medians of ${runs} runs`,
        columns: ['log', 's', 'peak MiB', 'ratio', 'bytes per byte', 'MB received', 'MB printed', 'requests', 'end ms'],
        rows,
      })}\n`,
    );
  }
  await writeJson(options.out, { runs, toolkit: alone, results });
} finally {
  server.disconnect();
}
