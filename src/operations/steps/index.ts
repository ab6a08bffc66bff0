// The public entry of this folder: nothing else in it is imported from outside.

export { awaitDeployment } from './await-deployment.ts';
export { awaitResource, type Goal } from './await-resource.ts';
export { createLine, isBusy, listOrNone, onBusyChoices, type OnBusy } from './busy.ts';
export { emitLog } from './emit-log.ts';
export { fanOut, readFanOut, type FanOut } from './fan-out.ts';
export { checkHealth, readHealthCheck } from './health-check.ts';
export { hasRequiredEnv, readRequiredEnv } from './required-env.ts';
export { matches, parseFilter, type Condition } from './resource-filter.ts';
export { endLine, readInto, optional, showRuntimeLog } from './resource.ts';
export { submit, type Submission } from './submit-deployment.ts';
export { readTarget, type Target } from './target.ts';
