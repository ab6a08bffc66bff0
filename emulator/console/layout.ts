// The layout of every page of the console: head, navigation, and the badges and tables that pages share.

import { html } from './html.ts';
import type { Html, HtmlPart } from './html.ts';
import { API_ROOT } from '../addresses.ts';
import type { ConsoleView } from '../control/index.ts';

/** The content of a page, without head and navigation. */
export interface ConsolePage {
  readonly title: string;
  /** Address of the navigation entry that it belongs to. */
  readonly section: string;
  readonly body: Html;
  /** Something on it changes by itself: the page reloads every two seconds. */
  readonly isMoving?: boolean;
}

const SECTIONS = [
  { address: '/', label: 'Resources' },
  { address: '/requests', label: 'Requests' },
  { address: '/settings/api-keys', label: 'API keys' },
  { address: '/settings/activity', label: 'Activity' },
  { address: '/settings/emulator', label: 'Emulator' },
] as const;

const GOOD = new Set(['running', 'finished', 'funded', 'valid']);
const BAD = new Set(['crashed', 'failed', 'error', 'empty', 'revoked', 'expired']);

/** Statuses that end in `ing` other than `running` change soon, and so does a deployment in the queue. */
export function isMovingStatus(status: string): boolean {
  return status === 'queued' || (status.endsWith('ing') && status !== 'running');
}

function tone(status: string): string {
  if (GOOD.has(status)) return 'good';
  if (BAD.has(status)) return 'bad';
  return isMovingStatus(status) ? 'moving' : 'quiet';
}

/** A status with its colour; the text alone is enough. */
export function statusBadge(status: string): Html {
  return html`<span class="status ${tone(status)}">${status}</span>`;
}

/** A table in a box of its own that scrolls where the page is narrow; `empty` is shown in its place without rows. */
export function table(label: string, heads: readonly string[], rest: { rows: readonly Html[]; empty: string }): Html {
  if (rest.rows.length === 0) return html`<p class="empty">${rest.empty}</p>`;
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rest.rows}
      </tbody>
    </table>
  </div>`;
}

/** The whole document. */
export function documentOf(page: ConsolePage, view: ConsoleView): string {
  const links: HtmlPart = SECTIONS.map(({ address, label }) =>
    address === page.section
      ? html`<a href="${address}" aria-current="page">${label}</a>`
      : html`<a href="${address}">${label}</a>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${page.isMoving === true ? html`<meta http-equiv="refresh" content="2" />` : undefined}
        <title>${page.title} · Deployment Service emulator</title>
        <link rel="stylesheet" href="/console.css" />
      </head>
      <body>
        <header>
          <p class="name">Deployment Service <span class="tag">emulator</span></p>
          <nav aria-label="Console">${links}</nav>
          <p class="wallet">Wallet ${statusBadge(view.wallet)}</p>
        </header>
        <main>${page.body}</main>
        <footer>
          <p>
            API: <a href="${API_ROOT}/openapi.json">${API_ROOT}/openapi.json</a> · dialect ${view.dialect} · faults
            armed: ${String(view.faults.length)}
          </p>
        </footer>
      </body>
    </html>`.text;
}
