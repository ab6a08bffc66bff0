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
  'entries in groups newest first',
  'text, last line unfinished',
  'text, middle removed',
  'text, rewritten half way',
  'text, restarted half way',
  'text, restarted half way, same last line',
  'text, same last line',
  'progress in place',
  'JSON in JSON',
  'JSON in JSON in JSON',
  'output and errors of a command',
  'phases',
  'phases side by side',
  'lists of lines',
  'lines beside a short text',
  'pairs',
  'Windows line ends',
  'nested text',
  'JSON lines',
  'none',
  'unknown form',
] as const;
export type LogForm = (typeof logForms)[number];

/** The forms of the response to an accepted deploy request: its body, and `Location` where that is named. */
export const acceptanceForms = [
  'id',
  'deployment',
  'deploymentId',
  'data',
  'id, others nested',
  'id, another in data',
  'deployment, others before',
  'an earlier deployment',
  'Location',
  'ok, Location',
  'id, Location of an earlier deployment',
  'nothing',
  'empty object',
  'ok only',
  'resource only',
  'resource in data',
  'text',
] as const;
export type AcceptanceForm = (typeof acceptanceForms)[number];

/** How the runtime log is sent. */
export const runtimeForms = [
  'text',
  'plain text',
  'lines',
  'entries',
  'JSON lines',
  'JSON in JSON',
  'null',
  'unknown form',
] as const;
export type RuntimeForm = (typeof runtimeForms)[number];

/** How the names of environment variables are sent. */
export const envForms = [
  'names',
  'objects',
  'map',
  'bare list',
  'in stages',
  'in stages, with values',
  'with values',
] as const;
export type EnvForm = (typeof envForms)[number];

/** Its names are keys, so all of them can be read. */
export const isMap = (form: EnvForm): boolean => form === 'map' || form === 'in stages, with values';

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
  'long field of a resource',
] as const;
export type UnreadableValue = (typeof unreadableValues)[number];

/** Where the service shows the API key. */
export const keyPlaces = [
  'nowhere',
  'build log',
  'build log, upper case',
  'build log, terminal codes',
  'runtime log',
  'name of the resource',
  'status of the deployment',
  'status of the resource',
  'field of the resource',
  'health answer',
] as const;
export type KeyPlace = (typeof keyPlaces)[number];
