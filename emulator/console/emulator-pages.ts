// The emulator's own side in the console: the record of requests, and what alters its answers.
import type { ConsoleView } from '../control/index.ts';
import { moment } from './format.ts';
import { button, select } from './forms.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { statusBadge, table } from './layout.ts';
import type { ConsolePage } from './layout.ts';

type Shown = ConsoleView['requests'][number];

function requestRow({ atMs, method, path, status, keyName, fault }: Shown, nowMs: number): Html {
  return html`<tr>
    <td>${moment(atMs, nowMs)}</td>
    <td><code>${method} ${path}</code></td>
    <td>${status ?? 'no answer'}</td>
    <td>${keyName ?? '–'}</td>
    <td>${fault ?? '–'}</td>
  </tr>`;
}

/** The latest requests to the API. */
export function requestsPage(view: ConsoleView): ConsolePage {
  const { requests } = view;
  const rows = requests.map((request) => requestRow(request, view.nowMs));
  const body = html`<h1>Requests</h1>
    <p class="quiet">The latest ${String(requests.length)} requests to the API, the newest first.</p>
    ${table('Requests', ['When', 'Request', 'Status', 'Key', 'Fault'], { rows, empty: 'No request yet.' })}`;
  return { title: 'Requests', section: '/requests', body, isMoving: true };
}

const EXAMPLE = '{"on": "createDeployment", "kind": "reset-after"}';

/** Settings → Emulator: wallet, dialect and faults. */
export function emulatorPage(view: ConsoleView, token: string): ConsolePage {
  const rows = view.faults.map(
    ({ kind, on, ...rest }) =>
      html`<tr>
        <td>${kind}</td>
        <td><code>${typeof on === 'string' ? on : JSON.stringify(on)}</code></td>
        <td><code>${JSON.stringify(rest)}</code></td>
      </tr>`,
  );
  const other = view.wallet === 'funded' ? 'empty' : 'funded';
  const known = view.dialectNames.includes(view.dialect) ? view.dialectNames : [view.dialect, ...view.dialectNames];
  const body = html`<p class="trail">Settings /</p>
    <h1>Emulator</h1>
    <h2>Wallet</h2>
    <p>${statusBadge(view.wallet)}</p>
    ${button(other === 'empty' ? 'Empty the wallet' : 'Fund the wallet', '/settings/wallet', {
      token,
      fields: html`<input type="hidden" name="wallet" value="${other}" />`,
    })}
    <h2>Dialect</h2>
    <p class="quiet">The shapes of responses where the API’s page shows nothing.</p>
    ${button('Use this dialect', '/settings/dialect', {
      token,
      fields: select('Dialect', 'dialect', { choices: known, chosen: view.dialect }),
    })}
    <h2>Faults</h2>
    ${table('Faults', ['Fault', 'On', 'More'], { rows, empty: 'No fault is armed.' })}
    ${button('Arm', '/settings/faults', {
      token,
      fields: html`<label
        >Faults, in JSON <textarea name="fault" rows="3" cols="60" required spellcheck="false">${EXAMPLE}</textarea>
      </label>`,
    })}
    ${view.faults.length === 0 ? undefined : button('Clear all faults', '/settings/faults/clear', { token })}`;
  return { title: 'Emulator', section: '/settings/emulator', body };
}
