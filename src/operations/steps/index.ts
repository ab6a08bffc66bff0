// The public entry of this folder: nothing else in it is imported from outside.

export { afterDeployment } from './after-deployment.ts';
export { awaitDeployment } from './await-deployment.ts';
export { awaitResource } from './await-resource.ts';
export { readBefore, readBriefly } from './before.ts';
export { listOrNone, onBusyChoices, type OnBusy } from './busy.ts';
export { contractLines, contractRows, contractSection } from './contract-report.ts';
export { emitLog } from './emit-log.ts';
export { fanOut, readFanOut, type FanOut } from './fan-out.ts';
export { checkHealth, requestHealth, readHealthCheck, type HealthCheck } from './health-check.ts';
export { knownFrom, newSince } from './ownership.ts';
export { createPollFailures } from './polls.ts';
export { type Request, requestUntilAccepted } from './request.ts';
export { hasRequiredEnv, readRequiredEnv } from './required-env.ts';
export { matches, parseFilter, type Condition } from './resource-filter.ts';
export { endLine, listDeployments, optional, readInto, showRuntimeLog } from './resource.ts';
export type { LifecycleAction } from './settling.ts';
export { submit } from './submit-deployment.ts';
export { latestOf } from './latest.ts';
export { LATEST, readTarget, type Target } from './target.ts';
