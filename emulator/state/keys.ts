// API keys: making, recognising, allowing, revoking. Their values pass through here once and are not kept.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../random.ts';
import type { ActivityEntry, ChangeParts } from './changes.ts';
import { saveChange } from './changes.ts';
import type { Refusal } from '../refusals.ts';
import { isRefusal, refuse } from '../refusals.ts';
import type { KeyRequest } from './key-request.ts';
import { readKeyRequest } from './key-request.ts';
import type { Actor, KeyRecord, Scope, State } from './state.ts';
import { scopes as allScopes } from './state.ts';

const DAY_MS = 86_400_000;
const DEFAULT_EXPIRY_DAYS = 90;
const DEFAULT_CREATION_CAP = 5;

/** A new key with the value that nobody will see again. */
export interface CreatedKey {
  readonly record: KeyRecord;
  readonly value: string;
}

/** What keys are kept in and made with. */
export interface KeyParts extends ChangeParts {
  readonly random: Random;
}

/** Creates a key and saves it, or returns why not; `actor` is in the activity record. No two usable keys share a name. */
export function createKey(parts: KeyParts, wanted: KeyRequest, actor?: Actor): CreatedKey | Refusal {
  const { state, clock, random } = parts;
  const request = readKeyRequest(wanted);
  if (isRefusal(request)) return request;
  const cap = request.dailyCreationCap ?? DEFAULT_CREATION_CAP;
  if (cap > DEFAULT_CREATION_CAP && request.by === 'admin') {
    return refuse('forbidden', `Only an owner may set the daily creation cap above ${DEFAULT_CREATION_CAP}.`);
  }
  const value = request.value ?? `key_${random(24).toString('base64url')}`;
  const valueHash = hashOf(value).toString('hex');
  if (state.keys.some((key) => key.valueHash === valueHash)) {
    return refuse('invalid_input', `The value of the key ${JSON.stringify(request.name)} is taken by another key.`);
  }
  const createdAtMs = clock.wallTime();
  if (state.keys.some((key) => key.name === request.name && isUsable(key, createdAtMs))) {
    return refuse('invalid_input', `The name ${JSON.stringify(request.name)} is taken by another key.`);
  }
  const days = request.expiresInDays === undefined ? DEFAULT_EXPIRY_DAYS : request.expiresInDays;
  const legacy = request.legacy === true;
  const record: KeyRecord = {
    id: `apikey_${random(6).toString('hex')}`,
    name: request.name,
    valueHash,
    scopes: legacy ? ['read'] : allScopes.filter((scope) => scope === 'read' || request.scopes?.includes(scope)),
    createdAtMs,
    expiresAtMs: legacy || typeof days !== 'number' ? null : createdAtMs + days * DAY_MS,
    dailyCreationCap: cap,
    legacy,
    revokedAtMs: null,
    lastUsedAtMs: null,
    lastUsedAddress: null,
  };
  const refusal = saveChange(parts, { key: record }, entryOf('key.create', record, actor));
  if (refusal !== undefined) return refusal;
  state.keys.push(record);
  return { record, value };
}

/** The key behind an `Authorization` header, if it is one that works now. */
export function recognise(state: State, authorization: string | undefined, nowMs: number): KeyRecord | undefined {
  const value = /^Bearer +([!-~]+)$/i.exec(authorization ?? '')?.[1];
  if (value === undefined) return undefined;
  const hash = hashOf(value);
  // Every key is compared, so that the time taken shows nothing about which one was close.
  const matches = state.keys.filter((key) => timingSafeEqual(Buffer.from(key.valueHash, 'hex'), hash));
  return matches.find((key) => isUsable(key, nowMs));
}

/** Whether a key is neither revoked nor expired. */
export function isUsable(key: KeyRecord, nowMs: number): boolean {
  return key.revokedAtMs === null && (key.expiresAtMs === null || nowMs < key.expiresAtMs);
}

/** Whether a value is that of any key, one that no longer works included. */
export function isAnyKey(state: State, value: string): boolean {
  const hash = hashOf(value).toString('hex');
  return state.keys.some(({ valueHash }) => valueHash === hash);
}

/** Whether a value is that of a key. */
export function isValueOf(key: KeyRecord, value: string): boolean {
  return timingSafeEqual(Buffer.from(key.valueHash, 'hex'), hashOf(value));
}

/** Whether a key may do what needs a scope: `admin` allows everything; `write` does not include `deploy` (our reading). */
export function allows(key: KeyRecord, scope: Scope): boolean {
  return key.scopes.includes(scope) || key.scopes.includes('admin');
}

/** Revokes the key of that id, or every key of that name, at once: the next request is refused. Returns the latest one. */
export function revokeKey(parts: KeyParts, idOrName: string, actor?: Actor): KeyRecord | Refusal {
  const { keys } = parts.state;
  const named = keys.filter(({ name, revokedAtMs }) => name === idOrName && revokedAtMs === null);
  const found = keys.filter(({ id }) => id === idOrName);
  let latest: KeyRecord | undefined;
  for (const key of found.length > 0 ? found : named) {
    latest = key;
    if (key.revokedAtMs !== null) continue;
    const revokedAtMs = parts.clock.wallTime();
    const refusal = saveChange(parts, { key: { ...key, revokedAtMs } }, entryOf('key.revoke', key, actor));
    if (refusal !== undefined) return refusal;
    key.revokedAtMs = revokedAtMs;
  }
  return latest ?? refuse('not_found', `There is no key ${idOrName}.`);
}

function entryOf(action: string, { name }: KeyRecord, actor: Actor | undefined): ActivityEntry | undefined {
  return actor === undefined ? undefined : { ...actor, action, target: name, deploymentId: null };
}

function hashOf(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
