import type { Deployment, Line, Profile, Resource } from '../profile.ts';
import {
  HEXADECIMAL,
  characters,
  isoSeconds,
  item,
  millis,
  nanos,
  resourceList,
  shown,
  updatedAt,
} from '../profile-parts.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const words = {
  up: 'started',
  starting: 'starting',
  restarting: 'restarting',
  stopping: 'stopping',
  down: 'stopped',
  crashed: 'failed',
};

function imageRef(seed: string): Record<string, unknown> {
  const digest = `sha256:${characters(seed, 32, HEXADECIMAL)}${characters(`${seed} `, 32, HEXADECIMAL)}`;
  const tag = `deployment-${characters(seed, 26, CROCKFORD)}`;
  return { registry: 'images.example.com', repository: 'shop', tag, digest, labels: null };
}

const config = {
  env: { PRIMARY_REGION: 'ams' },
  guest: { cpu_kind: 'shared', cpus: 1, memory_mb: 512 },
  restart: { policy: 'on-failure', max_retries: 10 },
  services: [
    {
      protocol: 'tcp',
      internal_port: 8080,
      autostart: true,
      ports: [
        { port: 80, handlers: ['http'], force_https: true },
        { port: 443, handlers: ['http', 'tls'] },
      ],
    },
  ],
};

function machine(resource: Resource): Record<string, unknown> {
  const state = words[resource.state];
  const changed = resource.latest === undefined ? resource.createdAt : updatedAt(resource.latest);
  return {
    id: resource.id,
    name: resource.name,
    state,
    region: 'ams',
    image_ref: imageRef(String(resource.latest?.id)),
    instance_id: resource.latest?.id ?? null,
    private_ip: 'fdaa:0:18:a7b:196:e274:9ce1:2',
    created_at: isoSeconds(resource.createdAt),
    updated_at: isoSeconds(changed),
    config,
    events: [{ type: 'start', status: state, source: 'flyd', timestamp: millis(changed) }],
    host_status: 'ok',
  };
}

function release(deployment: Deployment): Record<string, unknown> {
  const { id, number, status } = deployment;
  return {
    id,
    version: number,
    status,
    stable: status === 'finished',
    inProgress: deployment.endedAt === undefined,
    reason: 'deploy',
    description: 'Release',
    deploymentStrategy: 'ROLLING',
    imageRef: `images.example.com/shop:deployment-${characters(String(id), 26, CROCKFORD)}`,
    user: { email: 'deployer@example.com', name: 'deployer' },
    createdAt: isoSeconds(deployment.createdAt),
  };
}

function attributes({ at, text }: Line, provider: string): Record<string, unknown> {
  const instance = '148ed123456789';
  const meta = { instance, region: 'ams', event: { provider }, error: { code: 0, message: '' } };
  return { timestamp: at.toISOString(), message: text, level: 'info', instance, region: 'ams', meta };
}

function page(lines: readonly Line[]): Record<string, unknown> {
  const data = lines.map((line, index) => ({
    id: `${nanos(line.at)}-${String(index)}`,
    type: 'log',
    attributes: attributes(line, 'runner'),
  }));
  const last = lines.at(-1);
  return { data, meta: { next_token: last === undefined ? '' : nanos(last.at) } };
}

export const fly: Profile = {
  name: 'fly',
  source:
    'Fly.io docs: "Machines" (Machines API resource), "Machine states and lifecycle", "Logs API options for ' +
    'programmatic access". Transposed: the version of a machine is its deployment, the hostname of the app ' +
    'stands in the machine, the log of the builder is paged like the one of the app. Not looked up: the fields ' +
    'of a log entry and of a release, the answers to start, stop and restart, the list of secrets.',
  deploymentId: (number) => `01${characters(`fly release ${String(number)}`, 24, CROCKFORD)}`,
  resourceId: (number) => characters(`fly machine ${String(number)}`, 14, HEXADECIMAL),
  words,
  resources: (resources) =>
    resourceList(resources.map((one) => ({ ...item(one, words[one.state], 'machine'), ...machine(one) }))),
  resource: (one) => ({
    json: { ...item(one, words[one.state], 'machine'), ...machine(one), hostname: one.host },
  }),
  accepted: ({ id, resourceId, createdAt }) => ({
    json: {
      id: resourceId,
      name: 'aged-wind-2649',
      state: 'replacing',
      region: 'ams',
      image_ref: imageRef(String(id)),
      instance_id: id,
      config,
      updated_at: isoSeconds(createdAt),
    },
  }),
  changed: (_one, action) => ({ json: action === 'start' ? { previous_state: 'stopped' } : { ok: true } }),
  deployments: (all) => ({ json: { deployments: all.map(release) } }),
  deployment: (one) => ({ json: { ...release(one), logs: page(shown(one.lines)) } }),
  logs: (lines) => ({
    text: lines.map((line) => `${JSON.stringify(attributes(line, 'app'))}\n`).join(''),
    contentType: 'application/x-ndjson',
  }),
  env: (names) => ({
    json: {
      secrets: names.map((name) => ({ name, digest: characters(name, 16, HEXADECIMAL), created_at: null })),
    },
  }),
  timing: { queuedMs: 0, buildMs: 14_000, listLagMs: 0, logLagMs: 1500, transitionMs: 800, statusLagMs: 0 },
};
