// The console: one page that shows everything, changes nothing, and renews itself.
import { stripVTControlCharacters } from 'node:util';
import type { ResourceView, View } from './control.ts';
import type { Deployment } from './state.ts';

/** Markup that is safe to show. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Cell = string | number | null | undefined | Html | readonly Html[];

/** Builds markup; everything that is not markup already is escaped. */
function html(parts: TemplateStringsArray, ...values: readonly Cell[]): Html {
  return new Html(
    parts
      .map((part, index) => part + (index < values.length ? markupOf(values[index]) : ''))
      .join(''),
  );
}

function markupOf(value: Cell): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object' && value !== null) return value.map(markupOf).join('');
  return stripVTControlCharacters(String(value ?? '–'))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; margin-block: 2rem 0.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid light-dark(#d9dde4, #343b47); padding: 0.3rem 0.75rem 0.3rem 0; text-align: left; vertical-align: top; }
pre { background: light-dark(#f4f5f7, #14171c); max-height: 24rem; overflow: auto; padding: 0.75rem; overflow-wrap: anywhere; white-space: pre-wrap; }
.bad { color: light-dark(#b3261e, #ff8f85); } .good { color: light-dark(#0f6b3a, #5fd08f); }
`;

/** Renews what the page shows; opened logs stay open. */
const SCRIPT = `
setInterval(async () => {
  const text = await (await fetch('/')).text();
  const next = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
  for (const open of document.querySelectorAll('details[open]')) next.querySelector('#' + open.id)?.setAttribute('open', '');
  document.querySelector('main').replaceWith(next);
}, 2000);
`;

/** The whole page; `nowMs` is wall time. */
export function consolePage(view: View, nowMs: number): string {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="icon" href="data:," />
      <title>Deployment Service emulator</title>
      <style>
        ${new Html(STYLE)}
      </style>
      <noscript><meta http-equiv="refresh" content="5" /></noscript>
      <main>
        <h1>Deployment Service emulator</h1>
        <p>
          Wallet: ${view.wallet}. Armed faults:
          ${view.faults.map(({ name }) => name).join(', ') || 'none'}.
        </p>
        <h2>Resources</h2>
        ${table(['Name', 'Id', 'Type', 'Status', 'Address'], view.resources.map(resourceRow))}
        ${view.resources.map(resourceLogs)}
        <h2>API keys</h2>
        ${table(
          ['Name', 'Scopes', 'Expires', 'Cap per day', 'Last used'],
          view.keys.map((key) => keyRow(key, nowMs)),
        )}
        <h2>Activity</h2>
        ${table(
          ['Time', 'By', 'Action', 'Target', 'Deployment'],
          view.activity.map(({ atMs, by, action, target, deploymentId }) => [
            timeOf(atMs),
            by,
            action,
            target,
            deploymentId,
          ]),
        )}
        <h2>Requests</h2>
        ${table(
          ['Time', 'Request', 'Answer', 'Key', 'Fault'],
          view.requests.map(({ atMs, method, path, status, keyName, fault }) => [
            timeOf(atMs),
            `${method} ${path}`,
            status ?? 'none',
            keyName,
            fault,
          ]),
        )}
      </main>
      <script>
        ${new Html(SCRIPT)};
      </script>
    </html>`.text;
}

function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  if (rows.length === 0) return html`<p>None yet.</p>`;
  return html`<table>
    <tr>
      ${heads.map((head) => html`<th>${head}</th>`)}
    </tr>
    ${rows.map(
      (row) =>
        html`<tr>
          ${row.map((cell) => html`<td>${cell}</td>`)}
        </tr>`,
    )}
  </table>`;
}

function resourceRow({ name, id, type, status, busy, domains }: ResourceView): Cell[] {
  const links = domains.map((host) => html`<a href="http://${host}/">${host}</a> `);
  return [name, id, type, busy ? `${status} (busy)` : status, links];
}

function resourceLogs({ name, id, runtimeLog, deployments }: ResourceView): Html {
  return html`<h2>${name}</h2>
    ${table(['Deployment', 'Status', 'Label', 'By', 'Started', 'Log'], deployments.map(deploymentRow))}
    ${logOf(`runtime-${id}`, 'Runtime log', runtimeLog)}`;
}

function deploymentRow({ id, status, label, by, createdAtMs, log }: Deployment): Cell[] {
  const look = { finished: 'good', failed: 'bad' }[status] ?? '';
  return [
    id,
    html`<span class="${look}">${status}</span>`,
    label,
    by,
    timeOf(createdAtMs),
    logOf(id, 'Build log', log),
  ];
}

function logOf(id: string, title: string, log: string): Html {
  return html`<details id="${id.replaceAll(/[^\w-]/g, '_')}">
    <summary>${title}</summary>
    <pre>${log}</pre>
  </details>`;
}

function keyRow(
  { name, scopes, expiresAtMs, revokedAtMs, ...key }: View['keys'][number],
  nowMs: number,
): Cell[] {
  const expiry = expiresAtMs === null ? 'never' : dayOf(expiresAtMs);
  const end = expiresAtMs !== null && expiresAtMs <= nowMs ? `expired ${expiry}` : expiry;
  const used =
    key.lastUsedAtMs === null ? 'never' : `${timeOf(key.lastUsedAtMs)} from ${key.lastUsedAddress}`;
  return [
    name,
    scopes.join(' '),
    revokedAtMs === null ? end : `revoked ${dayOf(revokedAtMs)}`,
    key.dailyCreationCap,
    used,
  ];
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
