export { adviceFor, githubStateOf, headlineOf, titleOf } from './advice.ts';
export { annotationText } from './annotation.ts';
export {
  eventMessage,
  howToFollow,
  stillRunningMessages,
  unchangedMessage,
  unrecognisedMessage,
} from './event-messages.ts';
export { unexpectedErrorReport } from './unexpected-error.ts';
