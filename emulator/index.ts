// The emulator for programs: start it, script it, inject faults into it, and the virtual clock to run it on.
// Everything outside this folder imports from here, except the emulator's own tests.
export { dialects, parseDialect, shapes, unusualDialects } from './api/index.ts';
export type { Dialect, EndpointName } from './api/index.ts';
export { systemClock, VirtualClock } from './clock/index.ts';
export type { Clock } from './clock/index.ts';
export type { EmulatorOptions, ResourceOptions } from './config/index.ts';
export { createConsole } from './console/index.ts';
export { startEmulator } from './emulator.ts';
export type { Emulator } from './emulator.ts';
export { parseFaults, readFault } from './faults/index.ts';
export type { Fault } from './faults/index.ts';
export { basicEnv, processWorkload } from './process/index.ts';
export type { DeploymentRecord, KeyRequest } from './state/index.ts';
