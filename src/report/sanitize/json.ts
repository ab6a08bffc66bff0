// JSON without secrets and invisible characters.
import { escapeInvisible } from './clean.ts';
import type { Redactor } from './redact.ts';

/** JSON of a value with each text in it redacted, names and numbers included. */
export function safeJson(value: unknown, { redact }: Redactor): string {
  return escapeInvisible(JSON.stringify(redactTexts(value, redact)));
}

/** Each text is redacted on its own, since escapes of JSON such as `\f` could hide a secret. */
function redactTexts(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return redact(`${value}`) === `${value}` ? value : '***';
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [redact(name), redactTexts(part, redact)]),
  );
}
