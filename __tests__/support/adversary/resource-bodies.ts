// The good answers about resources, their variables and the log of the running app, in the shape that the story asks for.
import { UNKNOWN_FIELD } from './constants.ts';
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

/** A response with names of its own around what it is about. */
export const otherNames = (value: unknown): unknown => ({ took: 3, envelope: { kind: 'v1', item: value } });

/** What is beside a list of this length. */
export function moreOf(more: More, length: number): Readonly<Record<string, unknown>> {
  const fields: Readonly<Record<More, Readonly<Record<string, unknown>>>> = {
    nothing: {},
    'a cursor': { cursor: 'c1' },
    total: { total: length + 20 },
    hasMore: { hasMore: true },
    nextCursor: { nextCursor: 'c2' },
    nextPage: { meta: { pagination: { page: 1, nextPage: 2 } } },
  };
  return fields[more];
}

/** One resource as it stands in the list. `status` is the word that it shows. */
export function resourceFields(story: Story, status: string): Readonly<Record<string, unknown>> {
  const isUnreadable = story.unreadable.includes('status of a resource');
  const name = names[story.resources.name];
  return {
    [story.idField]: story.resourceId,
    type: 'app',
    ...(name === undefined ? {} : { name: story.others.length > 0 ? `${name} ${story.resourceId}` : name }),
    ...(story.app.hasNoStatus ? {} : { [story.statusField]: isUnreadable ? { [UNKNOWN_FIELD]: status } : status }),
    catalogKey: 'node',
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
  return json(200, { ok: true, resources, ...moreOf(more, resources.length) });
}

/** The single resource with its domains. `host` is where this server listens. */
export function resourceBody(story: Story, status: string, host: string): unknown {
  const forms: Readonly<Record<Story['resources']['domains'], Readonly<Record<string, unknown>>>> = {
    one: { domains: ['web.example.test'] },
    own: { domains: [host, 'web.example.test'] },
    objects: { domains: [{ id: 'dom_1', hostname: 'web.example.test', primary: true }] },
    'container ports': {
      domains: [
        { id: 'dom_1', hostname: 'www.example.test', port: 8080 },
        { id: 'dom_2', hostname: 'web.example.test', port: 3000, isPrimary: true },
      ],
    },
    text: { domains: '*.example.test, web.example.test,www.example.test' },
    address: { fqdn: 'https://web.example.test' },
    none: {},
  };
  const isUnreadable = story.unreadable.includes('domains of a resource');
  const domains = isUnreadable ? { domains: [{ [UNKNOWN_FIELD]: 1 }] } : forms[story.resources.domains];
  const { [story.statusField]: shown, ...others } = resourceFields(story, status);
  const isShown = !story.app.isStatusOnlyListed && shown !== undefined;
  const resource = { ...others, ...(isShown ? { [story.statusField]: shown } : {}), ...domains };
  const { wrapper } = story.app;
  if (wrapper === 'other names') return otherNames(resource);
  return wrapper === 'bare' ? resource : { ok: true, [wrapper]: resource };
}

/** The address of the app that the resource shows; empty without one. `host` is where this server listens. */
export function expectedUrl({ resources: { domains }, unreadable }: Story, host: string): string {
  if (domains === 'none' || unreadable.includes('domains of a resource')) return '';
  return domains === 'own' ? `http://${host}` : 'https://web.example.test';
}

/** The value of a variable, which is shown nowhere. */
export const HIDDEN_VALUE = 'hidden-value-of-a-variable';

/** The names of the environment variables. */
export function envAnswer({ env, unreadable }: Story): Answer {
  const { more } = env;
  const isUnreadable = unreadable.includes('name of a variable');
  const extra: readonly unknown[] = isUnreadable ? [{ [UNKNOWN_FIELD]: 1 }] : [];
  const bodies: Readonly<Record<EnvForm, object>> = {
    names: { env: [...env.names, ...extra] },
    objects: { variables: [...env.names.map((name) => ({ id: `v_${name}`, name })), ...extra] },
    map: { env: Object.fromEntries(env.names.map((name) => [name, null])) },
    'bare list': [...env.names, ...extra],
    'with values': { env: [...env.names.map((name) => ({ name, value: HIDDEN_VALUE })), ...extra] },
  };
  const body = bodies[env.form];
  const whole = Array.isArray(body) ? body : { ok: true, ...moreOf(more, env.names.length), ...body };
  return json(200, whole);
}

/** The lines of the runtime log as the app printed them. */
export function runtimeLines({ runtime }: Story): string[] {
  return Array.from({ length: runtime.lines }, (_, index) => `<app.${index}> request ${index} was served`);
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
    events: () =>
      ofType('text/event-stream', entries.map((entry) => `event: log\ndata: ${JSON.stringify(entry)}\n\n`).join('')),
    'JSON in JSON': () => json(200, { ok: true, logs: JSON.stringify(entries) }),
    null: () => json(200, { ok: true, logs: null }),
    'unknown form': () => json(200, { ok: true, unknownLogs: lines.map((line) => ({ [UNKNOWN_FIELD]: line })) }),
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
