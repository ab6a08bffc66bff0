// What an owner does in the console: as functions, over HTTP, and as a view of everything.
export type { Control } from './control.ts';
export { createControl } from './control.ts';
export type { ControlRequest, ControlContext } from './routes.ts';
export { answerControl } from './routes.ts';
export type { ConsoleView, KeyView, ResourceView } from './view.ts';
export { viewOf } from './view.ts';
