// What the emulator prints for people: the greeting, and one line per request. Pure; control characters never get through.

import { stripVTControlCharacters } from 'node:util';
import type { RequestRecord } from '../request-log.ts';
import type { ConsoleView } from '../control/index.ts';

const LONGEST_FIELD = 200;

/** Text that others wrote as part of one line: no control characters, no marks that reorder it, not too long. */
export function oneLine(text: string): string {
  const clean = stripVTControlCharacters(text).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return clean.length > LONGEST_FIELD ? `${clean.slice(0, LONGEST_FIELD)}…` : clean;
}

/** One request with its answer, such as `12:00:01 POST /resources/res_hello/deployments 202 deploy`. */
export function requestLine({ atMs, method, path, status, keyName, fault }: RequestRecord): string {
  const time = new Date(atMs).toISOString().slice(11, 19);
  const fields = [time, method, path, status ?? 'no answer', keyName ?? '(no key)'];
  return [...fields, ...(fault === null ? [] : [`fault: ${fault}`])].map((field) => oneLine(String(field))).join(' ');
}

/** What there is to know about an emulator that has just started. */
export interface Started {
  readonly origin: string;
  readonly baseUrl: string;
  /** Values of the keys made at this start, by name. */
  readonly keys: Readonly<Record<string, string>>;
  readonly view: ConsoleView;
}

/** The step of a workflow that deploys an app here, ready to paste. */
export function workflowStep({ baseUrl, keys, view }: Started): string | undefined {
  const usable = view.keys.find(
    ({ name, scopes }) => keys[name] !== undefined && /deploy|admin/.test(scopes.join(' ')),
  );
  const app = view.resources.find(({ type }) => type === 'app');
  if (usable === undefined || app === undefined) return undefined;
  // JSON strings are YAML strings too, whatever is in them.
  return `- uses: ./
  with:
    base-url: ${baseUrl}
    api-key: ${JSON.stringify(keys[usable.name])}
    resource-id: ${JSON.stringify(app.id)}`;
}

/** Rows of cells in columns of equal width, indented; no cell may be wider than a terminal. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

/** The greeting: addresses, keys, resources, and the step to paste. */
export function greeting(started: Started): string {
  const { origin, baseUrl, keys, view } = started;
  const keyRows = view.keys
    .filter(({ revokedAtMs }) => revokedAtMs === null)
    .map(({ name, scopes }) => [
      oneLine(name),
      scopes.join(' '),
      keys[name] ?? '(made earlier; its value was shown then)',
    ]);
  const resourceRows = view.resources.map(({ id, type, status, domains }) => [
    id,
    type,
    oneLine(status),
    domains.join(' '),
  ]);
  const step = workflowStep(started)?.replaceAll(/^/gm, '  ');
  return [
    `Deployment Service emulator\n${columns([
      ['API', baseUrl],
      ['Console', `${origin}/`],
    ])}`,
    `Keys\n${columns(keyRows)}`,
    `Resources\n${columns(resourceRows)}`,
    ...(step === undefined ? [] : [`A step of a workflow on this machine\n${step}`]),
    'Ctrl-C ends it. Requests:\n',
  ].join('\n\n');
}

/** The same for programs, in one line. */
export function greetingJson({ baseUrl, keys, view }: Started): string {
  const resources = view.resources.map(({ id, type, name, status, domains }) => ({ id, type, name, status, domains }));
  return JSON.stringify({ baseUrl, keys, resources });
}
