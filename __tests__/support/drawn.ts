// Random values from fast-check, which shrinks them; a failure shows the shortest one and how to repeat it.
import * as fc from 'fast-check';
import { fuzzRounds, fuzzSeed } from './random.ts';

/** How many values are drawn, from which seed, and how one is shown. */
export interface DrawnOptions<T> {
  /** Values for `FUZZ_SCALE=1`. */
  readonly rounds: number;
  /** Default: {@link fuzzSeed}. */
  readonly seed?: number;
  /** Milliseconds after which shrinking ends. */
  readonly shrinkMs?: number;
  /** A value for the report; default: as code, without anything that a runner of workflows would obey. */
  readonly describe?: (value: T) => string;
}

const SHRINK_MS = 10_000;

/** A value in printable ASCII, in which the runner of a workflow finds no command. */
function shown(value: unknown): string {
  const harmful = /[^ -~]|(?<=:):|(?<=#)\[/g;
  return fc.stringify(value).replaceAll(harmful, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Draws values and passes each to `judge`, which throws for a bad one. Rejects with the shortest bad value. */
export async function forDrawn<T>(
  arbitrary: fc.Arbitrary<T>,
  { rounds, seed = fuzzSeed, shrinkMs = SHRINK_MS, describe = shown }: DrawnOptions<T>,
  judge: (value: T) => void | Promise<void>,
): Promise<void> {
  let failedAtMs: number | undefined;
  const path = process.env['FUZZ_PATH'];
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (failedAtMs !== undefined && performance.now() - failedAtMs > shrinkMs) return;
    try {
      await judge(value);
    } catch (error) {
      failedAtMs ??= performance.now();
      throw error;
    }
  });
  const numRuns = fuzzRounds(rounds);
  const details = await fc.check(property, { seed, numRuns, ...(path === undefined ? {} : { path }) });
  if (!details.failed) return;
  const value = details.counterexample?.map(describe).join('');
  const again = `FUZZ_SEED=${details.seed} FUZZ_PATH=${details.counterexamplePath ?? ''}`;
  const reason = Error.isError(details.errorInstance) ? details.errorInstance.message : String(details.errorInstance);
  throw new Error(`${reason}\n\nThe shortest value that fails: ${value}\nTo draw it again: ${again}`, {
    cause: details.errorInstance,
  });
}
