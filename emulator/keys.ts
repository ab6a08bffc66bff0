// API keys: creating, recognising, revoking. The value of a key passes through here once and is not
// kept.
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { ApiError } from './errors.ts';
import { type KeyRecord, type Scope, SCOPES, type State } from './state.ts';

const DAY_MS = 86_400_000;
const DEFAULT_EXPIRY_DAYS = 90;

/** A key to create, as configuration and control API take it. */
export const keyRequest = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.enum(SCOPES)).default([]),
  expiresInDays: z.literal([30, 90, 365, 'none']).default(DEFAULT_EXPIRY_DAYS),
  value: z
    .string()
    .regex(/^[!-~]{8,256}$/, 'must be 8 to 256 printable ASCII characters without spaces')
    .optional()
    .describe('Default: a random one, shown once.'),
});

/** A key to create, with all defaults. */
export type KeyRequest = z.output<typeof keyRequest>;

/** A key as it may be shown. */
export type KeyView = Omit<KeyRecord, 'valueHash'>;

/** The keys of the organisation. */
export class Keys {
  readonly #state: State;
  readonly #clock: Clock;

  constructor(state: State, clock: Clock) {
    this.#state = state;
    this.#clock = clock;
  }

  /**
   * Creates a key and returns its value, which nobody sees again. Two usable keys never share a
   * name.
   */
  create(request: KeyRequest): { readonly key: KeyView; readonly value: string } {
    const { name, value } = request;
    if (this.#usable().some((key) => key.name === name)) {
      throw new ApiError('invalid_input', `The name "${name}" is taken by another key.`);
    }
    const secret = value ?? `key_${randomBytes(24).toString('base64url')}`;
    const valueHash = hashOf(secret);
    if (this.#state.keys.some((key) => key.valueHash === valueHash)) {
      throw new ApiError('invalid_input', `Another key has the value of the key "${name}".`);
    }
    const nowMs = this.#clock.wallTime();
    const key: KeyRecord = {
      id: `apikey_${randomBytes(6).toString('hex')}`,
      name,
      valueHash,
      scopes: scopesOf(request),
      createdAtMs: nowMs,
      expiresAtMs: expiryOf(request, nowMs),
      revokedAtMs: null,
      lastUsedAtMs: null,
      lastUsedAddress: null,
    };
    this.#state.keys.push(key);
    this.#state.addActivity({ atMs: nowMs, by: 'console', action: 'key.create', target: name });
    return { key: viewOf(key), value: secret };
  }

  /**
   * Creates the key unless the state file has one of that name, which gets the scopes of the
   * request, and lasts again if it has expired; another value than the one kept takes its place.
   * Returns the value where it is known.
   */
  ensure(request: KeyRequest): string | undefined {
    const { name, value } = request;
    const known = this.#state.keys.findLast((key) => key.name === name && key.revokedAtMs === null);
    if (known === undefined) return this.create(request).value;
    if (value !== undefined && known.valueHash !== hashOf(value)) {
      this.revoke(known.id);
      return this.create(request).value;
    }
    known.scopes = scopesOf(request);
    if (!this.#isUsable(known)) known.expiresAtMs = expiryOf(request, this.#clock.wallTime());
    return value;
  }

  /** Forgets all keys except the first of each of these names, which is as if never used. */
  restore(names: readonly string[]): void {
    const unused = { revokedAtMs: null, lastUsedAtMs: null, lastUsedAddress: null };
    const kept = names.flatMap((name) => this.#state.keys.find((key) => key.name === name) ?? []);
    this.#state.keys.splice(0, Infinity, ...kept.map((key) => ({ ...key, ...unused })));
  }

  /** Revokes the key of that id, or the usable one of that name: its next request is refused. */
  revoke(idOrName: string): KeyView {
    const key =
      this.#state.keys.find(({ id }) => id === idOrName) ??
      this.#usable().find(({ name }) => name === idOrName);
    if (key === undefined) throw new ApiError('not_found', `There is no key ${idOrName}.`);
    if (key.revokedAtMs === null) {
      key.revokedAtMs = this.#clock.wallTime();
      this.#state.addActivity({
        atMs: key.revokedAtMs,
        by: 'console',
        action: 'key.revoke',
        target: key.name,
      });
    }
    return viewOf(key);
  }

  /** The key behind an `Authorization` header, even if it has expired or was revoked. */
  find(authorization: string | undefined): KeyRecord | undefined {
    const value = /^Bearer +([!-~]+)$/i.exec(authorization ?? '')?.[1];
    if (value === undefined) return undefined;
    const hash = hashOf(value);
    return this.#state.keys.find((key) => key.valueHash === hash);
  }

  /** The key behind an `Authorization` header, if it is usable now. */
  recognise(authorization: string | undefined): KeyRecord | undefined {
    const key = this.find(authorization);
    return key !== undefined && this.#isUsable(key) ? key : undefined;
  }

  /** Notes that a key was used. */
  markUsed(key: KeyRecord, address: string | null): void {
    key.lastUsedAtMs = this.#clock.wallTime();
    key.lastUsedAddress = address;
    this.#state.noted();
  }

  /** All keys, revoked and expired ones too, without their hashes. */
  list(): KeyView[] {
    return this.#state.keys.map(viewOf);
  }

  #usable(): KeyRecord[] {
    return this.#state.keys.filter((key) => this.#isUsable(key));
  }

  #isUsable({ revokedAtMs, expiresAtMs }: KeyRecord): boolean {
    return revokedAtMs === null && (expiresAtMs === null || this.#clock.wallTime() < expiresAtMs);
  }
}

function scopesOf({ scopes }: KeyRequest): Scope[] {
  return SCOPES.filter((scope) => scope === 'read' || scopes.includes(scope));
}

/** When a key expires that is made now; null: never. */
function expiryOf({ expiresInDays }: KeyRequest, nowMs: number): number | null {
  return expiresInDays === 'none' ? null : nowMs + expiresInDays * DAY_MS;
}

/**
 * Whether a key may do what needs a scope: `admin` allows everything; `write` does not include
 * `deploy` (our reading).
 */
export function allows({ scopes }: KeyRecord, scope: Scope): boolean {
  return scopes.includes(scope) || scopes.includes('admin');
}

function viewOf({ valueHash: _hidden, ...shown }: KeyRecord): KeyView {
  return shown;
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
