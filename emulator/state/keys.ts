// API keys: making, recognising, allowing, revoking. Their values pass through here once and are not kept.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock/index.ts';
import type { Random } from '../random.ts';
import type { Refusal } from '../api/index.ts';
import { isRefusal, refuse } from '../api/index.ts';
import type { KeyRecord, Scope, State } from './state.ts';
import { scopes as allScopes } from './state.ts';
import type { Store } from './store.ts';

const DAY_MS = 86_400_000;
const DEFAULT_EXPIRY_DAYS = 90;
const DEFAULT_CREATION_CAP = 5;

/** The lives of a key that its owner may choose from, in days; `null` beside them is for ever. */
export const EXPIRY_DAYS = [30, 90, 365] as const;

/** The action, like most clients, asks for at least 8 printable ASCII characters. */
export const VALUE_PATTERN = /^[!-~]{8,256}$/;

/** What an owner or admin says when creating a key. */
export interface KeyRequest {
  readonly name: string;
  /** `read` is added where it is missing. */
  readonly scopes?: readonly Scope[];
  /** 30, 90 (default) or 365 days, or null for none. */
  readonly expiresInDays?: (typeof EXPIRY_DAYS)[number] | null;
  /** Resources that the key may create per day, default 5. */
  readonly dailyCreationCap?: number;
  /** A key from before scopes: read only, never expires. */
  readonly legacy?: boolean;
  /** A value of one's own choosing; without it a random one is made. */
  readonly value?: string;
  /** An admin may only lower the cap; an owner (default) may raise it. */
  readonly by?: 'owner' | 'admin';
}

/** A new key with the value that nobody will see again. */
export interface CreatedKey {
  readonly record: KeyRecord;
  readonly value: string;
}

/** What keys are kept in and made with. */
export interface KeyParts {
  readonly state: State;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
}

/** Creates a key and saves it, or returns why not. */
export function createKey({ state, store, clock, random }: KeyParts, wanted: KeyRequest): CreatedKey | Refusal {
  const request = readKeyRequest({ ...wanted });
  if (isRefusal(request)) return request;
  const cap = request.dailyCreationCap ?? DEFAULT_CREATION_CAP;
  if (cap > DEFAULT_CREATION_CAP && request.by === 'admin') {
    return refuse('forbidden', `Only an owner may set the daily creation cap above ${DEFAULT_CREATION_CAP}.`);
  }
  const value = request.value ?? `key_${random(24).toString('base64url')}`;
  const valueHash = hashOf(value).toString('hex');
  if (state.keys.some((key) => key.valueHash === valueHash)) return refuse('invalid_input', 'This value is taken.');
  const createdAtMs = clock.wallTime();
  const days = request.expiresInDays === undefined ? DEFAULT_EXPIRY_DAYS : request.expiresInDays;
  const legacy = request.legacy === true;
  const record: KeyRecord = {
    id: `apikey_${random(6).toString('hex')}`,
    name: request.name,
    valueHash,
    scopes: legacy ? ['read'] : allScopes.filter((scope) => scope === 'read' || request.scopes?.includes(scope)),
    createdAtMs,
    expiresAtMs: legacy || days === null ? null : createdAtMs + days * DAY_MS,
    dailyCreationCap: cap,
    legacy,
    revokedAtMs: null,
    lastUsedAtMs: null,
    lastUsedAddress: null,
  };
  if (!store.saveKey(record)) return refuse('internal_error', 'The key cannot be saved, so it was not created.');
  state.keys.push(record);
  return { record, value };
}

type Data = Readonly<Record<string, unknown>>;

/** Reads a request for a key that came as data; `invalid_input` with what is wrong in it. */
export function readKeyRequest(data: Data): KeyRequest | Refusal {
  return isKeyRequest(data) ? data : refuse('invalid_input', problemOf(data) ?? 'This is no key.');
}

function isKeyRequest(data: Data): data is Data & KeyRequest {
  return problemOf(data) === undefined;
}

/** What is wrong with a request, in words. */
function problemOf(request: Data): string | undefined {
  const { name, scopes = [], expiresInDays, dailyCreationCap = DEFAULT_CREATION_CAP, legacy, value, by } = request;
  const broken: Readonly<Record<string, boolean>> = {
    'A key needs a name.': typeof name !== 'string' || name.trim() === '',
    [`Scopes are a list of ${allScopes.join(', ')}.`]: !Array.isArray(scopes) || !scopes.every(isScope),
    'A key expires after 30, 90 or 365 days, or never (null).':
      expiresInDays !== undefined && expiresInDays !== null && !EXPIRY_DAYS.some((days) => days === expiresInDays),
    'The daily creation cap is a whole number from 0 on.':
      !Number.isSafeInteger(dailyCreationCap) || Number(dailyCreationCap) < 0,
    'A key value has 8 to 256 printable ASCII characters without spaces.':
      value !== undefined && (typeof value !== 'string' || !VALUE_PATTERN.test(value)),
    '"legacy" is true or false.': legacy !== undefined && typeof legacy !== 'boolean',
    '"by" is owner or admin.': by !== undefined && by !== 'owner' && by !== 'admin',
  };
  return Object.keys(broken).find((sentence) => broken[sentence]);
}

function isScope(value: unknown): value is Scope {
  return allScopes.some((scope) => scope === value);
}

/** The key behind an `Authorization` header, if it is one that works now. */
export function recognise(state: State, authorization: string | undefined, nowMs: number): KeyRecord | undefined {
  const value = /^Bearer +([!-~]+)$/i.exec(authorization ?? '')?.[1];
  if (value === undefined) return undefined;
  const hash = hashOf(value);
  // Every key is compared, so that the time taken says nothing about which one was close.
  const matches = state.keys.filter((key) => timingSafeEqual(Buffer.from(key.valueHash, 'hex'), hash));
  return matches.find((key) => isUsable(key, nowMs));
}

/** Whether a key is neither revoked nor expired. */
export function isUsable(key: KeyRecord, nowMs: number): boolean {
  return key.revokedAtMs === null && (key.expiresAtMs === null || nowMs < key.expiresAtMs);
}

/** Whether a value is that of a key. */
export function isValueOf(key: KeyRecord, value: string): boolean {
  return timingSafeEqual(Buffer.from(key.valueHash, 'hex'), hashOf(value));
}

/** Whether a key may do what needs a scope: `admin` allows everything; `write` does not include `deploy` (our reading). */
export function allows(key: KeyRecord, scope: Scope): boolean {
  return key.scopes.includes(scope) || key.scopes.includes('admin');
}

/** Revokes the key of that id or name at once; its next request is refused. */
export function revokeKey({ state, store, clock }: KeyParts, idOrName: string): KeyRecord | Refusal {
  const key =
    state.keys.find(({ id }) => id === idOrName) ??
    state.keys.findLast(({ name, revokedAtMs }) => name === idOrName && revokedAtMs === null);
  if (key === undefined) return refuse('not_found', `There is no key ${idOrName}.`);
  key.revokedAtMs ??= clock.wallTime();
  store.saveKey(key);
  return key;
}

function hashOf(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
