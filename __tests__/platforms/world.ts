// The real state of the service in a trial: resources, builds by others, and what the requests of a step change.
import type { AppState, Deployment, Line, Profile, Resource } from './profile.ts';
import {
  asLine,
  type Build,
  type BuildPlan,
  changesAfter,
  changesAfterBuild,
  commitOf,
  deploymentAt,
  type Ending,
  HEAD_COMMIT,
  isInProgress,
  planBuild,
  type StateChange,
  stateAt,
  type TimedLine,
} from './truth.ts';

/** A build that somebody else starts. */
export interface OtherBuild {
  /** From the start of the trial, may be negative; with `after` from that event of the first build by a step. */
  readonly atMs: number;
  readonly after?: 'request' | 'end';
  readonly queuedMs?: number;
  readonly buildMs?: number;
  /** Undefined for a build that never ends. */
  readonly ending: Ending | undefined;
  /** Builds the commit of the run. */
  readonly isHead?: boolean;
  /** Past builds and those that never end do not keep the resource busy. */
  readonly isStale?: boolean;
}

/** The initial state of a trial, and what happens during it. */
export interface WorldPlan {
  /** The apps, each with past deployments; default: one that is up. */
  readonly apps: number;
  readonly state: AppState;
  /** How builds by the step end. */
  readonly ending: Ending;
  readonly others: readonly OtherBuild[];
  /** The connection of the first deploy request is cut before or after the service accepted it. */
  readonly firstRequest?: 'lost before' | 'lost after';
}

/** Names of the environment variables of every app. */
export const envNames = ['DATABASE_URL', 'PORT', 'SESSION_TTL'] as const;

const DAY_MS = 86_400_000;

/** A build before it has its number. */
type Draft = Omit<BuildPlan, 'number' | 'id' | 'hasHiddenLines'> & { readonly isStale?: boolean };

interface Place {
  readonly id: string;
  readonly type: Resource['type'];
  readonly name: string;
  changes: readonly StateChange[];
}

/** The real state of the resources and their builds. */
export interface World {
  readonly resourceIds: readonly string[];
  /** Only apps can be deployed; the first one is the subject of most trials. */
  readonly appIds: readonly string[];
  builds(): readonly Build[];
  /** When the app changed to its last state. */
  settledAtMs(resourceId: string): number;
  isBusy(resourceId: string): boolean;
  deploy(resourceId: string): Deployment;
  change(resourceId: string, action: 'start' | 'stop' | 'restart'): Resource;
  resource(resourceId: string): Resource | undefined;
  /** Latest first. */
  deployments(resourceId: string): readonly Deployment[];
  deployment(resourceId: string, id: string): Deployment | undefined;
  /** The build as it is now. */
  view(build: Build): Deployment;
  runtimeLines(): readonly Line[];
}

const runtimeTexts = [
  'listening on port 8080',
  'GET / 200 in 12 ms',
  '',
  'GET /health 200 in 1 ms',
  'GET /health 200 in 1 ms',
  'größere Anfrage: 3 Sekunden ✓',
] as const;

/** What the app printed before the trial. */
export const runtimeLog: readonly TimedLine[] = runtimeTexts.map((text, index) => ({
  atMs: (index - 10) * 1_000,
  text,
  hidden: false,
}));

/** Whether the platform sends lines that it marks as hidden. */
function sendsHiddenLines(profile: Profile): boolean {
  const wallOf = (ms: number): Date => new Date(Date.UTC(2026, 0, 1) + ms);
  const plan = { number: 1, id: profile.deploymentId(1), resourceId: profile.resourceId(1), by: 'past' } as const;
  const times = { createdAtMs: 0, queuedMs: 0, buildMs: 10_000, ending: 'finished' } as const;
  const build = planBuild({ ...plan, ...times, commit: commitOf('1'), hasHiddenLines: true });
  const body = profile.deployment(deploymentAt(build, DAY_MS, { timing: profile.timing, wallOf }));
  return /\\*"hidden\\*":\s*true/.test('json' in body ? JSON.stringify(body.json) : body.text);
}

/** `now` is the time of the trial; `wallOf` converts it into a date. */
export function createWorld(
  profile: Profile,
  plan: WorldPlan,
  time: { now: () => number; wallOf: (ms: number) => Date },
): World {
  const { timing } = profile;
  const { now, wallOf } = time;
  const hasHiddenLines = sendsHiddenLines(profile);
  const places = placesOf(profile, plan);
  const apps = places.filter(({ type }) => type === 'app');
  let builds: readonly Build[] = [];
  const stale = new Set<Build>();

  function add({ isStale = false, ...draft }: Draft): Build {
    const number = builds.length + 1;
    const added = planBuild({ ...draft, number, id: profile.deploymentId(number), hasHiddenLines });
    builds = [...builds, added];
    if (isStale) stale.add(added);
    return added;
  }

  function otherDrafts(resourceId: string, after: OtherBuild['after'], fromMs: number): Draft[] {
    return plan.others
      .filter((other) => other.after === after)
      .map(
        ({ atMs, queuedMs = timing.queuedMs, buildMs = timing.buildMs, ending, isHead = false, isStale = false }) => {
          const createdAtMs = fromMs + atMs;
          const commit = isHead ? HEAD_COMMIT : commitOf(`other ${createdAtMs}`);
          return { resourceId, by: 'somebody else', createdAtMs, queuedMs, buildMs, ending, commit, isStale };
        },
      );
  }

  const drafts = apps.flatMap(({ id }, index) => [
    ...pastDrafts(id, index),
    ...(index === 0 ? otherDrafts(id, undefined, 0) : []),
  ]);
  for (const draft of drafts.toSorted((a, b) => a.createdAtMs - b.createdAtMs)) add(draft);

  const placeOf = (id: string): Place | undefined => places.find((place) => place.id === id);
  const buildsOf = (resourceId: string): Build[] =>
    builds.filter((build) => build.resourceId === resourceId && build.createdAtMs <= now());
  const view = (build: Build): Deployment => deploymentAt(build, now(), { timing, wallOf });
  const listed = (resourceId: string): Deployment[] =>
    buildsOf(resourceId)
      .filter(({ createdAtMs }) => createdAtMs + timing.listLagMs <= now())
      .toSorted((a, b) => b.createdAtMs - a.createdAtMs || b.number - a.number)
      .map(view);

  function resource({ id, type, name, changes }: Place): Resource {
    const host = `${name}.apps.example.com`;
    const isApp = type === 'app';
    const latest = isApp ? listed(id)[0] : undefined;
    return { id, type, name, state: stateAt(changes, now()), host, createdAt: wallOf(-30 * DAY_MS), latest };
  }

  function expectPlace(id: string): Place {
    const place = placeOf(id);
    if (place === undefined) throw new Error(`there is no resource ${id}`);
    return place;
  }

  return {
    resourceIds: places.map(({ id }) => id),
    appIds: apps.map(({ id }) => id),
    builds: () => builds,
    settledAtMs: (resourceId) => expectPlace(resourceId).changes.at(-1)?.fromMs ?? 0,
    isBusy: (resourceId) => buildsOf(resourceId).some((build) => isInProgress(build, now()) && !stale.has(build)),
    deploy(resourceId) {
      const isFirst = builds.every(({ by }) => by !== 'step');
      const { queuedMs, buildMs } = timing;
      const times = { createdAtMs: now(), queuedMs, buildMs, ending: plan.ending };
      const build = add({ resourceId, by: 'step', commit: HEAD_COMMIT, ...times });
      const place = expectPlace(resourceId);
      place.changes = [...place.changes, ...changesAfterBuild(build, timing)];
      if (isFirst) {
        for (const draft of otherDrafts(resourceId, 'request', now())) add(draft);
        for (const draft of otherDrafts(resourceId, 'end', build.endedAtMs)) add(draft);
      }
      return view(build);
    },
    change(resourceId, action) {
      const place = expectPlace(resourceId);
      place.changes = [...place.changes, ...changesAfter(action, now(), timing)];
      return resource(place);
    },
    resource(resourceId) {
      const place = placeOf(resourceId);
      return place && resource(place);
    },
    deployments: listed,
    deployment(resourceId, id) {
      const build = buildsOf(resourceId).find((one) => String(one.id) === id);
      return build && view(build);
    },
    view,
    runtimeLines: () => runtimeLog.map((line) => asLine(line, wallOf)),
  };
}

/** The first app has a failed deployment between two good ones. */
function pastDrafts(resourceId: string, app: number): Draft[] {
  const endings: readonly Ending[] = app === 0 ? ['finished', 'failed', 'finished'] : ['finished', 'finished'];
  return endings.map((ending, index) => {
    const createdAtMs = (index - endings.length) * DAY_MS;
    const commit = commitOf(`past ${app}.${index}`);
    return { resourceId, by: 'past', createdAtMs, queuedMs: 1_000, buildMs: 60_000, ending, commit };
  });
}

/** Apps first; a database and a worker are always there. */
function placesOf(profile: Profile, { apps, state }: WorldPlan): Place[] {
  const names = ['web', 'shop', 'docs', 'blog'].slice(0, apps);
  const all: Pick<Place, 'type' | 'name'>[] = [
    ...names.map((name) => ({ type: 'app' as const, name })),
    { type: 'worker', name: 'mailer' },
    { type: 'database', name: 'postgres' },
  ];
  return all.map(({ type, name }, index) => ({
    id: profile.resourceId(index + 1),
    type,
    name,
    changes: [{ fromMs: -DAY_MS, state: type === 'app' ? state : 'up' }],
  }));
}
