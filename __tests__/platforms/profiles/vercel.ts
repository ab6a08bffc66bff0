import type { Deployment, DeploymentStatus, Line, Profile, Resource } from '../profile.ts';
import {
  LETTERS_AND_DIGITS,
  LOWER_CASE_AND_DIGITS,
  characters,
  item,
  millis,
  resourceList,
  shown,
} from '../profile-parts.ts';

// A project is paused or not; otherwise the status is that of its production deployment.
const words = {
  up: 'ready',
  starting: 'initializing',
  restarting: 'initializing',
  stopping: 'ready',
  down: 'paused',
  crashed: 'error',
};

const readyStates: Readonly<Record<DeploymentStatus, string>> = {
  queued: 'QUEUED',
  building: 'BUILDING',
  finished: 'READY',
  failed: 'ERROR',
  cancelled: 'CANCELED',
};

const creator = { uid: 'eCGBODSMVT0ZeSJGBYPqkKAq', username: 'deployer', email: 'deployer@example.com' };

function project(resource: Resource): Record<string, unknown> {
  const { id, name, host, latest } = resource;
  return {
    id,
    accountId: 'team_1a2b3c4d5e6f7g8h9i0j1k2l',
    name,
    framework: 'nextjs',
    paused: resource.state === 'down',
    nodeVersion: '22.x',
    link: { type: 'github', org: 'acme', repo: 'shop', repoId: 190_717_137, productionBranch: 'main' },
    alias: [{ domain: host, environment: 'production', target: 'PRODUCTION', configuredBy: 'CNAME' }],
    targets: {
      production: {
        id: latest?.id ?? null,
        alias: [host],
        url: `${name}-${characters(id, 9, LOWER_CASE_AND_DIGITS)}-acme.vercel.app`,
        target: 'production',
        type: 'LAMBDAS',
      },
    },
    updatedAt: millis(latest?.endedAt ?? resource.createdAt),
    live: true,
  };
}

function entry(deployment: Deployment): Record<string, unknown> {
  const { id, status, commit, commitMessage, cause } = deployment;
  const readyState = readyStates[status];
  return {
    id,
    uid: id,
    status,
    readyState,
    state: readyState,
    name: 'shop',
    projectId: deployment.resourceId,
    url: `shop-${characters(String(id), 9, LOWER_CASE_AND_DIGITS)}-acme.vercel.app`,
    inspectorUrl: `https://vercel.com/acme/shop/${String(id).slice(4)}`,
    source: 'api-trigger-git-deploy',
    target: 'production',
    type: 'LAMBDAS',
    created: millis(deployment.createdAt),
    createdAt: millis(deployment.createdAt),
    buildingAt: millis(deployment.startedAt),
    ready: status === 'finished' ? millis(deployment.endedAt) : null,
    creator,
    meta: {
      githubCommitAuthorName: 'Deployer',
      githubCommitMessage: commitMessage,
      githubCommitOrg: 'acme',
      githubCommitRef: 'main',
      githubCommitRepo: 'shop',
      githubCommitSha: commit,
    },
    aliasError: null,
    ...(cause === undefined ? {} : { errorCode: 'BUILD_FAILED', errorMessage: cause }),
  };
}

function event({ at, text }: Line, index: number, deploymentId: string): Record<string, unknown> {
  const info = { type: 'build', name: 'bld_cotnkcr76', entrypoint: '.' };
  const id = `${String(at.getTime())}${String(index).padStart(9, '0')}`;
  const payload = { deploymentId, info, text, id, date: millis(at), serial: `${id}-iad1` };
  return { type: 'stdout', created: millis(at), payload };
}

export const vercel: Profile = {
  name: 'vercel',
  source:
    'Vercel REST API (docs of its SDK): deployments, "Get deployment events", runtime logs, pagination. ' +
    'Transposed: the ready state of the production deployment is the status of the project; the events stand in ' +
    'the deployment. Not looked up: the fields of a project and of an environment variable.',
  deploymentId: (number) => `dpl_${characters(`vercel deployment ${String(number)}`, 28, LETTERS_AND_DIGITS)}`,
  resourceId: (number) => `prj_${characters(`vercel project ${String(number)}`, 28, LETTERS_AND_DIGITS)}`,
  words,
  resources: (resources) =>
    resourceList(
      resources.map((one) => ({ ...project(one), ...item(one, words[one.state], 'nextjs') })),
      { pagination: { count: resources.length, next: null, prev: null } },
    ),
  resource: (one) => ({ json: { ...project(one), ...item(one, words[one.state], 'nextjs') } }),
  accepted: (one) => ({ json: entry(one) }),
  // Documented without content.
  changed: () => ({ text: '', contentType: 'text/plain; charset=utf-8' }),
  deployments: (all) => ({
    json: { pagination: { count: all.length, next: null, prev: null }, deployments: all.map(entry) },
  }),
  deployment: (one) => ({
    json: { ...entry(one), events: shown(one.lines).map((line, index) => event(line, index, String(one.id))) },
  }),
  logs: (lines) => ({
    text: lines
      .map(({ at, text }, index) => {
        const request = { domain: 'shop.vercel.app', requestMethod: 'GET', requestPath: '/', responseStatusCode: 200 };
        const entryId = `${String(at.getTime())}${String(index)}`;
        const rest = { rowId: entryId, source: 'serverless', timestampInMs: millis(at), messageTruncated: false };
        return `${JSON.stringify({ level: 'info', message: text, ...rest, ...request })}\n`;
      })
      .join(''),
    contentType: 'application/stream+json',
  }),
  env: (names) => ({
    json: {
      envs: names.map((key) => ({
        id: characters(key, 16, LETTERS_AND_DIGITS),
        key,
        type: 'sensitive',
        target: ['production'],
        gitBranch: null,
        createdAt: 1_768_036_361_000,
        updatedAt: 1_768_036_361_000,
      })),
    },
  }),
  timing: { queuedMs: 1500, buildMs: 9000, listLagMs: 0, logLagMs: 300, transitionMs: 1500, statusLagMs: 300 },
};
