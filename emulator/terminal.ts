// What the emulator prints for people: the greeting, and one line per request. Control characters
// never get through.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Emulator } from './emulator.ts';
import type { RequestRecord } from './requests.ts';

const LONGEST_FIELD = 200;
/** The action as the recipes name it. */
const ACTION = 'OWNER/deployment-service-action@v0';
const NO_KEY =
  '  no key: nothing can use the API. Add one to the configuration, ' +
  'keys: [{ name: deploy, scopes: [deploy] }], or create one in the console.';

/**
 * Text that others wrote as part of one line: no control characters, no marks that reorder it, not
 * too long.
 */
function oneLine(text: string): string {
  const clean = stripVTControlCharacters(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return clean.length > LONGEST_FIELD ? `${clean.slice(0, LONGEST_FIELD)}…` : clean;
}

/**
 * One request with its answer, such as `12:00:01 POST /resources/res_hello/deployments 202 deploy`.
 */
export function requestLine({ atMs, method, path, status, keyName, fault }: RequestRecord): string {
  const time = new Date(atMs).toISOString().slice(11, 19);
  const fields = [time, method, path, status ?? 'no answer', keyName ?? '(no key)'];
  return [...fields, ...(fault === null ? [] : [`fault: ${fault}`])]
    .map((field) => oneLine(String(field)))
    .join(' ');
}

/** Rows of cells in columns of equal width, indented. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    )
    .join('\n');
}

/**
 * The greeting: addresses, keys, resources, and the act line of a rehearsal. `config` says where
 * the configuration is from.
 */
export function greeting(emulator: Emulator, config: string): string {
  const { origin, baseUrl, keys } = emulator;
  const view = emulator.view();
  const keyRows = view.keys
    .filter(({ revokedAtMs }) => revokedAtMs === null)
    .map(({ name, scopes }) => [
      oneLine(name),
      scopes.join(' '),
      keys[name] ?? '(its value was shown when it was made)',
    ]);
  const resourceRows = view.resources.map((one) => [one.id, one.type, one.status, ...one.domains]);
  return [
    `Deployment Service emulator\n  API      ${baseUrl}\n  Console  ${origin}/\n  Config   ${config}`,
    `Keys\n${keyRows.length === 0 ? NO_KEY : columns(keyRows)}`,
    `Resources\n${columns(resourceRows)}`,
    ...rehearsal(emulator),
    'Ctrl-C ends it. Requests:\n',
  ].join('\n\n');
}

/** The command that runs a workflow of the user's against this emulator. */
function rehearsal(emulator: Emulator): string[] {
  const { keys, resources } = emulator.view();
  const usable = keys.find(
    ({ scopes, expiresAtMs }) =>
      (scopes.includes('deploy') || scopes.includes('admin')) &&
      (expiresAtMs === null || expiresAtMs > Date.now()),
  );
  const app = resources.find(({ type }) => type === 'app');
  if (usable === undefined || app === undefined) return [];
  const value = emulator.keys[usable.name];
  const clone = join(import.meta.dirname, '..');
  const options = [
    // act runs actions with the Node that comes first on the PATH.
    `PATH=${shellWord(dirname(process.execPath))}:$PATH act push -P ubuntu-latest=-self-hosted`,
    // The package does not hold the action: there it is the one that the workflow names.
    ...(existsSync(join(clone, 'action.yml'))
      ? [`--local-repository ${shellWord(`${ACTION}=${clone}`)}`]
      : []),
    `--var DEPLOYMENT_SERVICE_BASE_URL=${emulator.baseUrl}`,
    `--var RESOURCE_ID=${shellWord(app.id)}`,
    // act asks for a value that is not given: that of a key is shown only once.
    `-s DEPLOYMENT_SERVICE_API_KEY${value === undefined ? '' : `=${shellWord(value)}`}`,
  ];
  const command = options.join(' \\\n    ');
  return [`Rehearse a workflow, in its repository\n  ${command}`];
}

/** A word of a shell, in quotes where it needs them. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The same for programs, in one line. */
export function greetingJson(emulator: Emulator): string {
  const { baseUrl, keys } = emulator;
  const resources = emulator
    .view()
    .resources.map(({ id, type, name, status, domains }) => ({ id, type, name, status, domains }));
  return JSON.stringify({ baseUrl, keys, resources });
}
