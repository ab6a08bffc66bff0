// Keys of an emulator that runs already, through its control API: create (the value is shown this once), list, revoke.

import { isObject, parseJson } from '../json.ts';
import { CONTROL_ROOT } from '../addresses.ts';
import type { KeyView } from '../control/index.ts';
import type { KeyCommand, KeyCreation } from './arguments.ts';
import { columns, oneLine } from './text.ts';

/** How long an emulator may take to answer. */
const TIMEOUT_MS = 10_000;

/** What the control API answers, as far as keys go. */
interface ControlAnswer {
  readonly key?: KeyView & { readonly value?: string };
  readonly keys?: readonly KeyView[];
  readonly error?: { readonly message: string };
}

const isResponse = (value: unknown): value is ControlAnswer => isObject(value);

interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: KeyCreation;
}

async function ask(url: string, { method, path, body }: ControlRequest, timeoutMs: number): Promise<ControlAnswer> {
  const address = new URL(`${CONTROL_ROOT}${path}`, url);
  const signal = AbortSignal.timeout(timeoutMs);
  const init = { method, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  let text: string;
  try {
    const response = await fetch(address, init);
    text = await response.text();
  } catch (error) {
    const within = signal.aborted ? ` within ${timeoutMs / 1000} s` : '';
    throw new Error(`No emulator answers at ${url}${within}. Name another with --url.`, { cause: error });
  }
  const answer = parseJson(text);
  if (!isResponse(answer)) throw new Error(`What answers at ${url} is no emulator.`);
  if (answer.error !== undefined) throw new Error(oneLine(answer.error.message));
  return answer;
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function row(key: KeyView): string[] {
  const expiry = key.expiresAtMs === null ? 'never expires' : `expires ${day(key.expiresAtMs)}`;
  const end = key.revokedAtMs === null ? expiry : `revoked ${day(key.revokedAtMs)}`;
  const used = key.lastUsedAtMs === null ? 'never used' : `last used ${new Date(key.lastUsedAtMs).toISOString()}`;
  return [key.id, oneLine(key.name), key.scopes.join(' '), end, `${key.dailyCreationCap} a day`, used];
}

/** Runs the command and returns the text to print. Throws with a sentence where it cannot be done in time. */
export async function runKeyCommand(command: KeyCommand, timeoutMs = TIMEOUT_MS): Promise<string> {
  const { url } = command;
  switch (command.kind) {
    case 'key-create': {
      const { key } = await ask(url, { method: 'POST', path: '/keys', body: command.request }, timeoutMs);
      if (key?.value === undefined) throw new Error(`What answers at ${url} is no emulator.`);
      return `${columns([row(key)])}\n\n${key.value}\n\nThe value is not kept and cannot be shown again.\n`;
    }
    case 'key-revoke': {
      const { key } = await ask(url, { method: 'DELETE', path: `/keys/${encodeURIComponent(command.key)}` }, timeoutMs);
      return `Revoked ${oneLine(key?.name ?? command.key)}. Its next request is refused.\n`;
    }
    case 'key-list': {
      const { keys = [] } = await ask(url, { method: 'GET', path: '/state' }, timeoutMs);
      return keys.length === 0 ? 'No key yet.\n' : `${columns(keys.map(row))}\n`;
    }
  }
}
