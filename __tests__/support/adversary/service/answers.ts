// The good answers to reads, noting in the record of the request what they show.
import { apiDescription } from '../../service/openapi.ts';
import { detailBody, listBody, statusWord } from './bodies.ts';
import type { Clock } from '../../virtual-time.ts';
import { UNKNOWN_FIELD } from '../constants.ts';
import type { Hosting } from './hosting.ts';
import {
  envAnswer,
  listedIds,
  resourceBody,
  resourceFields,
  resourcesAnswer,
  runtimeAnswer,
} from './resource-bodies.ts';
import type { Route } from './routes.ts';
import type { Served } from './service.ts';
import { type Story, storyOf } from '../story.ts';
import { type Answer, json, refusal } from './faults.ts';

/** What the answers are made from. */
export interface ReadOptions {
  readonly story: Story;
  readonly hostings: ReadonlyMap<string, Hosting>;
  readonly clock: Clock;
  /** Where the service listens, known once it does. */
  readonly host: () => string;
}

/** What is noted while a request is answered; `isStale` asks for an old state. */
interface ReadRequest {
  readonly isStale: boolean;
  readonly one: Served;
}

/** Answers reads as the story tells, now. */
export interface Reads {
  answer(route: Route, request: ReadRequest): Answer;
}

/** Answers from the truth of each resource. */
export function createReads({ story: whole, hostings, clock, host }: ReadOptions): Reads {
  function answer(route: Route, request: ReadRequest): Answer {
    const { endpoint, resourceId = whole.resourceId } = route;
    const story = storyOf(whole, resourceId);
    const hosting = hostings.get(resourceId);
    const { one } = request;
    if (hosting === undefined) return refusal(404, 'not_found');
    switch (endpoint) {
      case 'resources':
        return listOfResources(one);
      case 'resource': {
        const word = wordOf(resourceId);
        if (!story.app.isStatusOnlyListed && !story.app.hasNoStatus) one.resourceStatus = word;
        note(one, ['domains of a resource', ...statusIn(story)]);
        return json(200, resourceBody(story, word, host()));
      }
      case 'deployments':
        return listOfDeployments(story, hosting, request);
      case 'deployment':
        return detail(story, hosting, { ...request, deploymentId: route.deploymentId });
      case 'logs':
        if (story.runtimeLines > 0) note(one, ['entry of the runtime log']);
        return runtimeAnswer(story);
      case 'env':
        note(one, ['name of a variable']);
        return envAnswer(story);
      case 'openapi':
        return json(200, apiDescription);
      case 'health':
      case 'start':
      case 'stop':
      case 'restart':
      case 'deploy':
      case 'other':
        return refusal(404, 'not_found');
    }
  }

  function statusIn({ app }: Story): Served['unreadable'] {
    return app.isStatusOnlyListed || app.hasNoStatus ? [] : ['status of a resource'];
  }

  function note(one: Served, values: Served['unreadable']): void {
    one.unreadable = values.filter((value) => whole.unreadable.some((sent) => sent === value));
  }

  function wordOf(resourceId: string): string {
    return hostings.get(resourceId)?.resourceStatus(clock.now()).word ?? '';
  }

  function listOfResources(one: Served): Answer {
    if (!whole.app.hasNoStatus) one.resourceStatus = wordOf(whole.resourceId);
    note(one, [...(whole.app.hasNoStatus ? [] : (['status of a resource'] as const)), 'id of a listed resource']);
    return resourcesAnswer(
      whole,
      listedIds(whole).map((id) => resourceFields(storyOf(whole, id), wordOf(id))),
    );
  }

  function listOfDeployments(story: Story, hosting: Hosting, { isStale, one }: ReadRequest): Answer {
    const nowMs = clock.now();
    if (hosting.deployments(nowMs).length === 0 && story.list.none === '404') return refusal(404, 'not_found');
    const body = listBody(story, hosting, { nowMs, isStale });
    const items = body.deployments;
    one.shown = shownIn(items);
    one.unreadable = [
      ...(items.some(({ id }) => id === null) ? (['id of a listed deployment'] as const) : []),
      ...(items.some(({ status }) => typeof status === 'object') ? (['status of a listed deployment'] as const) : []),
    ];
    return json(200, body);
  }

  function detail(
    story: Story,
    hosting: Hosting,
    { deploymentId, isStale, one }: ReadRequest & { deploymentId: string },
  ): Answer {
    const nowMs = clock.now();
    const asked = hosting.find(deploymentId, nowMs);
    const previous = hosting.deployments(nowMs).find((other) => other.createdAtMs < (asked?.createdAtMs ?? 0));
    const deployed = isStale ? (previous ?? asked) : asked;
    if (deployed === undefined) return refusal(404, 'not_found');
    const body = detailBody(story, hosting, { deployed, nowMs });
    const text = JSON.stringify(body);
    const isUnread = text.includes(`"status":{"${UNKNOWN_FIELD}"`);
    one.unreadable = [
      ...(isUnread ? (['status of a deployment'] as const) : []),
      ...(text.includes(`[{"${UNKNOWN_FIELD}":1}`) ? (['entry of the build log'] as const) : []),
      ...(text.includes('"unknownBlocks":[{') ? (['build log'] as const) : []),
    ];
    if (story.build.hasStatus && !isUnread) {
      one.shown = new Map([[String(deployed.id), statusWord(story, hosting, deployed, nowMs)]]);
    }
    return json(200, body);
  }

  return { answer };
}

type Item = Readonly<Record<string, unknown>>;

/** The statuses in a list by id; one that cannot be read is `unknown`. */
function shownIn(items: readonly Item[]): ReadonlyMap<string, string> {
  return new Map(
    items.flatMap(({ id, status }): [string, string][] =>
      typeof id === 'string' || typeof id === 'number'
        ? [[String(id), typeof status === 'string' ? status : 'unknown']]
        : [],
    ),
  );
}
