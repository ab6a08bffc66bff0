// Resources in the console: the cards, one resource with its Deployments tab, one deployment with its build log.

import { originOf } from '../addresses.ts';
import type { DeploymentRecord } from '../state/index.ts';
import type { ConsoleView, ResourceView } from '../control/index.ts';
import { duration, moment, sizes } from './format.ts';
import { button } from './forms.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { isMovingStatus, statusBadge, table } from './layout.ts';
import type { ConsolePage } from './layout.ts';
import { logHtml } from './log-html.ts';

const addressOf = (resourceId: string): string => `/resources/${encodeURIComponent(resourceId)}`;

const isMoving = ({ busy, status }: ResourceView): boolean => busy || isMovingStatus(status);

function domainLinks(domains: readonly string[]): Html {
  if (domains.length === 0) return html`<span class="quiet">no domain</span>`;
  return html`${domains.map((host) => html`<a href="${originOf(host)}/" rel="noreferrer">${host}</a> `)}`;
}

function lengthOf({ startedAtMs, finishedAtMs }: DeploymentRecord, nowMs: number): string {
  return startedAtMs === null ? '–' : duration((finishedAtMs ?? nowMs) - startedAtMs);
}

function card(resource: ResourceView, nowMs: number): Html {
  const latest = resource.deployments[0];
  return html`<li class="card">
    <h2><a href="${addressOf(resource.id)}">${resource.name}</a></h2>
    <p>${statusBadge(resource.status)} ${resource.busy ? html`<span class="tag">busy</span>` : undefined}</p>
    <dl>
      <dt>Kind</dt>
      <dd>${resource.type} <span class="quiet">${resource.catalogKey}</span></dd>
      <dt>Id</dt>
      <dd><code>${resource.id}</code></dd>
      <dt>Size</dt>
      <dd>${sizes(resource)}</dd>
      <dt>Domain</dt>
      <dd>${domainLinks(resource.domains)}</dd>
      ${
        latest === undefined
          ? undefined
          : html`<dt>Latest</dt>
              <dd>${statusBadge(latest.status)} ${moment(latest.createdAtMs, nowMs)}</dd>`
      }
    </dl>
  </li>`;
}

/** All resources as cards. */
export function resourcesPage(view: ConsoleView): ConsolePage {
  const { resources } = view;
  const cards = resources.map((resource) => card(resource, view.nowMs));
  const list =
    cards.length === 0
      ? html`<p class="empty">No resources yet.</p>`
      : html`<ul class="cards">
          ${cards}
        </ul>`;
  return {
    title: 'Resources',
    section: '/',
    isMoving: resources.some(isMoving),
    body: html`<h1>Resources</h1>
      ${list}`,
  };
}

function deploymentRow(deployment: DeploymentRecord, nowMs: number): Html {
  const address = `${addressOf(deployment.resourceId)}/deployments/${encodeURIComponent(deployment.id)}`;
  return html`<tr>
    <td><a href="${address}">${deployment.id}</a></td>
    <td>${statusBadge(deployment.status)}</td>
    <td>
      <span class="tag">${deployment.label}</span
      >${deployment.force ? html` <span class="tag">force</span>` : undefined}
    </td>
    <td>${deployment.by}</td>
    <td>${moment(deployment.createdAtMs, nowMs)}</td>
    <td>${lengthOf(deployment, nowMs)}</td>
  </tr>`;
}

/** One resource: facts, deployments, variable names, runtime log. */
export function resourcePage(view: ConsoleView, resource: ResourceView): ConsolePage {
  const { domains, deployments, deploymentCount } = resource;
  const rows = deployments.map((deployment) => deploymentRow(deployment, view.nowMs));
  const heads = ['Deployment', 'Status', 'Label', 'By', 'Accepted', 'Took'];
  const names = resource.env.map((name) => html`<li><code>${name}</code></li>`);
  const body = html`<p class="trail"><a href="/">Resources</a> /</p>
    <h1>${resource.name} ${statusBadge(resource.status)}</h1>
    <p class="quiet">
      ${resource.type} · <code>${resource.id}</code> · ${sizes(resource)} · ${domainLinks(domains)} · created
      ${moment(resource.createdAtMs, view.nowMs)}
    </p>
    <h2>Deployments</h2>
    ${table('Deployments', heads, { rows, empty: 'No deployment yet.' })}
    ${
      deploymentCount > deployments.length
        ? html`<p class="quiet">
            The latest ${String(deployments.length)} of ${String(deploymentCount)}. Each older one has its page at
            <code>${addressOf(resource.id)}/deployments/</code> and its id.
          </p>`
        : undefined
    }
    <h2>Environment variables</h2>
    ${
      names.length === 0
        ? html`<p class="empty">None.</p>`
        : html`<ul class="names">
            ${names}
          </ul>`
    }
    <h2>Runtime log</h2>
    ${logBox('Runtime log', resource.runtimeLog)}`;
  return { title: resource.name, section: '/', isMoving: isMoving(resource), body };
}

function logBox(label: string, log: string): Html {
  if (log === '') return html`<p class="empty">Nothing was printed.</p>`;
  return html`<pre class="log" role="region" aria-label="${label}" tabindex="0">${logHtml(log)}</pre>`;
}

/** One deployment with its build log. */
export function deploymentPage(
  { view, token }: { readonly view: ConsoleView; readonly token: string },
  resource: ResourceView,
  deployment: DeploymentRecord,
): ConsolePage {
  const address = `${addressOf(resource.id)}/deployments/${encodeURIComponent(deployment.id)}`;
  const body = html`<p class="trail">
      <a href="/">Resources</a> / <a href="${addressOf(resource.id)}">${resource.name}</a> /
    </p>
    <h1>${deployment.id} ${statusBadge(deployment.status)}</h1>
    <p class="quiet">
      <span class="tag">${deployment.label}</span> by ${deployment.by} ·
      ${deployment.force ? 'rebuilt without cache' : 'built with the cache'} · accepted
      ${moment(deployment.createdAtMs, view.nowMs)} · took ${lengthOf(deployment, view.nowMs)}
    </p>
    ${deployment.finishedAtMs === null ? button('Cancel', `${address}/cancel`, { token }) : undefined}
    <h2>Build log</h2>
    ${logBox('Build log', deployment.log)}`;
  return { title: deployment.id, section: '/', isMoving: isMovingStatus(deployment.status), body };
}
