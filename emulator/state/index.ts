// What outlives a restart: keys, deployments, activity and wallet.
export type { ChangeParts } from './changes.ts';
export { saveChange } from './changes.ts';
export type { KeyRequest } from './key-request.ts';
export { EXPIRY_DAYS, KEY_REQUEST_SCHEMA, readKeyRequest } from './key-request.ts';
export type { KeyParts } from './keys.ts';
export { allows, createKey, isAnyKey, isUsable, isValueOf, recognise, revokeKey } from './keys.ts';
export { restoreState } from './restore.ts';
export { openStore } from './sqlite-store.ts';
export { memoryStore, runtimeLogId } from './store.ts';
export type { Change, Logs, Store } from './store.ts';
export type {
  ActivityRecord,
  Actor,
  DeploymentFacts,
  DeploymentRecord,
  KeyRecord,
  ResourceRecord,
  ResourceType,
  Scope,
  State,
  Wallet,
} from './state.ts';
export { deploymentId, resourceTypes, scopes } from './state.ts';
