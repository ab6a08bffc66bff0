export { type Explanation, explanationsOf, isLogEnough } from './explanation.ts';
export type { FailureExcerpt } from './failure-excerpt.ts';
export { type CapturedLog, createLogCapture, logTitle, untrustedLabel } from './log-capture.ts';
export { createLogFiles, namedFiles } from './log-files.ts';
