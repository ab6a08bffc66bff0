// Random schedules of the faults in one deploy step. Pure.
import type { dialects, Fault } from '../../emulator/index.ts';
import * as fc from 'fast-check';
import { aim, effects } from './effects.ts';
import type { TrialOptions } from './trial.ts';

/** A trial, and what its result is compared with. */
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

/** Not used for lists: one that loses a deployment for good is the same as one that lags without limit. */
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

const whole = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
const inPercent = <T>(percent: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 100 - percent, arbitrary: fc.constant(undefined) },
    { weight: percent, arbitrary: value },
  );

const faults: fc.Arbitrary<Fault> = fc
  .record({
    name: fc.constantFrom(...effects.keys()),
    target: fc.constantFrom(...targets),
    skip: inPercent(50, whole(1, 5)),
    times: fc.oneof({ weight: 85, arbitrary: whole(1, 4) }, { weight: 15, arbitrary: fc.constant('always' as const) }),
  })
  .map(({ name, target, skip = 0, times }) =>
    aim(effects.get(name) ?? {}, { on: ONLY_FOR_DETAIL.has(name) ? 'getDeployment' : target, skip, times }),
  );

const resources = fc.record({
  history: whole(0, 3),
  queuedS: whole(0, 10),
  buildS: whole(0, 60),
  lines: whole(0, 5),
  outcome: fc.constantFrom('finished', 'finished', 'finished', 'failed', 'cancelled'),
  unknownStatus: inPercent(20, fc.constantFrom('publishing', 'queued', 'FINISHED?')),
});

/** Random schedules. */
export const schedules: fc.Arbitrary<Schedule> = whole(10, 240).chain((timeoutS) =>
  fc
    .record({
      seed: whole(1, 1_000_000),
      faults: fc.array(faults, { minLength: 1, maxLength: 5, size: 'max' }),
      dialect: fc.constantFrom(...dialectNames),
      doesNotWait: inPercent(10, fc.constant(true)),
      onBusy: fc.constantFrom('wait', 'wait', 'fail', 'skip'),
      isForced: inPercent(20, fc.constant(true)),
      resource: resources,
      consoleDeploysAtMs: inPercent(20, whole(0, 20_000)),
      keyRevokedAtMs: inPercent(8, whole(0, 60_000)),
      cancelledAtMs: inPercent(12, whole(0, timeoutS * 1_000)),
    })
    .map(({ seed, dialect, doesNotWait = false, onBusy, isForced = false, resource, ...drawn }) => ({
      trial: {
        seed,
        faults: drawn.faults,
        dialect,
        inputs: {
          timeout: `${timeoutS}s`,
          wait: String(!doesNotWait),
          'on-busy': onBusy,
          force: String(isForced),
        },
        resource: {
          history: resource.history,
          script: {
            queuedMs: resource.queuedS * 1_000,
            buildMs: resource.buildS * 1_000,
            log: Array.from({ length: resource.lines }, (_, index) => `line ${index}`),
            outcome: resource.outcome,
            ...(resource.unknownStatus === undefined
              ? {}
              : { statuses: [{ afterMs: 2_000, status: resource.unknownStatus }] }),
          },
        },
      },
      timeoutMs: timeoutS * 1_000,
      waits: !doesNotWait,
      consoleDeploysAtMs: drawn.consoleDeploysAtMs,
      keyRevokedAtMs: drawn.keyRevokedAtMs,
      cancelledAtMs: drawn.cancelledAtMs,
    })),
);
