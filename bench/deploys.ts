// One deploy at a time on its own key: requests and detection latency of the product, in this process, against the
// emulator on virtual time. Every request goes over HTTP.
//   npm run bench -- deploys [--runs 201] [--seed 1] [--out bench/results/deploys.json]
import { parseArgs } from 'node:util';
import { startEmulator, VirtualClock } from '../emulator/index.ts';
import { runStep } from '../__tests__/support/runner/step.ts';
import { seededRandom } from './simulation/random.ts';
import { layOut, mean, quantile, writeJson } from './table.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '201' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'bench/results/deploys.json' },
  },
});
const runs = Number(options.runs);
const seed = Number(options.seed);
const resourceId = 'app_web';
/** Builds of exactly one length would synchronise with fixed polling gaps and bias the latency. */
const spreadOf = (centreMs: number) => Math.min(5000, centreMs / 2);
interface Deploy {
  readonly requests: number;
  /** From the end of the build to the request that saw it. */
  readonly latencyMs: number;
}

/** `count` build lengths, evenly from shortest to longest, in random order. */
function evenLengths(centreMs: number, count: number, random: () => number): number[] {
  const spreadMs = spreadOf(centreMs);
  const even = Array.from({ length: count }, (_, at) => centreMs - spreadMs + (2 * spreadMs * (at + 0.5)) / count);
  return even
    .map((ms) => ({ ms, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ ms }) => Math.round(ms));
}

async function measure(centreMs: number): Promise<Deploy[]> {
  const random = seededRandom(seed + centreMs);
  const lengths = evenLengths(centreMs, runs, random);
  const clock = new VirtualClock();
  const emulator = await startEmulator({
    clock,
    keys: [{ name: 'ci', scopes: ['deploy'] }],
    resources: [{ id: resourceId, script: lengths.map((buildMs) => ({ buildMs })) }],
  });
  try {
    const deploys: Deploy[] = [];
    while (deploys.length < runs) {
      const before = emulator.requests.length;
      const run = await runStep({
        clock,
        seed: seed + deploys.length,
        inputs: { 'base-url': emulator.baseUrl, 'api-key': emulator.keys['ci'] ?? '', 'resource-id': resourceId },
      });
      if (run.exitCode !== 0) throw new Error(`a deploy failed:\n${run.log}`);
      const requests = emulator.requests.slice(before);
      const [latest] = emulator.deployments(resourceId);
      const sawEnd = requests.findLast(({ endpoint }) => endpoint === 'getDeployment');
      if (typeof latest?.finishedAtMs !== 'number' || sawEnd === undefined)
        throw new Error('a deploy did not come to its end');
      deploys.push({ requests: requests.length, latencyMs: sawEnd.atMs - latest.finishedAtMs });
      // So that the requests of this deploy have left the rate limit's window.
      await clock.sleep(60_000, new AbortController().signal);
    }
    return deploys;
  } finally {
    await emulator.close();
    clock.dispose();
  }
}

const results: { centreMs: number; deploys: Deploy[] }[] = [];
for (const centreMs of [5_000, 12_000, 33_000, 61_000]) results.push({ centreMs, deploys: await measure(centreMs) });
const seconds = (ms: number) => (ms / 1000).toFixed(2);
const rows = results.map(({ centreMs, deploys }) => {
  const latencies = deploys.map(({ latencyMs }) => latencyMs);
  const requests = deploys.map((deploy) => deploy.requests);
  return [
    `${centreMs / 1000} ± ${spreadOf(centreMs) / 1000} s`,
    seconds(mean(latencies)),
    seconds(quantile(latencies, 0.5)),
    seconds(quantile(latencies, 1)),
    mean(requests).toFixed(1),
    String(quantile(requests, 1)),
  ];
});
process.stdout.write(
  layOut({
    title: `One deploy at a time on a key, ${runs} deploys each: detection latency in s, requests per deploy`,
    columns: ['build', 'mean', 'median', 'worst', 'requests', 'most'],
    rows,
  }),
);
await writeJson(options.out, { runs, seed, results });
