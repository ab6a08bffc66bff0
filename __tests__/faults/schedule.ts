// A random schedule: what goes wrong in one deploy step, all of it from one seed. Pure.
import type { dialects, Fault } from '../../emulator/index.ts';
import { createChance } from '../support/random.ts';
import { aim, effects } from './effects.ts';
import type { TrialOptions } from './trial.ts';

/** A trial, and what it must be judged by. */
export interface Schedule {
  readonly trial: Pick<TrialOptions, 'faults' | 'inputs' | 'dialect' | 'resource' | 'seed'>;
  readonly timeoutMs: number;
  /** The step waits for the end of its deployment. */
  readonly waits: boolean;
  /** Virtual milliseconds from the start after which something happens outside; undefined for never. */
  readonly consoleDeploysAtMs: number | undefined;
  readonly keyRevokedAtMs: number | undefined;
  readonly cancelledAtMs: number | undefined;
}

/** A list that forgets a deployment for good is one that lags without limit: it is aimed at the detail alone. */
const ONLY_FOR_DETAIL = new Set(['vanish']);
const targets = [
  '*',
  'listDeployments',
  'createDeployment',
  'createDeployment',
  'getDeployment',
  'getResource',
  'getLogs',
] as const;
const dialectNames = [
  'plain',
  'wrapped',
  'bare',
  'camel',
  'snake',
  'listy',
  'silent',
  'misleading',
] as const satisfies (keyof typeof dialects)[];

/** The schedule of a seed. */
export function scheduleOf(seed: number): Schedule {
  const { below, pick } = createChance(seed);
  const whole = (from: number, to: number): number => from + below(to - from + 1);
  const maybe = (percent: number): boolean => below(100) < percent;
  const names = [...effects.keys()];

  function fault(): Fault {
    const name = pick(names);
    const effect = effects.get(name) ?? {};
    const on = ONLY_FOR_DETAIL.has(name) ? 'getDeployment' : pick(targets);
    return aim(effect, { on, skip: maybe(50) ? 0 : whole(1, 5), times: maybe(15) ? 'always' : whole(1, 4) });
  }

  const timeoutMs = whole(10, 240) * 1_000;
  const waits = maybe(90);
  return {
    trial: {
      seed,
      faults: Array.from({ length: whole(1, 5) }, fault),
      dialect: pick(dialectNames),
      inputs: {
        timeout: `${timeoutMs / 1_000}s`,
        wait: String(waits),
        'on-busy': pick(['wait', 'wait', 'fail', 'skip']),
        force: String(maybe(20)),
      },
      resource: {
        history: whole(0, 3),
        script: {
          queuedMs: whole(0, 10) * 1_000,
          buildMs: whole(0, 60) * 1_000,
          log: Array.from({ length: whole(0, 5) }, (_, index) => `line ${index}`),
          outcome: pick(['finished', 'finished', 'finished', 'failed', 'cancelled']),
          ...(maybe(20) ? { statuses: [{ afterMs: 2_000, status: pick(['publishing', 'queued', 'FINISHED?']) }] } : {}),
        },
      },
    },
    timeoutMs,
    waits,
    consoleDeploysAtMs: maybe(20) ? whole(0, 20_000) : undefined,
    keyRevokedAtMs: maybe(8) ? whole(0, 60_000) : undefined,
    cancelledAtMs: maybe(12) ? whole(0, timeoutMs) : undefined,
  };
}
