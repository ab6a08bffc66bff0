// Time: the machine's clock, and one whose calendar is ahead.
export type { Clock } from './clock.ts';
export { CLOCK_OFFSET, offsetClock, readClockOffset, systemClock } from './clock.ts';
