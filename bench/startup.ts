// Start-up: milliseconds from starting a process to its first request, and its peak memory, beside the floors.
//   npm run bench -- startup [--runs 25] [--out bench/results/startup.json]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from './bundled.ts';
import { layOut, median, quantile, writeJson } from './table.ts';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '25' }, out: { type: 'string', default: 'bench/results/startup.json' } },
});
const runs = Number(options.runs);
const root = join(import.meta.dirname, '..');
const workDir = join(tmpdir(), `bench-startup-${process.pid}`);
const memoryProbe = join(workDir, 'memory.mjs');

interface Contender {
  readonly name: string;
  readonly file: string;
  /** It sends a request, so that the time to it can be measured; else the time to its end. */
  readonly asks: boolean;
  readonly firstMs: number[];
  readonly peakMb: number[];
}

mkdirSync(workDir, { recursive: true });
writeFileSync(
  memoryProbe,
  `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(process.env.BENCH_MEMORY, String(process.resourceUsage().maxRSS)));`,
);

let firstRequest: ((atMs: number) => void) | undefined;
const server = createServer((_, response) => {
  firstRequest?.(performance.now());
  // A refusal that nothing is retried for: the action asks once and ends.
  response.writeHead(401, { 'content-type': 'application/json' });
  response.end('{"ok":false,"error":{"code":"unauthorized","message":"no"}}');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
const { port } = address;

async function measure({ file, asks, firstMs, peakMb }: Contender): Promise<void> {
  const memoryFile = join(workDir, 'peak');
  const startedMs = performance.now();
  let askedMs: number | undefined;
  firstRequest = (atMs) => {
    askedMs ??= atMs;
  };
  const child = spawn(process.execPath, ['--import', memoryProbe, file], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      BENCH_MEMORY: memoryFile,
      'INPUT_BASE-URL': `http://127.0.0.1:${port}/api/v1`,
      'INPUT_API-KEY': 'key-for-the-bench',
      'INPUT_RESOURCE-ID': 'app_web',
      RUNNER_TEMP: workDir,
      GITHUB_OUTPUT: join(workDir, 'output'),
      GITHUB_STEP_SUMMARY: join(workDir, 'summary'),
    },
  });
  await once(child, 'close');
  const endMs = asks ? askedMs : performance.now();
  if (endMs === undefined) throw new Error(`${file} sent no request`);
  firstMs.push(endMs - startedMs);
  peakMb.push(Number(readFileSync(memoryFile, 'utf8')) / 1024);
}

writeFileSync(join(workDir, 'output'), '');
const contender = (name: string, file: string, asks = true): Contender => ({
  name,
  file,
  asks,
  firstMs: [],
  peakMb: [],
});
const contenders = [
  contender('empty script (start to end)', bundled('empty'), false),
  contender('node:https alone', bundled('node-http')),
  contender('core + http-client, bundled', bundled('toolkit')),
  contender('this action', join(root, 'dist/index.js')),
];

try {
  for (const each of contenders) await measure(each); // the first start reads the files from the disk
  for (const { firstMs, peakMb } of contenders) firstMs.length = peakMb.length = 0;
  for (let run = 0; run < runs; run += 1) for (const each of contenders) await measure(each);
  const baseline = contenders[2]?.firstMs ?? [];
  const baselineMb = contenders[2]?.peakMb ?? [];
  const rows = contenders.map(({ name, firstMs, peakMb }) => [
    name,
    median(firstMs).toFixed(0),
    quantile(firstMs, 0).toFixed(0),
    (median(firstMs) / median(baseline)).toFixed(2),
    median(peakMb).toFixed(0),
    (median(peakMb) / median(baselineMb)).toFixed(2),
  ]);
  const columns = ['process', 'median ms', 'min ms', 'ratio', 'peak MB', 'ratio'];
  process.stdout.write(layOut({ title: `Start to first request, ${runs} runs each, taken in turn`, columns, rows }));
  await writeJson(options.out, { runs, contenders });
} finally {
  server.close();
  rmSync(workDir, { recursive: true, force: true });
}
