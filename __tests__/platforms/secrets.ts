// Values in a body that must not be printed: those under a name such as `webhook_secret`.
import type { Body } from './profile.ts';

const SECRET_NAME = /secret|password|token/i;
/** Shorter values are placeholders, or occur in other text by chance. */
const MIN_CHARS = 8;

/** The secret values in a JSON body. */
export function secretsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return SECRET_NAME.test(name) && value.length >= MIN_CHARS ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => secretsIn(item, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => secretsIn(inner, key));
}

/** The body with a secret beside its other fields, as records of many platforms have one. */
export function withSecret(body: Body): Body {
  if (!('json' in body) || typeof body.json !== 'object' || body.json === null || Array.isArray(body.json)) return body;
  return { json: { ...body.json, webhook_secret: 'whsec-5b1d9c7e3f' } };
}
