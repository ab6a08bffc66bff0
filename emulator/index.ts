// What the package exports for programs, such as tests.
export { ManualClock, type Clock } from './clock.ts';
export { type Emulator, type EmulatorOptions, startEmulator } from './emulator.ts';
