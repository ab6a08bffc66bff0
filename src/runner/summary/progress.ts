// What is known of a step while it runs: the outcome of each resource, and what is about time and display. The summary
// and the outputs are both drawn from it.
import { type Blocker, isOurs, type Outcome, type StepEvent } from '../../operations/operation.ts';
import { applyEvent } from '../../operations/outcome.ts';

/** A stretch of time of one resource, such as `building`. */
export interface Phase {
  readonly label: string;
  readonly startMs: number;
}

/** The phase of a resource that is busy with other work. */
export const WAITING = 'waiting in line';

/** What is known of one resource so far. */
export interface Track {
  readonly outcome: Outcome;
  readonly phases: readonly Phase[];
  /** Who is in the way at this moment. */
  readonly blocker: Blocker | undefined;
  /** Ids of the deployments that were waited for, in order. */
  readonly behind: readonly string[];
  readonly endedAtMs: number | undefined;
}

/** What is known of the step so far; resources in the order given. */
export type Tracks = ReadonlyMap<string, Track>;

/** The state before anything has happened. */
export function newTracks(resourceIds: readonly string[]): Tracks {
  return new Map(resourceIds.map((resourceId) => [resourceId, newTrack(resourceId)]));
}

function newTrack(resourceId: string): Track {
  return { outcome: { resourceId }, phases: [], blocker: undefined, behind: [], endedAtMs: undefined };
}

/** The state after an event; the same object when the event changes nothing. */
export function track(tracks: Tracks, event: StepEvent, nowMs: number): Tracks {
  const resourceId = resourceOf(event);
  if (resourceId === undefined) return tracks;
  const before = tracks.get(resourceId) ?? newTrack(resourceId);
  const after = next(before, event, nowMs);
  return after === before ? tracks : new Map([...tracks, [resourceId, after]]);
}

/** The resource that an event is about; undefined where it is about none or all of them. */
export function resourceOf(event: StepEvent): string | undefined {
  if (event.kind === 'retrying') return event.error.endpoint.resourceId;
  return event.resourceId;
}

function next(known: Track, event: StepEvent, nowMs: number): Track {
  const outcome = applyEvent(known.outcome, event);
  const before = outcome === known.outcome ? known : { ...known, outcome };
  switch (event.kind) {
    case 'waiting': {
      const { blocker } = event;
      const ids = blocker === undefined || before.behind.includes(blocker.id) ? [] : [blocker.id];
      return enter({ ...before, blocker, behind: [...before.behind, ...ids] }, WAITING, nowMs);
    }
    case 'accepted': {
      const found = { ...before, blocker: undefined };
      return isOurs(event.ownership) ? enter(found, 'accepted', nowMs) : found;
    }
    case 'requested':
      return enter({ ...before, blocker: undefined }, 'accepted', nowMs);
    case 'status':
      return enter(before, event.status, nowMs);
    case 'checking':
      return enter(before, 'health check', nowMs);
    case 'ended':
      return { ...before, blocker: undefined, endedAtMs: nowMs };
    case 'failed':
    case 'found':
    case 'log':
    case 'lost':
    case 'named':
    case 'not-started':
    case 'note':
    case 'posting':
    case 'refused':
    case 'resource':
    case 'retrying':
    case 'settled':
    case 'skipped':
    case 'warning':
      return before;
  }
}

function enter(before: Track, label: string, startMs: number): Track {
  if (before.phases.at(-1)?.label === label) return before;
  return { ...before, phases: [...before.phases, { label, startMs }] };
}
