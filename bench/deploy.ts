// One deploy of the built action against a small service, in real time: requests, how late the end
// of the build is noticed, and how long a refusal holds it up.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { preciseNowMs, runStepProcess, withService } from './step-process.ts';
import { mean, printTable, quantile } from './table.ts';

const ACTION = join(import.meta.dirname, '../dist/index.js');
const RUNS = 8;
const BUILDS_MS = [5_000, 12_000, 33_000];
const RETRY_AFTER_S = [1, 3, 20, undefined];
/** One is started after the other, so that starting one does not slow another that is measured. */
const STAGGER_MS = 1_500;

/** Deployments that finish, and as many that fail, whose step is timed to its end. */
const ENDS = 30;

interface Refusal {
  readonly method: 'POST' | 'GET';
  /** Seconds; undefined: the answer has no `Retry-After`. */
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
async function deploy(
  buildMs: number,
  { refusal, ending = 'finished' }: { refusal?: Refusal; ending?: 'finished' | 'failed' } = {},
): Promise<Deploy> {
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

/** Builds of exactly one length would synchronise with the gaps between polls. */
const spread = (run: number): number => 4_000 * ((run + 0.5) / RUNS - 0.5);
const runs = Array.from({ length: RUNS }, (_, run) => run);
const endings = Array.from({ length: ENDS }, (_, run) => 4_000 + (2_400 * (run + 0.5)) / ENDS);
const [finished, failed, deploys, refused] = await Promise.all([
  Promise.all(endings.map((ms) => deploy(ms))),
  Promise.all(endings.map((ms) => deploy(ms, { ending: 'failed' }))),
  Promise.all(BUILDS_MS.map((ms) => Promise.all(runs.map((run) => deploy(ms + spread(run)))))),
  Promise.all(
    RETRY_AFTER_S.map((retryAfter) =>
      Promise.all(
        (['POST', 'GET'] as const).map((method) =>
          deploy(5_000, { refusal: { method, retryAfter } }),
        ),
      ),
    ),
  ),
]);

printTable(
  `${ENDS} builds that finish and ${ENDS} that fail: seconds from their end to that of the step`,
  [
    ['build', 'median', 'worst'],
    ...(
      [
        ['finished', finished],
        ['failed', failed],
      ] as const
    ).map(([name, some]) => {
      const ms = some.map(({ endMs }) => endMs);
      return [name, seconds(quantile(ms, 0.5)), seconds(Math.max(...ms))];
    }),
  ],
);
printTable(
  `One deploy alone on its key, ${RUNS} runs each: seconds from the end of the build to the poll that saw it`,
  [
    ['build', 'mean', 'worst', 'requests', 'most'],
    ...deploys.map((some, at) => {
      const latencies = some.map(({ latencyMs }) => latencyMs);
      const requests = some.map((one) => one.requests);
      const build = `${(BUILDS_MS[at] ?? 0) / 1_000} ± 2 s`;
      const latency = [mean(latencies), quantile(latencies, 1)].map(seconds);
      return [build, ...latency, mean(requests).toFixed(1), String(quantile(requests, 1))];
    }),
  ],
);
printTable('One request refused with 429: seconds until the next request', [
  ['Retry-After', 'of the POST', 'of a poll'],
  ...refused.map((pair, at) => [
    `${RETRY_AFTER_S[at] ?? 'none'}`,
    ...pair.map(({ heldUpMs }) => seconds(heldUpMs)),
  ]),
]);
