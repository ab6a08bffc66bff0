// The good answers about resources, their variables and the log of the running app, in the shape that the story asks for.
import { API_KEY, UNKNOWN_FIELD } from './constants.ts';
import type { EnvForm, RuntimeForm } from './forms.ts';
import { HEALTH_PATH } from './routes.ts';
import { type Answer, json } from './faults.ts';
import { type More, resourceIdsOf, type Story } from './story.ts';

const stamp = (atMs: number): string => new Date(Date.UTC(2026, 4, 4, 9) + atMs).toISOString();

const names: Readonly<Record<Story['resources']['name'], string | undefined>> = {
  plain: 'web',
  none: undefined,
  commands: 'web\r\n::error title=owned::owned\n\u001B[31mred',
  long: 'w'.repeat(15_000),
};

/** Longer than any field that is shown. */
const LONG_FIELD = 'long '.repeat(4_000);

/** What shows that a list has more items than it holds; the header is that of the whole answer. */
export function moreOf(more: More, length: number): Readonly<Record<string, unknown>> {
  const fields: Readonly<Record<More, Readonly<Record<string, unknown>>>> = {
    nothing: {},
    total: { total: length + 20 },
    hasMore: { hasMore: true },
    'hasMore: 1': { hasMore: 1 },
    nextCursor: { nextCursor: 'c2' },
    nextPage: { meta: { pagination: { page: 1, nextPage: 2 } } },
    'Link header': {},
    'page header': {},
  };
  return fields[more];
}

/** The headers of such a list. */
export function moreHeaders(more: More): Readonly<Record<string, string>> {
  if (more === 'page header') return { 'x-next-page': '2' };
  return more === 'Link header' ? { link: '</api/v1/next?page=2>; rel="next"' } : {};
}

/** One resource as it stands in the list. `status` is the word that it shows. */
export function resourceFields(story: Story, status: string): Readonly<Record<string, unknown>> {
  const isUnreadable = story.unreadable.includes('status of a resource');
  const name = story.key === 'name of the resource' ? `web of ${API_KEY}` : names[story.resources.name];
  return {
    id: story.resourceId,
    type: 'app',
    ...(name === undefined ? {} : { name: story.others.length > 0 ? `${name} ${story.resourceId}` : name }),
    status: isUnreadable ? { [UNKNOWN_FIELD]: status } : status,
    catalogKey: story.key === 'field of the resource' ? API_KEY.toUpperCase() : 'node',
    cpuMillicores: 500,
    memoryMb: 512,
    diskGb: 4,
    createdAt: stamp(-86_400_000),
    ...(story.unreadable.includes('long field of a resource') ? { description: LONG_FIELD } : {}),
  };
}

/** The list of all resources. */
export function resourcesAnswer(story: Story, items: readonly Readonly<Record<string, unknown>>[]): Answer {
  const { more } = story.resources;
  const isAnonymous = story.unreadable.includes('id of a listed resource');
  const resources = [...items, ...(isAnonymous ? [{ id: null, [UNKNOWN_FIELD]: 'draft', type: 'app' }] : [])];
  return json(200, { ok: true, resources, ...moreOf(more, resources.length) }, moreHeaders(more));
}

/** The single resource with its domains. `host` is where this server listens. */
export function resourceBody(story: Story, status: string, host: string): unknown {
  const forms: Readonly<Record<Story['resources']['domains'], Readonly<Record<string, unknown>>>> = {
    one: { domains: ['web.example.test'] },
    own: { domains: [host, 'web.example.test'] },
    objects: { domains: [{ id: 'dom_1', hostname: 'web.example.test', primary: true }] },
    none: {},
  };
  const isUnreadable = story.unreadable.includes('domains of a resource');
  const domains = isUnreadable ? { domains: [{ [UNKNOWN_FIELD]: 1 }] } : forms[story.resources.domains];
  const { status: shown, ...others } = resourceFields(story, status);
  const resource = { ...others, ...(story.app.isStatusOnlyListed ? {} : { status: shown }), ...domains };
  const { wrapper } = story.app;
  return wrapper === 'bare' ? resource : { ok: true, [wrapper]: resource };
}

/** The value of a variable, which is shown nowhere. */
export const HIDDEN_VALUE = 'hidden-value-of-a-variable';

/** The names of the environment variables. */
export function envAnswer({ env, unreadable }: Story): Answer {
  const { more } = env;
  const isUnreadable = unreadable.includes('name of a variable');
  const extra: readonly unknown[] = isUnreadable ? [{ [UNKNOWN_FIELD]: 1 }] : [];
  const half = Math.ceil(env.names.length / 2);
  const bodies: Readonly<Record<EnvForm, object>> = {
    names: { env: [...env.names, ...extra] },
    objects: { variables: [...env.names.map((name) => ({ id: `v_${name}`, name })), ...extra] },
    map: { env: Object.fromEntries(env.names.map((name) => [name, null])) },
    'bare list': [...env.names, ...extra],
    'in stages': { env: { build: env.names.slice(0, half), runtime: [...env.names.slice(half), ...extra] } },
    // Only a name in capitals distinguishes stages from variables.
    'in stages, with values': {
      env: env.names.some((name) => /^[A-Z_]+$/.test(name))
        ? { production: Object.fromEntries(env.names.map((name) => [name, HIDDEN_VALUE])), preview: {} }
        : env.names,
    },
    'with values': { env: [...env.names.map((name) => ({ name, value: HIDDEN_VALUE })), ...extra] },
  };
  const body = bodies[env.form];
  const whole = Array.isArray(body) ? body : { ok: true, ...moreOf(more, env.names.length), ...body };
  return json(200, whole, moreHeaders(more));
}

/** The lines of the runtime log as the app printed them. */
export function runtimeLines({ runtime, key }: Story): string[] {
  const shown = key === 'runtime log' ? ` with ${API_KEY}` : '';
  return Array.from({ length: runtime.lines }, (_, index) => `<app.${index}> request ${index} was served${shown}`);
}

/** The runtime log. */
export function runtimeAnswer(story: Story): Answer {
  const lines = runtimeLines(story);
  const entries = lines.map((message, index) => ({ timestamp: stamp(index * 1_000), message }));
  // A list of unreadable entries alone would be an unreadable log.
  const hasUnreadable = lines.length > 0 && story.unreadable.includes('entry of the runtime log');
  const extra: readonly unknown[] = hasUnreadable ? [{ [UNKNOWN_FIELD]: 1 }] : [];
  const text = lines.map((line) => `${line}\n`).join('');
  const ofType = (type: string, body: string): Answer => ({ status: 200, headers: { 'content-type': type }, body });
  const makers: Readonly<Record<RuntimeForm, () => Answer>> = {
    text: () => json(200, { ok: true, logs: text }),
    'plain text': () => ofType('text/plain; charset=utf-8', text),
    lines: () => json(200, { ok: true, logs: [...lines, ...extra] }),
    entries: () => json(200, { ok: true, logs: [...entries, ...extra] }),
    'JSON lines': () => ofType('application/x-ndjson', entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
    'JSON in JSON': () => json(200, { ok: true, logs: JSON.stringify(entries) }),
    null: () => json(200, { ok: true, logs: null }),
    'unknown form': () => json(200, { ok: true, unknownLogs: [{ [UNKNOWN_FIELD]: lines.length }] }),
  };
  return makers[story.runtime.form]();
}

/** Where the health check of the step goes; empty without one. */
export function healthTarget({ health }: Story, host: string): string {
  if (health.target === 'none') return '';
  return health.target === 'path' ? HEALTH_PATH : `http://${host}${HEALTH_PATH}`;
}

/** The resources of a step in the order in which the service lists them. */
export function listedIds(story: Story): string[] {
  return resourceIdsOf(story).toReversed();
}
