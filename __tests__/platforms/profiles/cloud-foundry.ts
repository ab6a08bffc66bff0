import type { Deployment, DeploymentStatus, Line, Profile, Resource } from '../profile.ts';
import { isoSeconds, item, nanos, resourceList, shown, updatedAt, uuid } from '../profile-parts.ts';

const API = 'https://api.example.org/v3';

// The state of an app is the desired one: it changes at once, and a crash shows in the processes only.
const words = {
  up: 'started',
  starting: 'started',
  restarting: 'started',
  stopping: 'stopped',
  down: 'stopped',
  crashed: 'started',
};

const processStates = {
  up: 'RUNNING',
  starting: 'STARTING',
  restarting: 'STARTING',
  stopping: 'STOPPING',
  down: 'DOWN',
  crashed: 'CRASHED',
};

const buildStates: Readonly<Record<DeploymentStatus, string>> = {
  queued: 'STAGING',
  building: 'STAGING',
  finished: 'STAGED',
  failed: 'FAILED',
  cancelled: 'FAILED',
};

const lifecycle = { type: 'buildpack', data: { buildpacks: ['nodejs_buildpack'], stack: 'cflinuxfs4' } };
const metadata = { labels: {}, annotations: {} };

function pagination(total: number, path: string): Record<string, unknown> {
  const page = { href: `${API}${path}?page=1&per_page=50` };
  return { total_results: total, total_pages: 1, first: page, last: page, next: null, previous: null };
}

function app(resource: Resource): Record<string, unknown> {
  const { id, name, latest } = resource;
  return {
    guid: id,
    name,
    state: words[resource.state].toUpperCase(),
    created_at: isoSeconds(resource.createdAt),
    updated_at: isoSeconds(latest === undefined ? resource.createdAt : updatedAt(latest)),
    lifecycle,
    relationships: { space: { data: { guid: uuid('cf space') } } },
    links: {
      self: { href: `${API}/apps/${id}` },
      environment_variables: { href: `${API}/apps/${id}/environment_variables` },
      start: { href: `${API}/apps/${id}/actions/start`, method: 'POST' },
      stop: { href: `${API}/apps/${id}/actions/stop`, method: 'POST' },
    },
    metadata,
  };
}

function routes(resource: Resource): readonly unknown[] {
  const guid = uuid(`route of ${resource.id}`);
  const process = { guid: resource.id, process: { type: 'web' } };
  const destinations = [{ guid: uuid(`destination of ${guid}`), app: process, weight: null, port: 8080 }];
  const [host = '', ...domain] = resource.host.split('.');
  const links = { self: { href: `${API}/routes/${guid}` } };
  const where = { host, domain: { name: domain.join('.') }, path: '', port: null, url: resource.host };
  return [{ guid, protocol: 'http', ...where, destinations, metadata, links }];
}

function build(deployment: Deployment): Record<string, unknown> {
  const { id, status, cause, number, resourceId } = deployment;
  const seed = String(id);
  return {
    id,
    guid: id,
    status,
    state: buildStates[status],
    error: cause === undefined ? null : `StagingError - Staging error: ${cause}`,
    strategy: 'rolling',
    lifecycle,
    package: { guid: uuid(`package ${seed}`) },
    droplet: status === 'finished' ? { guid: uuid(`droplet ${seed}`) } : null,
    revision: { guid: uuid(`revision ${seed}`), version: number },
    created_by: { guid: uuid('cf user'), name: 'deployer', email: 'deployer@example.com' },
    created_at: isoSeconds(deployment.createdAt),
    updated_at: isoSeconds(updatedAt(deployment)),
    relationships: { app: { data: { guid: resourceId } } },
    metadata,
    links: { self: { href: `${API}/deployments/${seed}` }, app: { href: `${API}/apps/${resourceId}` } },
  };
}

function envelope({ at, text }: Line): Record<string, unknown> {
  const tags = { source_type: 'APP/PROC/WEB', process_type: 'web', origin: 'rep' };
  const source_id = uuid('cf source');
  return {
    timestamp: nanos(at),
    source_id,
    instance_id: '0',
    deprecated_tags: {},
    tags,
    log: { payload: text, type: 'OUT' },
  };
}

export const cloudFoundry: Profile = {
  name: 'cloud-foundry',
  source:
    'Cloud Foundry API v3 documentation: app, build, deployment, route and process instance objects, environment ' +
    'variables, pagination; Log Cache "GET /api/v1/read". Transposed: build and ' +
    'deployment are one object; routes and processes stand in the app; payloads are text, not Base64. Not looked up: the layout of a line of ' +
    '`cf logs`.',
  deploymentId: (number) => uuid(`cf deployment ${String(number)}`),
  resourceId: (number) => uuid(`cf app ${String(number)}`),
  words,
  resources: (resources) =>
    resourceList(
      resources.map((one) => ({ ...app(one), ...item(one, words[one.state], 'buildpack') })),
      { pagination: pagination(resources.length, '/apps') },
    ),
  resource: (one) => ({
    json: {
      ...app(one),
      status: words[one.state],
      processes: [{ type: 'web', index: 0, state: processStates[one.state], instances: 1 }],
      routes: routes(one),
    },
  }),
  accepted: (one) => {
    const { id: _id, ...rest } = build(one);
    // A deployment has a guid and a status that is an object.
    const details = { last_status_change: isoSeconds(one.createdAt) };
    return { json: { ...rest, status: { value: 'ACTIVE', reason: 'DEPLOYING', details } } };
  },
  changed: (one) => ({ json: app(one) }),
  deployments: (all) => ({
    json: { pagination: pagination(all.length, '/deployments'), deployments: all.map(build) },
  }),
  deployment: (one) => ({
    json: {
      ...build(one),
      logs: shown(one.lines).map(({ at, text }) => `   ${at.toISOString().slice(0, -2)}+0000 [STG/0] OUT ${text}`),
    },
  }),
  logs: (lines) => ({ json: { envelopes: { batch: lines.map(envelope) } } }),
  env: (names) => ({
    json: {
      var: Object.fromEntries(names.map((name) => [name, '[PRIVATE DATA HIDDEN]'])),
      links: { app: { href: `${API}/apps/${uuid('cf app 1')}` } },
    },
  }),
  timing: { queuedMs: 1000, buildMs: 18_000, listLagMs: 0, logLagMs: 400, transitionMs: 0, statusLagMs: 0 },
};
