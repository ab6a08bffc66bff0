// The emulator for programs: start it, script it, inject faults into it, and the virtual clock to run it on.
// Everything outside this folder imports from here, except the emulator's own tests.
export { systemClock } from './clock/index.ts';
export type { Clock } from './clock/index.ts';
export type { EmulatorOptions, ResourceOptions } from './config/index.ts';
export { createConsole } from './console/index.ts';
export { startEmulator } from './emulator.ts';
export type { Emulator } from './emulator.ts';
export { parseFaults, readFault } from './faults/index.ts';
export type { Fault } from './faults/index.ts';
export { basicEnv, processWorkload } from './process/index.ts';
export type { DeploymentRecord, KeyRequest } from './state/index.ts';
export type { EndpointName } from './api/index.ts';
export { dialects, parseDialect, shapes, unusualDialects } from './testing/dialects/index.ts';
export type { Dialect } from './testing/dialects/index.ts';
export { VirtualClock } from './testing/virtual-time/index.ts';
