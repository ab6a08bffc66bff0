import type { Body, Deployment, DeploymentStatus, Profile, Resource } from '../profile.ts';
import {
  LOWER_CASE_AND_DIGITS,
  characters,
  isoSeconds,
  item,
  resourceList,
  shown,
  updatedAt,
  uuid,
} from '../profile-parts.ts';

// The phase of the active deployment in lower case; an app is not stopped but archived.
const words = {
  up: 'active',
  starting: 'deploying',
  restarting: 'deploying',
  stopping: 'deploying',
  down: 'archived',
  crashed: 'error',
};

const phases: Readonly<Record<DeploymentStatus, string>> = {
  queued: 'PENDING_BUILD',
  building: 'BUILDING',
  finished: 'ACTIVE',
  failed: 'ERROR',
  cancelled: 'CANCELED',
};

const stepStatuses: Readonly<Record<DeploymentStatus, string>> = {
  queued: 'PENDING',
  building: 'RUNNING',
  finished: 'SUCCESS',
  failed: 'ERROR',
  cancelled: 'ERROR',
};

const spec = {
  name: 'shop',
  region: 'fra',
  services: [
    {
      name: 'web',
      github: { repo: 'acme/shop', branch: 'main' },
      run_command: 'npm start',
      environment_slug: 'node-js',
      instance_size_slug: 'apps-s-1vcpu-0.5gb',
      instance_count: 1,
      http_port: 8080,
      routes: [{ path: '/' }],
    },
  ],
};

function deployment(one: Deployment): Record<string, unknown> {
  const { id, status, commit, cause, startedAt, endedAt } = one;
  const step = {
    name: 'build',
    status: stepStatuses[status],
    started_at: isoSeconds(startedAt),
    ended_at: isoSeconds(endedAt),
    ...(cause === undefined ? {} : { reason: { code: 'BuildJobExitNonZero', message: cause } }),
  };
  const deploy = { name: 'deploy', status: status === 'finished' ? 'SUCCESS' : 'PENDING' };
  return {
    id,
    status,
    phase: phases[status],
    spec,
    services: [{ name: 'web', source_commit_hash: commit }],
    cause: 'manual',
    progress: { success_steps: status === 'finished' ? 2 : 0, total_steps: 2, steps: [step, deploy] },
    phase_last_updated_at: isoSeconds(updatedAt(one)),
    created_at: isoSeconds(one.createdAt),
    updated_at: isoSeconds(updatedAt(one)),
    tier_slug: 'basic',
  };
}

function app(resource: Resource): Record<string, unknown> {
  const { id, name, host, latest } = resource;
  return {
    id,
    owner_uuid: 'a4e16f25-cdd1-4483-b246-d77f283c9209',
    spec,
    default_ingress: `https://${name}-${characters(id, 5, LOWER_CASE_AND_DIGITS)}.ondigitalocean.app`,
    live_url: `https://${host}`,
    live_url_base: `https://${host}`,
    live_domain: host,
    domains: [{ id: uuid(`domain of ${id}`), phase: 'ACTIVE', spec: { domain: host, type: 'PRIMARY' } }],
    region: { slug: 'fra', label: 'Frankfurt', flag: 'germany', continent: 'Europe', data_centers: ['fra1'] },
    tier_slug: 'basic',
    created_at: isoSeconds(resource.createdAt),
    updated_at: isoSeconds(latest === undefined ? resource.createdAt : updatedAt(latest)),
    last_deployment_created_at: isoSeconds(latest?.createdAt),
  };
}

function detail(resource: Resource): Body {
  return { json: { app: { ...item(resource, words[resource.state], 'app'), ...app(resource) } } };
}

export const digitalocean: Profile = {
  name: 'digitalocean',
  source:
    'DigitalOcean API reference, App Platform (OpenAPI document and its examples): app, deployment, phase, ' +
    'progress steps, logs, maintenance, variables. Transposed: the phase is the status of the app; the text that ' +
    'the URLs of the logs lead to stands in the deployment; start, stop and restart answer the app. Not looked ' +
    'up: the layout of a line of that text, the code of a reason.',
  deploymentId: (number) => uuid(`digitalocean deployment ${String(number)}`),
  resourceId: (number) => uuid(`digitalocean app ${String(number)}`),
  words,
  resources: (resources) =>
    resourceList(
      resources.map((one) => ({ ...item(one, words[one.state], 'app'), ...app(one) })),
      { links: { pages: {} }, meta: { total: resources.length } },
    ),
  resource: detail,
  accepted: (one) => ({ json: { deployment: deployment(one) } }),
  // DigitalOcean responds to a restart with a new deployment, which the API page does not have.
  changed: detail,
  deployments: (all) => ({
    json: { deployments: all.map(deployment), links: { pages: {} }, meta: { total: all.length } },
  }),
  deployment: (one) => ({
    json: {
      deployment: deployment(one),
      logs: shown(one.lines)
        .map(({ at, text }) => `web ${at.toISOString().slice(0, -1)}512345Z ${text}\n`)
        .join(''),
    },
  }),
  logs: (lines) => ({
    text: lines.map(({ at, text }) => `web ${at.toISOString().slice(0, -1)}512345Z ${text}\n`).join(''),
    contentType: 'text/plain',
  }),
  env: (names) => ({ json: { envs: names.map((key) => ({ key, scope: 'RUN_AND_BUILD_TIME', type: 'SECRET' })) } }),
  timing: {
    queuedMs: 6000,
    buildMs: 55_000,
    listLagMs: 4000,
    logLagMs: 2000,
    transitionMs: 12_000,
    statusLagMs: 1500,
  },
};
