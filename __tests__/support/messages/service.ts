// A service for the steps that provoke messages: scripted by what it answers to one kind of request, fine otherwise.
import {
  detailOf,
  ID,
  listOf,
  refusal,
  requests,
  runScripted,
  type Script,
  type ScriptedResponse,
} from '../service/scripted-service.ts';
import type { StepOptions, StepRun } from '../runner/step.ts';

/** What a service answers, in a step that has sent so many deploy requests; the rest is a deployment that finishes. */
export interface Service {
  /** Answers by request, such as `GET /resources`, which go before all others; the count is of the same request before. */
  readonly answers?: Readonly<Record<string, (count: number) => ScriptedResponse>>;
  readonly resource?: ScriptedResponse;
  readonly list?: (posts: number, sinceFirstMs: number) => ScriptedResponse;
  readonly post?: (posts: number) => ScriptedResponse;
  readonly detail?: (sinceFirstMs: number) => ScriptedResponse;
  readonly app?: ScriptedResponse;
}

/** Accepted, with the id of the new deployment. */
const ours: ScriptedResponse = { body: { ok: true, deployment: { id: 'ours' } } };
/** Accepted, without an id. */
export const unnamed: ScriptedResponse = { body: { ok: true } };
const FINISHED = detailOf('ours', 'finished');

function serviceOf({ answers, resource, list, post, detail, app }: Service): Script {
  return ({ request, atMs, earlier, host }) => {
    const answer = answers?.[request];
    if (answer !== undefined) return answer(earlier.filter((served) => served.request === request).length);
    const posts = earlier.filter((served) => served.request === requests.deploy);
    const sinceFirstMs = atMs - (earlier[0]?.atMs ?? atMs);
    const running = { id: ID, name: 'web', type: 'app', status: 'running', domains: [host] };
    if (request === requests.resource) return resource ?? { body: { ok: true, resource: running } };
    if (request === requests.list) return list?.(posts.length, sinceFirstMs) ?? listOf('old finished');
    if (request === requests.deploy) return post?.(posts.length) ?? ours;
    if (request === 'GET /health') return app ?? { body: 'fine' };
    if (request === `GET /resources/${ID}/env`) return { body: { ok: true, env: ['PORT'] } };
    if (request.startsWith('POST ')) return unnamed;
    if (request.includes('app_other')) return refusal(404, 'not_found');
    return detail?.(sinceFirstMs) ?? FINISHED;
  };
}

/** Runs a step against such a service. */
export function step(service: Service, inputs: Record<string, string> = {}, more: Partial<StepOptions> = {}) {
  return () => runScripted(serviceOf(service), inputs, more);
}

/** Every answer of the service is the same. */
export const always =
  (response: ScriptedResponse, inputs: Record<string, string> = {}) =>
  () =>
    runScripted(() => response, inputs);
/** The same with `operation: wait`. */
export const wait = (service: Service, inputs: Record<string, string> = {}) =>
  step(service, { operation: 'wait', ...inputs });
/** Busy at the first deploy request. */
export const isBusy = (posts: number): ScriptedResponse => (posts === 0 ? refusal(409, 'busy') : ours);
/** A list that has these entries after a deploy request. */
export const afterPost = (posts: number, ...entries: string[]) =>
  listOf(...(posts === 0 ? [] : entries), 'old finished');

/** JSON of any shape. */
export const json = (body: unknown): ScriptedResponse => ({ body });
/** A failure that the service itself reports. */
export const failing: ScriptedResponse = {
  status: 500,
  body: { ok: false, error: { code: 'internal', message: 'No.' } },
};

/** The resource with other fields. */
export const odd = (resource: Record<string, unknown>) =>
  json({ ok: true, resource: { id: ID, name: 'web', ...resource } });
/** More than any field may have. */
export const long = 'x'.repeat(1 << 20);

/** The list that has the one resource. */
export const resources = json({ ok: true, resources: [{ id: ID, name: 'web', type: 'app', status: 'running' }] });

/** An answer for so many requests, then another. */
export const since = (count: number, then: ScriptedResponse, first: ScriptedResponse) => (at: number) =>
  at < count ? first : then;

/** What a user sees of a step. */
export type Seen = Pick<StepRun, 'log' | 'annotations' | 'pages'>;

/** Steps by what they are about. */
export type Steps = Readonly<Record<string, () => Promise<Seen>>>;
