// What a new key is requested with: one type and one schema for configuration, control API, console and programs.
import type { Refusal } from '../refusals.ts';
import { refuse } from '../refusals.ts';
import { createChecker, joinProblems } from '../schema/index.ts';
import type { Scope } from './state.ts';
import { scopes } from './state.ts';

/** The lives of a key that its owner may choose from, in days; `none` beside them is for ever. */
export const EXPIRY_DAYS = [30, 90, 365] as const;

/** What an owner or admin sends to create a key. */
export interface KeyRequest {
  readonly name: string;
  /** `read` is added where it is missing. */
  readonly scopes?: readonly Scope[];
  /** 30, 90 (default) or 365 days; `none` or null: never. */
  readonly expiresInDays?: (typeof EXPIRY_DAYS)[number] | 'none' | null;
  /** Resources that the key may create per day, default 5. */
  readonly dailyCreationCap?: number;
  /** A key from before scopes: read only, never expires. */
  readonly legacy?: boolean;
  /** A value of one's own choosing; without it a random one is made. */
  readonly value?: string;
  /** An admin may only lower the cap; an owner (default) may raise it. */
  readonly by?: 'owner' | 'admin';
}

const PROPERTIES: Readonly<Record<keyof KeyRequest, object>> = {
  name: { type: 'string', pattern: String.raw`\S`, description: 'text that is not blank' },
  scopes: { type: 'array', items: { enum: scopes } },
  expiresInDays: { enum: [...EXPIRY_DAYS, 'none', null] },
  dailyCreationCap: { type: 'integer', minimum: 0, maximum: 1_000_000 },
  legacy: { type: 'boolean' },
  value: {
    type: 'string',
    // The action, like most clients, asks for at least 8 printable ASCII characters.
    pattern: '^[!-~]{8,256}$',
    description: '8 to 256 printable ASCII characters without spaces',
  },
  by: { enum: ['owner', 'admin'] },
};

/** JSON Schema of a request for a key. */
export const KEY_REQUEST_SCHEMA = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: PROPERTIES,
} as const;

const check = createChecker<KeyRequest>(KEY_REQUEST_SCHEMA);

/** Reads a request for a key that came as data; `invalid_input` with everything that is wrong in it. */
export function readKeyRequest(data: unknown): KeyRequest | Refusal {
  const result = check(data);
  if (result.ok) return result.value;
  return refuse('invalid_input', `The key is refused: ${joinProblems(result.problems)}`);
}
