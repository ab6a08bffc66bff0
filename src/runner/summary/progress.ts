// The state of a step while it runs: the outcome and the phases of each resource. Input of summary and outputs.
import { type Blocker, isOurs, type Outcome, type StepEvent } from '../../operations/operation.ts';
import { applyEvent, newOutcome } from '../../operations/outcome.ts';

/** A phase of one resource, such as `building`. */
export interface Phase {
  readonly label: string;
  readonly startMs: number;
  /** True while this step waits until other work at the resource is done; never set for a status of the service. */
  readonly isWaiting?: boolean;
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
  const outcome = newOutcome(resourceId);
  return { outcome, phases: [], blocker: undefined, waitedFor: [], ours: false, isReread: false, endedAtMs: undefined };
}

/** The state after an event; the same object when the event changes nothing. */
export function advance(progress: Progress, event: StepEvent, nowMs: number): Progress {
  const resourceId = resourceOf(event);
  if (resourceId === undefined) return progress;
  const before = progress.get(resourceId) ?? newResource(resourceId);
  const after = next(before, event, nowMs);
  return after === before ? progress : new Map([...progress, [resourceId, after]]);
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
      const ours = isOurs(event.ownership);
      const found = { ...before, blocker: undefined, ours: before.ours || ours };
      // An accepted deployment is queued until another status is read.
      return ours ? enter(found, { label: 'queued' }, nowMs) : found;
    }
    case 'requested':
      return enter({ ...before, blocker: undefined, ours: true }, { label: 'accepted' }, nowMs);
    case 'resource':
      return before.ours && event.status !== undefined ? { ...before, isReread: true } : before;
    case 'status':
      return enter(before, { label: event.status }, nowMs);
    case 'checking':
      return enter(before, { label: 'health check' }, nowMs);
    case 'ended':
      return { ...before, blocker: undefined, endedAtMs: nowMs };
    case 'as-before':
    case 'commit':
    case 'not-started':
    case 'failed':
    case 'found':
    case 'healthy':
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

function enter(before: ResourceProgress, phase: Omit<Phase, 'startMs'>, startMs: number): ResourceProgress {
  const last = before.phases.at(-1);
  if (last?.label === phase.label && last.isWaiting === phase.isWaiting) return before;
  return { ...before, phases: [...before.phases, { ...phase, startMs }] };
}
