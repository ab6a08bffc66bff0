// The service of a story: it does what the story says, answers over loopback HTTP on the clock of
// the test, and keeps the truth. It knows nothing of the action.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../listen.ts';
import { keepWaiting, type VirtualClock } from '../virtual-clock.ts';
import { answerForms, detailForms, listForms, logForms } from './forms.ts';
import { type End, FOLLOW, isLifecycle, type Spell, type Story } from './story.ts';
import { type Reply, type Trouble, TROUBLES } from './troubles.ts';

const FOREVER_MS = 10 ** 9;
/** When what was there before the step was made. */
const LONG_AGO_MS = -1_000_000;

/** A deployment as it really is; times are milliseconds from the start of the step. */
export interface Deployment {
  readonly id: string;
  readonly by: 'past' | 'us' | 'rival';
  readonly createdMs: number;
  readonly builtFromMs: number;
  endMs: number;
  end: End;
  readonly deletedMs: number;
}

type RequestName = 'list' | 'detail' | 'resource' | 'logs' | 'health' | 'change' | 'other';

/** A request as it came. */
export interface Served {
  readonly atMs: number;
  readonly name: RequestName;
  readonly path: string;
  readonly hasKey: boolean;
  /** What went wrong with it. */
  readonly trouble?: Trouble | undefined;
  /** What a list showed. */
  readonly shown?: readonly { readonly id: string; readonly inProgress: boolean }[];
}

/** What really happened. */
export interface Truth {
  readonly deployments: readonly Deployment[];
  readonly served: readonly Served[];
  /** What our requests came to: the id that each made or joined, or that of start and the like. */
  readonly carriedOut: readonly { readonly atMs: number; readonly id: string }[];
}

/** A service that listens. */
export interface StoryService {
  readonly baseUrl: string;
  readonly truth: Truth;
  /** Stops it; throws what went wrong in it. */
  close(): Promise<void>;
}

/** The events of a story, on a clock that only goes forward. */
class Model {
  readonly deployments: Deployment[] = [];
  readonly carriedOut: { atMs: number; id: string }[] = [];
  readonly #story: Story;
  #due: { atMs: number; make: (atMs: number) => void }[] = [];
  #requests = 0;
  #requestedMs: number | undefined;

  constructor(story: Story) {
    this.#story = story;
    for (const [index, end] of story.past.entries()) this.#makeEnded(index, end);
    for (const [index, rival] of story.rivals.entries())
      if (rival.atS === 'before') this.#makeRival(index, LONG_AGO_MS + 500_000 + index);
    if (story.operation === FOLLOW) {
      this.#requestedMs = 0;
      this.#makeLater(story.createdS * 1_000, (atMs) => this.#makeOurs(atMs));
      this.#planRivals(0);
    }
  }

  /** Lets everything happen that is due. */
  advance(nowMs: number): void {
    const due = this.#due.filter(({ atMs }) => atMs <= nowMs);
    this.#due = this.#due.filter(({ atMs }) => atMs > nowMs);
    for (const { atMs, make } of due.toSorted((a, b) => a.atMs - b.atMs)) make(atMs);
  }

  inProgress(nowMs: number): Deployment | undefined {
    return this.deployments.findLast(({ endMs, createdMs }) => createdMs <= nowMs && endMs > nowMs);
  }

  /** A request that changes something. */
  request(nowMs: number, spell: Spell | undefined): Reply & { trouble?: Trouble } {
    const story = this.#story;
    const fate = story.fates[this.#requests];
    this.#requests += 1;
    if (this.#requestedMs === undefined) this.#planRivals(nowMs);
    this.#requestedMs ??= nowMs;
    if (spell !== undefined && spell.trouble !== 'refused') {
      if (spell.carriesOut) this.#carryOut(nowMs, 0);
      return { ...TROUBLES[spell.trouble], trouble: spell.trouble };
    }
    const isBusy = story.whileBusy === 'busy' && this.inProgress(nowMs) !== undefined;
    if (fate?.trouble === 'busy' || (fate === undefined && isBusy)) return busy;
    if (fate !== undefined && fate.trouble !== 'refused') {
      if (fate.takenAfterS !== undefined) this.#carryOut(nowMs, fate.takenAfterS * 1_000);
      return { ...TROUBLES[fate.trouble], trouble: fate.trouble };
    }
    const id = this.#carryOut(nowMs, 0);
    const body = isLifecycle(story) ? { ok: true } : answerForms[story.answerForm](id);
    return { status: 202, body };
  }

  /** Whether a spell of trouble holds. */
  holds({ since, afterS, lastsS }: Spell, nowMs: number): boolean {
    const ours = this.deployments.find(({ by }) => by === 'us');
    const fromMs = { start: 0, request: this.#requestedMs, end: ours?.endMs }[since] ?? Infinity;
    const beginMs = fromMs + afterS * 1_000;
    return nowMs >= beginMs && nowMs < beginMs + lastsS * 1_000;
  }

  /** The deployments that are listed, latest first. */
  listed(nowMs: number): Deployment[] {
    const { listLagS, cap, slideS } = this.#story;
    const seenMs = nowMs - listLagS * 1_000;
    const slid = slideS > 0 && nowMs >= slideS * 1_000 ? String(100 + this.#story.past.length) : '';
    return this.deployments
      .filter(({ createdMs, deletedMs, id }) => {
        const isThere = createdMs <= seenMs && deletedMs > seenMs;
        return isThere && id !== slid;
      })
      .toSorted((a, b) => b.createdMs - a.createdMs)
      .slice(0, cap || Infinity);
  }

  /** The word that the app shows. */
  appWord(nowMs: number): string {
    const { before, app, loops } = this.#story;
    const ours = this.deployments.find(({ by, end }) => by === 'us' && end === 'finished');
    const fromMs = isLifecycle(this.#story) ? this.carriedOut[0]?.atMs : ours?.endMs;
    let pastS = fromMs === undefined ? -1 : (nowMs - fromMs) / 1_000;
    const wholeS = app.reduce((sum, { afterS }) => sum + afterS, 0);
    if (loops && wholeS > 0 && pastS >= wholeS) pastS %= wholeS;
    let word =
      loops && fromMs !== undefined && nowMs - fromMs >= wholeS * 1_000 ? app.at(-1)?.word : before;
    for (const state of app) {
      pastS -= state.afterS;
      if (pastS >= 0) ({ word } = state);
    }
    return word ?? before;
  }

  #carryOut(nowMs: number, delayMs: number): string {
    const { whileBusy } = this.#story;
    const current = this.inProgress(nowMs);
    const joined = whileBusy === 'joins' && delayMs === 0 ? current : undefined;
    const id = joined?.id ?? String(201 + this.carriedOut.length);
    this.carriedOut.push({ atMs: nowMs, id });
    if (joined !== undefined || isLifecycle(this.#story)) return id;
    this.#makeLater(nowMs + delayMs + this.#story.createdS * 1_000, (atMs) =>
      this.#makeOurs(atMs, id),
    );
    return id;
  }

  #makeLater(atMs: number, make: (atMs: number) => void): void {
    this.#due.push({ atMs, make });
  }

  #planRivals(fromMs: number): void {
    for (const [index, { atS }] of this.#story.rivals.entries())
      if (atS !== 'before')
        this.#makeLater(fromMs + atS * 1_000, (atMs) => this.#makeRival(index, atMs));
  }

  #makeEnded(index: number, end: End): void {
    const createdMs = LONG_AGO_MS + index * 1_000;
    const times = { createdMs, builtFromMs: createdMs, endMs: createdMs + 500 };
    this.deployments.push({
      id: String(101 + index),
      by: 'past',
      end,
      deletedMs: Infinity,
      ...times,
    });
  }

  #makeRival(index: number, createdMs: number): void {
    const { buildS, end, atS } = this.#story.rivals[index] ?? { buildS: 0, end: 'failed', atS: 0 };
    const fromMs = atS === 'before' ? 0 : createdMs;
    this.#add({
      id: String(301 + index),
      by: 'rival',
      createdMs,
      builtFromMs: fromMs,
      end,
      endMs: fromMs + buildS * 1_000,
      deletedMs: Infinity,
    });
  }

  #makeOurs(createdMs: number, id = '201'): void {
    const { queuedS, buildS, end, cancelledS, deletedS } = this.#story;
    const builtFromMs = createdMs + queuedS * 1_000;
    const endMs = builtFromMs + buildS * 1_000;
    const cancelledMs = cancelledS > 0 ? createdMs + cancelledS * 1_000 : Infinity;
    this.#add({
      id,
      by: 'us',
      createdMs,
      builtFromMs,
      end: cancelledMs < endMs ? 'cancelled' : end,
      endMs: Math.min(endMs, cancelledMs),
      deletedMs: deletedS > 0 ? createdMs + deletedS * 1_000 : Infinity,
    });
  }

  #add(deployment: Deployment): void {
    const older = this.inProgress(deployment.createdMs);
    if (older !== undefined && this.#story.whileBusy === 'supersedes') {
      older.end = 'cancelled';
      older.endMs = deployment.createdMs;
    }
    this.deployments.push(deployment);
  }
}

const busy: Reply = {
  status: 409,
  body: { ok: false, error: { code: 'busy', message: 'The resource is busy. {hostile}' } },
};

/** Starts the service of a story; its times begin now. */
export async function startStoryService(story: Story, clock: VirtualClock): Promise<StoryService> {
  const startMs = clock.now();
  const model = new Model(story);
  const served: Served[] = [];
  const errors: unknown[] = [];
  const closing = new AbortController();
  let origin = '';

  function replyTo(name: RequestName, id: string): Reply & Pick<Served, 'trouble' | 'shown'> {
    const nowMs = clock.now() - startMs;
    model.advance(nowMs);
    const spell = story.spells.find(
      ({ on, ...rest }) =>
        (on === 'all' || on === name || (on === 'reads' && name !== 'change')) &&
        name !== 'health' &&
        model.holds({ on, ...rest }, nowMs),
    );
    if (name === 'change') return model.request(nowMs, spell);
    if (spell !== undefined && spell.trouble !== 'refused')
      return { ...TROUBLES[spell.trouble], trouble: spell.trouble };
    return readOf(story, model, { name, id, nowMs, origin });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const { name, id } = routeOf(request.method ?? '', path);
    const { status, body, headers = {}, ends, trouble, shown } = replyTo(name, id);
    const hasKey = JSON.stringify(request.headers).includes(story.key);
    served.push({
      atMs: clock.now() - startMs,
      name,
      path,
      hasKey,
      trouble,
      ...(shown && { shown }),
    });
    request.resume();
    const stay = () => keepWaiting(request, clock, { ms: FOREVER_MS, signal: closing.signal });
    if (ends === 'hang') await stay();
    if (ends === 'cut') return void request.socket.destroy();
    const text = fill(
      typeof body === 'string' ? body : JSON.stringify(body),
      typeof body !== 'string',
    );
    response.writeHead(status, {
      connection: 'close',
      'content-type': 'application/json',
      ...headers,
      ...('location' in headers ? { location: origin.replace('127.0.0.1', 'localhost') } : {}),
    });
    if (ends !== 'stall') return void response.end(text);
    response.write(text.slice(0, text.length / 2));
    await stay();
  }

  function fill(text: string, isJson: boolean): string {
    const { hostile } = story;
    return text.replaceAll('{hostile}', () =>
      isJson ? JSON.stringify(hostile).slice(1, -1) : hostile,
    );
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!closing.signal.aborted) errors.push(error);
      request.socket.destroy();
    });
  });
  origin = await listen(server);

  /** Refuses connections in the spells that say so; their times count from the start. */
  async function goDown({ afterS, lastsS }: Spell): Promise<void> {
    await clock.sleep(afterS * 1_000, closing.signal);
    server.close();
    await clock.sleep(lastsS * 1_000, closing.signal);
    server.listen(Number(new URL(origin).port), '127.0.0.1');
  }
  const refused = story.spells.find(({ trouble }) => trouble === 'refused');
  if (refused !== undefined)
    goDown(refused).catch((error: unknown) => {
      if (!closing.signal.aborted) errors.push(error);
    });

  return {
    baseUrl: `${origin}/api/v1`,
    truth: { deployments: model.deployments, carriedOut: model.carriedOut, served },
    close: async () => {
      model.advance(clock.now() - startMs);
      closing.abort(new Error('the service is closing'));
      server.closeAllConnections();
      if (server.listening) {
        server.close();
        await once(server, 'close');
      }
      if (errors.length > 0) throw new Error('the service failed', { cause: errors[0] });
    },
  };
}

/** A good answer to a read. */
function readOf(
  story: Story,
  model: Model,
  { name, id, nowMs, origin }: { name: RequestName; id: string; nowMs: number; origin: string },
): Reply & Pick<Served, 'trouble' | 'shown'> {
  if (name === 'resource') {
    const word = model.appWord(nowMs);
    const status = word === '-' ? {} : { status: word };
    const resource = {
      id: 'app_web',
      type: 'app',
      name: 'web {hostile}',
      ...status,
      domains: [origin],
    };
    return { status: 200, body: { ok: true, resource } };
  }
  if (name === 'logs') return { status: 200, body: { ok: true, logs: ['started', '{hostile}'] } };
  if (name === 'health') return { status: 200, body: 'OK {hostile}' };
  if (name === 'other') return TROUBLES['not found'];
  const seenMs = nowMs - (name === 'list' ? story.listLagS : story.detailLagS) * 1_000;
  if (name === 'list') {
    const entries = model.listed(nowMs);
    const items = entries.map((one) => ({ id: one.id, status: statusOf(story, one, seenMs) }));
    const shown = entries.map((one) => ({ id: one.id, inProgress: one.endMs > seenMs }));
    return { status: 200, body: listForms[story.listForm](items), shown };
  }
  const one = model.deployments.find((other) => other.id === id);
  if (one === undefined || one.createdMs > seenMs || one.deletedMs <= seenMs)
    return TROUBLES['not found'];
  const lines = Math.floor(Math.max(0, Math.min(seenMs, one.endMs) - one.builtFromMs) / 4_000);
  const log = logForms[story.logForm](
    Array.from({ length: Math.min(lines, 20) }, (_, n) => `<${n}> {hostile}`),
  );
  const record = { id, status: statusOf(story, one, seenMs), ...log };
  return { status: 200, body: detailForms[story.detailForm](record) };
}

function statusOf(story: Story, one: Deployment, seenMs: number): string {
  if (seenMs >= one.endMs) {
    const isAsPlanned = one.by === 'us' && one.end === story.end;
    return isAsPlanned ? story.endWord : one.end;
  }
  return seenMs < one.builtFromMs ? 'queued' : one.by === 'us' ? story.meanwhile : 'building';
}

/** What a path asks for. */
function routeOf(method: string, path: string): { name: RequestName; id: string } {
  const [, rest] = /^\/api\/v1\/resources\/app_web(?:\/([^?]*))?(?:\?.*)?$/.exec(path) ?? [];
  const [, id = ''] = /^deployments\/(.+)$/.exec(rest ?? '') ?? [];
  if (method === 'POST') return { name: 'change', id: '' };
  if (path.startsWith('/health')) return { name: 'health', id: '' };
  if (!path.startsWith('/api/v1/resources/app_web')) return { name: 'other', id: '' };
  const known: Readonly<Record<string, RequestName>> = { deployments: 'list', logs: 'logs' };
  if (id !== '') return { name: 'detail', id: decodeURIComponent(id) };
  return { name: rest === undefined ? 'resource' : (known[rest] ?? 'other'), id: '' };
}
