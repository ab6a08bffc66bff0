import type { Deployment, Profile, Resource } from '../profile.ts';
import { LETTERS_AND_DIGITS, characters, iso, item, resourceList, shown } from '../profile-parts.ts';

// `done` is the deployed state, `idle` the stopped one; start and stop change it only when the container has changed.
const words = {
  up: 'done',
  starting: 'running',
  restarting: 'idle',
  stopping: 'done',
  down: 'idle',
  crashed: 'error',
};

function application(resource: Resource): Record<string, unknown> {
  return {
    applicationId: resource.id,
    appName: `${resource.name}-${characters(resource.id, 6, 'abcdefghijklmnopqrstuvwxyz')}`,
    description: null,
    sourceType: 'github',
    buildType: 'nixpacks',
    repository: 'shop',
    owner: 'acme',
    branch: 'main',
    buildPath: '/',
    autoDeploy: true,
    triggerType: 'push',
    replicas: 1,
    applicationStatus: words[resource.state],
    environmentId: characters(`environment of ${resource.id}`, 21, LETTERS_AND_DIGITS),
    serverId: null,
    previewPort: 3000,
    previewPath: '/',
  };
}

function domains(resource: Resource): readonly unknown[] {
  const port = { port: 3000, path: '/', internalPath: '/', stripPath: false, customEntrypoint: null };
  const certificate = { https: true, certificateType: 'letsencrypt', customCertResolver: null };
  const domainId = characters(`domain of ${resource.id}`, 21, LETTERS_AND_DIGITS);
  return [{ domainId, host: resource.host, ...certificate, ...port, domainType: 'application', enabled: true }];
}

function entry(deployment: Deployment): Record<string, unknown> {
  const { id, status, createdAt, startedAt, endedAt } = deployment;
  return {
    id,
    deploymentId: id,
    status,
    title: deployment.commitMessage,
    description: `Hash: ${deployment.commit}`,
    errorMessage: deployment.cause ?? null,
    logPath: `/etc/dokploy/logs/shop-mvbkuq/shop-mvbkuq-${createdAt.toISOString()}.log`,
    pid: startedAt === undefined ? null : '18442',
    applicationId: deployment.resourceId,
    composeId: null,
    isPreviewDeployment: false,
    createdAt: iso(createdAt),
    startedAt: iso(startedAt),
    finishedAt: iso(endedAt),
  };
}

export const dokploy: Profile = {
  name: 'dokploy',
  source:
    'Dokploy: the routers and schemas that its API is generated from (application.deploy, start, stop, reload, ' +
    'readLogs; deployment.readLogs; application, deployment, domain). Transposed: the text of ' +
    'deployment.readLogs stands as `logs` in the deployment; the variables are one text, without values.',
  deploymentId: (number) => characters(`dokploy deployment ${String(number)}`, 21, LETTERS_AND_DIGITS),
  resourceId: (number) => characters(`dokploy resource ${String(number)}`, 21, LETTERS_AND_DIGITS),
  words,
  resources: (resources) =>
    resourceList(resources.map((one) => ({ ...item(one, words[one.state], 'application'), ...application(one) }))),
  resource: (one) => ({
    json: { ...item(one, words[one.state], 'application'), ...application(one), domains: domains(one), mounts: [] },
  }),
  accepted: () => ({ json: true }),
  changed: (one) => ({ json: { ...item(one, words[one.state], 'application'), ...application(one) } }),
  deployments: (all) => ({ json: { deployments: all.map(entry) } }),
  deployment: (one) => ({
    json: {
      ...entry(one),
      logs: shown(one.lines)
        .map(({ text }) => `${text}\n`)
        .join(''),
    },
  }),
  // A JSON string, since the procedure returns a string.
  logs: (lines) => ({ json: lines.map(({ at, text }) => `${at.toISOString()} ${text}`).join('\n') }),
  env: (names) => ({ json: { env: names.map((name) => `${name}=`).join('\n'), buildArgs: '', buildSecrets: '' } }),
  timing: { queuedMs: 500, buildMs: 35_000, listLagMs: 2000, logLagMs: 0, transitionMs: 3000, statusLagMs: 0 },
};
