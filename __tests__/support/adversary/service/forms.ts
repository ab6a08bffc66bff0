// The forms in which a drawn service may write ids, logs, acceptances and everything else that the API page leaves open.

export const idStyles = [
  'plain',
  'begins with _',
  'begins with -',
  'base64',
  'braces',
  'spaces',
  'not ASCII',
  'number',
  'percent',
  'prototype',
  'long',
] as const;
export type IdStyle = (typeof idStyles)[number];

/** How a build log is sent. */
export const logForms = [
  'text',
  'lines',
  'entries',
  'entries newest first',
  'text, last line unfinished',
  'text, middle removed',
  'text, rewritten half way',
  'text, restarted half way',
  'text, restarted half way, same last line',
  'text, same last line',
  'progress in place',
  'output and errors of a command',
  'phases',
  'none',
  'unknown form',
] as const;
export type LogForm = (typeof logForms)[number];

/** The forms of the body of an accepted deploy request. */
export const acceptanceForms = [
  'id',
  'deploymentId',
  'id, others nested',
  'id, another in data',
  'deployment, others before',
  'an earlier deployment',
  'id without a status',
  'id without a status, in data',
  'id of a job',
  'nothing',
  'empty object',
  'ok only',
  'resource only',
  'resource in data',
  'text',
] as const;
export type AcceptanceForm = (typeof acceptanceForms)[number];

/** Those that name the deployment: by `deploymentId`, in an object `deployment`, or by an id beside a status. */
export const namingForms: ReadonlySet<AcceptanceForm> = new Set([
  'id',
  'deploymentId',
  'id, others nested',
  'id, another in data',
  'deployment, others before',
]);

/** What answers at the address of the app. */
export const healthAnswers = [
  '200',
  '200 with the text',
  '204',
  '301',
  '302 with the text',
  '404',
  '500',
  '503 with the text',
  'compressed with the text',
  'the text after 64 KiB',
  'reset',
  'hang',
] as const;
export type HealthAnswer = (typeof healthAnswers)[number];

/** How a deployment that did not finish is shown. */
export const endWords = [
  '',
  'error',
  'timed_out',
  'Crashed',
  'skipped',
  'cancelled-by-user',
  'superseded',
  'expired',
] as const;
export type EndWord = (typeof endWords)[number];

/** Nothing in this word tells that it is an end: only that older deployments bear it. */
export const OLDER_WORD: EndWord = 'expired';

/** Values that are sent in a form that no reader can know. */
export const unreadableValues = [
  'status of a listed deployment',
  'status of a deployment',
  'status of a resource',
  'domains of a resource',
  'entry of the build log',
  'entry of the runtime log',
  'name of a variable',
  'id of a listed resource',
] as const;
export type UnreadableValue = (typeof unreadableValues)[number];
