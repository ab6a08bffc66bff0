// The drawn service: a real HTTP server on loopback that plays a story and keeps the truth beside it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRawServers } from '../../service/raw-server.ts';
import { createReads } from './answers.ts';
import { acceptanceBody } from './bodies.ts';
import { type Clock, keepWaiting } from '../../virtual-time.ts';
import { accepted } from '../good-story.ts';
import { type HealthAnswer, namingForms, type UnreadableValue } from './forms.ts';
import { giveHealthAnswer, healthAnswerAt } from './health.ts';
import { createHosting, type Deployed, type Hosting } from './hosting.ts';
import { type Route, routeOf } from './routes.ts';
import {
  type Endpoint,
  type PostPlan,
  type ReadFault,
  resourceIdsOf,
  type Rival,
  type Story,
  storyOf,
} from '../story.ts';
import { type Answer, type Delivery, type Exchange, happen, json, refusal, send } from './faults.ts';

/** One request as the service saw it. */
export interface Served {
  readonly endpoint: Endpoint;
  /** Undefined for a request that is about no single resource. */
  readonly resourceId: string | undefined;
  readonly path: string;
  /** The request carried the key. */
  readonly hasKey: boolean;
  readonly atMs: number;
  /** When it ended, and how; undefined while it is open. */
  endedAtMs: number | undefined;
  delivery: Delivery | undefined;
  readonly fault: string | undefined;
  /** The deployment that a deploy request created, and the one that its answer named. */
  created?: Deployed;
  named?: Deployed;
  /** What was shown of deployments, by id. */
  shown: ReadonlyMap<string, string>;
  /** What was shown of the resource. */
  resourceStatus?: string;
  /** Values of the answer that no reader can know. */
  unreadable: readonly (UnreadableValue | 'id of a listed deployment' | 'build log')[];
  /** What the app answered to the health check. */
  health?: HealthAnswer;
}

/** A running service. */
export interface Service {
  readonly baseUrl: string;
  /** Where it listens: the app answers its health check there too. */
  readonly host: string;
  /** What really happens, by resource. */
  readonly hostings: ReadonlyMap<string, Hosting>;
  readonly served: readonly Served[];
  close(): Promise<void>;
}

/** Decides what happens to one request; the number counts the requests of its endpoint and resource from 0. */
export interface Script {
  readonly story: Story;
  faultOf(endpoint: Endpoint, number: number, resourceId?: string): ReadFault | undefined;
  postPlan(number: number, resourceId?: string): PostPlan;
  /** Deployments by others that are there at the start, and that come around the first deploy request. */
  rivals(moment: 'start' | 'post', resourceId?: string): readonly Rival[];
  /** Called when a request has arrived, and again when it has ended. */
  onRequest?(endpoint: Endpoint, phase: 'arrived' | 'ended'): void;
}

/** The script of a story that was drawn as a whole. */
export function scriptOf(story: Story): Script {
  const part = (resourceId = story.resourceId): Story => storyOf(story, resourceId);
  return {
    story,
    faultOf: (endpoint, number, resourceId) =>
      part(resourceId).faults.find(
        ({ on, after, times }) => on === endpoint && number >= after && number < after + times,
      )?.kind,
    postPlan: (number, resourceId) => part(resourceId).posts[number] ?? accepted,
    rivals: (moment, resourceId) =>
      part(resourceId).rivals.filter(({ afterPost }) => afterPost === (moment === 'post')),
  };
}

/** What one request needs besides its exchange. */
interface Subject {
  readonly story: Story;
  readonly hosting: Hosting;
}

/** Starts the service; the time of the story begins now. */
export async function startService(script: Script, clock: Clock): Promise<Service> {
  const { story } = script;
  const resourceIds = resourceIdsOf(story);
  const hostings = new Map(resourceIds.map((id, index) => [id, createHosting(storyOf(story, id), index)]));
  const served: Served[] = [];
  const counts = new Map<string, number>();
  const errors: unknown[] = [];
  let host = '';
  const reads = createReads({ story, hostings, clock, host: () => host });

  for (const [resourceId, hosting] of hostings) {
    for (const rival of script.rivals('start', resourceId)) addRival(hosting, rival, rival.atS * 1_000);
  }

  function addRival(hosting: Hosting, { buildS, outcome }: Rival, createdAtMs: number): void {
    hosting.create('rival', { createdAtMs, queuedMs: 0, buildMs: buildS * 1_000, outcome, lines: 2 });
  }

  function createOurs({ story: ofResource, hosting }: Subject, createdAtMs: number): Deployed {
    const { queuedS, buildS, outcome, lines, lateLogS } = ofResource.build;
    const times = { createdAtMs, queuedMs: queuedS * 1_000, buildMs: buildS * 1_000 };
    return hosting.create('us', { ...times, outcome, lines, lateLogMs: lateLogS * 1_000 });
  }

  function subjectOf(resourceId = story.resourceId): Subject {
    const hosting = hostings.get(resourceId);
    if (hosting === undefined) throw new Error(`there is no ${resourceId}`);
    return { story: storyOf(story, resourceId), hosting };
  }

  function countOf({ endpoint, resourceId }: Route): number {
    const key = `${endpoint} ${resourceId}`;
    const number = counts.get(key) ?? 0;
    counts.set(key, number + 1);
    return number;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.once('close', () => left.abort(new Error('the client is gone')));
    const route = routeOf(request, resourceIds);
    const { endpoint, resourceId } = route;
    const number = countOf(route);
    const base = { request, response, gone: left.signal, clock };
    const record = (fault: string | undefined): Served => {
      const one: Served = {
        endpoint,
        resourceId,
        path: request.url ?? '',
        hasKey: request.headers.authorization !== undefined,
        atMs: clock.now(),
        endedAtMs: undefined,
        delivery: undefined,
        fault,
        shown: new Map(),
        unreadable: [],
      };
      served.push(one);
      script.onRequest?.(endpoint, 'arrived');
      return one;
    };
    if (endpoint === 'deploy' || endpoint === 'start' || endpoint === 'stop' || endpoint === 'restart') {
      const plan = script.postPlan(number, resourceId);
      return await servePost(base, { plan, isFirst: number === 0, endpoint, resourceId }, record);
    }
    if (endpoint === 'health') return await serveHealth(base, record(undefined));
    const fault = script.faultOf(endpoint, number, resourceId);
    const one = record(fault);
    const good = (): Answer => reads.answer(route, { isStale: fault === 'stale', one });
    const exchange: Exchange = { ...base, good };
    end(one, fault === undefined ? await send(exchange, good()) : await happen(fault, exchange));
  }

  async function serveHealth(base: Omit<Exchange, 'good'>, one: Served): Promise<void> {
    const changes = [...hostings.values()].map((hosting) => hosting.changedAtMs(one.atMs));
    one.health = healthAnswerAt(story, one.atMs, changes.some((atMs) => atMs === undefined) ? undefined : changes[0]);
    end(one, await giveHealthAnswer(one.health, { ...base, good: () => json(200, {}) }));
  }

  function end(one: Served, delivery: Delivery): void {
    one.delivery = delivery;
    one.endedAtMs = clock.now();
    script.onRequest?.(one.endpoint, 'ended');
  }

  async function servePost(
    base: Omit<Exchange, 'good'>,
    sent: { plan: PostPlan; isFirst: boolean; endpoint: Endpoint; resourceId: string | undefined },
    record: (fault: string | undefined) => Served,
  ): Promise<void> {
    const { plan, isFirst, endpoint, resourceId } = sent;
    const subject = subjectOf(resourceId);
    const { story: ofResource, hosting } = subject;
    const nowMs = clock.now();
    const busyWith = hosting.inProgress(nowMs);
    const isBusy = ofResource.isBusyWhileBuilding && busyWith !== undefined && plan.answer !== 'joined';
    const answer = isBusy ? 'busy' : plan.answer;
    const isAccepted = answer === 'accepted' || answer === 'joined';
    const one = record(answer === 'accepted' ? undefined : answer);
    if (isFirst && endpoint === 'deploy') {
      for (const rival of script.rivals('post', resourceId)) addRival(hosting, rival, nowMs + rival.atS * 1_000);
    }
    const joined = answer === 'joined' && endpoint === 'deploy' ? busyWith : undefined;
    const isTaken = !isBusy && (isAccepted || plan.takes) && joined === undefined;
    const createdAtMs = nowMs + plan.createdAfterS * 1_000;
    if (isTaken && endpoint === 'deploy') one.created = createOurs(subject, createdAtMs);
    else if (isTaken) hosting.beginWork(createdAtMs);
    const deployed = joined ?? one.created;
    const good = (): Answer => {
      if (endpoint !== 'deploy') return acceptance(plan.body === 'text' ? 'Accepted' : '{"ok":true}');
      if (deployed === undefined) return refusal(409, 'busy');
      // One that the list does not show could be new to anybody.
      const listed = served.findLast((read) => read.endpoint === 'deployments' && read.resourceId === resourceId);
      const earlier = hosting.deployments(0).find(({ by, id }) => by === 'past' && listed?.shown.has(String(id)));
      const form = joined === undefined ? plan.body : 'id';
      return acceptance(acceptanceBody(form, { deployed, earlier }, ofResource));
    };
    const exchange: Exchange = { ...base, good };
    if (answer !== 'accepted' && answer !== 'joined') return end(one, await happen(answer, exchange));
    if (plan.answeredAfterS > 0) {
      const isGone = await keepWaiting(base.request, clock, {
        ms: plan.answeredAfterS * 1_000,
        signal: base.gone,
      }).then(
        () => false,
        () => true,
      );
      if (isGone) return end(one, { kind: 'lost' });
    }
    const sentAnswer = good();
    const delivery = await send(exchange, sentAnswer);
    const isNamed = joined !== undefined || namingForms.has(plan.body);
    if (delivery.kind === 'answered' && deployed !== undefined && isNamed) {
      one.named = deployed;
      if (sentAnswer.body.includes('"queued"')) one.shown = new Map([[String(deployed.id), 'queued']]);
    }
    end(one, delivery);
  }

  const server = createServer();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    request.once('end', () => void serve(request, response).catch((error: unknown) => errors.push(error)));
  });
  server.keepAliveTimeout = 0;
  const servers = createRawServers();
  const origin = await servers.listening(server);
  ({ host } = new URL(origin));
  return {
    host,
    baseUrl: `${origin}/api/v1`,
    hostings,
    served,
    async close() {
      await servers.close();
      if (errors.length > 0) throw new Error('the stand-in service failed', { cause: errors[0] });
    },
  };
}

function acceptance(body: string): Answer {
  return { status: 202, headers: { 'content-type': body.startsWith('{') ? 'application/json' : 'text/plain' }, body };
}
