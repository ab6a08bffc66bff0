// How stories are drawn. In every choice the harmless value comes first, because that is what
// shrinking returns to.
import * as fc from 'fast-check';
import { ODD_SHAPES, PLAIN_SHAPES } from './shapes.ts';
import {
  type AppStatus,
  type Attempt,
  type Fault,
  goodStory,
  isLifecycle,
  type Rival,
  type StatusKind,
  type Story,
} from './story.ts';

/** One of these, by their weights. */
const weighted = <T>(...choices: readonly (readonly [number, fc.Arbitrary<T>])[]) =>
  fc.oneof(
    { withCrossShrink: true },
    ...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })),
  );

/** Mostly the harmless value; in one of `oneIn` draws one of the others. */
const mostly = <const T>(harmless: T, others: readonly T[], oneIn = 3): fc.Arbitrary<T> =>
  weighted([oneIn - 1, fc.constant(harmless)], [1, fc.constantFrom(...others)]);

/** Mostly none; in one of `oneIn` draws up to `most` of these. */
const few = <T>(arbitrary: fc.Arbitrary<T>, most: number, oneIn = 3): fc.Arbitrary<readonly T[]> =>
  weighted<readonly T[]>(
    [oneIn - 1, fc.constant([])],
    [1, fc.array(arbitrary, { minLength: 1, maxLength: most })],
  );

const whole = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });

/** Words by their kind, as the contract classifies them. */
const WORDS: Readonly<Record<StatusKind, string>> = {
  up:
    'running, Running, running (healthy), Running:healthy, active, ONLINE, ready, serving, ' +
    'Up 3 days',
  exited: 'exited, Exited (1), dead, down, offline',
  crashed: 'crashed, CrashLoopBackOff, failed, error, OOMKilled, killed',
  asleep: 'stopped, Stopped, off, sleeping, paused, idle',
  moving: 'starting, pending, queued, Deploying, updating, provisioning',
  restarting: 'restarting, Restarting (1)',
  unhealthy: 'unhealthy, running (unhealthy), Running:unhealthy',
  unknown: 'green, degraded, listening, working, v2, halted',
  none: '-',
};

const statuses = (...kinds: readonly StatusKind[]): AppStatus[] =>
  kinds.flatMap((kind) => WORDS[kind].split(', ').map((word) => ({ word, kind })));

const WAYS = statuses('moving', 'restarting').map((status) => [status]);
const LAST = [
  ...statuses('up', 'up', 'exited', 'crashed', 'asleep'),
  ...statuses('unknown', 'unhealthy', 'moving', 'restarting'),
];

/** What the app shows after the work: mostly nothing else, else the way to a last status. */
const after: fc.Arbitrary<Story['after']> = weighted<Story['after']>(
  [3, fc.constant([])],
  [
    2,
    fc
      .tuple(
        mostly<readonly AppStatus[]>([], WAYS, 2),
        fc.constantFrom(...LAST),
        fc.constantFrom(0, 0, 1, 6),
        fc.constantFrom(2, 4, 20, 40),
      )
      .map(([way, last, firstS, wayS]) =>
        [...way, last].map((status, index) => ({ ...status, afterS: index === 0 ? firstS : wayS })),
      ),
  ],
);

/**
 * Answers that leave open what became of the request, by how late the service may take it without
 * breaking the contract.
 */
const QUICK_LOSSES = ['500 internal_error "Oops."', '503 unavailable "Later." (retry-after 7)'];
const SLOW_LOSSES = [
  'cut',
  'hang',
  '502 page',
  '504 {"message":"timed out"}',
  '202 page',
  '408 page',
  '200 {"ok":true} (stalls)',
];
const RETRIED = [
  '409 busy "A backup is running."',
  '409 busy "A backup is running." (retry-after 7)',
  '429 rate_limited "120 a minute."',
  '429 rate_limited "120 a minute." (retry-after 5)',
  '429 page Slow down (retry-after 5)',
  '429 quota_exceeded "Enough." (retry-after 5)',
];
/** Answers that end the step, and the code with which they do. */
export const REFUSALS: Readonly<Record<string, string>> = {
  '402 billing "Empty."': 'billing',
  '429 create_limit "Five a day."': 'create_limit',
  '403 page Firewall': 'unreadable_reply',
  '302 (location https://login.test/)': 'unreadable_reply',
  '422 invalid_branch "No."': 'invalid_branch',
  '200 {"ok":false,"error":{"code":"billing","message":"Empty."}}': 'billing',
};

export const isLoss = (answer: string): boolean =>
  [...QUICK_LOSSES, ...SLOW_LOSSES].includes(answer);
export const isRetried = (answer: string): boolean => RETRIED.includes(answer);

const lost = (answers: readonly string[], latestS: number): fc.Arbitrary<Attempt> =>
  fc
    .tuple(fc.constantFrom(...answers), fc.constantFrom(undefined, 0, 0, 1, 3, latestS))
    .map(([answer, takesAfterS]) => ({
      answer,
      ...(takesAfterS === undefined ? {} : { takesAfterS }),
    }));

const attempt: fc.Arbitrary<Attempt> = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom(...RETRIED).map((answer) => ({ answer })),
  lost(QUICK_LOSSES, 6),
  lost(SLOW_LOSSES, 60),
  fc.constantFrom(...Object.keys(REFUSALS)).map((answer) => ({ answer })),
);

const ACCEPTANCES = [
  '{"deploymentId":"{id}"}',
  '{"id":"{id}","status":"queued"}',
  '{"resource":{"id":"app_web"},"deployment":{"id":"{id}"}}',
  '{"id":"{id}"}',
  '{"ok":true}',
  '202',
  '{"job":{"id":"job_7"}}',
  '{"id":"app_web","type":"app","status":"running"}',
  '{"id":"job_7"}',
  '{"deploymentId":"dep_1"}',
];

/** Answers to reads that are retried; all but the last few are an obstacle that passes. */
export const PASSING_FAULTS = [
  'as is (late 8s)',
  'cut',
  '500 internal_error',
  '503 unavailable (retry-after 7)',
  '502 page',
  '200 page',
  '404 page',
  '200 {"ok":tr',
  '429 rate_limited',
  '429 rate_limited (retry-after 5)',
  'hang',
];
const OTHER_FAULTS = [
  'as is (stalls)',
  '200 null',
  '200 {"something":"else"}',
  '404 not_found',
  '302 (location https://login.test/)',
  '401 unauthorized',
  '403 forbidden',
  '429 create_limit',
  '400 strange',
];

const fault: fc.Arbitrary<Fault> = fc.record({
  on: fc.constantFrom('detail', 'list', 'resource', 'logs', 'env', 'resources', 'openapi'),
  answer: weighted([3, fc.constantFrom(...PASSING_FAULTS)], [1, fc.constantFrom(...OTHER_FAULTS)]),
  fromS: fc.constantFrom(0, 1, 5, 11, 20),
  times: fc.constantFrom(1, 1, 2, 3, 0),
});

const rival: fc.Arbitrary<Rival> = fc.record({
  atS: fc.constantFrom(-1, 0, 1, 5, 12, 25),
  buildS: whole(1, 60),
  end: fc.constantFrom('finished', 'failed'),
});

/** Words for an end, with the kind of each, and a field that may name the cause. */
const endsAs = (endKind: Story['endKind'], ...words: readonly string[]) =>
  fc.constantFrom(...words).map((end) => ({ end, endKind }));
const FULL = 'failed {"errorMessage":"The disk is full."}';
const ends: fc.Arbitrary<Pick<Story, 'end' | 'endKind'>> = weighted(
  [4, endsAs('finished', 'finished')],
  [2, endsAs('failed', 'failed', 'error', 'timed_out', 'Crashed', FULL)],
  [1, endsAs('cancelled', 'cancelled', 'canceled', 'skipped', 'superseded')],
);

const BEFORE = ['up', 'exited', 'crashed', 'asleep', 'unknown', 'unhealthy', 'none'] as const;
const READING = ['status', 'list', 'logs', 'env', 'check'] as const;
const OPERATIONS = ['follow', 'follow', 'restart', 'restart', 'start', 'stop', ...READING] as const;

const story: fc.Arbitrary<Story> = fc
  .record({
    operation: mostly<Story['operation']>('deploy', OPERATIONS, 2),
    timeoutS: weighted([3, fc.constant(600)], [1, whole(5, 200)]),
    waits: mostly(true, [false], 10),
    onBusy: mostly<Story['onBusy']>('wait', ['fail'], 5),
    target: fc.constantFrom<Story['target'][]>('', 'latest', 'dep_9'),
    showsLogs: mostly(true, [false], 8),
    requiredEnv: mostly<Story['requiredEnv']>('', ['PORT', 'NOT_THERE'], 8),
    cancelS: mostly(0, [1, 3, 10, 20, 40], 12),
    health: mostly<Story['health']>('none', ['good', 'late', 'bad'], 6),
    past: fc.array(mostly<'finished' | 'failed'>('finished', ['failed'], 4), { maxLength: 4 }),
    attempts: few(attempt, 3),
    accepts: mostly('{"deploymentId":"{id}"}', ACCEPTANCES, 2),
    queuedS: whole(0, 8),
    buildS: whole(1, 50),
    meanwhile: mostly('building', ['publishing', 'cancelling', 'error (retry 1)', 'done'], 6),
    lines: whole(0, 12),
    lateS: mostly(0, [1, 3], 5),
    listLagS: mostly(0, [1, 3, 5], 3),
    detailMisses: mostly(0, [1, 3], 6),
    rivals: few(rival, 2, 4),
    cap: mostly(0, [2, 3], 5),
    slideS: mostly(0, [1, 3, 12], 6),
    before: weighted<AppStatus>(
      [3, fc.constant(goodStory.before)],
      [2, fc.constantFrom(...statuses(...BEFORE))],
    ),
    after,
    faults: few(fault, 3, 2),
    shape: weighted([3, fc.constantFrom(...PLAIN_SHAPES)], [1, fc.constantFrom(...ODD_SHAPES)]),
    seed: whole(1, 1_000),
  })
  .chain((drawn) => ends.map((end) => ({ ...drawn, ...end })));

/**
 * Stories that mean something: what could deceive any step, or cannot be asked for, is taken out.
 */
export const stories: fc.Arbitrary<Story> = story.map((drawn) => {
  const { operation, waits, health, rivals, before, cap } = drawn;
  const hasHealth = ['deploy', 'follow', 'start', 'restart'].includes(operation) && waits;
  return {
    ...drawn,
    health: hasHealth ? health : 'none',
    requiredEnv: ['deploy', 'check'].includes(operation) ? drawn.requiredEnv : '',
    target: ['follow', 'status'].includes(operation) ? drawn.target : '',
    showsLogs: ['deploy', 'follow'].includes(operation) ? drawn.showsLogs : true,
    // A rival could push ours out of a short list before anybody has read it.
    rivals: isLifecycle(drawn) ? [] : rivals.slice(0, cap > 0 ? 1 : 2),
    attempts:
      operation === 'deploy' || isLifecycle(drawn)
        ? drawn.attempts.map((one) => possibleAttempt(one, drawn))
        : [],
    // An old deployment that no list has shown cannot be told from a new one.
    accepts: drawn.accepts.includes('dep_1') && !isListShown(drawn) ? '{"ok":true}' : drawn.accepts,
    // A service that shows no status of the app shows none later.
    after: before.kind === 'none' ? [] : drawn.after,
    detailMisses: operation === 'deploy' ? drawn.detailMisses : 0,
    listLagS: operation === 'deploy' ? drawn.listLagS : 0,
    // A capital word for an end that is none of the five is another word.
    shape: drawn.shape === 'capital letters' && drawn.after.length > 0 ? 'plain' : drawn.shape,
  };
});

function isListShown({ cap, faults, shape }: Story): boolean {
  return cap === 0 && PLAIN_SHAPES.includes(shape) && faults.every(({ on }) => on !== 'list');
}

/**
 * A request to start that is taken a minute late would change the app after another one has been
 * sent.
 */
function possibleAttempt(one: Attempt, drawn: Story): Attempt {
  const { takesAfterS } = one;
  if (!isLifecycle(drawn) || takesAfterS === undefined) return one;
  return { ...one, takesAfterS: Math.min(takesAfterS, 1) };
}
