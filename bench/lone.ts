// A step alone on its key, in real time: processes of the built action, each against its own emulator. Measures the time to
// the first line of the build log, detection latency, requests, and how closely `Retry-After` is obeyed.
//   npm run bench -- lone [--runs 8] [--seed 1] [--out bench/results/lone.json]
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Fault, startEmulator } from '../emulator/index.ts';
import { seededRandom } from './simulation/random.ts';
import { preciseNowMs, runStepProcess } from './step-process.ts';
import { layOut, mean, quantile, writeJson } from './table.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'bench/results/lone.json' },
  },
});
const runs = Number(options.runs);
const random = seededRandom(Number(options.seed));
const action = join(import.meta.dirname, '../dist/index.js');
const resourceId = 'app_web';
const firstLine = 'first line of the build';
/** Processes are started one after another, so that starting one does not slow another that is measured. */
const staggerMs = 1500;

interface Deploy {
  readonly firstLineMs: number;
  /** From the end of the build to the arrival of the poll that saw it, and to the end of the process. */
  readonly latencyMs: number;
  readonly exitMs: number;
  readonly requests: number;
  /** From the first refused request to the next request. */
  readonly retryMs: number | undefined;
}

async function deploy(buildMs: number, faults: readonly Fault[] = []): Promise<Deploy> {
  const emulator = await startEmulator({
    keys: [{ name: 'own', scopes: ['deploy'] }],
    resources: [{ id: resourceId, script: { steps: [{ afterMs: 0, log: firstLine }, { afterMs: buildMs }] } }],
    faults,
  });
  try {
    let firstLineAtMs = Number.NaN;
    const inputs = {
      'base-url': emulator.baseUrl,
      'api-key': emulator.keys['own'] ?? '',
      'resource-id': resourceId,
    };
    const step = await runStepProcess(action, inputs, (text) => {
      if (Number.isNaN(firstLineAtMs) && text.includes(firstLine)) firstLineAtMs = preciseNowMs();
    });
    if (step.exitCode !== 0) throw new Error(`a step ended with ${step.exitCode}`);
    const { requests } = emulator;
    const [deployment] = emulator.deployments(resourceId);
    const finishedAtMs = deployment?.finishedAtMs ?? Number.NaN;
    const refusedAt = requests.findIndex(({ status }) => status === 429);
    const lastPoll = requests.findLast(({ endpoint }) => endpoint === 'getDeployment');
    return {
      firstLineMs: firstLineAtMs - (deployment?.createdAtMs ?? Number.NaN),
      latencyMs: (lastPoll?.atMs ?? Number.NaN) - finishedAtMs,
      exitMs: step.exitedAtMs - finishedAtMs,
      requests: requests.length,
      retryMs:
        refusedAt < 0 ? undefined : (requests[refusedAt + 1]?.atMs ?? Number.NaN) - (requests[refusedAt]?.atMs ?? 0),
    };
  } finally {
    await emulator.close();
  }
}

const builds = [5_000, 12_000, 33_000, 61_000].map((centreMs) => ({
  centreMs,
  spreadMs: Math.min(5_000, centreMs / 2),
}));
const asked = [1, 3, 20, undefined].flatMap((retryAfter) =>
  (['createDeployment', 'getDeployment'] as const).map((on) => ({ retryAfter, on })),
);

let started = 0;
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  started += 1;
  await sleep(started * staggerMs);
  return await work();
}

const [measured, refused] = await Promise.all([
  Promise.all(
    builds.map(
      async ({ centreMs, spreadMs }) =>
        // Builds of exactly one length would synchronise with fixed polling gaps.
        await Promise.all(
          Array.from({ length: runs }, async (_, run) => {
            const buildMs = Math.round(centreMs - spreadMs + (2 * spreadMs * (run + random())) / runs);
            return await inTurn(() => deploy(buildMs));
          }),
        ),
    ),
  ),
  Promise.all(
    asked.map(async ({ on, retryAfter }) => {
      const fault: Fault = { kind: 'rate-limited', on, ...(retryAfter === undefined ? {} : { retryAfter }) };
      return await inTurn(() => deploy(8_000, [fault]));
    }),
  ),
]);

const seconds = (ms: number) => (ms / 1000).toFixed(2);
process.stdout.write(
  layOut({
    title: `A step alone on its key, real processes, ${runs} runs each: s from acceptance, or from the end of the build`,
    columns: ['build', 'first line, mean', 'worst', 'latency, mean', 'worst', 'exit, mean', 'requests, mean', 'most'],
    rows: measured.map((deploys, at) => {
      const of = (value: (deploy: Deploy) => number) => deploys.map(value);
      const { centreMs = 0, spreadMs = 0 } = builds[at] ?? {};
      return [
        `${centreMs / 1000} ± ${spreadMs / 1000} s`,
        seconds(mean(of((one) => one.firstLineMs))),
        seconds(
          quantile(
            of((one) => one.firstLineMs),
            1,
          ),
        ),
        seconds(mean(of((one) => one.latencyMs))),
        seconds(
          quantile(
            of((one) => one.latencyMs),
            1,
          ),
        ),
        seconds(mean(of((one) => one.exitMs))),
        mean(of((one) => one.requests)).toFixed(1),
        String(
          quantile(
            of((one) => one.requests),
            1,
          ),
        ),
      ];
    }),
  }),
);
process.stdout.write(
  layOut({
    title: 'One request refused with 429: s until the next request',
    columns: ['Retry-After', 'of a POST', 'of a poll'],
    rows: [1, 3, 20, undefined].map((retryAfter) => [
      retryAfter === undefined ? 'none' : `${retryAfter} s`,
      ...(['createDeployment', 'getDeployment'] as const).map((on) =>
        seconds(
          refused[asked.findIndex((one) => one.on === on && one.retryAfter === retryAfter)]?.retryMs ?? Number.NaN,
        ),
      ),
    ]),
  }),
);
await writeJson(options.out, { runs, measured, asked, refused });
