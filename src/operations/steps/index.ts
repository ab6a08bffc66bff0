export {
  afterDeployment,
  awaitDeployment,
  awaitNewDeployment,
  type DeploymentToAwait,
  LATEST,
  latestOf,
  readTarget,
  recordCommit,
  type Target,
} from './deployment/index.ts';
export { type AfterAll, fanOut, readFanOut, type FanOut } from './fan-out.ts';
export { checkHealth, readHealthCheck, type HealthCheck } from './health-check.ts';
export { emitLog, reportHidden, wholeText } from './log/index.ts';
export { createNotes } from './notes.ts';
export { readPartsSection, unreadPartsNote } from './read-parts.ts';
export { hasRequiredEnv, readRequiredEnv } from './required-env.ts';
export { matches, parseFilter, undecidedBy, type Condition } from './resource-filter.ts';
export {
  awaitResource,
  bestEffort,
  type LifecycleAction,
  listDeployments,
  listForType,
  listOrNone,
  readBefore,
  readLines,
  readStatusBefore,
  refreshResource,
  showRuntimeLog,
} from './resource/index.ts';
export { type OnBusy, onBusyChoices, type RepeatablePost, requestUntilAccepted, submit } from './submit/index.ts';
