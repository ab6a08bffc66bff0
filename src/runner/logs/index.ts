export { type Explanation, explanationsOf, isLogEnough } from './explanation.ts';
export type { FailureExcerpt } from './failure-excerpt.ts';
export { type CapturedLog, logTitle, untrustedLabel } from './log-capture.ts';
export { namedFiles } from './log-files.ts';
export { createLogPrinter } from './log-printer.ts';
