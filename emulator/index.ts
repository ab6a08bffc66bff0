// What the emulator offers to programs: start it, script it, bend it, and the virtual clock to run it on.
export type { Clock } from './clock.ts';
export { dialects, parseDialect } from './dialects.ts';
export type { Dialect } from './dialects.ts';
export { startEmulator } from './emulator.ts';
export type { Emulator } from './emulator.ts';
export { parseFaults, readFault } from './faults.ts';
export type { Fault } from './faults.ts';
export type { KeyRequest } from './keys.ts';
export type { EmulatorOptions, ResourceOptions } from './options.ts';
export type { LifecycleScript } from './scripted-workload.ts';
export { shapes } from './shapes.ts';
export type { EndpointName } from './spec.ts';
export type { DeploymentRecord } from './state.ts';
export { systemClock } from './system-clock.ts';
export { VirtualClock } from './virtual-clock.ts';
