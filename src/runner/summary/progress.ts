// The state of a step while it runs: the outcome and the phases of each resource. Input of summary and outputs.
import { type Blocker, isOurs, type Outcome, type Ownership, type StepEvent } from '../../operations/operation.ts';
import { applyEvent, newOutcome } from '../../operations/outcome.ts';

/** The label of the phase in which the health check runs. */
export const HEALTH_CHECK = 'health check';

/** A phase of one resource, such as `building`. */
export interface Phase {
  readonly label: string;
  readonly startMs: number;
  /** True while this step waits until other work at the resource is done; never set for a status of the service. */
  readonly isWaiting?: boolean;
  /** Set when it ended before the next phase began. */
  readonly endMs?: number;
}

/** The state of one resource. */
export interface ResourceProgress {
  readonly outcome: Outcome;
  readonly phases: readonly Phase[];
  /** The deployment that currently keeps the resource busy. */
  readonly blocker: Blocker | undefined;
  /** Ids of the deployments that were waited for, in order. */
  readonly waitedFor: readonly string[];
  /** The service accepted a request of this step. */
  readonly ours: boolean;
  /** That request started the deployment, instead of joining one in progress. */
  readonly isStartedHere: boolean;
  /** The status of the resource was read after that. */
  readonly isReread: boolean;
  readonly endedAtMs: number | undefined;
}

/** The state of the step by resource id, in the order given. */
export type Progress = ReadonlyMap<string, ResourceProgress>;

/** The initial state. */
export function newProgress(resourceIds: readonly string[]): Progress {
  return new Map(resourceIds.map((resourceId) => [resourceId, newResource(resourceId)]));
}

function newResource(resourceId: string): ResourceProgress {
  return {
    outcome: newOutcome(resourceId),
    phases: [],
    blocker: undefined,
    waitedFor: [],
    ours: false,
    isStartedHere: false,
    isReread: false,
    endedAtMs: undefined,
  };
}

/** The state after an event; the same object when the event changes nothing. */
export function advance(progress: Progress, event: StepEvent, nowMs: number): Progress {
  const resourceId = resourceOf(event);
  if (resourceId === undefined) return progress;
  const before = progress.get(resourceId) ?? newResource(resourceId);
  const after = next(before, event, nowMs);
  return after === before ? progress : new Map([...progress, [resourceId, after]]);
}

/** The resource of a step with a single one; undefined for none or several. */
export function onlyResource(progress: Progress): ResourceProgress | undefined {
  const [only, ...others] = progress.values();
  return others.length === 0 ? only : undefined;
}

/** The name of a resource; with its id if another one of the step has the same name. */
export function labelOf(progress: Progress, resourceId: string): string {
  const name = progress.get(resourceId)?.outcome.name ?? resourceId;
  const isShared = [...progress.values()].some(
    ({ outcome }) => outcome.resourceId !== resourceId && outcome.name === name,
  );
  return isShared ? `${name} (${resourceId})` : name;
}

/** The resource that an event is about; undefined if it is about none or all of them. */
export function resourceOf(event: StepEvent): string | undefined {
  if (event.kind === 'retrying') return event.error.endpoint.resourceId;
  return event.resourceId;
}

function next(known: ResourceProgress, event: StepEvent, nowMs: number): ResourceProgress {
  const outcome = applyEvent(known.outcome, event);
  const before = outcome === known.outcome ? known : { ...known, outcome };
  switch (event.kind) {
    case 'waiting': {
      const { blocker } = event;
      const id = blocker?.id;
      const ids = id === undefined || before.waitedFor.includes(id) ? [] : [id];
      return enter(
        { ...before, blocker, waitedFor: [...before.waitedFor, ...ids] },
        { label: 'waiting', isWaiting: true },
        nowMs,
      );
    }
    case 'accepted': {
      const { ownership, status } = event;
      const found = {
        ...before,
        blocker: undefined,
        ours: before.ours || isOurs(ownership),
        isStartedHere: startsHere(ownership),
      };
      if (!isOurs(ownership)) return found;
      // A deployment that is found under another id is still in the phase that was last seen.
      const isFollowed = before.phases.some(({ isWaiting }) => isWaiting !== true);
      if (status === undefined && isFollowed) return found;
      return enter(found, { label: status ?? 'accepted' }, nowMs);
    }
    case 'requested':
      return enter({ ...before, blocker: undefined, ours: true }, { label: 'accepted' }, nowMs);
    case 'resource':
      return before.ours && event.status !== undefined ? { ...before, isReread: true } : before;
    case 'status':
      return enter(before, { label: event.status }, nowMs);
    case 'checking':
      return enter(before, { label: HEALTH_CHECK }, nowMs);
    case 'healthy':
    case 'failed':
      return endPhase(before, nowMs);
    case 'ended':
      return { ...before, blocker: undefined, endedAtMs: nowMs };
    case 'already':
    case 'as-before':
    case 'commit':
    case 'not-started':
    case 'found':
    case 'log':
    case 'lost':
    case 'named':
    case 'note':
    case 'posting':
    case 'refused':
    case 'retrying':
    case 'settled':
    case 'skipped':
    case 'warning':
      return before;
  }
}

function startsHere(ownership: Ownership): boolean {
  return isOurs(ownership) && ownership !== 'joined' && ownership !== 'rerun';
}

function enter(before: ResourceProgress, phase: Omit<Phase, 'startMs'>, startMs: number): ResourceProgress {
  const last = before.phases.at(-1);
  if (last?.label === phase.label && last.isWaiting === phase.isWaiting) return before;
  return { ...before, phases: [...before.phases, { ...phase, startMs }] };
}

/** What follows the end of the health check, or a failure, such as reading the runtime log, is not part of the phase. */
function endPhase(before: ResourceProgress, endMs: number): ResourceProgress {
  const last = before.phases.at(-1);
  if (last === undefined || last.endMs !== undefined) return before;
  return { ...before, phases: [...before.phases.slice(0, -1), { ...last, endMs }] };
}
