import type { Deployment, Line, Profile, Resource } from '../profile.ts';
import { LOWER_CASE_AND_DIGITS, characters, iso, item, resourceList, shown, updatedAt } from '../profile-parts.ts';

// A service is suspended or not; whether it runs, restarts or has crashed is not in the service object.
const words = {
  up: 'not_suspended',
  starting: 'not_suspended',
  restarting: 'not_suspended',
  stopping: 'suspended',
  down: 'suspended',
  crashed: 'not_suspended',
};

function service(resource: Resource): Record<string, unknown> {
  const slug = `${resource.name}-${characters(resource.id, 4, LOWER_CASE_AND_DIGITS)}`;
  return {
    autoDeploy: 'no',
    branch: 'main',
    dashboardUrl: `https://dashboard.render.com/web/${resource.id}`,
    notifyOnFail: 'default',
    ownerId: 'tea-cu1vurggph6c73els2bg',
    repo: 'https://github.com/acme/shop',
    rootDir: '',
    serviceDetails: {
      buildPlan: 'starter',
      env: 'node',
      envSpecificDetails: { buildCommand: 'npm ci && npm run build', startCommand: 'npm start' },
      healthCheckPath: '/healthz',
      maintenanceMode: { enabled: false, uri: '' },
      numInstances: 1,
      openPorts: [{ port: 10_000, protocol: 'TCP' }],
      plan: 'starter',
      region: 'frankfurt',
      runtime: 'node',
      sshAddress: `${resource.id}@ssh.frankfurt.render.com`,
      url: `https://${resource.host}`,
    },
    slug,
    suspended: words[resource.state],
    suspenders: words[resource.state] === 'suspended' ? ['user'] : [],
    updatedAt: iso(resource.latest === undefined ? resource.createdAt : updatedAt(resource.latest)),
  };
}

function deploy(deployment: Deployment): Record<string, unknown> {
  const { id, status, commit, commitMessage, createdAt } = deployment;
  return {
    id,
    commit: { id: commit, message: commitMessage, createdAt: iso(createdAt) },
    status,
    trigger: 'api',
    createdAt: iso(createdAt),
    startedAt: iso(deployment.startedAt),
    finishedAt: iso(deployment.endedAt),
    updatedAt: iso(updatedAt(deployment)),
  };
}

function page(lines: readonly Line[], type: 'build' | 'app'): Record<string, unknown> {
  const labels = [
    { name: 'resource', value: 'srv-cu3a559u0jms73dmnu20' },
    { name: 'level', value: 'info' },
    { name: 'type', value: type },
  ];
  const logs = lines.map(({ at, text }, index) => ({
    id: characters(`${at.toISOString()} ${String(index)}`, 12, LOWER_CASE_AND_DIGITS),
    message: text,
    timestamp: iso(at),
    labels,
  }));
  return { hasMore: false, nextStartTime: iso(lines[0]?.at), nextEndTime: iso(lines.at(-1)?.at), logs };
}

export const render: Profile = {
  name: 'render',
  source:
    'Render API (schema of its SDK): service, deploy, log, logLabel, suspend and restart; "List Logs" for the ' +
    'page. Transposed: the word under `suspended` is the status; the page of logs stands in the deploy; the ' +
    'cursor of an entry stands in its item. Not looked up: the list of environment variables.',
  deploymentId: (number) => `dep-${characters(`render deploy ${String(number)}`, 20, LOWER_CASE_AND_DIGITS)}`,
  resourceId: (number) => `srv-${characters(`render service ${String(number)}`, 20, LOWER_CASE_AND_DIGITS)}`,
  words,
  resources: (resources) =>
    resourceList(resources.map((one) => ({ ...item(one, words[one.state], 'web_service'), ...service(one) }))),
  resource: (one) => ({ json: { ...item(one, words[one.state], 'web_service'), ...service(one) } }),
  accepted: (one) => ({ json: deploy(one) }),
  // Documented without content.
  changed: () => ({ text: '', contentType: 'text/plain; charset=utf-8' }),
  deployments: (all) => ({
    json: {
      deployments: all.map((one) => ({
        ...deploy(one),
        cursor: characters(`cursor ${String(one.id)}`, 32, LOWER_CASE_AND_DIGITS),
      })),
    },
  }),
  deployment: (one) => ({ json: { ...deploy(one), ...page(shown(one.lines), 'build') } }),
  logs: (lines) => ({ json: page(lines, 'app') }),
  env: (names) => ({
    json: names.map((key) => ({ envVar: { key }, cursor: characters(`cursor ${key}`, 32, LOWER_CASE_AND_DIGITS) })),
  }),
  timing: { queuedMs: 8000, buildMs: 60_000, listLagMs: 0, logLagMs: 4000, transitionMs: 0, statusLagMs: 800 },
};
