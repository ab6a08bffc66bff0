export { listOrNone, onBusyChoices, type OnBusy } from './busy.ts';
export { claim, knownFrom, namesOf, newSince, type Known } from './ownership.ts';
export { requestUntilAccepted, type RepeatablePost } from './request.ts';
export { submit } from './submit-deployment.ts';
