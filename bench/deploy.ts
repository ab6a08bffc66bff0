// One deploy of the built action against a small service, in real time: requests, how late the end
// of the build is noticed, and how long a refusal holds it up.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { preciseNowMs, runStepProcess, withService } from './step-process.ts';
import { mean, median, printTable } from './table.ts';

const ACTION = join(import.meta.dirname, '../dist/index.js');
/** Deploys of each build. */
const RUNS = 16;
const BUILDS = [
  { buildMs: 5_000, ending: 'finished' },
  { buildMs: 12_000, ending: 'finished' },
  { buildMs: 33_000, ending: 'finished' },
  { buildMs: 5_000, ending: 'failed' },
] as const;
/** Builds of exactly one length would synchronise with the gaps between polls. */
const SPREAD_MS = 4_000;
/** Seconds; undefined: the answer has no `Retry-After`. */
const RETRY_AFTER_S = [1, 3, 20, undefined];
/** One is started after the other, so that starting one does not slow another that is measured. */
const STAGGER_MS = 1_500;

interface Build {
  readonly buildMs: number;
  readonly ending: 'finished' | 'failed';
}

interface Refusal {
  readonly method: 'POST' | 'GET';
  readonly retryAfter: number | undefined;
}

interface Deploy {
  /** From the end of the build to the poll that saw it. */
  readonly latencyMs: number;
  /** From the end of the build to the end of the step. */
  readonly endMs: number;
  readonly requests: number;
  /** From the refused request to the next one. */
  readonly heldUpMs: number;
}

let started = 0;

/** Deploys once; the first POST or the first poll is refused with 429 where this is wanted. */
async function deploy({ buildMs, ending }: Build, refusal?: Refusal): Promise<Deploy> {
  started += 1;
  await sleep(started * STAGGER_MS);
  const requestsAtMs: number[] = [];
  let [endsAtMs, refusedAt, sawEndAtMs] = [Infinity, -1, Number.NaN];
  const resource = { id: 'app_web', type: 'app', name: 'web', status: 'running', domains: [] };

  function answer(method: string, path: string): unknown {
    if (method === 'POST') {
      endsAtMs = preciseNowMs() + buildMs;
      return { ok: true, deployment: { id: 'dep_2', status: 'queued' } };
    }
    const hasEnded = preciseNowMs() >= endsAtMs;
    const deployment = {
      id: 'dep_2',
      status: hasEnded ? ending : 'building',
      log: hasEnded && ending === 'failed' ? 'compiling\nerror: broken\n' : 'compiling\n',
    };
    if (path.endsWith('/deployments'))
      return { ok: true, deployments: endsAtMs < Infinity ? [deployment] : [] };
    if (!path.endsWith('/dep_2')) return { ok: true, resource };
    if (hasEnded && Number.isNaN(sawEndAtMs)) sawEndAtMs = preciseNowMs();
    return { ok: true, deployment };
  }

  return await withService(
    ({ method = '', url = '' }, response) => {
      const isRefused =
        refusedAt < 0 &&
        method === refusal?.method &&
        (method === 'POST' || url.endsWith('/dep_2'));
      if (isRefused) refusedAt = requestsAtMs.length;
      requestsAtMs.push(preciseNowMs());
      if (isRefused && refusal?.retryAfter !== undefined)
        response.setHeader('retry-after', refusal.retryAfter);
      response.setHeader('content-type', 'application/json');
      response.statusCode = isRefused ? 429 : method === 'POST' ? 202 : 200;
      const refused = { ok: false, error: { code: 'rate_limited', message: 'Slow down.' } };
      response.end(JSON.stringify(isRefused ? refused : answer(method, url)));
    },
    async (inputs) => {
      const { exitCode } = await runStepProcess(ACTION, inputs);
      const endMs = preciseNowMs() - endsAtMs;
      if (exitCode !== Number(ending === 'failed'))
        throw new Error(`a step ended with ${exitCode}`);
      const heldUpMs =
        (requestsAtMs[refusedAt + 1] ?? Number.NaN) - (requestsAtMs[refusedAt] ?? Number.NaN);
      return { latencyMs: sawEndAtMs - endsAtMs, endMs, requests: requestsAtMs.length, heldUpMs };
    },
  );
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(2);

function rowOf({ buildMs, ending }: Build, deploys: readonly Deploy[]): string[] {
  const latencies = deploys.map(({ latencyMs }) => latencyMs);
  const ends = deploys.map(({ endMs }) => endMs);
  const requests = deploys.map((each) => each.requests);
  return [
    `${buildMs / 1_000} ± ${SPREAD_MS / 2_000} s, ${ending}`,
    ...[mean(latencies), Math.max(...latencies), median(ends), Math.max(...ends)].map(seconds),
    mean(requests).toFixed(1),
    String(Math.max(...requests)),
  ];
}

const [rows, refused] = await Promise.all([
  Promise.all(
    BUILDS.map(async (build) => {
      const lengths = Array.from({ length: RUNS }, (_, run) => (run + 0.5) / RUNS - 0.5);
      const deploys = lengths.map((part) =>
        deploy({ ...build, buildMs: build.buildMs + SPREAD_MS * part }),
      );
      return rowOf(build, await Promise.all(deploys));
    }),
  ),
  Promise.all(
    RETRY_AFTER_S.map(async (retryAfter) => {
      const deploys = (['POST', 'GET'] as const).map((method) =>
        deploy({ buildMs: 5_000, ending: 'finished' }, { method, retryAfter }),
      );
      const heldUp = (await Promise.all(deploys)).map(({ heldUpMs }) => seconds(heldUpMs));
      return [`${retryAfter ?? 'none'}`, ...heldUp];
    }),
  ),
]);

printTable(`${RUNS} deploys each: seconds from the end of the build, and requests`, [
  ['build', 'to its poll: mean', 'worst', 'to the end: median', 'worst', 'requests: mean', 'most'],
  ...rows,
]);
printTable('One request refused with 429: seconds until the next request', [
  ['Retry-After', 'of the POST', 'of a poll'],
  ...refused,
]);
