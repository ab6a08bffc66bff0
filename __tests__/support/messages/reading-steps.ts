// Steps against a service, a connection or a description that is not as expected: what is shown of it.
import { createRawServers } from '../service/raw-server.ts';
import { detailOf, ID, listOf, refusal, requests, type ScriptedResponse } from '../service/scripted-service.ts';
import { always, failing, json, long, odd, resources, step, type Steps, wait } from './service.ts';

const openapi = 'GET /openapi.json';
const page: ScriptedResponse = { body: '<html>Sign in</html>' };
const check = (answers: Record<string, ScriptedResponse>, inputs: Record<string, string> = {}) =>
  step(
    { answers: Object.fromEntries(Object.entries(answers).map(([request, response]) => [request, () => response])) },
    { operation: 'check', ...inputs },
  );
const paths = (...routes: string[]) => Object.fromEntries(routes.map((route) => [route, { get: {}, post: {} }]));
const all = paths(
  ...['', '/{id}', '/{id}/start', '/{id}/stop', '/{id}/restart', '/{id}/deployments', '/{id}/logs', '/{id}/env'].map(
    (route) => `/resources${route}`,
  ),
  '/resources/{id}/deployments/{deploymentId}',
);
/** What a service shows of itself. */
const checking: Steps = {
  'a service without fault': check(
    { 'GET /resources': resources, [openapi]: json({ openapi: '3.1.0', paths: all }) },
    { 'resource-id': '' },
  ),
  'a description that lacks paths': check(
    {
      'GET /resources': resources,
      [openapi]: json({ openapi: '3.1.0', paths: {}, webhooks: { deployed: {} } }),
      [requests.logs]: json({ ok: true, logs: 'up' }),
    },
    { 'required-env': 'PORT' },
  ),
  'a description that is none': check({ 'GET /resources': resources, [openapi]: json([]) }),
  'a description without a version': check({ 'GET /resources': resources, [openapi]: json({ paths: {} }) }),
  'a description without paths': check({ 'GET /resources': resources, [openapi]: json({ openapi: '3.1.0' }) }),
  'a description that is described': check({
    'GET /resources': resources,
    [openapi]: json({
      openapi: '3.1.0',
      paths: {
        '/resources/{id}/logs': { get: { parameters: [{ name: 'lines', schema: { type: 'integer' } }] } },
        '/resources': { get: { responses: { 429: { headers: { 'Retry-After': {} } } } } },
        '/resources/{id}/start': { post: { responses: { 202: {} } } },
        '/resources/{id}/deployments': { post: { responses: { 202: {} } } },
      },
    }),
  }),
  'deployments that cannot be read': check({
    'GET /resources': resources,
    [openapi]: json({}),
    [requests.list]: failing,
  }),
  'a latest deployment that cannot be read': check({
    'GET /resources': resources,
    [openapi]: json({}),
    [requests.detail('old')]: failing,
  }),
  'an environment that cannot be read': check({
    'GET /resources': resources,
    [openapi]: json({}),
    [`GET /resources/${ID}/env`]: failing,
  }),
  'a refusal that is not described': check({ 'GET /resources': refusal(418, 'teapot') }),
  'a deadline that leaves no time': step(
    { answers: { 'GET /resources': () => resources, [openapi]: () => ({ afterMs: 300_000 }) } },
    { operation: 'check', 'resource-id': '', timeout: '2s' },
  ),
};

/** Parts of responses that are not recognised. */
const unrecognised: Steps = {
  'parts of a resource': step(
    { resource: odd({ status: { now: 1 }, domains: 5, [long]: 1 }) },
    { operation: 'status' },
  ),
  'an item without an id': step(
    { answers: { 'GET /resources': () => json({ resources: [{ name: 'web' }] }) } },
    { operation: 'list', 'resource-id': '' },
  ),
  'a resource without the field of a filter': step(
    { answers: { 'GET /resources': () => json({ resources: [{ id: 'a', name: 'web' }] }) } },
    { operation: 'list', 'resource-id': '', filter: 'type=app' },
  ),
  'parts of a list of deployments': wait({
    list: () => json({ deployments: [{ status: { now: 1 } }, { id: 'b', status: 'finished' }] }),
  }),
  'a latest deployment without an id': wait({ list: () => listOf('- finished') }, { 'deployment-id': 'latest' }),
  'a running deployment without an id': wait({ list: () => listOf('- building') }),
  'the build log': step({ detail: () => json({ deployment: { id: 'ours', status: 'finished', log: 5 } }) }),
  'an entry of a log': step({
    detail: () => json({ deployment: { id: 'ours', status: 'finished', log: [{ a: 1 }] } }),
  }),
  'a log that is a page': step({ answers: { [requests.logs]: () => page } }, { operation: 'logs' }),
  'a log of bytes': step(
    { answers: { [requests.logs]: () => ({ body: '{"a":', headers: { 'content-type': 'application/json' } }) } },
    { operation: 'logs', timeout: '20s' },
  ),
  'a log that is a number': step({ answers: { [requests.logs]: () => json(5) } }, { operation: 'logs' }),
  'a name of an environment variable': step(
    { answers: { [`GET /resources/${ID}/env`]: () => json({ env: ['PORT', {}] }) } },
    { operation: 'env' },
  ),
  'names of environment variables': step(
    { answers: { [`GET /resources/${ID}/env`]: () => json({ env: [5] }) } },
    { operation: 'env', timeout: '20s' },
  ),
  'an environment that is a number': step(
    { answers: { [`GET /resources/${ID}/env`]: () => json({ env: 5 }) } },
    { operation: 'env', timeout: '20s' },
  ),
  'a list that is none': always(json({ ok: true, text: 5 }), { operation: 'wait', timeout: '20s' }),
  'another deployment': step({ detail: () => detailOf('other', 'finished') }, { timeout: '20s' }),
  'no JSON': always({ body: '' }, { operation: 'status', timeout: '20s' }),
  markup: always({ body: '<x/>' }, { operation: 'status', timeout: '20s' }),
  'plain text': always({ body: 'default backend - 404' }, { operation: 'status', timeout: '20s' }),
  'broken JSON': always({ body: '{"ok": ' }, { operation: 'status', timeout: '20s' }),
  'a page for a deploy request': step({ post: () => page }, { timeout: '20s' }),
  'a long name': always(json({ [long.slice(0, 300)]: 1 }), { operation: 'status', timeout: '20s' }),
  'a long body': step(
    { answers: { [openapi]: () => json({ openapi: long }), 'GET /resources': () => resources } },
    { operation: 'check', 'resource-id': '' },
  ),
};

/** Runs a step against a server that answers with these bytes and hangs up. */
function bytes(response: string) {
  return async () => {
    const servers = createRawServers();
    try {
      const origin = await servers.serveBytes(response, (socket) => socket.end());
      return await step({}, { 'base-url': `${origin}/api/v1`, operation: 'status', timeout: '5s' })();
    } finally {
      await servers.close();
    }
  };
}

/** Connections and gateways. */
const connecting: Steps = {
  'a gateway': always({ status: 502, body: 'Bad gateway' }, { operation: 'status', timeout: '20s' }),
  'a redirect': always({ status: 302, headers: { location: 'https://login.example.test/' } }, { operation: 'status' }),
  'a redirect that leads nowhere': always({ status: 302, headers: { location: 'https://' } }, { operation: 'status' }),
  'a response that is too long': always({ body: 'x'.repeat(9_000_000) }, { operation: 'status', timeout: '20s' }),
  'a response that is cut short': bytes('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}'),
  'a response that is not HTTP': bytes('SSH-2.0-OpenSSH_9.9\r\n'),
  'a slow service': always({ afterMs: 600_000 }, { operation: 'status' }),
  'a compressed response': always(
    { body: '{}', headers: { 'content-encoding': 'zstd' } },
    { operation: 'status', timeout: '20s' },
  ),
  'a foreign code': step({ post: () => refusal(403, 'quota_exceeded') }),
};

/** All of them. */
export const readingSteps: Steps = { ...checking, ...unrecognised, ...connecting };
