// The console: a read-only page about the service, from addresses to documents. It takes records and gives text;
// it changes nothing, and knows neither server nor workloads.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '../http/index.ts';
import type { ConsoleView } from '../control/index.ts';
import { html } from './html.ts';
import { documentOf } from './layout.ts';
import type { Sheet } from './layout.ts';
import { deploymentPage, resourcePage, resourcesPage } from './resource-pages.ts';
import { activityPage, keysPage } from './settings-pages.ts';

// Nothing but the one stylesheet is loaded, whatever a log or a name may hold.
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLESHEET = readFileSync(path.join(import.meta.dirname, 'console.css'), 'utf8');

function pageOf(status: number, type: string, body: string): Page {
  return {
    status,
    contentType: `${type}; charset=utf-8`,
    headers: {
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}

/** The parts of an address, decoded; undefined where it cannot be decoded. */
function partsOf(pathname: string): readonly string[] | undefined {
  try {
    return pathname.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function resourceSheetAt(parts: readonly string[], view: ConsoleView): Sheet | undefined {
  const [resourceId, kind, deploymentId, ...rest] = parts;
  const resource = view.resources.find(({ id }) => id === resourceId);
  if (resource === undefined || rest.length > 0) return undefined;
  if (kind === undefined) return resourcePage(view, resource);
  const deployment = resource.deployments.find(({ id }) => id === deploymentId);
  return kind === 'deployments' && deployment !== undefined ? deploymentPage(view, resource, deployment) : undefined;
}

const SHEETS: Readonly<Record<string, (view: ConsoleView) => Sheet>> = {
  '/': resourcesPage,
  '/settings/api-keys': keysPage,
  '/settings/activity': activityPage,
};

function sheetAt(pathname: string, view: ConsoleView): Sheet | undefined {
  const [first, ...rest] = partsOf(pathname) ?? [];
  return first === 'resources' ? resourceSheetAt(rest, view) : SHEETS[pathname]?.(view);
}

const NOT_FOUND: Sheet = {
  title: 'Not found',
  section: '',
  body: html`<h1>Not found</h1>
    <p>There is no such page. <a href="/">All resources</a></p>`,
};

/** The console's answer for an address: every one has a page, `404` among them. */
export function consolePages(url: URL, view: ConsoleView): Page {
  if (url.pathname === '/console.css') return pageOf(200, 'text/css', STYLESHEET);
  const sheet = sheetAt(url.pathname, view);
  return pageOf(sheet === undefined ? 404 : 200, 'text/html', documentOf(sheet ?? NOT_FOUND, view));
}
