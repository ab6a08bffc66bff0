export { runFacts } from './heading.ts';
export { advance, labelOf, newProgress, resourceOf } from './progress.ts';
export { renderSummary } from './summary.ts';
export { createSummaryWriter } from './summary-writer.ts';
