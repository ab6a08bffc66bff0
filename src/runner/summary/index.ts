export { advance, labelOf, newProgress, type Progress, resourceOf } from './progress.ts';
export { liveAddress, proofText } from './proof.ts';
export { runFacts } from './run-facts.ts';
export { renderSummary } from './summary.ts';
export { createSummaryWriter } from './summary-writer.ts';
