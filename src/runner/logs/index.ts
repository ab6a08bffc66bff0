// The public entry of this folder: nothing else in it is imported from outside.

export type { Digest } from './failure-excerpt.ts';
export { createLogKeeper, type LogKeeper } from './log-capture.ts';
export { shareBudget } from './log-excerpt.ts';
