// The public entry of this folder: nothing else in it is imported from outside.

export { emitLog } from './emit-log.ts';
export { createLogCursor } from './log-cursor.ts';
