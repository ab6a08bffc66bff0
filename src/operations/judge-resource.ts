// What the status of a resource means after a deployment, and after start, stop and restart. Pure
// functions of all samples since then.
import { classOf, isSameStatus, type ResourceClass } from '../api/status-words.ts';
import { type Failure, isFailure } from '../failure.ts';
import type { Sample, Wait } from './poll-until.ts';

/** A status of a resource; undefined when none is shown. */
export type StatusSample = Sample<string | undefined>;

/**
 * How the resource is after the work. `warning`: what is unusual about its state. `remark`: no
 * change was seen. `asBefore`: its state is not up, and was the same before.
 */
export type Settled =
  | {
      readonly kind: 'reached';
      readonly warning?: string;
      readonly remark?: string;
      readonly asBefore?: string;
    }
  | { readonly kind: 'wrong' };

/** What a status means once it has lasted for `afterMs`. */
interface Rule {
  readonly afterMs: number;
  readonly verdict: Settled;
}

const POLL_MS = 3_000;
/** Reads this far apart must both show a status that is asleep or unknown. */
const ASLEEP_MS = 5_000;
/** Reads this far apart must both show a resource that is down, or must both fail. */
const DOWN_MS = 20_000;
/** How long a resource may be moving or unhealthy, or crashed as before. */
const SETTLE_TIMEOUT_MS = 60_000;
/** How long an app may restart. */
const RESTARTING_MS = 180_000;

const REACHED: Settled = { kind: 'reached' };
const WRONG: Settled = { kind: 'wrong' };

function passWith(warning: string): Settled {
  return { kind: 'reached', warning };
}

/** What a read of the app has shown: a status, none, or why it could not be read. */
export type AppStatus = string | undefined | Failure;

/** The app before its deployment, as far as it is known. */
export interface AppBefore {
  readonly status: string | undefined;
  /** False when the list of deployments was read and shows nothing finished. */
  readonly wasDeployed: boolean;
}

/** What the judgement of an app depends on besides the samples. */
export interface AppFacts extends AppBefore {
  readonly name: string;
  /** When the deployment had finished. */
  readonly sinceMs: number;
}

/** Judges the app since its deployment finished. */
export function judgeAfterDeploy(
  facts: AppFacts,
  samples: readonly Sample<AppStatus>[],
): Settled | Wait {
  const last = samples.at(-1);
  if (last === undefined) return { kind: 'wait', ms: 0 };
  const { afterMs, verdict, counts } = ruleOf(facts, last.value, isCrashLoop(samples));
  const firstMs = samples.find(({ value }) => counts?.(value))?.atMs ?? facts.sinceMs;
  if (last.atMs - firstMs >= afterMs) return verdict;
  const state = isFailure(last.value) ? 'cannot be read' : `is ${last.value ?? 'without a status'}`;
  const text = `${facts.name} ${state}; it is read again`;
  return { kind: 'wait', ms: POLL_MS, reason: { key: state, text, untilMs: firstMs + afterMs } };
}

/** A rule whose time counts from the first sample that `counts`, or from the end of the work. */
interface AppRule extends Rule {
  readonly counts?: (value: AppStatus) => boolean;
}

function isOneOf(...kinds: readonly ResourceClass[]): (value: AppStatus) => boolean {
  return (value) => !isFailure(value) && kinds.includes(classOf(value));
}

const UNREADABLE: AppRule = {
  afterMs: DOWN_MS,
  verdict: passWith('could not be read'),
  counts: (value) => isFailure(value),
};
const DOWN: AppRule = { afterMs: DOWN_MS, verdict: WRONG, counts: isOneOf('down', 'crashed') };
const DOWN_AS_BEFORE: AppRule = { afterMs: SETTLE_TIMEOUT_MS, verdict: WRONG };

/** What the status of an app means, and how long it has to last. */
function ruleOf(
  { status: before, wasDeployed }: AppBefore,
  status: AppStatus,
  isLoop: boolean,
): AppRule {
  if (isFailure(status)) return UNREADABLE;
  const kind = classOf(status);
  const isSame = isSameStatus(before, status);
  const isNews = !isSame || !wasDeployed;
  switch (kind) {
    case 'up':
      return { afterMs: 0, verdict: REACHED };
    case 'none':
      if (isSame) return { afterMs: 0, verdict: REACHED };
      return { afterMs: SETTLE_TIMEOUT_MS, verdict: passWith('no longer shows a status') };
    case 'asleep':
    case 'unknown':
      if (!isNews) return { afterMs: 0, verdict: sameAsBefore(before, status) };
      return {
        afterMs: ASLEEP_MS,
        verdict: passWith(`is ${status}`),
        counts: isOneOf('asleep', 'unknown'),
      };
    case 'down':
      if (!isNews) return { afterMs: 0, verdict: sameAsBefore(before, status) };
      return isSame ? DOWN_AS_BEFORE : DOWN;
    case 'crashed':
      return isSame ? DOWN_AS_BEFORE : DOWN;
    case 'unhealthy':
      if (!isNews) return { afterMs: 0, verdict: sameAsBefore(before, status) };
      return { afterMs: SETTLE_TIMEOUT_MS, verdict: passWith(`is ${status}`) };
    case 'moving':
      if (isLoop || isRestarting(status)) return { afterMs: RESTARTING_MS, verdict: WRONG };
      return { afterMs: SETTLE_TIMEOUT_MS, verdict: passWith(`is still ${status}`) };
    default:
      return kind satisfies never;
  }
}

/** An app that is down is worth a warning, even if it was down before. */
function sameAsBefore(before: string | undefined, status: string | undefined): Settled {
  const isUnchanged = status?.toLowerCase() === before?.toLowerCase();
  const asBefore = isUnchanged
    ? `still ${status}, as before`
    : `${status}, and was ${before} before`;
  const isDown = classOf(status) === 'down';
  return { kind: 'reached', asBefore, ...(isDown && { warning: `is ${asBefore}` }) };
}

function isRestarting(value: AppStatus): boolean {
  return !isFailure(value) && /restarting/i.test(value ?? '');
}

/** True once the app has come back to `restarting` from another status. */
function isCrashLoop(samples: readonly Sample<AppStatus>[]): boolean {
  const first = samples.findIndex(({ value }) => isRestarting(value));
  const last = samples.findLastIndex(({ value }) => isRestarting(value));
  const between = first === -1 ? [] : samples.slice(first, last);
  return between.some(({ value }) => !isFailure(value) && !isRestarting(value));
}

/** What was requested of a resource. */
export type Goal = 'start' | 'stop' | 'restart';

/**
 * True if the status is as requested. After a stop, an app may also be killed, or crashed as it was
 * before.
 */
export function isWanted(goal: Goal, status: string | undefined, before?: string): boolean {
  const kind = classOf(status);
  if (goal !== 'stop') return kind === 'up';
  if (kind === 'asleep' || kind === 'down') return true;
  return kind === 'crashed' && (isSameStatus(before, status) || /^\s*kill/i.test(status ?? ''));
}

/** What is requested of a resource, and its status before that. */
export interface Change {
  readonly goal: Goal;
  readonly before: string | undefined;
}

/** What the judgement of a start, stop or restart depends on besides the samples. */
export interface LifecycleFacts extends Change {
  readonly name: string;
  /** On the clock of the step. */
  readonly acceptedAtMs: number;
}

/** The pauses before the first reads, which come soon after the acceptance. */
const FIRST_PAUSES_MS = [500, 500, 1_000, 1_000] as const;
/** After a change, the wanted status must last this long. */
const STABLE_FOR_MS = 2_000;
/** Without a change, start and stop pass after this if the status is as requested. */
const UNCHANGED_MS = 5_000;
/** A restart passes after this if the app was up at every read, or has an unknown status. */
const UNSEEN_MS = 20_000;
/** After a change, another known state is wrong once it has lasted this long. */
const WRONG_MS: Readonly<Record<Goal, number>> = { stop: 5_000, start: 20_000, restart: 20_000 };

/** The pause before the read number `count`, counted from 0. */
export function pauseBefore(count: number): Wait {
  const ms = FIRST_PAUSES_MS[count];
  return ms === undefined ? { kind: 'wait', ms: POLL_MS } : { kind: 'wait', ms, isQuick: true };
}

/**
 * Judges the resource after its start, stop or restart was accepted. `before`: its status before
 * the POST.
 */
export function judgeLifecycle(
  { name, goal, before, acceptedAtMs }: LifecycleFacts,
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
    changed.length === 0
      ? ruleUnchanged({ goal, before }, last.value)
      : ruleChanged({ goal, before }, last.value);
  if (rule !== undefined && heldMs >= rule.afterMs) return rule.verdict;
  const state = last.value === undefined ? 'shows no status' : `is ${last.value}`;
  const untilMs = last.atMs - heldMs + (rule?.afterMs ?? Infinity);
  const reason = {
    key: state,
    text: `${name} ${state} after the ${goal}; it is read again`,
    untilMs,
  };
  const ms = rule?.afterMs === STABLE_FOR_MS ? Math.min(wait.ms, STABLE_FOR_MS - heldMs) : wait.ms;
  return { ...wait, ms, reason };
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

function ruleUnchanged({ goal, before }: Change, status: string | undefined): Rule {
  const kind = classOf(status);
  if (kind === 'none') return NO_STATUS;
  if (goal !== 'restart' && isWanted(goal, status, before))
    return { afterMs: UNCHANGED_MS, verdict: REACHED };
  if (goal !== 'restart' || (kind !== 'up' && kind !== 'unknown'))
    return { afterMs: RESTARTING_MS, verdict: WRONG };
  const remark = `it was ${status} at every read: no change was seen`;
  return { afterMs: UNSEEN_MS, verdict: { kind: 'reached', remark } };
}

/** Undefined while the resource is moving. */
function ruleChanged({ goal, before }: Change, status: string | undefined): Rule | undefined {
  const kind = classOf(status);
  if (kind === 'none') return NO_STATUS;
  if (kind === 'moving') return undefined;
  if (isWanted(goal, status, before)) return { afterMs: STABLE_FOR_MS, verdict: REACHED };
  if (kind === 'unknown') return { afterMs: UNSEEN_MS, verdict: passWith(`is ${status}`) };
  return { afterMs: WRONG_MS[goal], verdict: WRONG };
}
