// What the emulator offers to programs: start it, script it, bend it, and the virtual clock to run it on.
export type { Clock } from './clock/clock.ts';
export { dialects, parseDialect } from './api/dialects.ts';
export type { Dialect } from './api/dialects.ts';
export { startEmulator } from './emulator.ts';
export type { Emulator } from './emulator.ts';
export { parseFaults, readFault } from './faults/fault.ts';
export type { Fault } from './faults/fault.ts';
export type { KeyRequest } from './state/keys.ts';
export type { EmulatorOptions, ResourceOptions } from './config/options.ts';
export type { LifecycleScript } from './service/scripted-workload.ts';
export { shapes } from './api/shapes.ts';
export type { EndpointName } from './api/spec.ts';
export type { DeploymentRecord } from './state/state.ts';
export { systemClock } from './clock/system-clock.ts';
export { VirtualClock } from './clock/virtual-clock.ts';
