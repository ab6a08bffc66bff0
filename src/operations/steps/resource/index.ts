export { awaitApp } from './await-app.ts';
export { awaitResource, type LifecycleAction } from './await-resource.ts';
export { readBefore, readStatusBefore } from './before.ts';
export {
  bestEffort,
  BRIEF_MS,
  listDeployments,
  listForType,
  listOrNone,
  readLines,
  refreshResource,
  showRuntimeLog,
} from './resource.ts';
export type { StatusBefore } from './resource-status.ts';
