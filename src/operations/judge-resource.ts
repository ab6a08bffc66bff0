// What the status of a resource means after a deployment, and after start, stop and restart. Pure
// functions of all samples since then.
import { classOf, isSameStatus, type ResourceClass } from '../api/status-words.ts';
import type { Sample, Wait } from './poll-until.ts';

/** A status of a resource; undefined when none is shown. */
export type StatusSample = Sample<string | undefined>;

/** How the resource is after the work. `warning` says how its state differs from the usual one. */
export type Settled =
  | {
      readonly kind: 'reached';
      readonly warning?: string;
      readonly note?: string;
      readonly asBefore?: string;
    }
  | { readonly kind: 'wrong' };

/** What a status means once it has lasted for `afterMs`. */
interface Rule {
  readonly afterMs: number;
  readonly verdict: Settled;
}

const POLL_MS = 3_000;
/** Reads this far apart must both show an asleep or unknown status. */
const ASLEEP_MS = 5_000;
/** Reads this far apart must both show a resource that is down. */
const DOWN_MS = 20_000;
/** How long a resource may be moving, unhealthy or, where it is read, unreadable. */
export const SETTLE_TIMEOUT_MS = 60_000;
/** How long an app may restart. */
const RESTARTING_MS = 180_000;

const REACHED: Settled = { kind: 'reached' };
const WRONG: Settled = { kind: 'wrong' };

function passWith(warning: string): Settled {
  return { kind: 'reached', warning };
}

/** Judges the resource since its deployment finished; `before` is its status before the POST. */
export function judgeAfterDeploy(
  { before, sinceMs }: { before: string | undefined; sinceMs: number },
  samples: readonly StatusSample[],
): Settled | Wait {
  const last = samples.at(-1);
  if (last === undefined) return { kind: 'wait', ms: 0 };
  const { afterMs, verdict, counted } = ruleAfterDeploy(before, last.value);
  const seen = samples.find(({ value }) => counted?.includes(classOf(value)));
  const elapsedMs = last.atMs - (seen?.atMs ?? sinceMs);
  return elapsedMs >= afterMs ? verdict : { kind: 'wait', ms: POLL_MS };
}

/**
 * What a status after a deployment means. The time counts from the first sample of one of the
 * classes in `counted`, else from the end of the deployment.
 */
function ruleAfterDeploy(
  before: string | undefined,
  status: string | undefined,
): Rule & { readonly counted?: readonly ResourceClass[] } {
  const kind = classOf(status);
  const isSame = isSameStatus(before, status);
  if (isSame && kind !== 'moving' && kind !== 'crashed')
    return { afterMs: 0, verdict: sameAsBefore(before, status) };
  switch (kind) {
    case 'up':
      return { afterMs: 0, verdict: REACHED };
    case 'none':
      return { afterMs: SETTLE_TIMEOUT_MS, verdict: passWith('no longer shows a status') };
    case 'asleep':
    case 'unknown':
      return {
        afterMs: ASLEEP_MS,
        verdict: passWith(`is ${status}`),
        counted: ['asleep', 'unknown'],
      };
    case 'down':
      return { afterMs: DOWN_MS, verdict: WRONG, counted: ['down', 'crashed'] };
    case 'crashed':
      if (isSame) return { afterMs: SETTLE_TIMEOUT_MS, verdict: WRONG };
      return { afterMs: DOWN_MS, verdict: WRONG, counted: ['down', 'crashed'] };
    case 'unhealthy':
      return { afterMs: SETTLE_TIMEOUT_MS, verdict: passWith(`is ${status}`) };
    case 'moving':
      if (/restarting/i.test(status ?? '')) return { afterMs: RESTARTING_MS, verdict: WRONG };
      return { afterMs: SETTLE_TIMEOUT_MS, verdict: passWith(`is still ${status}`) };
    default:
      return kind satisfies never;
  }
}

/** What is the same as before is not news; an app that is down is worth a warning all the same. */
function sameAsBefore(before: string | undefined, status: string | undefined): Settled {
  const kind = classOf(status);
  if (kind === 'up' || kind === 'none') return REACHED;
  const isUnchanged = status?.toLowerCase() === before?.toLowerCase();
  const asBefore = isUnchanged
    ? `still ${status}, as before`
    : `${status}, and was ${before} before`;
  return { kind: 'reached', asBefore, ...(kind === 'down' && { warning: `is ${asBefore}` }) };
}

/** What was requested of a resource. */
export type Goal = 'start' | 'stop' | 'restart';

/** True if the status is what was requested. */
export function isWanted(goal: Goal, status: string | undefined): boolean {
  const wanted: readonly ResourceClass[] = goal === 'stop' ? ['asleep', 'down'] : ['up'];
  return wanted.includes(classOf(status));
}

/** The pauses before the first reads, which come soon after the acceptance. */
const FIRST_PAUSES_MS = [500, 500, 1_000, 1_000] as const;
/** A wanted status after a change must still be there so much later. */
const STABLE_FOR_MS = 2_000;
/** Without a change, start and stop that find what they ask for pass after this. */
const UNCHANGED_MS = 5_000;
/** A restart of an app that is up at every read passes after this; so does an unknown status. */
const UNSEEN_MS = 20_000;
/** Another known state after a change is the wrong one after this. */
const WRONG_MS: Readonly<Record<Goal, number>> = { stop: 5_000, start: 20_000, restart: 20_000 };

/** The pause before the read number `count`, counted from 0. */
export function pauseBefore(count: number): Wait {
  const ms = FIRST_PAUSES_MS[count];
  return ms === undefined ? { kind: 'wait', ms: POLL_MS } : { kind: 'wait', ms, isQuick: true };
}

/** Judges the resource since start, stop or restart was accepted; `before`: before the POST. */
export function judgeLifecycle(
  { goal, before, acceptedAtMs }: { goal: Goal; before: string | undefined; acceptedAtMs: number },
  samples: readonly StatusSample[],
): Settled | Wait {
  const wait = pauseBefore(samples.length);
  const last = samples.at(-1);
  if (last === undefined) return wait;
  const kind = classOf(last.value);
  const changed = sinceChange(before, samples);
  const lastOther = changed.findLastIndex(({ value }) => classOf(value) !== kind);
  const heldMs = last.atMs - (changed[lastOther + 1]?.atMs ?? acceptedAtMs);
  const rule =
    changed.length === 0 ? ruleUnchanged(goal, last.value) : ruleChanged(goal, last.value);
  if (rule === undefined) return wait;
  if (heldMs >= rule.afterMs) return rule.verdict;
  return rule.afterMs === STABLE_FOR_MS
    ? { ...wait, ms: Math.min(wait.ms, STABLE_FOR_MS - heldMs) }
    : wait;
}

/** The samples since the first change; without a status from before, the first sample counts. */
function sinceChange(
  before: string | undefined,
  samples: readonly StatusSample[],
): readonly StatusSample[] {
  const reference = before ?? samples[0]?.value;
  const isChange = ({ value }: StatusSample): boolean =>
    value !== reference || classOf(value) === 'moving';
  const first = samples.findIndex(isChange);
  return first === -1 ? [] : samples.slice(first);
}

const NO_STATUS: Rule = { afterMs: UNSEEN_MS, verdict: passWith('shows no status') };

function ruleUnchanged(goal: Goal, status: string | undefined): Rule {
  const kind = classOf(status);
  if (kind === 'none') return NO_STATUS;
  if (goal !== 'restart' && isWanted(goal, status))
    return { afterMs: UNCHANGED_MS, verdict: REACHED };
  if (goal !== 'restart' || (kind !== 'up' && kind !== 'unknown'))
    return { afterMs: RESTARTING_MS, verdict: WRONG };
  const note = `it was ${status} at every read: no change was seen`;
  return { afterMs: UNSEEN_MS, verdict: { kind: 'reached', note } };
}

/** Undefined while the resource is moving. */
function ruleChanged(goal: Goal, status: string | undefined): Rule | undefined {
  const kind = classOf(status);
  if (kind === 'none') return NO_STATUS;
  if (kind === 'moving') return undefined;
  if (isWanted(goal, status)) return { afterMs: STABLE_FOR_MS, verdict: REACHED };
  if (kind === 'unknown') return { afterMs: UNSEEN_MS, verdict: passWith(`is ${status}`) };
  return { afterMs: WRONG_MS[goal], verdict: WRONG };
}
