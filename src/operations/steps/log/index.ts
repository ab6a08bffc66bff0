export { emitLog } from './emit-log.ts';
export { createLogCursor } from './log-cursor.ts';
export { reportHidden, unreadText, wholeText } from './whole-text.ts';
