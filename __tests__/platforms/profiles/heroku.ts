import type { Body, Deployment, Profile, Resource } from '../profile.ts';
import { isoSeconds, item, resourceList, shown, updatedAt, uuid } from '../profile-parts.ts';

function app(resource: Resource): Record<string, unknown> {
  return {
    id: resource.id,
    name: resource.name,
    acm: true,
    archived_at: null,
    buildpack_provided_description: 'Node.js',
    build_stack: { id: uuid('heroku stack'), name: 'heroku-24' },
    created_at: isoSeconds(resource.createdAt),
    git_url: `https://git.heroku.com/${resource.name}.git`,
    maintenance: false,
    owner: { email: 'deployer@example.com', id: uuid('heroku owner') },
    region: { id: uuid('heroku region'), name: 'eu' },
    released_at: isoSeconds(resource.latest?.endedAt),
    repo_size: 0,
    slug_size: 47_185_920,
    stack: { id: uuid('heroku stack'), name: 'heroku-24' },
    team: null,
    updated_at: isoSeconds(resource.latest === undefined ? resource.createdAt : updatedAt(resource.latest)),
    web_url: `https://${resource.host}/`,
  };
}

function domains(resource: Resource): readonly unknown[] {
  const ids = { id: uuid(`domain of ${resource.id}`), app: { id: resource.id, name: resource.name } };
  return [{ ...ids, hostname: resource.host, kind: 'heroku', cname: null, acm_status: null, status: 'none' }];
}

function build(deployment: Deployment): Record<string, unknown> {
  const { id, status, resourceId, commit, commitMessage } = deployment;
  const done = status === 'finished';
  return {
    id,
    status,
    app: { id: resourceId },
    buildpacks: [{ url: 'https://github.com/heroku/heroku-buildpack-nodejs', name: 'heroku/nodejs' }],
    created_at: isoSeconds(deployment.createdAt),
    updated_at: isoSeconds(updatedAt(deployment)),
    output_stream_url: `https://build-output.example.com/streams/${String(id)}`,
    release: done ? { id: uuid(`release ${String(id)}`) } : null,
    slug: done ? { id: uuid(`slug ${String(id)}`) } : null,
    source_blob: {
      checksum: null,
      url: 'https://example.com/source.tgz',
      version: commit,
      version_description: commitMessage,
    },
    stack: 'heroku-24',
    user: { email: 'deployer@example.com', id: uuid('heroku owner') },
  };
}

function changed(resource: Resource, action: 'start' | 'stop' | 'restart'): Body {
  // "Restart all dynos" returns an empty object; start and stop scale the formation.
  if (action === 'restart') return { json: {} };
  const ids = { app: { id: resource.id, name: resource.name }, id: uuid(`formation of ${resource.id}`) };
  return {
    json: { ...ids, command: 'npm start', quantity: action === 'start' ? 1 : 0, size: 'standard-1X', type: 'web' },
  };
}

export const heroku: Profile = {
  name: 'heroku',
  source:
    'Heroku Platform API Reference (its generated Go client): App, Build, Domain, Dyno, Formation; "Building and ' +
    'Releasing Using the Platform API". Transposed: the plain text behind output_stream_url stands as `output` ' +
    'in the build, the domains in the app. An app has no status. Not looked up: the lines of Logplex, the empty ' +
    'answer of a restart.',
  deploymentId: (number) => uuid(`heroku build ${String(number)}`),
  resourceId: (number) => uuid(`heroku app ${String(number)}`),
  words: undefined,
  resources: (resources) => resourceList(resources.map((one) => ({ ...item(one, undefined, 'app'), ...app(one) }))),
  resource: (one) => ({ json: { ...app(one), domains: domains(one) } }),
  accepted: (one) => ({ json: build(one) }),
  changed,
  deployments: (all) => ({ json: { deployments: all.map(build) } }),
  deployment: (one) => ({
    json: {
      ...build(one),
      output: shown(one.lines)
        .map(({ text }) => `${text}\n`)
        .join(''),
    },
  }),
  logs: (lines) => ({
    text: lines.map(({ at, text }) => `${at.toISOString().slice(0, -1)}000+00:00 app[web.1]: ${text}\n`).join(''),
    contentType: 'text/plain; charset=utf-8',
  }),
  env: (names) => ({ json: Object.fromEntries(names.map((name) => [name, null])) }),
  timing: { queuedMs: 2000, buildMs: 30_000, listLagMs: 0, logLagMs: 500, transitionMs: 0, statusLagMs: 0 },
};
