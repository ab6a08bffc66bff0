// Decisions of a step: pure functions of what was seen, with its times.
export { afterLostRequest, appearedIn, isSearched, type ListRead, SEARCH_MS, searchMs } from './after-lost-request.ts';
export { causeOf, type TextsRead } from './cause.ts';
export { type End, endOf, inProgressIn, oldStatusesIn, type OldStatuses } from './ended.ts';
export { type Claim, claim, inProgressOf, type Known, knownFrom, namedBy, namesOf, newSince } from './ownership.ts';
export { type Goal, settled, type SettledAs, type StatusRead } from './settled.ts';
