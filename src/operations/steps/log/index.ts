export { emitLog } from './emit-log.ts';
export { createLogCursor } from './log-cursor.ts';
