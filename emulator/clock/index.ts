// Time: the machine's clock and a virtual one for tests.
export type { Clock } from './clock.ts';
export { CLOCK_OFFSET, offsetClock, readClockOffset, systemClock } from './clock.ts';
export { VirtualClock } from './virtual-clock.ts';
