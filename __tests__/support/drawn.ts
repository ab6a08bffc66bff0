// Judges of drawn texts and values, repeatable from their seed.
import * as fc from 'fast-check';
import { drawScale, drawSeed } from './random.ts';

/**
 * Judges drawn texts or values, always the same ones unless `FUZZ_SEED` or `FUZZ_SCALE` is set. The
 * error names the shortest value that fails, and the seed that draws it again.
 */
export function forDrawn<T>(
  arbitrary: fc.Arbitrary<T>,
  rounds: number,
  judge: (value: T) => void,
): void {
  fc.assert(fc.property(arbitrary, judge), {
    seed: drawSeed(),
    numRuns: Math.ceil(rounds * drawScale()),
    reporter(details) {
      if (!details.failed) return;
      const report = withEscapes(fc.defaultReportMessage(details) ?? '', COMMAND_MARK);
      const scale = drawScale() === 1 ? '' : ` FUZZ_SCALE=${drawScale()}`;
      throw new Error(`${report}\n\nTo draw it again: FUZZ_SEED=${details.seed}${scale} npm test`);
    },
  });
}

/** A text with its harmful parts as escapes, as a report may show it. */
export const withEscapes = (text: string, harmful: RegExp): string =>
  text.replaceAll(harmful, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What makes a command in a report that is readable otherwise. */
const COMMAND_MARK = /[^ -~\n]|(?<=:):|(?<=#)\[/g;
