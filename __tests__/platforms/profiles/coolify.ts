import type { Body, Deployment, Line, Profile, Resource } from '../profile.ts';
import { LOWER_CASE_AND_DIGITS, characters, iso, item, resourceList, updatedAt } from '../profile-parts.ts';

const words = {
  up: 'running:healthy',
  starting: 'starting:unknown',
  restarting: 'restarting:unknown',
  // Coolify shows the last state of the container until it is gone.
  stopping: 'running:healthy',
  down: 'exited',
  crashed: 'exited:unhealthy',
};

function application(resource: Resource): Record<string, unknown> {
  return {
    uuid: resource.id,
    fqdn: resource.type === 'app' ? `https://${resource.host},https://www.${resource.host}` : null,
    git_repository: 'acme/shop',
    git_branch: 'main',
    git_commit_sha: 'HEAD',
    git_full_url: null,
    build_pack: 'nixpacks',
    ports_exposes: '3000',
    health_check_path: '/',
    health_check_host: 'localhost',
    health_check_port: null,
    last_online_at: '2026-01-10 09:12:41',
    updated_at: iso(resource.latest === undefined ? resource.createdAt : updatedAt(resource.latest)),
  };
}

function queued(deployment: Deployment): Record<string, unknown> {
  const { id, status, commit, commitMessage } = deployment;
  return {
    id,
    deployment_uuid: id,
    status,
    application_id: '7',
    application_name: 'shop',
    server_name: 'localhost',
    deployment_url: `/project/c8kso/environment/w4gow/application/${deployment.resourceId}/deployment/${String(id)}`,
    pull_request_id: 0,
    force_rebuild: false,
    is_webhook: false,
    is_api: true,
    restart_only: false,
    rollback: false,
    git_type: null,
    commit,
    commit_message: commitMessage,
    current_process_id: null,
    created_at: iso(deployment.createdAt),
    updated_at: iso(updatedAt(deployment)),
    finished_at: iso(deployment.endedAt),
  };
}

function logs(lines: readonly Line[]): string {
  const entries = lines.map(({ at, text, hidden }, index) => ({
    command: hidden === true ? `docker exec helper bash -c '${text}'` : null,
    output: text,
    type: 'stdout',
    timestamp: iso(at),
    hidden: hidden === true,
    batch: 1,
    order: index + 1,
  }));
  return JSON.stringify(entries);
}

function changed(_resource: Resource, action: 'start' | 'stop' | 'restart'): Body {
  const messages = {
    start: 'Deployment request queued.',
    stop: 'Application stopping request queued.',
    restart: 'Restart request queued.',
  };
  return { json: { message: messages[action] } };
}

export const coolify: Profile = {
  name: 'coolify',
  source:
    'Coolify API reference (OpenAPI document): Application, ApplicationDeploymentQueue, EnvironmentVariable, ' +
    'deploy, start, stop, restart, logs; the log entries and container states as the code behind it writes them. ' +
    'Transposed: id is the deployment_uuid; start and restart name no deployment of their own.',
  deploymentId: (number) => characters(`coolify deployment ${String(number)}`, 24, LOWER_CASE_AND_DIGITS),
  resourceId: (number) => characters(`coolify resource ${String(number)}`, 24, LOWER_CASE_AND_DIGITS),
  words,
  resources: (resources) =>
    resourceList(resources.map((one) => ({ ...item(one, words[one.state], 'application'), ...application(one) }))),
  resource: (one) => ({ json: { ...item(one, words[one.state], 'application'), ...application(one) } }),
  accepted: ({ id, resourceId }) => ({
    json: {
      deployments: [{ message: 'Application shop deployment queued.', resource_uuid: resourceId, deployment_uuid: id }],
    },
  }),
  changed,
  deployments: (all) => ({ json: { count: all.length, deployments: all.map(queued) } }),
  deployment: (one) => ({ json: { ...queued(one), logs: logs(one.lines) } }),
  logs: (lines) => ({ json: { logs: lines.map(({ at, text }) => `${at.toISOString()} ${text}\n`).join('') } }),
  env: (names) => ({
    json: names.map((key) => ({
      uuid: characters(`coolify env ${key}`, 24, LOWER_CASE_AND_DIGITS),
      key,
      is_literal: false,
      is_multiline: false,
      is_preview: false,
      is_runtime: true,
      is_buildtime: true,
      is_shown_once: false,
    })),
  }),
  timing: {
    queuedMs: 1000,
    buildMs: 42_000,
    listLagMs: 0,
    logLagMs: 1000,
    transitionMs: 10_000,
    statusLagMs: 1500,
  },
};
