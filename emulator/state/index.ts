// What outlives a restart: keys, deployments, activity and wallet.
export { BoundedLog } from './bounded-log.ts';
export type { KeyRequest } from './key-request.ts';
export { EXPIRY_DAYS, KEY_REQUEST_SCHEMA, readKeyRequest } from './key-request.ts';
export type { KeyParts } from './keys.ts';
export { allows, createKey, isUsable, isValueOf, recognise, revokeKey } from './keys.ts';
export { restoreState, trimState } from './restore.ts';
export { openStore } from './sqlite-store.ts';
export { memoryStore } from './store.ts';
export type { Store } from './store.ts';
export type {
  ActivityRecord,
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
