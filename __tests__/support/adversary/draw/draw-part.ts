// How one resource of a drawn service is drawn. In every choice the harmless value comes first, because that is what
// shrinking returns to.
import * as fc from 'fast-check';
import { acceptanceForms, endWords, logForms, OLDER_WORD } from '../service/forms.ts';
import {
  type App,
  type Build,
  type Endpoint,
  type List,
  type More,
  type OperationName,
  type Part,
  type PostAnswer,
  postAnswers,
  type PostPlan,
  readFaults,
  type ResourceStatus,
  type Rival,
  type Fault,
  unknownStatuses,
} from '../story.ts';

/** Mostly the harmless value; in one of `oneIn` draws one of the others. */
export function mostly<const T>(harmless: T, others: readonly T[], oneIn = 3): fc.Arbitrary<T> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: oneIn - 1, arbitrary: fc.constant(harmless) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

/** A whole number. */
export const whole = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
/** All but the first, which is the harmless one. */
export const rest = <T>(all: readonly T[]): readonly T[] => all.slice(1);

/** Answers that leave open what became of the request, by how late its deployment may be without breaking the contract. */
const SOON_S = 6;
const LATE_S = 60;
export const quickLosses = ['reset', 'cut', '500', '503, retry after 7 s'] as const satisfies readonly PostAnswer[];
export const slowLosses = [
  'hang',
  'stall',
  '502 page',
  '504 JSON of a gateway',
  '504 page after 50 s',
  '200 page',
  '202 page',
  '405 page',
  '403 page',
  '404 text',
  'redirect',
] as const satisfies readonly PostAnswer[];

const isQuickLoss = (answer: PostAnswer): boolean => quickLosses.some((one) => one === answer);
const isSlowLoss = (answer: PostAnswer): boolean => slowLosses.some((one) => one === answer);

const postPlan: fc.Arbitrary<PostPlan> = mostly('accepted', rest(postAnswers), 2).chain((answer) => {
  const latestS = isQuickLoss(answer) ? SOON_S : isSlowLoss(answer) ? LATE_S : 0;
  return fc.record({
    answer: fc.constant(answer),
    body: fc.constantFrom(...acceptanceForms),
    takes: latestS > 0 ? fc.boolean() : fc.constant(false),
    createdAfterS: mostly(0, latestS > 0 ? [1, 3, latestS] : [0], 2),
    answeredAfterS: answer === 'accepted' || answer === 'joined' ? mostly(0, [2, 20, 50], 6) : fc.constant(0),
  });
});

const readEndpoints = [
  'deployments',
  'deployment',
  'resource',
  'resources',
  'logs',
  'env',
  'openapi',
] as const satisfies readonly Endpoint[];

const fault: fc.Arbitrary<Fault> = fc.record({
  on: fc.constantFrom(...readEndpoints),
  kind: fc.constantFrom(...readFaults),
  after: whole(0, 4),
  times: fc.oneof(
    { withCrossShrink: true },
    { weight: 5, arbitrary: whole(1, 3) },
    { weight: 1, arbitrary: fc.constant(1_000) },
  ),
});

const rival: fc.Arbitrary<Rival> = fc.boolean().chain((afterPost) =>
  fc.record({
    atS: afterPost ? whole(0, 30) : whole(-10, 30),
    afterPost: fc.constant(afterPost),
    buildS: whole(1, 60),
    outcome: fc.constantFrom('finished', 'failed'),
  }),
);

const build: fc.Arbitrary<Build> = fc.record({
  queuedS: whole(0, 8),
  buildS: whole(1, 50),
  outcome: mostly('finished', ['failed', 'failed', 'cancelled']),
  letters: mostly('lower', ['upper', 'capital'], 5),
  unknownStatus: mostly('', rest(unknownStatuses), 6),
  endWord: mostly('', rest(endWords), 8),
  lines: whole(0, 24),
  log: fc.constantFrom(...logForms),
  lateLogS: mostly(0, [1, 4, 8], 4),
  previousInside: mostly(false, [true], 6),
  hasStatus: mostly(true, [false], 8),
});

/** How a list shows that it is not all. */
export const partial = ['total', 'hasMore', 'nextCursor', 'nextPage'] as const;
export const more: fc.Arbitrary<More> = mostly('nothing', ['a cursor', ...partial], 6);

const list: fc.Arbitrary<List> = fc.record({
  order: mostly('latest first', ['older ones in disorder', 'oldest first'], 5),
  cap: mostly(0, [2, 3], 3),
  lagS: mostly(0, [1, 3, 5], 3),
  slideAtS: mostly(0, [1, 3, 6, 12], 5),
  anonymous: mostly('none', ['first', 'second', 'last', 'ours'], 8),
  more,
  none: mostly('empty', ['404'], 2),
  logsInside: mostly(false, [true], 8),
});

const up: readonly ResourceStatus[] = [
  'running',
  'Running',
  'running (healthy)',
  'running:healthy',
  'active',
  'healthy',
  'ONLINE',
  'ready',
].map((word) => ({ word, kind: 'up' }));
const down: readonly ResourceStatus[] = ['stopped', 'Stopped', 'exited (0)', 'off', 'sleeping', 'paused'].map(
  (word) => ({ word, kind: 'down' }),
);
const broken: readonly ResourceStatus[] = ['crashed', 'CrashLoopBackOff', 'failed', 'error', 'dead', 'unhealthy'].map(
  (word) => ({ word, kind: 'broken' }),
);
const moving: readonly ResourceStatus[] = [
  'starting',
  'restarting',
  'pending',
  'queued',
  'Deploying',
  'stopping',
  'rolling',
].map((word) => ({ word, kind: 'moving' }));
export const unknown: readonly ResourceStatus[] = ['green', 'degraded', 'halted', 'v2', 'Ready?'].map((word) => ({
  word,
  kind: 'unknown',
}));

function appFor(operation: OperationName): fc.Arbitrary<App> {
  const before = operation === 'start' ? down : up;
  const goal = operation === 'stop' ? down : up;
  return fc.record({
    before: mostly(before[0] ?? { word: 'running', kind: 'up' }, [...before, ...up, ...down, ...broken], 3),
    staleS: mostly(0, [1, 6, 15], 2),
    moving: fc.constantFrom(...moving),
    movingS: mostly(0, [2, 4, 20, 40], 2),
    passing: fc.constantFrom(...goal.slice(0, 1), ...up, ...down),
    passingS: mostly(0, [1.5], 8),
    after: mostly(
      goal[0] ?? { word: 'running', kind: 'up' },
      [...goal, ...goal, ...up, ...down, ...broken, ...unknown],
      2,
    ),
    ageUnitS: fc.constant(0),
    isStatusOnlyListed: fc.constant(false),
    hasNoStatus: ['deploy', 'wait', 'status', 'list'].includes(operation)
      ? mostly(false, [true], 12)
      : fc.constant(false),
  });
}

/** What happens at one resource. */
export function partFor(operation: OperationName, resourceId: fc.Arbitrary<string>): fc.Arbitrary<Part> {
  return fc.record({
    resourceId,
    past: fc.array(mostly('finished', ['failed'], 4), { maxLength: 4 }),
    posts: fc.array(postPlan, { maxLength: 3 }),
    build,
    isBusyWhileBuilding: fc.boolean(),
    rivals: fc.oneof(
      { withCrossShrink: true },
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(rival, { minLength: 1, maxLength: 2 }) },
    ),
    list,
    app: appFor(operation),
    faults: fc.array(fault, { maxLength: 3 }),
  });
}

/**
 * Without an order that the API page promises, an old deployment cannot be distinguished from one that a lost request
 * started, nor ours from that of somebody else.
 */
function possibleOrder({ list: { order, slideAtS }, posts, rivals }: Part): List['order'] {
  const isLost = posts.some(({ answer }) => isQuickLoss(answer) || isSlowLoss(answer));
  if (isLost && rivals.length > 0) return 'latest first';
  return order === 'oldest first' && (slideAtS > 0 || isLost) ? 'older ones in disorder' : order;
}

function possibleList(part: Part): Pick<Part, 'list'> {
  const { list: drawn } = part;
  // An old deployment with the same word has to be in the list.
  const isOlderShown = part.build.endWord === OLDER_WORD;
  return {
    list: {
      ...drawn,
      order: possibleOrder(part),
      ...(isOlderShown ? { cap: 0, slideAtS: 0 } : {}),
    },
  };
}

/** A word for an end belongs to a build that does not finish. */
function possibleBuild({ build: drawn }: Part): Build {
  const { endWord } = drawn;
  if (endWord === '') return drawn;
  return { ...drawn, outcome: /^(?:skip|cancel|supersed)/.test(endWord) ? 'cancelled' : 'failed' };
}

/** A part that means something for the operation. */
export function possiblePart<P extends Part>(part: P, operation: OperationName): P {
  const { rivals, posts } = part;
  const isLifecycle = ['start', 'stop', 'restart'].includes(operation);
  return {
    ...part,
    // A deployment beside it would change the status of the app for reasons of its own.
    rivals: isLifecycle ? [] : rivals,
    // A lost request that is taken a minute later would change the app after the step has sent another.
    posts: isLifecycle ? posts.map((post) => ({ ...post, createdAfterS: Math.min(post.createdAfterS, 1) })) : posts,
    ...possibleList(part),
    build: possibleBuild(part),
    past: part.build.endWord === OLDER_WORD ? [...part.past, 'failed'] : part.past,
    // A list that hides a new deployment for ever can deceive any step.
    faults: part.faults.map((one) => (one.kind === 'stale' ? { ...one, times: Math.min(one.times, 3) } : one)),
  };
}
