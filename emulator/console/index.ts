// The console: what an owner sees and does, as pages without a script.
export { createConsole } from './console.ts';
