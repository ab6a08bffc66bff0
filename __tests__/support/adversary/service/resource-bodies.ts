// The good answers about resources, their variables and the log of the running app, in the shape that the story asks for.
import { isoTime } from '../clock.ts';
import { UNKNOWN_FIELD } from '../constants.ts';
import { HEALTH_PATH } from './routes.ts';
import { type Answer, json } from './faults.ts';
import { type More, resourceIdsOf, type Story } from '../story.ts';

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
  return {
    id: story.resourceId,
    type: 'app',
    name: `web ${story.resourceId}`,
    ...(story.app.hasNoStatus ? {} : { status: isUnreadable ? { [UNKNOWN_FIELD]: status } : status }),
    catalogKey: 'node',
    cpuMillicores: 500,
    memoryMb: 512,
    diskGb: 4,
    createdAt: isoTime(-86_400_000),
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
    none: {},
  };
  const isUnreadable = story.unreadable.includes('domains of a resource');
  const domains = isUnreadable ? { domains: [{ [UNKNOWN_FIELD]: 1 }] } : forms[story.resources.domains];
  const { status: shown, ...others } = resourceFields(story, status);
  const isShown = !story.app.isStatusOnlyListed && shown !== undefined;
  return { ok: true, resource: { ...others, ...(isShown ? { status: shown } : {}), ...domains } };
}

/** The names of the environment variables. */
export function envAnswer({ env, unreadable }: Story): Answer {
  const isUnreadable = unreadable.includes('name of a variable');
  const names = [...env.names, ...(isUnreadable ? [{ [UNKNOWN_FIELD]: 1 }] : [])];
  return json(200, { ok: true, env: names, ...moreOf(env.more, env.names.length) });
}

/** The lines of the runtime log as the app printed them. */
export function runtimeLines({ runtimeLines: length }: Story): string[] {
  return Array.from({ length }, (_, index) => `<app.${index}> request ${index} was served`);
}

/** The runtime log. */
export function runtimeAnswer(story: Story): Answer {
  const lines = runtimeLines(story);
  // A list of unreadable entries alone would be an unreadable log.
  const hasUnreadable = lines.length > 0 && story.unreadable.includes('entry of the runtime log');
  return json(200, { ok: true, logs: [...lines, ...(hasUnreadable ? [{ [UNKNOWN_FIELD]: 1 }] : [])] });
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
