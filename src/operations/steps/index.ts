export { afterDeployment } from './after-deployment.ts';
export { awaitDeployment } from './await-deployment.ts';
export { awaitNewDeployment, type DeploymentToAwait } from './await-new-deployment.ts';
export { awaitResource, type LifecycleAction } from './await-resource.ts';
export { readBefore, readStatusBefore } from './before.ts';
export { type AfterAll, fanOut, readFanOut, type FanOut } from './fan-out.ts';
export { checkHealth, readHealthCheck, type HealthCheck } from './health-check.ts';
export { emitLog, reportHidden, wholeText } from './log/index.ts';
export { createNotes } from './notes.ts';
export { readPartsSection, unreadPartsNote } from './read-parts.ts';
export { recordCommit } from './commit.ts';
export { hasRequiredEnv, readRequiredEnv } from './required-env.ts';
export { matches, parseFilter, undecidedBy, type Condition } from './resource-filter.ts';
export { listDeployments, bestEffort, readLines, refreshResource, showRuntimeLog } from './resource.ts';
export {
  listOrNone,
  type OnBusy,
  onBusyChoices,
  type RepeatablePost,
  requestUntilAccepted,
  submit,
} from './submit/index.ts';
export { LATEST, latestOf, readTarget, type Target } from './target.ts';
