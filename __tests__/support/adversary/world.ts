// What really happens in a story: deployments, apps, and what became of the requests. It knows
// neither HTTP nor the action.
import { answerForms, detailForms, listForms, logForms } from './forms.ts';
import { type End, FOLLOW, isLifecycle, type Spell, type Story } from './story.ts';
import { error, type Reply, type Trouble, TROUBLES } from './troubles.ts';

/** A deployment as it really is; times are milliseconds from the start of the step. */
export interface Deployment {
  readonly id: string;
  readonly by: 'past' | 'us' | 'rival';
  readonly createdMs: number;
  endMs: number;
  end: End;
}

/** A reply, what went wrong with the request, and what a list shows. */
export interface Answer extends Reply {
  readonly trouble?: Trouble;
  readonly shown?: readonly { readonly id: string; readonly inProgress: boolean }[];
}

/** When what was there before the step was made. */
const LONG_AGO_MS = -1_000_000;
/** A deployment is queued for so long, and prints a line each so often. */
const QUEUED_MS = 1_000;
const LINE_MS = 4_000;
const MOST_LINES = 20;

/** The world of a story. Its time goes forward with each call. */
export function createWorld(story: Story) {
  const { past, rivals, whileBusy, listLagS, detailLagS } = story;
  const deployments: Deployment[] = [];
  const carriedOut: { atMs: number; id: string }[] = [];
  let due: Deployment[] = [];
  let requests = 0;
  let requestedMs: number | undefined;

  for (const [index, end] of past.entries()) {
    const createdMs = LONG_AGO_MS + index;
    deployments.push({ id: String(101 + index), by: 'past', createdMs, endMs: createdMs, end });
  }
  planRivals(true, 0);
  if (story.operation === FOLLOW) {
    planOurs('201', story.createdS * 1_000);
    begin(0);
  }

  /** Those of others, which were in progress long before, or begin with the first request. */
  function planRivals(before: boolean, fromMs: number): void {
    for (const [index, { atS, buildS, end }] of rivals.entries()) {
      if ((atS === 'before') !== before) continue;
      const startMs = fromMs + (atS === 'before' ? 0 : atS * 1_000);
      const createdMs = before ? LONG_AGO_MS / 2 + index : startMs;
      const endMs = startMs + buildS * 1_000;
      due.push({ id: String(301 + index), by: 'rival', createdMs, endMs, end });
    }
  }

  function begin(nowMs: number): void {
    if (requestedMs === undefined) planRivals(false, nowMs);
    requestedMs ??= nowMs;
  }

  function planOurs(id: string, createdMs: number): void {
    const endMs = createdMs + story.buildS * 1_000;
    due.push({ id, by: 'us', createdMs, endMs, end: story.end });
  }

  /** Lets everything happen that is due. */
  function advance(nowMs: number): void {
    const now = due.filter(({ createdMs }) => createdMs <= nowMs);
    due = due.filter(({ createdMs }) => createdMs > nowMs);
    for (const made of now.toSorted((a, b) => a.createdMs - b.createdMs)) {
      const older = current(made.createdMs);
      if (older !== undefined && whileBusy === 'supersedes')
        Object.assign(older, { end: 'cancelled', endMs: made.createdMs });
      deployments.push(made);
    }
  }

  const current = (nowMs: number): Deployment | undefined =>
    deployments.findLast(({ endMs }) => endMs > nowMs);

  /** Carries out a request; returns the id of the deployment that it makes or joins. */
  function carryOut(nowMs: number, delayS = 0): string {
    const joined = whileBusy === 'joins' && delayS === 0 ? current(nowMs)?.id : undefined;
    const id = joined ?? String(201 + carriedOut.length);
    carriedOut.push({ atMs: nowMs, id });
    if (joined === undefined && !isLifecycle(story)) planOurs(id, nowMs + delayS * 1_000);
    advance(nowMs);
    return id;
  }

  /** A request that changes something, in a spell of trouble or not. */
  function request(nowMs: number, spell: Spell | undefined): Answer {
    const fate = story.fates[requests];
    requests += 1;
    begin(nowMs);
    const trouble = spell?.trouble ?? fate?.trouble;
    const isBusy = trouble === undefined && whileBusy === 'busy' && current(nowMs) !== undefined;
    if (trouble === 'busy' || isBusy) return error(409, 'busy');
    if (spell?.carriesOut) carryOut(nowMs);
    else if (spell === undefined && fate?.takenAfterS !== undefined)
      carryOut(nowMs, fate.takenAfterS);
    if (trouble !== undefined && trouble !== 'refused') return { ...TROUBLES[trouble], trouble };
    const id = carryOut(nowMs);
    return {
      status: 202,
      body: isLifecycle(story) ? { ok: true } : answerForms[story.answerForm](id),
    };
  }

  /** The spell that holds for a request of this name. */
  function spellOn(name: string, nowMs: number): Spell | undefined {
    advance(nowMs);
    const endMs = deployments.find(({ by }) => by === 'us')?.endMs;
    const times = { start: 0, request: requestedMs, end: endMs };
    return story.spells.find(({ on, since, afterS, lastsS, trouble }) => {
      const isMeant = on === 'all' || on === name || (on === 'reads' && name !== 'change');
      const fromMs = (times[since] ?? Infinity) + afterS * 1_000;
      const holds = nowMs >= fromMs && nowMs < fromMs + lastsS * 1_000;
      return isMeant && holds && trouble !== 'refused';
    });
  }

  /** True if a reader that is so far behind sees the deployment. */
  function isThere({ id, by, createdMs }: Deployment, seenMs: number, nowMs: number): boolean {
    const { deletedS, slideS } = story;
    const isDeleted = by === 'us' && deletedS > 0 && seenMs >= createdMs + deletedS * 1_000;
    const hasSlid = id === String(100 + past.length) && slideS > 0 && nowMs >= slideS * 1_000;
    return createdMs <= seenMs && !isDeleted && !hasSlid;
  }

  function statusOf({ by, createdMs, endMs, end }: Deployment, seenMs: number): string {
    if (seenMs >= endMs) return by === 'us' && end === story.end ? story.endWord : end;
    if (seenMs < createdMs + QUEUED_MS) return 'queued';
    return by === 'us' ? story.meanwhile : 'building';
  }

  function list(nowMs: number): Answer {
    const seenMs = nowMs - listLagS * 1_000;
    const entries = deployments
      .filter((one) => isThere(one, seenMs, nowMs))
      .toSorted((a, b) => b.createdMs - a.createdMs)
      .slice(0, story.cap || Infinity);
    const items = entries.map((one) => ({ id: one.id, status: statusOf(one, seenMs) }));
    const shown = entries.map(({ id, endMs }) => ({ id, inProgress: endMs > seenMs }));
    return { status: 200, body: listForms[story.listForm](items), shown };
  }

  function detail(nowMs: number, id: string): Answer {
    const seenMs = nowMs - detailLagS * 1_000;
    const one = deployments.find((other) => other.id === id && isThere(other, seenMs, nowMs));
    if (one === undefined) return TROUBLES['not found'];
    const builtMs = Math.max(0, Math.min(seenMs, one.endMs) - one.createdMs);
    const length = Math.min(MOST_LINES, Math.floor(builtMs / LINE_MS));
    const log = logForms[story.logForm](Array.from({ length }, (_, n) => `<${n}> {hostile}`));
    const record = { id, status: statusOf(one, seenMs), ...log };
    return { status: 200, body: detailForms[story.detailForm](record) };
  }

  /** The word that the app shows. */
  function appWord(nowMs: number): string {
    const { app, before, loops } = story;
    const ours = deployments.find(({ by, end }) => by === 'us' && end === 'finished');
    const fromMs = isLifecycle(story) ? carriedOut[0]?.atMs : ours?.endMs;
    const wholeS = app.reduce((sum, { afterS }) => sum + afterS, 0);
    const sinceS = fromMs === undefined ? -1 : (nowMs - fromMs) / 1_000;
    // A loop begins again with its last state.
    const hasLooped = loops && wholeS > 0 && sinceS >= wholeS;
    let leftS = hasLooped ? sinceS % wholeS : sinceS;
    let word = (hasLooped ? app.at(-1)?.word : undefined) ?? before;
    for (const state of app) {
      leftS -= state.afterS;
      if (leftS >= 0) ({ word } = state);
    }
    return word;
  }

  return { deployments, carriedOut, advance, request, spellOn, list, detail, appWord };
}
