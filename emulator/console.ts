// The console: one page that shows everything, with buttons for what a rehearsal is made of. It
// holds no logs: the script beside it loads them when they are opened, and renews what changes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { CONTROL_ROOT, type ResourceView, type View } from './control.ts';
import { FAULT_NAMES } from './faults.ts';
import { ENDPOINT_NAMES } from './openapi.ts';
import { type Deployment, SCOPES } from './state.ts';

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

function asset(name: string): Html {
  return new Html(readFileSync(join(import.meta.dirname, name), 'utf8'));
}

/** The whole page; `nowMs` is wall time. */
export function consolePage(view: View, nowMs: number): string {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="icon" href="data:," />
      <title>Deployment Service emulator</title>
      <style>
        ${asset('console.css')}
      </style>
      <noscript><meta http-equiv="refresh" content="5" /></noscript>
      <p id="message" role="status"></p>
      <main>
        <h1>Deployment Service emulator</h1>
        ${general(view)}
        <h2>Resources</h2>
        ${table(['Name', 'Status', 'Id', 'Type'], view.resources.map(resourceRow))}
        ${view.resources.map(resourceLogs)}
        <h2>API keys</h2>
        ${table(
          ['Name', 'Scopes', 'Expires', 'Last used', ''],
          view.keys.map((key) => ({ id: key.id, cells: keyCells(key, nowMs) })),
        )}
        <form data-do="POST /keys">
          <input name="name" required aria-label="Name of the key" placeholder="Name" />
          <select name="scopes" aria-label="Scope">
            ${SCOPES.map((scope) => html`<option>${scope}</option>`)}
          </select>
          <button>Create a key</button>
        </form>
        <h2>Activity</h2>
        ${folded(
          'activity',
          ['Time', 'By', 'Action', 'Target', 'Deployment'],
          view.activity.map(({ atMs, by, action, target, deploymentId }) => ({
            cells: [timeOf(atMs), by, action, target, deploymentId],
          })),
        )}
        <h2>Requests</h2>
        ${folded(
          'requests',
          ['Time', 'Request', 'Answer', 'Key', 'Fault'],
          view.requests.map(({ atMs, method, path: target, status, keyName, fault }) => ({
            cells: [timeOf(atMs), `${method} ${target}`, status ?? 'none', keyName, fault],
          })),
        )}
      </main>
      <datalist id="faults">
        ${FAULT_NAMES.map((name) => html`<option>${name}</option>`)}
        ${ENDPOINT_NAMES.map((name) => html`<option>busy@${name},times=2</option>`)}
      </datalist>
      <script type="module">
        ${asset('console.client.js')};
      </script>
    </html>`.text;
}

function general({ wallet, faults }: View): Html {
  const other = wallet === 'empty' ? 'funded' : 'empty';
  const armed = faults.map(({ name, on }) => (on === undefined ? name : `${name}@${on}`));
  return html`<p>
      Wallet: ${wallet} ${button(`Make it ${other}`, 'PUT /wallet', { wallet: other })}
      ${button('Reset everything', 'POST /reset')}
    </p>
    <p>Armed faults: ${armed.join(', ') || 'none'} ${button('Clear', 'DELETE /faults')}</p>
    <form data-do="POST /faults">
      <input
        name="fault"
        list="faults"
        required
        aria-label="Fault"
        placeholder="cut-after@createDeployment,times=2"
      />
      <button>Arm a fault</button>
    </form>`;
}

function button(label: string, action: string, body?: object): Html {
  const sent = body === undefined ? '' : html` data-body="${JSON.stringify(body)}"`;
  return html`<button type="button" data-do="${action}" ${sent}>${label}</button> `;
}

/** A row of a table; one with an id keeps its place in the browser when others come before it. */
interface Row {
  readonly id?: string;
  readonly cells: readonly Cell[];
  /** Stands below it, over the whole width. */
  readonly below?: Html;
}

/** Rows of a long table that are not folded. */
const UNFOLDED = 10;

/** A table of which only the first rows are open. */
function folded(id: string, heads: readonly string[], rows: readonly Row[]): Html {
  const rest = rows.slice(UNFOLDED);
  const more = html`<details id="${idOf(`more-${id}`)}">
    <summary>${rest.length} more</summary>
    ${table(heads, rest)}
  </details>`;
  return html`${table(heads, rows.slice(0, UNFOLDED))} ${rest.length === 0 ? '' : more}`;
}

function table(heads: readonly string[], rows: readonly Row[]): Html {
  if (rows.length === 0) return html`<p>None yet.</p>`;
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th>${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ id, cells, below }) =>
            html`<tr${id === undefined ? '' : html` id="${idOf(id)}"`}>
                ${cells.map((cell) => html`<td>${cell}</td>`)}
              </tr>
              ${
                below === undefined
                  ? ''
                  : html`<tr class="below" id="${idOf(`below-${id}`)}">
                      <td colspan="${heads.length}">${below}</td>
                    </tr>`
              }`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Statuses of a resource that does not run. */
const DOWN = new Set(['stopped', 'crashed']);

/** What can be done with a resource as it is now. */
function actionsOf({ type, status, busy }: ResourceView): readonly string[] {
  const isDown = DOWN.has(status);
  const lifecycle = isDown ? ['Start'] : ['Stop', 'Restart'];
  const requests = [...(type === 'app' ? ['Deploy'] : []), ...lifecycle];
  return [...(busy ? [] : requests), ...(isDown ? [] : ['Crash'])];
}

function resourceRow(resource: ResourceView): Row {
  const { name, id, type, status, busy, domains } = resource;
  const links = domains.map((host) => html`<br /><a href="http://${host}/">${host}</a>`);
  const buttons = actionsOf(resource).map((label) => {
    const action = label === 'Deploy' ? 'deployments' : label.toLowerCase();
    return button(label, `POST ${pathOf(id)}/${action}`);
  });
  const look = status === 'crashed' ? 'bad' : '';
  const shown = html`<span class="fixed ${look}">${busy ? `${status} (busy)` : status}</span>`;
  const cells = [html`${name}${links}`, shown, id, type];
  return { id: `resource-${id}`, cells, below: html`${buttons}` };
}

function resourceLogs({ name, id, type, runtimeLog, deployments, total }: ResourceView): Html {
  const heads = ['Deployment', 'Status', 'Label', 'By', 'Started'];
  const older = total - deployments.length;
  return html`<section id="${idOf(`logs-${id}`)}">
    <h2>${name}</h2>
    ${type === 'app' ? folded(`deployments-${id}`, heads, deployments.map(deploymentRow)) : ''}
    ${older > 0 ? html`<p>${older} older ones are not shown.</p>` : ''}
    ${log('Runtime log', `${pathOf(id)}/log`, runtimeLog.length)}
  </section>`;
}

const LOOKS = new Map([
  ['finished', 'good'],
  ['failed', 'bad'],
]);

function deploymentRow(deployment: Deployment): Row {
  const { id, resourceId, status, label, by, createdAtMs } = deployment;
  const path = `${pathOf(resourceId)}/deployments/${id}`;
  const cancel = deployment.finishedAtMs === null ? button('Cancel', `POST ${path}/cancel`) : '';
  const shown = html`<span class="${LOOKS.get(status) ?? ''}">${status}</span> ${cancel}`;
  const buildLog = log('Build log', `${path}/log`, deployment.log.length);
  return { id, cells: [id, shown, label, by, timeOf(createdAtMs)], below: buildLog };
}

function pathOf(id: string): string {
  return `/resources/${encodeURIComponent(id)}`;
}

/** A log that is empty until somebody opens it. */
function log(title: string, path: string, size: number): Html {
  const address = CONTROL_ROOT + path;
  return html`<details id="${idOf(`log-${path}`)}" data-log="${address}" data-size="${size}">
    <summary>${title} (${Math.ceil(size / 1000)} kB)</summary>
    <pre></pre>
    <a href="${address}">The whole log</a>
  </details>`;
}

function idOf(text: string): string {
  return text.replaceAll(/[^\w-]/g, '_');
}

function keyCells(key: View['keys'][number], nowMs: number): Cell[] {
  const { name, scopes, expiresAtMs, revokedAtMs, lastUsedAtMs } = key;
  const expiry = expiresAtMs === null ? 'never' : dayOf(expiresAtMs);
  const end = expiresAtMs !== null && expiresAtMs <= nowMs ? `expired ${expiry}` : expiry;
  const used =
    lastUsedAtMs === null ? 'never' : html`${timeOf(lastUsedAtMs)} from ${key.lastUsedAddress}`;
  const validity = revokedAtMs === null ? end : `revoked ${dayOf(revokedAtMs)}`;
  const revoke = revokedAtMs === null ? button('Revoke', `DELETE /keys/${key.id}`) : '';
  return [name, scopes.join(' '), validity, used, revoke];
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function timeOf(ms: number): Html {
  const text = new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
  return html`<span class="fixed">${text}</span>`;
}
