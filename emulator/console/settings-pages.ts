// Settings in the console: the API keys (never their values) and the record of changes.

import type { ActivityRecord } from '../state/index.ts';
import type { ConsoleView, KeyView } from '../control/index.ts';
import { EXPIRY_DAYS, scopes as allScopes } from '../state/index.ts';
import { moment } from './format.ts';
import { button, select } from './forms.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { statusBadge, table } from './layout.ts';
import type { ConsolePage } from './layout.ts';

/** More activity than a page shows. */
const SHOWN_CHANGES = 500;

function keyState(key: KeyView, nowMs: number): string {
  if (key.revokedAtMs !== null) return 'revoked';
  return key.expiresAtMs !== null && key.expiresAtMs <= nowMs ? 'expired' : 'valid';
}

function newKeyFields(): Html {
  return html`<label>Name <input name="name" required maxlength="100" /></label>
    <fieldset>
      <legend>Scopes beside read</legend>
      ${allScopes
        .filter((scope) => scope !== 'read')
        .map((scope) => html`<label><input type="checkbox" name="scope" value="${scope}" /> ${scope}</label> `)}
    </fieldset>
    ${select('Expires after days', 'expires', { choices: [...EXPIRY_DAYS.map(String), 'none'], chosen: '90' })}`;
}

/** The value of a new key, shown this once. */
export function keyCreatedPage({ name, value }: { readonly name: string; readonly value: string }): ConsolePage {
  const body = html`<p class="trail">Settings / <a href="/settings/api-keys">API keys</a> /</p>
    <h1>${name}</h1>
    <p>The value of the new key. It is not kept and cannot be shown again.</p>
    <p><code class="value">${value}</code></p>`;
  return { title: 'New key', section: '/settings/api-keys', body };
}

function keyRow(key: KeyView, nowMs: number, token: string): Html {
  const scopes = key.scopes.map((scope) => html`<span class="tag">${scope}</span> `);
  return html`<tr>
    <td>
      ${key.name} ${key.legacy ? html`<span class="tag">from before scopes</span>` : undefined}<br />
      <code class="quiet">${key.id}</code>
    </td>
    <td>${statusBadge(keyState(key, nowMs))}</td>
    <td>${scopes}</td>
    <td>${key.expiresAtMs === null ? 'never' : moment(key.expiresAtMs, nowMs)}</td>
    <td>${key.dailyCreationCap} a day</td>
    <td>
      ${key.lastUsedAtMs === null ? 'never' : moment(key.lastUsedAtMs, nowMs)}
      ${key.lastUsedAddress === null ? undefined : html`<span class="quiet">from ${key.lastUsedAddress}</span>`}
    </td>
    <td>
      ${
        keyState(key, nowMs) === 'valid'
          ? button('Revoke', `/settings/api-keys/${encodeURIComponent(key.id)}/revoke`, { token })
          : undefined
      }
    </td>
  </tr>`;
}

/** Settings → API keys. */
export function keysPage(view: ConsoleView, token: string): ConsolePage {
  const rows = view.keys.map((key) => keyRow(key, view.nowMs, token));
  const heads = ['Name', 'State', 'Scopes', 'Expires', 'Creation cap', 'Last used', ''];
  const body = html`<p class="trail">Settings /</p>
    <h1>API keys</h1>
    <p class="quiet">A key’s value is shown once, when it is created.</p>
    ${table('API keys', heads, { rows, empty: 'No key yet.' })}
    <h2>New key</h2>
    ${button('Create', '/settings/api-keys', { token, fields: newKeyFields() })}`;
  return { title: 'API keys', section: '/settings/api-keys', body };
}

/** What rows of activity are made with: the names of resources by their ids. */
interface RowParts {
  readonly names: ReadonlyMap<string, string>;
  readonly nowMs: number;
}

function activityRow(change: ActivityRecord, { names, nowMs }: RowParts): Html {
  const name = names.get(change.target);
  const base = `/resources/${encodeURIComponent(change.target)}`;
  const target = name === undefined ? html`${change.target}` : html`<a href="${base}">${name}</a>`;
  const deployment =
    change.deploymentId === null
      ? undefined
      : html` <a href="${base}/deployments/${encodeURIComponent(change.deploymentId)}">${change.deploymentId}</a>`;
  return html`<tr>
    <td>${moment(change.atMs, nowMs)}</td>
    <td>${change.by}</td>
    <td>${change.action}</td>
    <td>${target}${deployment}</td>
    <td>${change.address ?? '–'}</td>
  </tr>`;
}

/** Settings → Activity, latest first. */
export function activityPage(view: ConsoleView): ConsolePage {
  const names = new Map(view.resources.map(({ id, name }) => [id, name]));
  const { nowMs } = view;
  const rows = view.activity.slice(0, SHOWN_CHANGES).map((change) => activityRow(change, { names, nowMs }));
  const heads = ['When', 'By', 'Change', 'What', 'Address'];
  const body = html`<p class="trail">Settings /</p>
    <h1>Activity</h1>
    <p class="quiet">Changes under the name of the key that made them. Reads leave no line.</p>
    ${table('Activity', heads, { rows, empty: 'Nothing has been changed yet.' })}`;
  return { title: 'Activity', section: '/settings/activity', body };
}
