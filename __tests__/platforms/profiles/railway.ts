import type { Deployment, Line, Profile, Resource } from '../profile.ts';
import { iso, item, nanos, resourceList, shown, updatedAt, uuid } from '../profile-parts.ts';

const words = {
  up: 'success',
  starting: 'deploying',
  restarting: 'deploying',
  stopping: 'removing',
  down: 'removed',
  crashed: 'crashed',
};

const scope = { projectId: uuid('railway project'), environmentId: uuid('railway environment') };

function service(resource: Resource): Record<string, unknown> {
  const domain = {
    id: uuid(`domain of ${resource.id}`),
    domain: resource.host,
    suffix: 'up.railway.app',
    targetPort: 8080,
    syncStatus: 'ACTIVE',
  };
  const instance = {
    id: uuid(`instance of ${resource.id}`),
    serviceId: resource.id,
    serviceName: resource.name,
    builder: 'RAILPACK',
    numReplicas: 1,
    region: 'europe-west4-drams3a',
    source: { repo: 'acme/shop', image: null },
    upstreamUrl: null,
    domains: { serviceDomains: [domain], customDomains: [] },
  };
  return {
    id: resource.id,
    name: resource.name,
    status: words[resource.state],
    createdAt: iso(resource.createdAt),
    icon: null,
    projectId: scope.projectId,
    serviceInstances: { edges: [{ node: instance }] },
  };
}

function node(deployment: Deployment): Record<string, unknown> {
  const { id, status, commit, commitMessage, createdAt } = deployment;
  return {
    id,
    status,
    ...scope,
    serviceId: deployment.resourceId,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt(deployment)),
    statusUpdatedAt: iso(updatedAt(deployment)),
    canRedeploy: deployment.endedAt !== undefined,
    canRollback: status === 'finished',
    deploymentStopped: false,
    creator: { id: uuid('railway creator'), name: 'deployer', email: 'deployer@example.com', avatar: null },
    meta: {
      branch: 'main',
      commitAuthor: 'deployer',
      commitHash: commit,
      commitMessage,
      reason: 'deploy',
      repo: 'acme/shop',
    },
    diagnosis: null,
  };
}

function entries(lines: readonly Line[]): readonly unknown[] {
  return lines.map(({ at, text }) => ({
    timestamp: `${at.toISOString().slice(0, -1)}${nanos(at).slice(-6)}Z`,
    message: text,
    severity: 'info',
    attributes: [{ key: 'level', value: 'info' }],
    tags: { ...scope, pluginId: null, deploymentInstanceId: null },
  }));
}

export const railway: Profile = {
  name: 'railway',
  source:
    'Railway docs: "Manage Deployments with the Public API", "Deployments" (states), and the GraphQL schema: ' +
    'ServiceInstance, AllDomains, Deployment, Log, serviceInstanceDeployV2, deploymentRestart, deploymentStop. ' +
    'Transposed: the state of the deployment is the status of the service; deployment and buildLogs are asked in ' +
    'one query. Not looked up: how variables are masked.',
  deploymentId: (number) => uuid(`railway deployment ${String(number)}`),
  resourceId: (number) => uuid(`railway service ${String(number)}`),
  words,
  resources: (resources) =>
    resourceList(
      resources.map((one) => ({ ...item(one, words[one.state], 'service'), projectId: scope.projectId, icon: null })),
      { pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null } },
    ),
  resource: (one) => ({ json: { data: { service: service(one) } } }),
  accepted: (one) => ({ json: { data: { serviceInstanceDeployV2: one.id } } }),
  changed: (_one, action) => {
    const mutations = { start: 'serviceInstanceRedeploy', stop: 'deploymentStop', restart: 'deploymentRestart' };
    return { json: { data: { [mutations[action]]: true } } };
  },
  deployments: (all) => ({
    json: {
      deployments: all.map(node),
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: all[0]?.id ?? null, endCursor: null },
    },
  }),
  deployment: (one) => ({ json: { data: { deployment: node(one), buildLogs: entries(shown(one.lines)) } } }),
  logs: (lines) => ({ json: { data: { deploymentLogs: entries(lines) } } }),
  env: (names) => ({ json: { data: { variables: Object.fromEntries(names.map((name) => [name, '*****'])) } } }),
  timing: { queuedMs: 3000, buildMs: 40_000, listLagMs: 0, logLagMs: 2500, transitionMs: 6000, statusLagMs: 500 },
};
