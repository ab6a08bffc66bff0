export { onBusyChoices, type OnBusy } from './busy.ts';
export { requestUntilAccepted, type RepeatablePost } from './request.ts';
export { submit } from './submit-deployment.ts';
