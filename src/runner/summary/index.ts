// The public entry of this folder: nothing else in it is imported from outside.

export { runFacts } from './heading.ts';
export { advance, newProgress, resourceOf } from './progress.ts';
export { renderSummary } from './summary.ts';
export { createSummaryWriter } from './summary-writer.ts';
