// Start-up: milliseconds from starting a process to its first request, and its peak memory, beside three minimal programs.
//   npm run bench -- startup [--runs 25] [--out bench/results/startup.json]
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from './bundled.ts';
import { preciseNowMs, runStepProcess } from './step-process.ts';
import { layOut, median, quantile, writeJson } from './table.ts';

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '25' }, out: { type: 'string', default: 'bench/results/startup.json' } },
});
const runs = Number(options.runs);

interface Contender {
  readonly name: string;
  readonly file: string;
  /** Measured is the time to its first request, else the time to its exit. */
  readonly sendsRequest: boolean;
  readonly firstMs: number[];
  readonly peakBytes: number[];
}

let firstRequestAtMs: number | undefined;
const server = createServer((_, response) => {
  firstRequestAtMs ??= preciseNowMs();
  // 401 is not retried: the action sends one request and ends.
  response.writeHead(401, { 'content-type': 'application/json' });
  response.end('{"ok":false,"error":{"code":"unauthorized","message":"no"}}');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
const inputs = {
  'base-url': `http://127.0.0.1:${address.port}/api/v1`,
  'api-key': 'key-for-the-bench',
  'resource-id': 'app_web',
};

async function measure({ file, sendsRequest, firstMs, peakBytes }: Contender): Promise<void> {
  firstRequestAtMs = undefined;
  const step = await runStepProcess(file, inputs);
  const endMs = sendsRequest ? firstRequestAtMs : step.exitedAtMs;
  if (endMs === undefined) throw new Error(`${file} sent no request`);
  firstMs.push(endMs - step.startedAtMs);
  peakBytes.push(step.peakBytes);
}

const contender = (name: string, file: string, sendsRequest = true): Contender => ({
  name,
  file,
  sendsRequest,
  firstMs: [],
  peakBytes: [],
});

try {
  const toolkit = contender('core + http-client, bundled', bundled('toolkit'));
  const contenders = [
    contender('empty script (start to end)', bundled('empty'), false),
    contender('node:https alone', bundled('node-http')),
    toolkit,
    contender('this action', join(import.meta.dirname, '../dist/index.js')),
  ];
  for (const each of contenders) await measure(each); // the first start reads the files from the disk
  for (const { firstMs, peakBytes } of contenders) firstMs.length = peakBytes.length = 0;
  for (let run = 0; run < runs; run += 1) for (const each of contenders) await measure(each);
  const rows = contenders.map(({ name, firstMs, peakBytes }) => [
    name,
    median(firstMs).toFixed(0),
    quantile(firstMs, 0).toFixed(0),
    (median(firstMs) / median(toolkit.firstMs)).toFixed(2),
    (median(peakBytes) / 2 ** 20).toFixed(0),
    (median(peakBytes) / median(toolkit.peakBytes)).toFixed(2),
  ]);
  const columns = ['process', 'median ms', 'min ms', 'ratio', 'peak MiB', 'ratio'];
  process.stdout.write(layOut({ title: `Start to first request, ${runs} runs each, taken in turn`, columns, rows }));
  await writeJson(options.out, { runs, contenders });
} finally {
  server.close();
}
