// The public entry of this folder: nothing else in it is imported from outside.

export { newTracks, resourceOf, track } from './progress.ts';
export { renderSummary, type CapturedLog } from './summary.ts';
