export { type BuildLog, createBuildLog } from './build-log.ts';
export { emitLog } from './emit-log.ts';
export { reportHidden, wholeText } from './whole-text.ts';
