// Time that passes by itself, for tests only: nothing that a user runs imports it.
export { VirtualClock } from './virtual-clock.ts';
