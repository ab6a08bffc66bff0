// How a service is drawn. In every choice the harmless value comes first, because that is what shrinking returns to.
import * as fc from 'fast-check';
import {
  acceptanceForms,
  type App,
  type Build,
  type Endpoint,
  idStyles,
  type List,
  logForms,
  type OperationName,
  operationNames,
  postAnswers,
  type PostPlan,
  readTroubles,
  type ResourceStatus,
  type Rival,
  type Story,
  type Trouble,
} from './story.ts';

/** Mostly the harmless value; in one of `oneIn` draws one of the others. */
function mostly<const T>(harmless: T, others: readonly T[], oneIn = 3): fc.Arbitrary<T> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: oneIn - 1, arbitrary: fc.constant(harmless) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

const whole = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
const rest = <T>(all: readonly T[]): readonly T[] => all.slice(1);

/** Answers that leave open what became of the request, by how late its deployment may be without breaking the contract. */
const SOON_S = 6;
const LATE_S = 60;
const quickLosses = new Set<string>(['reset', 'cut', '500', '503, retry after 7 s']);
const slowLosses = new Set<string>([
  'hang',
  'stall',
  '502 page',
  '504 page after 50 s',
  '200 page',
  '405 page',
  '403 page',
  '404 text',
]);

const postPlan: fc.Arbitrary<PostPlan> = mostly('accepted', rest(postAnswers), 2).chain((answer) => {
  const latestS = quickLosses.has(answer) ? SOON_S : slowLosses.has(answer) ? LATE_S : 0;
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
] as const satisfies readonly Endpoint[];

const trouble: fc.Arbitrary<Trouble> = fc.record({
  on: fc.constantFrom(...readEndpoints),
  kind: fc.constantFrom(...readTroubles),
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
  unknownStatus: mostly('', ['publishing', 'provisioning', 'FINISHED?', 'done', 'success'], 6),
  lines: whole(0, 24),
  log: fc.constantFrom(...logForms),
  lateLogS: mostly(0, [1, 4, 8], 4),
  field: fc.constantFrom('log', 'buildLog', 'build_log', 'logs', 'output'),
  wrapper: fc.constantFrom('bare', 'deployment', 'data'),
  previousInside: mostly(false, [true], 6),
  hasStatus: mostly(true, [false], 8),
});

const list: fc.Arbitrary<List> = fc.record({
  order: mostly('latest first', ['older ones in disorder', 'oldest first'], 5),
  cap: mostly(0, [2, 3], 3),
  lagS: mostly(0, [1, 3, 5], 3),
  slideAtS: mostly(0, [1, 3, 6, 12], 5),
  anonymous: mostly('none', ['first', 'second', 'last'], 8),
  more: mostly('nothing', ['total', 'hasMore', 'nextCursor'], 6),
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
const broken: readonly ResourceStatus[] = [
  'crashed',
  'CrashLoopBackOff',
  'failed',
  'error',
  'dead',
  'unhealthy',
  'exited (1)',
]
  .slice(0, 6)
  .map((word) => ({ word, kind: 'broken' }));
const moving: readonly ResourceStatus[] = [
  'starting',
  'restarting',
  'pending',
  'queued',
  'Deploying',
  'stopping',
  'rolling',
].map((word) => ({ word, kind: 'moving' }));
const unknown: readonly ResourceStatus[] = ['green', 'degraded', 'halted', 'v2'].map((word) => ({
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
    after: mostly(
      goal[0] ?? { word: 'running', kind: 'up' },
      [...goal, ...goal, ...up, ...down, ...broken, ...unknown],
      2,
    ),
    wrapper: fc.constantFrom('resource', 'bare', 'data'),
  });
}

const drawnStories: fc.Arbitrary<Story> = mostly('deploy', rest(operationNames), 2).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    timeoutS: fc.oneof(
      { withCrossShrink: true },
      { weight: 3, arbitrary: fc.constant(400) },
      { weight: 1, arbitrary: whole(5, 200) },
    ),
    waits: operation === 'deploy' ? mostly(true, [false], 8) : fc.constant(true),
    onBusy: mostly('wait', ['fail', 'skip'], 3),
    target:
      operation === 'wait' || operation === 'status' ? fc.constantFrom('none', 'latest', 'named') : fc.constant('none'),
    resourceId: mostly('app_web', ['_x/ü=', '{6F96-1}', '42'], 8),
    ids: fc.constantFrom(...idStyles),
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
    troubles: fc.array(trouble, { maxLength: 3 }),
    cancelAtS: mostly(0, [1, 3, 10, 20, 40], 12),
    seed: whole(1, 1_000),
  }),
);

/** Ids that a workflow may not name, since an id in an input has no white space and at most 256 characters. */
const UNNAMEABLE = new Set<Story['ids']>(['spaces', 'long']);

/** Without an order that the API page promises, an old deployment cannot be distinguished from one that a lost request started. */
function hasToBeInOrder({ list: { order, slideAtS }, posts }: Story): boolean {
  const isLost = posts.some(({ answer }) => quickLosses.has(answer) || slowLosses.has(answer));
  return order === 'oldest first' && (slideAtS > 0 || isLost);
}

/** A service and the step that meets it. */
export const stories: fc.Arbitrary<Story> = drawnStories.map((story) => ({
  ...story,
  ids: story.target === 'named' && UNNAMEABLE.has(story.ids) ? 'plain' : story.ids,
  // A deployment beside it would change the status of the app for reasons of its own.
  rivals: ['start', 'stop', 'restart'].includes(story.operation) ? [] : story.rivals,
  list: { ...story.list, order: hasToBeInOrder(story) ? 'older ones in disorder' : story.list.order },
}));
