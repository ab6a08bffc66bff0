// The drawn service: a real HTTP server on loopback that plays a story and keeps the truth beside it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { acceptanceBody, detailBody, listBody, resourceBody, resourceFields, statusWord } from './bodies.ts';
import type { TrialClock } from './clock.ts';
import { createHosting, type Deployed, type Hosting } from './hosting.ts';
import type { Endpoint, PostPlan, ReadTrouble, Rival, Story } from './story.ts';
import { type Answer, type Delivery, type Exchange, happen, json, refusal, send } from './troubles.ts';

/** One request as the service saw it. */
export interface Served {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly atMs: number;
  /** When it ended, and how; undefined while it is open. */
  endedAtMs: number | undefined;
  delivery: Delivery | undefined;
  readonly trouble: string | undefined;
  /** The deployment that a deploy request created, and the one that its answer named. */
  created?: Deployed;
  named?: Deployed;
  /** What was shown of deployments, by id. */
  shown: ReadonlyMap<string, string>;
  /** What was shown of the resource. */
  resourceStatus?: string;
}

/** A running service. */
export interface Service {
  readonly baseUrl: string;
  readonly hosting: Hosting;
  readonly served: readonly Served[];
  close(): Promise<void>;
}

/** Decides what happens to one request; the number counts the requests of its endpoint from 0. */
export interface Script {
  readonly story: Story;
  troubleOf(endpoint: Endpoint, number: number): ReadTrouble | undefined;
  postPlan(number: number): PostPlan;
  /** Deployments by others that are there at the start, and that come around the first deploy request. */
  rivals(moment: 'start' | 'post'): readonly Rival[];
  /** Called when a request has arrived, and again when it has ended. */
  onRequest?(endpoint: Endpoint, phase: 'arrived' | 'ended'): void;
}

/** The script of a story that was drawn as a whole. */
export function scriptOf(story: Story): Script {
  const good: PostPlan = { answer: 'accepted', body: 'id', takes: true, createdAfterS: 0, answeredAfterS: 0 };
  return {
    story,
    troubleOf: (endpoint, number) =>
      story.troubles.find(({ on, after, times }) => on === endpoint && number >= after && number < after + times)?.kind,
    postPlan: (number) => story.posts[number] ?? good,
    rivals: (moment) => story.rivals.filter(({ afterPost }) => afterPost === (moment === 'post')),
  };
}

/** Starts the service; the time of the story begins now. */
export async function startService(script: Script, clock: TrialClock): Promise<Service> {
  const { story } = script;
  const hosting = createHosting(story);
  const served: Served[] = [];
  const counts = new Map<Endpoint, number>();
  const errors: unknown[] = [];

  for (const rival of script.rivals('start')) addRival(rival, rival.atS * 1_000);

  function addRival({ buildS, outcome }: Rival, createdAtMs: number): void {
    hosting.create('rival', { createdAtMs, queuedMs: 0, buildMs: buildS * 1_000, outcome, lines: 2 });
  }

  function createOurs(createdAtMs: number): Deployed {
    const { queuedS, buildS, outcome, lines, lateLogS } = story.build;
    const times = { createdAtMs, queuedMs: queuedS * 1_000, buildMs: buildS * 1_000 };
    return hosting.create('us', { ...times, outcome, lines, lateLogMs: lateLogS * 1_000 });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.once('close', () => left.abort(new Error('the client is gone')));
    const { endpoint, deploymentId } = routeOf(request, story.resourceId);
    const number = counts.get(endpoint) ?? 0;
    counts.set(endpoint, number + 1);
    const base = { request, response, gone: left.signal, clock };
    const record = (trouble: string | undefined): Served => {
      const one: Served = {
        endpoint,
        path: request.url ?? '',
        atMs: clock.now(),
        endedAtMs: undefined,
        delivery: undefined,
        trouble,
        shown: new Map(),
      };
      served.push(one);
      script.onRequest?.(endpoint, 'arrived');
      return one;
    };
    if (endpoint === 'deploy') return await serveDeploy(base, script.postPlan(number), record);
    const trouble = script.troubleOf(endpoint, number);
    const one = record(trouble);
    const good = (): Answer => goodAnswer(endpoint, { deploymentId, isStale: trouble === 'stale', one });
    const exchange: Exchange = { ...base, good };
    const delivery = trouble === undefined ? await send(exchange, good()) : await happen(trouble, exchange);
    if (delivery.kind === 'answered' && delivery.status === 202) hosting.beginWork(one.atMs);
    end(one, delivery);
  }

  function end(one: Served, delivery: Delivery): void {
    one.delivery = delivery;
    one.endedAtMs = clock.now();
    script.onRequest?.(one.endpoint, 'ended');
  }

  async function serveDeploy(
    base: Omit<Exchange, 'good'>,
    plan: PostPlan,
    record: (trouble: string | undefined) => Served,
  ): Promise<void> {
    const nowMs = clock.now();
    const isFirst = !served.some(({ endpoint }) => endpoint === 'deploy');
    const busyWith = hosting.inProgress(nowMs);
    const isBusy = story.isBusyWhileBuilding && busyWith !== undefined && plan.answer !== 'joined';
    const answer = isBusy ? 'busy' : plan.answer;
    const one = record(answer === 'accepted' ? undefined : answer);
    if (isFirst) for (const rival of script.rivals('post')) addRival(rival, nowMs + rival.atS * 1_000);
    const joined = answer === 'joined' ? busyWith : undefined;
    const takes = answer === 'accepted' || answer === 'joined' || plan.takes;
    if (!isBusy && takes && joined === undefined) one.created = createOurs(nowMs + plan.createdAfterS * 1_000);
    const subject = joined ?? one.created;
    const good = (): Answer => {
      if (subject === undefined) return refusal(409, 'busy');
      const body = acceptanceBody(joined === undefined ? plan.body : 'id', subject, story.resourceId);
      return {
        status: 202,
        headers: { 'content-type': body.startsWith('{') ? 'application/json' : 'text/plain' },
        body,
      };
    };
    const exchange: Exchange = { ...base, good };
    if (answer !== 'accepted' && answer !== 'joined') return end(one, await happen(answer, exchange));
    if (plan.answeredAfterS > 0) {
      const waited = clock.keepWaiting(plan.answeredAfterS * 1_000, base.gone);
      if (
        await waited.then(
          () => false,
          () => true,
        )
      )
        return end(one, { kind: 'lost' });
    }
    const delivery = await send(exchange, good());
    if (delivery.kind === 'answered' && subject !== undefined && good().body.includes(JSON.stringify(subject.id))) {
      one.named = subject;
      if (good().body.includes('"queued"')) one.shown = new Map([[String(subject.id), 'queued']]);
    }
    end(one, delivery);
  }

  function goodAnswer(
    endpoint: Endpoint,
    { deploymentId, isStale, one }: { deploymentId: string; isStale: boolean; one: Served },
  ): Answer {
    const nowMs = clock.now();
    const showStatus = (): string => (one.resourceStatus = hosting.resourceStatus(nowMs).word);
    switch (endpoint) {
      case 'resources':
        return json(200, { ok: true, resources: [resourceFields(story, showStatus())] });
      case 'resource':
        return json(200, resourceBody(story, showStatus()));
      case 'deployments': {
        if (hosting.deployments(nowMs).length === 0 && story.list.none === '404') return refusal(404, 'not_found');
        const body = listBody(story, hosting, { nowMs, isStale });
        one.shown = shownIn(body);
        return json(200, body);
      }
      case 'deployment':
        return detailAnswer({ deploymentId, isStale, one });
      case 'logs':
        return json(200, { ok: true, logs: ['app line 1', 'app line 2'] });
      case 'env':
        return json(200, { ok: true, env: ['DATABASE_URL'] });
      case 'openapi':
        return json(200, { openapi: '3.1.0', paths: {} });
      case 'start':
      case 'stop':
      case 'restart':
        return json(202, { ok: true });
      case 'deploy':
      case 'other':
        return refusal(404, 'not_found');
    }
  }

  function detailAnswer({
    deploymentId,
    isStale,
    one,
  }: {
    deploymentId: string;
    isStale: boolean;
    one: Served;
  }): Answer {
    const nowMs = clock.now();
    const asked = hosting.find(deploymentId, nowMs);
    const previous = hosting.deployments(nowMs).find((other) => other.createdAtMs < (asked?.createdAtMs ?? 0));
    const deployed = isStale ? (previous ?? asked) : asked;
    if (deployed === undefined) return refusal(404, 'not_found');
    if (story.build.hasStatus) {
      one.shown = new Map([[String(deployed.id), statusWord(story, hosting, deployed, nowMs)]]);
    }
    return json(200, detailBody(story, hosting, { deployed, nowMs }));
  }

  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => void serve(request, response).catch((error: unknown) => errors.push(error)));
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/api/v1`,
    hosting,
    served,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (errors.length > 0) throw new Error('the stand-in service failed', { cause: errors[0] });
    },
  };
}

function shownIn(body: unknown): ReadonlyMap<string, string> {
  if (typeof body !== 'object' || body === null || !('deployments' in body)) return new Map();
  const { deployments } = body;
  if (!Array.isArray(deployments)) return new Map();
  return new Map(
    deployments.flatMap((item: unknown): [string, string][] => {
      if (typeof item !== 'object' || item === null || !('id' in item) || !('status' in item)) return [];
      const { id, status } = item;
      return (typeof id === 'string' || typeof id === 'number') && typeof status === 'string'
        ? [[String(id), status]]
        : [];
    }),
  );
}

function routeOf(request: IncomingMessage, resourceId: string): { endpoint: Endpoint; deploymentId: string } {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const parts = path
    .split('/')
    .slice(3)
    .map((part) => decodeURIComponent(part));
  const [first, second, third, fourth, ...more] = parts;
  const none = { deploymentId: '' };
  if (more.length > 0) return { endpoint: 'other', ...none };
  if (first === 'openapi.json') return { endpoint: 'openapi', ...none };
  if (first !== 'resources') return { endpoint: 'other', ...none };
  if (second === undefined) return { endpoint: 'resources', ...none };
  if (second !== resourceId) return { endpoint: 'other', ...none };
  if (third === undefined) return { endpoint: 'resource', ...none };
  if (third === 'deployments') {
    if (fourth !== undefined) return { endpoint: 'deployment', deploymentId: fourth };
    return { endpoint: request.method === 'POST' ? 'deploy' : 'deployments', ...none };
  }
  const known = (['logs', 'env', 'start', 'stop', 'restart'] as const).find((name) => name === third);
  return { endpoint: known ?? 'other', ...none };
}
