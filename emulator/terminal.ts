// What the emulator prints for people: the greeting, and one line per request. Control characters
// never get through.
import { stripVTControlCharacters } from 'node:util';
import type { Emulator } from './emulator.ts';
import type { RequestRecord } from './requests.ts';

const LONGEST_FIELD = 200;

/**
 * Text that others wrote as part of one line: no control characters, no marks that reorder it, not
 * too long.
 */
export function oneLine(text: string): string {
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

/** The greeting: addresses, keys, resources, and a step of a workflow to paste. */
export function greeting(emulator: Emulator): string {
  const { origin, baseUrl, keys } = emulator;
  const view = emulator.view();
  const keyRows = view.keys
    .filter(({ revokedAtMs }) => revokedAtMs === null)
    .map(({ name, scopes }) => [
      oneLine(name),
      scopes.join(' '),
      keys[name] ?? '(its value was shown when it was made)',
    ]);
  const resourceRows = view.resources.map(({ id, type, status, domains }) => [
    id,
    type,
    status,
    domains.join(' '),
  ]);
  const addresses = [
    ['API', baseUrl],
    ['Console', `${origin}/`],
  ];
  return [
    `Deployment Service emulator\n${columns(addresses)}`,
    `Keys\n${columns(keyRows)}`,
    `Resources\n${columns(resourceRows)}`,
    ...workflowStep(emulator),
    'Ctrl-C ends it. Requests:\n',
  ].join('\n\n');
}

function workflowStep(emulator: Emulator): string[] {
  const { keys, resources } = emulator.view();
  const usable = keys.find(({ scopes }) => scopes.includes('deploy') || scopes.includes('admin'));
  const value = emulator.keys[usable?.name ?? ''];
  const app = resources.find(({ type }) => type === 'app');
  if (value === undefined || app === undefined) return [];
  // JSON strings are YAML strings too, whatever is in them.
  const lines = [
    '- uses: ./',
    '  with:',
    `    base-url: ${emulator.baseUrl}`,
    `    api-key: ${JSON.stringify(value)}`,
  ];
  const step = [...lines, `    resource-id: ${app.id}`].map((line) => `  ${line}`).join('\n');
  return [`A step of a workflow on this machine\n${step}`];
}

/** The same for programs, in one line. */
export function greetingJson(emulator: Emulator): string {
  const { baseUrl, keys } = emulator;
  const resources = emulator.view().resources;
  const shown = resources.map(({ id, type, name, status, domains }) => ({
    id,
    type,
    name,
    status,
    domains,
  }));
  return JSON.stringify({ baseUrl, keys, resources: shown });
}
