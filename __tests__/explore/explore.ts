// Plays every story up to a bound, the simplest first, so that the first failure found is a short one.
import { describeRequests } from '../support/adversary/describe.ts';
import type { Broken } from '../support/adversary/invariants/index.ts';
import { problemsOf } from './invariants.ts';
import { type Bound, nextPlans, type Plan, planNumber, planOf, play, type Played } from './play.ts';
import { reachedBy } from './rare-places.ts';

/** The result of one story, as plain data. */
export interface Result {
  readonly number: string;
  readonly problems: readonly Broken[];
  readonly reached: readonly string[];
  readonly next: readonly Plan[];
  /** The story in words; empty while nothing is wrong with it. */
  readonly text: string;
}

/** Plays and judges one story. */
export async function tryPlan(plan: Plan, bound: Bound): Promise<Result> {
  const played = await play(plan);
  const problems = problemsOf(played);
  return {
    number: planNumber(plan),
    problems,
    reached: reachedBy(played),
    next: nextPlans(played, bound),
    text: problems.length === 0 ? '' : describe(played, problems),
  };
}

/** A story in words: what was chosen, requested and reported. */
export function describe({ plan, trial, choices }: Played, problems: readonly Broken[] = []): string {
  const { stop } = plan;
  const chosen = choices.filter(({ option }) => option !== 0).map(({ name, label }) => `${name}: ${label}`);
  const stopText =
    stop.kind === 'none'
      ? []
      : stop.kind === 'deadline'
        ? [`the deadline comes after ${stop.timeoutS} s`]
        : [`the run is cancelled when request ${stop.request + 1} has ${stop.phase}`];
  const numbered = [...chosen, ...stopText].map((line, index) => `  ${index + 1}. ${line}`);
  return [
    `Story ${planNumber(plan)}`,
    ...problems.map(({ invariant, problem }) => `  BROKEN ${invariant}: ${problem}`),
    ...(numbered.length === 0 ? ['  a service that does everything well'] : numbered),
    'Requests:',
    ...describeRequests(trial).map((line) => `  ${line}`),
    `Exit code ${trial.run.exitCode} after ${(trial.run.tookMs / 1_000).toFixed(1)} s, error-code "${trial.run.outputs['error-code']}"`,
    ...linesOf(trial.run.log).map((line) => `  | ${line}`),
    `Play it again: npm run explore -- ${planNumber(plan)}`,
  ].join('\n');
}

/** The end of a step log; a group of lines, such as the build log, is one line. */
function linesOf(log: string): string[] {
  const folded = log.replaceAll(/::group::(.*)\n[\s\S]*?::endgroup::/g, '$1 …');
  return folded.trimEnd().split('\n').slice(-12);
}

/** The results of all stories. */
export interface Exploration {
  readonly stories: number;
  readonly reached: ReadonlySet<string>;
  /** Failing stories, one for each kind of problem: the first found, so the one with the fewest choices. */
  readonly failures: ReadonlyMap<string, Result>;
}

/** How the stories are played. */
export interface ExploreOptions {
  readonly bound: Bound;
  /** Plays some stories; several calls may be under way at once. */
  readonly playAll: (plans: readonly Plan[]) => Promise<readonly Result[]>;
  /** Stories in one call of `playAll`, and calls at once. */
  readonly batch: number;
  readonly parallel: number;
  readonly onProgress?: (progress: { done: number; known: number; failures: number }) => void;
  /** Called with the first story of each kind of problem. */
  readonly onFailure?: (result: Result) => void;
}

/** Explores level by level, starting with the story in which nothing goes wrong. */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const { playAll, batch, parallel, onProgress, onFailure } = options;
  const start = planOf('0');
  const reached = new Set<string>();
  const failures = new Map<string, Result>();
  const known = new Set([planNumber(start)]);
  let stories = 0;
  let level = [start];
  while (level.length > 0) {
    const next: Plan[] = [];
    const queue = Array.from({ length: Math.ceil(level.length / batch) }, (_, index) =>
      level.slice(index * batch, (index + 1) * batch),
    );
    const work = async (): Promise<void> => {
      for (let plans = queue.shift(); plans !== undefined; plans = queue.shift()) {
        for (const result of await playAll(plans)) take(result, next);
        onProgress?.({ done: stories, known: known.size, failures: failures.size });
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    level = next;
  }
  return { stories, reached, failures };

  function take(result: Result, next: Plan[]): void {
    stories += 1;
    for (const place of result.reached) reached.add(place);
    const kinds = result.problems.map(kindOf).filter((kind) => !failures.has(kind));
    for (const kind of kinds) failures.set(kind, result);
    if (kinds.length > 0) onFailure?.(result);
    for (const plan of result.next) {
      const number = planNumber(plan);
      if (known.has(number)) continue;
      known.add(number);
      next.push(plan);
    }
  }
}

/** Problems that differ only in numbers and ids are of one kind. */
function kindOf({ invariant, problem }: Broken): string {
  const [line = ''] = problem.split('\n');
  return `${invariant}: ${line.replaceAll(/dep_\d+|<[\d.]+>|\d+(\.\d+)?/g, '#')}`.slice(0, 100);
}
