// Whether an app is up after its deployment. A pure function of all reads since then.
import { isFailure, type Failure } from '../failure.ts';
import { classOf, isSameStatus, type ResourceClass } from '../service/statuses.ts';
import { formatDuration } from '../text.ts';
import type { NoVerdict, Sample } from './poll-until.ts';

/** What a read of the app has shown: a status, none, or why it could not be read. */
export type AppStatus = string | undefined | Failure;

type AppSample = Sample<AppStatus>;

/** What the judgement of an app depends on besides the reads. */
export interface AppFacts {
  readonly name: string;
  /** The status before the deployment; undefined when the resource could not be read. */
  readonly before: { readonly status?: string | undefined } | undefined;
  /** An earlier deployment had finished, so the state from before was that of a deployed app. */
  readonly wasDeployed: boolean;
  /** When the deployment had finished. */
  readonly finishedAtMs: number;
}

/** What becomes of the step. */
export type Verdict =
  /** `asBefore`: the app is not up, and its state is the one from before. */
  | { readonly kind: 'passed'; readonly warning?: string; readonly asBefore?: string }
  /** `isLoop`: it was bad more than once. */
  | { readonly kind: 'failed'; readonly isLoop: boolean };

/** A card follows its deployment some seconds late, so this long it may show what was before. */
const AS_BEFORE_MS = 20_000;
/** How long an app may take to come up. */
const SETTLE_MS = 60_000;
/** The same while it is restarting without a break: some apps boot slowly. */
const RESTARTING_MS = 180_000;

type AppClass = ResourceClass | 'unreadable';

/** What a class of status means. */
interface Rule {
  /** Once the time is over, the step fails; otherwise it passes with a warning. */
  readonly isBad: boolean;
  /** After an earlier deployment, it is no news if it was so before. */
  readonly mayStay: boolean;
}

const RULES: Readonly<Record<Exclude<AppClass, 'up'>, Rule>> = {
  asleep: { isBad: false, mayStay: true },
  unknown: { isBad: false, mayStay: true },
  unhealthy: { isBad: false, mayStay: true },
  down: { isBad: true, mayStay: true },
  crashed: { isBad: true, mayStay: false },
  restarting: { isBad: true, mayStay: false },
  moving: { isBad: false, mayStay: false },
  none: { isBad: false, mayStay: false },
  unreadable: { isBad: false, mayStay: false },
};

const PASSED: Verdict = { kind: 'passed' };

/** Judges the app by all reads since its deployment finished; the last one is the newest. */
export function judgeApp(facts: AppFacts, samples: readonly AppSample[]): Verdict | NoVerdict {
  const { before, finishedAtMs, name, wasDeployed } = facts;
  const last = samples.at(-1);
  if (last === undefined) throw new Error('the app was not read');
  const { value } = last;
  const kind = appClassOf(value);
  if (kind === 'up') return PASSED;
  const isUnchanged = samples.every((sample) => isAsBefore(before, sample));
  // The service shows no status of this app at all. An app that is new may get its first one yet.
  const isWithout = isUnchanged && kind === 'none';
  if (isWithout && wasDeployed) return PASSED;
  const isNoNews = isUnchanged && wasDeployed && RULES[kind].mayStay;
  const untilMs = finishedAtMs + (isWithout || isNoNews ? AS_BEFORE_MS : timeFor(samples));
  const text = `The deployment finished; ${name} ${stateOf(value)}; checking again`;
  if (last.atMs < untilMs) return { kind: 'wait', text, untilMs };
  return isNoNews ? sameAsBefore(value) : judgeSettled(facts, samples, last);
}

/** Judges an app that is not up when its time is over. */
function judgeSettled(
  { before, finishedAtMs }: AppFacts,
  samples: readonly AppSample[],
  { atMs, value }: AppSample,
): Verdict {
  const isLoop = isLooping(samples);
  if (isBad(appClassOf(value)) || isLoop) return { kind: 'failed', isLoop };
  if (isNeverShown(before, samples)) return PASSED;
  const state = reasonedState(value).replace(/^is /, 'is still ');
  return {
    kind: 'passed',
    warning: `${state} ${formatDuration(atMs - finishedAtMs)} after that`,
  };
}

/** The classes of an app, each unbroken time of one class once; reads that failed are left out. */
function timesIn(samples: readonly AppSample[]): readonly AppClass[] {
  const kinds = samples
    .map(({ value }) => appClassOf(value))
    .filter((kind) => kind !== 'unreadable');
  return kinds.filter((kind, at) => kind !== kinds[at - 1]);
}

function isBad(kind: AppClass): boolean {
  return kind !== 'up' && RULES[kind].isBad;
}

/** One unbroken time of `restarting` that still goes on has longer. */
function timeFor(samples: readonly AppSample[]): number {
  const times = timesIn(samples);
  const isRestarting = times.at(-1) === 'restarting' && times.filter(isBad).length === 1;
  return isRestarting ? RESTARTING_MS : SETTLE_MS;
}

/** The app was bad twice, with another state between: it starts, and crashes again. */
export function isLooping(samples: readonly AppSample[]): boolean {
  const times = timesIn(samples);
  return times.findLastIndex(isBad) - times.findIndex(isBad) > 1;
}

function isNeverShown(before: AppFacts['before'], samples: readonly AppSample[]): boolean {
  return before?.status === undefined && samples.every(({ value }) => value === undefined);
}

function isAsBefore(before: AppFacts['before'], { value }: AppSample): boolean {
  return before !== undefined && !isFailure(value) && isSameStatus(before.status, value);
}

function appClassOf(status: AppStatus): AppClass {
  return isFailure(status) ? 'unreadable' : classOf(status);
}

/** A status in words. */
export function stateOf(status: AppStatus): string {
  if (isFailure(status)) return 'cannot be read';
  if (status === undefined) return 'shows no status';
  return `is ${status}${classOf(status) === 'unknown' ? ' (unknown status)' : ''}`;
}

/** The same, and why it cannot be read. */
function reasonedState(status: AppStatus): string {
  const state = stateOf(status);
  return isFailure(status) ? `${state} (${status.message.replace(/\.$/, '')})` : state;
}

/** An app that is down is worth a warning, even if it was down before. */
function sameAsBefore(value: AppStatus): Verdict {
  const asBefore = `still ${String(value)}, as before`;
  const isDown = appClassOf(value) === 'down';
  return { kind: 'passed', asBefore, ...(isDown && { warning: `is ${asBefore}` }) };
}
