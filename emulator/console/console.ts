// The console: what an owner sees and does, from addresses and forms to documents. It has no script.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeSegment, matchPath } from '../addresses.ts';
import type { ConsoleView, ControlContext } from '../control/index.ts';
import type { Page, PageRequest, Pages } from '../http/index.ts';
import { actions } from './actions.ts';
import type { ActionResult } from './actions.ts';
import { emulatorPage, requestsPage } from './emulator-pages.ts';
import { TOKEN_FIELD } from './forms.ts';
import { html } from './html.ts';
import { documentOf } from './layout.ts';
import type { ConsolePage } from './layout.ts';
import { deploymentPage, resourcePage, resourcesPage } from './resource-pages.ts';
import { activityPage, keyCreatedPage, keysPage } from './settings-pages.ts';
import { errorMessage } from '../error-message.ts';
import { isRefusal } from '../refusals.ts';

// Nothing but the one stylesheet is loaded, and forms go nowhere else, whatever a log or a name may hold.
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const STYLESHEET = readFileSync(path.join(import.meta.dirname, 'console.css'), 'utf8');

/** A console with a token of its own. */
export function createConsole(token = randomBytes(18).toString('base64url')): Pages {
  return (request) => {
    const { method, url, context } = request;
    if (method === 'GET') return shownPage(url, context, token);
    return method === 'POST' ? sentForm(request, token) : undefined;
  };
}

function pageOf(status: number, type: string, body: string): Page {
  return {
    status,
    contentType: `${type}; charset=utf-8`,
    headers: {
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      // Not `no-referrer`: a browser would send `Origin: null` with the forms.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}

/** What pages are made of. */
interface Shown {
  readonly view: ConsoleView;
  readonly context: ControlContext;
  readonly token: string;
}

function resourcePageAt(parts: readonly string[], { view, context, token }: Shown): ConsolePage | undefined {
  const [resourceId = '', kind, deploymentId = '', ...rest] = parts;
  const resource = view.resources.find(({ id }) => id === resourceId);
  if (resource === undefined || rest.length > 0) return undefined;
  if (kind === undefined) return resourcePage(view, resource);
  const deployment = context.deployment(resourceId, deploymentId);
  if (kind !== 'deployments' || isRefusal(deployment)) return undefined;
  return deploymentPage({ view, token }, resource, deployment);
}

const PAGES: Readonly<Record<string, (view: ConsoleView, token: string) => ConsolePage>> = {
  '/': resourcesPage,
  '/requests': requestsPage,
  '/settings/api-keys': keysPage,
  '/settings/activity': activityPage,
  '/settings/emulator': emulatorPage,
};

function messagePage(title: string, message: string): ConsolePage {
  return {
    title,
    section: '',
    body: html`<h1>${title}</h1>
      <p>${message} <a href="/">All resources</a></p>`,
  };
}

function shownPage(url: URL, context: ControlContext, token: string): Page {
  if (url.pathname === '/console.css') return pageOf(200, 'text/css', STYLESHEET);
  const [first, ...rest] = url.pathname.split('/').slice(1).map(decodeSegment);
  const view = context.view();
  const page =
    first === 'resources' ? resourcePageAt(rest, { view, context, token }) : PAGES[url.pathname]?.(view, token);
  return page === undefined
    ? renderPage(404, messagePage('Not found', 'There is no such page.'), view)
    : renderPage(200, page, view);
}

function renderPage(status: number, page: ConsolePage, view: ConsoleView): Page {
  return pageOf(status, 'text/html', documentOf(page, view));
}

function sentForm({ url, form, isSameOrigin, context }: PageRequest, token: string): Page {
  if (!isSameOrigin || form.get(TOKEN_FIELD) !== token) {
    const message = 'The form is not from this console, or from before its last start. Load the page again.';
    return renderPage(403, messagePage('Refused', message), context.view());
  }
  try {
    for (const [pattern, action] of Object.entries(actions)) {
      const segments = matchPath(pattern, url.pathname);
      if (segments !== undefined) return resultPage(action(context, form, segments), context);
    }
    return renderPage(404, messagePage('Not found', 'There is no such form.'), context.view());
  } catch (error) {
    // Everything that the owner's functions throw is about what was sent.
    const message = errorMessage(error);
    return renderPage(400, messagePage('Refused', message), context.view());
  }
}

function resultPage(result: ActionResult, { view }: ControlContext): Page {
  if ('created' in result) return renderPage(200, keyCreatedPage(result.created), view());
  const page = pageOf(303, 'text/plain', '');
  return { ...page, headers: { ...page.headers, location: result.goTo } };
}
