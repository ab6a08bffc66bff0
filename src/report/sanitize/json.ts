// JSON without secrets and invisible characters.
import { escapeInvisible } from './clean.ts';
import type { Redactor } from './redact.ts';

/** JSON of a value with each text in it redacted, names and numbers included. */
export function safeJson(value: unknown, { redact }: Redactor): string {
  // A list may have a million texts. One search shows that none of them holds a secret.
  const all = textsIn(value).join('\n');
  const shown = redact(all) === all ? value : redactTexts(value, redact);
  return escapeInvisible(JSON.stringify(shown));
}

/** Every text in a value, names and numbers included. */
function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const add = (part: unknown): void => {
    if (typeof part === 'string' || typeof part === 'number') texts.push(String(part));
    if (typeof part !== 'object' || part === null) return;
    const isList = Array.isArray(part);
    for (const [name, member] of Object.entries(part)) {
      if (!isList) texts.push(name);
      add(member);
    }
  };
  add(value);
  return texts;
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
