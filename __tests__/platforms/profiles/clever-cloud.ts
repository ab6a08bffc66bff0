import type { Body, Deployment, DeploymentStatus, Line, Profile, Resource } from '../profile.ts';
import { iso, item, millis, resourceList, shown, uuid } from '../profile-parts.ts';

// The state is the desired one: it changes at once, and stays up during a restart.
const words = {
  up: 'should_be_up',
  starting: 'wants_to_be_up',
  restarting: 'should_be_up',
  stopping: 'should_be_down',
  down: 'should_be_down',
  crashed: 'restart_failed',
};

const states: Readonly<Record<DeploymentStatus, string>> = {
  queued: 'QUEUED',
  building: 'WIP',
  finished: 'OK',
  failed: 'FAIL',
  cancelled: 'CANCELLED',
};

function application(resource: Resource): Record<string, unknown> {
  const { id, name, host } = resource;
  return {
    id,
    name,
    description: name,
    zone: 'par',
    instance: {
      type: 'node',
      version: '20260112',
      variant: { id: uuid('clever variant'), slug: 'node', name: 'Node', deployType: 'javascript' },
      minInstances: 1,
      maxInstances: 1,
      maxAllowedInstances: 40,
      minFlavor: { name: 'S', mem: 2048, cpus: 2 },
      maxFlavor: { name: 'S', mem: 2048, cpus: 2 },
      lifetime: 'REGULAR',
    },
    deployment: {
      shutdownable: false,
      type: 'GIT',
      repoState: 'CREATED',
      url: `git+ssh://git@push-n3-par-clevercloud-customers.services.clever-cloud.com/${id}.git`,
      httpUrl: `https://push-n3-par-clevercloud-customers.services.clever-cloud.com/${id}.git`,
    },
    vhosts: [{ fqdn: `${host}/` }],
    creationDate: millis(resource.createdAt),
    last_deploy: resource.latest?.number ?? 0,
    archived: false,
    stickySessions: false,
    homogeneous: false,
    cancelOnPush: false,
    state: words[resource.state].toUpperCase(),
    commitId: resource.latest?.commit ?? null,
    appliance: null,
    branch: 'master',
    forceHttps: 'ENABLED',
    separateBuild: false,
    deployUrl: `https://push-n3-par-clevercloud-customers.services.clever-cloud.com/${id}.git`,
  };
}

function entry(deployment: Deployment): Record<string, unknown> {
  const { id, number, status, commit } = deployment;
  return {
    id,
    uuid: id,
    number,
    status,
    state: states[status],
    action: 'DEPLOY',
    date: millis(deployment.createdAt),
    commit,
    cause: 'API',
    instances: 1,
    author: { id: `user_${uuid('clever author')}`, name: 'Deployer' },
  };
}

function log({ at, text }: Line, applicationId: string, index: number): Record<string, unknown> {
  return {
    id: `${String(at.getTime())}-${String(index)}`,
    date: iso(at),
    message: text,
    severity: 'info',
    facility: 'local0',
    service: 'bas-deploy.service',
    instanceId: uuid(`instance of ${applicationId}`),
    applicationId,
    zone: 'PAR',
  };
}

function changed(_resource: Resource, action: 'start' | 'stop' | 'restart'): Body {
  const what = action === 'stop' ? 'undeploy' : 'redeploy';
  const id = action === 'stop' ? 322 : 320;
  return { json: { id, message: `The application has successfully been queued for ${what}.`, type: 'success' } };
}

export const cleverCloud: Profile = {
  name: 'clever-cloud',
  source:
    'Clever Cloud API v2 and v4 as its own tools read them: applications (vhosts, state), deployments ' +
    '("activity"), redeploy, application logs. Transposed: state is the status of the app in lower case; the log ' +
    'entries of a deployment stand in it; start and restart name no deployment of their own. Not looked up: the ' +
    'answer to undeploy, the names of the events of the log stream, some fields of a log entry.',
  deploymentId: (number) => `deployment_${uuid(`clever deployment ${String(number)}`)}`,
  resourceId: (number) => `app_${uuid(`clever application ${String(number)}`)}`,
  words,
  resources: (resources) =>
    resourceList(resources.map((one) => ({ ...application(one), ...item(one, words[one.state], 'node') }))),
  resource: (one) => ({ json: { ...application(one), status: words[one.state] } }),
  accepted: ({ id }) => ({
    json: {
      // The number of the message, not of anything deployed.
      id: 320,
      message: 'The application has successfully been queued for redeploy.',
      type: 'success',
      deploymentId: id,
    },
  }),
  changed,
  deployments: (all) => ({ json: { deployments: all.map(entry) } }),
  deployment: (one) => ({
    json: { ...entry(one), logs: shown(one.lines).map((line, index) => log(line, one.resourceId, index)) },
  }),
  logs: (lines) => ({
    text: lines
      .map((line, index) => {
        const data = log(line, 'app_6cb7fded-72d8-4994-b813-c7caa2208019', index);
        return `event:APPLICATION_LOG\nid:${String(data['id'])}\ndata:${JSON.stringify(data)}\n\n`;
      })
      .join(''),
    contentType: 'text/event-stream',
  }),
  env: (names) => ({ json: names.map((name) => ({ name, value: null })) }),
  timing: { queuedMs: 5000, buildMs: 50_000, listLagMs: 3000, logLagMs: 2000, transitionMs: 8000, statusLagMs: 600 },
};
