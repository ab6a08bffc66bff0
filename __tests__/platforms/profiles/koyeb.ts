import type { Deployment, DeploymentStatus, Line, Profile, Resource } from '../profile.ts';
import { iso, item, resourceList, shown, updatedAt, uuid } from '../profile-parts.ts';

const words = {
  up: 'healthy',
  starting: 'resuming',
  restarting: 'starting',
  stopping: 'pausing',
  down: 'paused',
  crashed: 'unhealthy',
};

const stageStatuses: Readonly<Record<DeploymentStatus, string>> = {
  queued: 'PENDING',
  building: 'RUNNING',
  finished: 'COMPLETED',
  failed: 'FAILED',
  cancelled: 'ABORTED',
};

const owners = { organization_id: uuid('koyeb organization'), app_id: uuid('koyeb app') };

function domain(resource: Resource): Record<string, unknown> {
  return {
    id: uuid(`domain of ${resource.id}`),
    organization_id: owners.organization_id,
    name: resource.host,
    status: 'ACTIVE',
    type: 'AUTOASSIGNED',
    app_id: owners.app_id,
    deployment_group: 'prod',
    intended_cname: '',
    messages: [],
    version: '4',
  };
}

function service(resource: Resource): Record<string, unknown> {
  const { id, name, createdAt, latest } = resource;
  return {
    id,
    name,
    type: resource.type === 'worker' ? 'WORKER' : 'WEB',
    ...owners,
    status: words[resource.state],
    messages: resource.state === 'up' ? ['Service is healthy.'] : [],
    version: '12',
    created_at: iso(createdAt),
    updated_at: iso(latest === undefined ? createdAt : updatedAt(latest)),
    active_deployment_id: latest?.status === 'finished' ? latest.id : '',
    latest_deployment_id: latest?.id ?? '',
  };
}

function entry(deployment: Deployment): Record<string, unknown> {
  const { id, status, commit, commitMessage, startedAt, endedAt } = deployment;
  const git = { provider: 'GITHUB', repository: 'github.com/acme/shop', branch: 'main', sha: commit };
  const build = { name: 'build', status: stageStatuses[status], messages: [] };
  return {
    id,
    status,
    ...owners,
    service_id: deployment.resourceId,
    parent_id: '',
    child_id: '',
    created_at: iso(deployment.createdAt),
    updated_at: iso(updatedAt(deployment)),
    allocated_at: iso(startedAt),
    started_at: iso(startedAt),
    succeeded_at: status === 'finished' ? iso(endedAt) : null,
    terminated_at: status === 'finished' ? null : iso(endedAt),
    metadata: {
      trigger: { type: 'GIT', actor: 'USER', git: { ...git, message: commitMessage, sender_username: 'deployer' } },
    },
    messages: deployment.cause === undefined ? [] : [deployment.cause],
    provisioning_info: {
      sha: commit,
      image: '',
      stages: [{ ...build, started_at: iso(startedAt), finished_at: iso(endedAt) }],
    },
    version: String(deployment.number),
    deployment_group: 'prod',
  };
}

/** The query of logs is in descending order unless asked otherwise: the newest entry comes first. */
function page(lines: readonly Line[], type: string): Record<string, unknown> {
  const data = lines
    .map(({ at, text }) => ({ msg: text, created_at: iso(at), labels: { type, stream: 'stdout', region: 'fra' } }))
    .toReversed();
  return { data, pagination: { has_more: false, next_start: iso(lines[0]?.at), next_end: iso(lines.at(-1)?.at) } };
}

export const koyeb: Profile = {
  name: 'koyeb',
  source:
    'Koyeb API reference (its generated Go client): Service, ServiceStatus, Domain, Deployment, metadata and ' +
    'provisioning info, DeploymentEnv, LogEntry, "Query logs", ReDeploy, Pause and Resume Service. Transposed: ' +
    'the domains of the app stand in its service, the page of build logs beside the deployment. Not looked up: ' +
    'the labels of a log entry.',
  deploymentId: (number) => uuid(`koyeb deployment ${String(number)}`),
  resourceId: (number) => uuid(`koyeb service ${String(number)}`),
  words,
  resources: (resources) =>
    resourceList(
      resources.map((one) => ({ ...service(one), ...item(one, words[one.state], 'service') })),
      { limit: 50, offset: 0, count: resources.length, has_next: false },
    ),
  resource: (one) => ({ json: { service: { ...service(one), domains: [domain(one)] } } }),
  accepted: (one) => ({ json: { deployment: entry(one) } }),
  // PauseServiceReply and ResumeServiceReply have no fields.
  changed: () => ({ json: {} }),
  deployments: (all) => ({
    json: { deployments: all.map(entry), limit: 50, offset: 0, count: all.length, has_next: false },
  }),
  deployment: (one) => ({ json: { deployment: entry(one), logs: page(shown(one.lines), 'build') } }),
  logs: (lines) => ({ json: page(lines, 'runtime') }),
  env: (names) => ({
    json: { env: names.map((key) => ({ scopes: ['region:fra'], key, secret: key.toLowerCase() })) },
  }),
  timing: { queuedMs: 4000, buildMs: 45_000, listLagMs: 0, logLagMs: 3000, transitionMs: 9000, statusLagMs: 1000 },
};
