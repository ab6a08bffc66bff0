// The `key` command: what an owner does with the keys of an emulator that runs, through its control
// API.
import { z } from 'zod';
import { parseJson } from './check.ts';
import type { KeyCommand } from './command-line.ts';
import { CONTROL_ROOT } from './control.ts';
import { columns, oneLine } from './terminal.ts';

/** How long an emulator may take to answer. */
const TIMEOUT_MS = 10_000;

const key = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  dailyCreationCap: z.number(),
  expiresAtMs: z.number().nullable(),
  revokedAtMs: z.number().nullable(),
  lastUsedAtMs: z.number().nullable(),
  value: z.string().optional(),
});

/** What the control API answers, as far as keys go. */
const answer = z.object({
  key: key.optional(),
  keys: z.array(key).default([]),
  error: z.object({ message: z.string() }).optional(),
});

/**
 * Runs the command; resolves with the text to print. Rejects with a sentence where it cannot be
 * done.
 */
export async function runKeyCommand(command: KeyCommand): Promise<string> {
  switch (command.action) {
    case 'create': {
      const created = await request(command, {
        method: 'POST',
        path: '/keys',
        body: JSON.stringify(command.request),
      });
      const rows = created.key === undefined ? [] : [rowOf(created.key)];
      const note = 'The value is not kept and cannot be shown again.';
      return `${columns(rows)}\n\n${created.key?.value}\n\n${note}\n`;
    }
    case 'revoke': {
      await request(command, {
        method: 'DELETE',
        path: `/keys/${encodeURIComponent(command.key)}`,
      });
      return `Revoked ${oneLine(command.key)}. Its next request is refused.\n`;
    }
    case 'list': {
      const { keys } = await request(command, { method: 'GET', path: '/state' });
      return keys.length === 0 ? 'No key yet.\n' : `${columns(keys.map(rowOf))}\n`;
    }
  }
}

async function request(
  { url }: KeyCommand,
  { path, ...init }: { method: string; path: string; body?: string },
): Promise<z.output<typeof answer>> {
  let text: string;
  try {
    const response = await fetch(new URL(CONTROL_ROOT + path, url), {
      ...init,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch (error) {
    throw new Error(`No emulator answers at ${url}. Name another with --url.`, { cause: error });
  }
  const { success, data } = answer.safeParse(
    /^\s*\{/.test(text) ? parseJson(text, 'answer') : undefined,
  );
  if (!success) throw new Error(`What answers at ${url} is no emulator.`);
  if (data.error !== undefined) throw new Error(oneLine(data.error.message));
  return data;
}

function rowOf({ id, name, scopes, dailyCreationCap, ...times }: z.output<typeof key>): string[] {
  const expiry =
    times.expiresAtMs === null ? 'never expires' : `expires ${dayOf(times.expiresAtMs)}`;
  const end = times.revokedAtMs === null ? expiry : `revoked ${dayOf(times.revokedAtMs)}`;
  const used =
    times.lastUsedAtMs === null
      ? 'never used'
      : `last used ${new Date(times.lastUsedAtMs).toISOString()}`;
  return [id, oneLine(name), scopes.join(' '), end, `${dailyCreationCap} a day`, used];
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
