// What outlives a restart: keys, deployments, activity and wallet.
export type { KeyRequest } from './keys.ts';
export {
  EXPIRY_DAYS,
  VALUE_PATTERN,
  allows,
  createKey,
  isUsable,
  isValueOf,
  readKeyRequest,
  recognise,
  revokeKey,
} from './keys.ts';
export { closeAbandoned, loadState, stateSaver } from './state-file.ts';
export type {
  ActivityRecord,
  DeploymentRecord,
  KeyRecord,
  ResourceRecord,
  ResourceType,
  Scope,
  State,
  Wallet,
} from './state.ts';
export { deploymentId, emptyState, resourceTypes, scopes } from './state.ts';
