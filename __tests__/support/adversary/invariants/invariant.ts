// One promise, and words that several of them share.
import type { Trial } from '../trial.ts';

/** Hands back what is wrong, in words; nothing when the promise was kept. */
export type Invariant = (trial: Trial) => string | undefined;

export const passed = ({ run }: Trial): boolean => run.exitCode === 0;

export const isSkipped = ({ run }: Trial): boolean => (run.outputs['skipped'] ?? '') !== '';
