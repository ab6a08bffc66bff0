// Jobs that deploy at the same time with one key, in virtual time: the pace of the action against
// the limit of the service (API page, section 8). A job reads resource and list, sends its POST,
// polls, and reads the resource.
import { createPace } from '../src/api/pace.ts';
import { ManualClock } from '../emulator/clock.ts';
import { seededRandom } from '../__tests__/support/random.ts';
import { mean, printTable } from './table.ts';

const FLEETS = 10;
const SIZES = [1, 10, 30, 100, 300];
const START_WITHIN_MS = 10_000;
const TIMEOUT_MS = 30 * 60_000;
/** Longer than any job: its deadline and its start. */
const LONGEST_MS = 2 * TIMEOUT_MS;
const ONE_WAY_MS = 40;
const LIMIT = { requests: 120, windowMs: 60_000 };

interface Fleet {
  /** From the start of each job to its end, less its build. */
  readonly overheadsMs: number[];
  answered: number;
  refused: number;
  /** Jobs that reached their deadline. */
  failed: number;
}

async function playFleet(
  jobs: number,
  { isKnown, seed }: { isKnown: boolean; seed: number },
): Promise<Fleet> {
  const clock = new ManualClock(0);
  const random = seededRandom(seed);
  const fleet: Fleet = { overheadsMs: [], answered: 0, refused: 0, failed: 0 };
  let servedAtMs: number[] = [];

  /** Whether the service answers a request that arrives now, or refuses it. */
  function serve(): boolean {
    servedAtMs = servedAtMs.filter((ms) => ms > clock.now() - LIMIT.windowMs);
    const isServed = servedAtMs.length < LIMIT.requests;
    if (isServed) servedAtMs.push(clock.now());
    fleet[isServed ? 'answered' : 'refused'] += 1;
    return isServed;
  }

  async function job(startMs: number, buildMs: number): Promise<void> {
    await clock.sleep(startMs);
    const { signal } = new AbortController();
    const deadlineMs = startMs + TIMEOUT_MS;
    const pace = createPace({
      clock,
      random,
      concurrentJobs: isKnown ? jobs : 1,
      signal,
      deadlineMs,
    });
    async function send(method: 'GET' | 'POST' = 'GET'): Promise<void> {
      for (;;) {
        await pace.ready();
        if (clock.now() > deadlineMs) throw new Error('the deadline was reached');
        const sentMs = clock.now();
        await clock.sleep(ONE_WAY_MS);
        const isServed = serve();
        await clock.sleep(ONE_WAY_MS);
        if (isServed) return pace.recordAnswer(sentMs, method);
        pace.recordRateLimit(sentMs, { method });
      }
    }
    await Promise.all([send(), send()]);
    await send('POST');
    const endsMs = clock.now() + buildMs;
    await pace.pause(pace.firstPollMs(), { isQuick: true });
    for (await send(); clock.now() < endsMs; await send()) await pace.pause(0);
    await send();
    fleet.overheadsMs.push(clock.now() - startMs - buildMs);
  }

  for (let slot = 0; slot < jobs; slot += 1) {
    // Log-normal around 90 s.
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    job(random() * START_WITHIN_MS, 90_000 * Math.exp(0.5 * normal)).catch(() => {
      fleet.failed += 1;
    });
  }
  await clock.advance(LONGEST_MS);
  return fleet;
}

const rows: string[][] = [];
for (const jobs of SIZES) {
  for (const isKnown of [true, false]) {
    const seeds = Array.from({ length: FLEETS }, (_, index) => index + 1);
    const fleets = await Promise.all(seeds.map((seed) => playFleet(jobs, { isKnown, seed })));
    const overheads = fleets.flatMap(({ overheadsMs }) => overheadsMs);
    const seconds = [mean(overheads), Math.max(...overheads)].map((ms) => ms / 1_000);
    const perDeploy = (count: (fleet: Fleet) => number): number => mean(fleets.map(count)) / jobs;
    const requests = [perDeploy(({ answered }) => answered), perDeploy(({ refused }) => refused)];
    rows.push([
      `${jobs} jobs, their number ${isKnown ? 'known' : 'unknown'}`,
      ...[...seconds, ...requests].map((figure) => figure.toFixed(1)),
      `${fleets.reduce((sum, { failed }) => sum + failed, 0)}`,
    ]);
  }
}
printTable(
  `${FLEETS} fleets that start within 10 s: overhead in s, requests per deploy, failed jobs`,
  [['', 'mean', 'worst', 'answered', 'refused', 'failed'], ...rows],
);
