// Decisions of a step: pure functions of what was seen, with its times.
export { afterLoss, appearedIn, type ListRead, patienceMs } from './after-loss.ts';
export { causeOf } from './cause.ts';
export { type End, endOf, inProgressIn, oldStatusesIn, type OldStatuses } from './ended.ts';
export { type Claim, claim, inProgressOf, type Known, knownFrom, namedBy, namesOf, newSince } from './ownership.ts';
export { type Goal, settled, type SettledAs, type StatusRead } from './settled.ts';
