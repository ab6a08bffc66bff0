export { type Explanation, explanationsOf } from './explanation.ts';
export type { FailureExcerpt } from './failure-excerpt.ts';
export { type CapturedLog, createLogCapture } from './log-capture.ts';
export { shareBudget } from './log-excerpt.ts';
export { createLogFiles, namedFiles } from './log-files.ts';
