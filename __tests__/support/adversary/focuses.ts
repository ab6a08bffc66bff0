// Classes of what a service may do that would come up once in thousands of stories if all were drawn freely.
import * as fc from 'fast-check';
import type { Focus } from './draw-focus.ts';
import { down, mostly, partial, quickLosses, rest, slowLosses, unknown, whole } from './draw-part.ts';
import { endWords, healthAnswers, logForms, runtimeForms } from './forms.ts';
import {
  type Fault,
  operationNames,
  type PostAnswer,
  type PostPlan,
  readFaults,
  type Rival,
  unknownStatuses,
} from './story.ts';

const past = fc.array(fc.constant('finished' as const), { minLength: 1, maxLength: 4 });

/** The answer to the first deploy request, start, stop or restart. */
function post(answers: readonly PostAnswer[], plan: Partial<PostPlan> = {}): fc.Arbitrary<PostPlan> {
  return fc.constantFrom(...answers).map((answer) => ({
    answer,
    body: 'id',
    takes: true,
    createdAfterS: 0,
    answeredAfterS: 0,
    ...plan,
  }));
}

const unnamed = fc
  .constantFrom(
    'nothing',
    'empty object',
    'ok only',
    'resource only',
    'resource in data',
    'an earlier deployment',
    'id without a status',
    'id of a job',
    'text',
  )
  .chain((body) => post(['accepted'], { body }));

const rival = (atS: fc.Arbitrary<number>, buildS: fc.Arbitrary<number>): fc.Arbitrary<Rival> =>
  fc.record({ atS, afterPost: fc.constant(true), buildS, outcome: fc.constantFrom('finished', 'failed') });

const before = (atS: fc.Arbitrary<number>, buildS: fc.Arbitrary<number>): fc.Arbitrary<Rival> =>
  rival(atS, buildS).map((one) => ({ ...one, afterPost: false }));

const faultOf = (one: Partial<Fault> & Pick<Fault, 'on' | 'kind'>): Fault => ({ after: 0, times: 1_000, ...one });

const working = ['start', 'stop', 'restart'] as const;
const quick = [...quickLosses];
const slow = [...slowLosses];

/** All classes by name. */
export const focuses = {
  'ids in the answer': {
    operations: ['deploy'],
    change: fc.record({
      posts: fc
        .constantFrom(
          'id, another in data',
          'id, others nested',
          'deployment, others before',
          'resource in data',
          'an earlier deployment',
          'id without a status',
          'id without a status, in data',
          'id of a job',
        )
        .chain((body) => fc.tuple(post(['accepted'], { body }))),
      waits: fc.boolean(),
      past,
      list: fc.record({ lagS: fc.constantFrom(0, 5, 30) }),
    }),
  },
  'an earlier deployment in the answer': {
    operations: ['deploy'],
    change: fc.record({
      posts: fc.tuple(post(['accepted'], { body: 'an earlier deployment' })),
      waits: fc.constant(false),
      past,
      list: fc.record({ lagS: fc.constant(30) }),
    }),
  },
  'joined deployment': {
    operations: ['deploy'],
    change: fc.record({
      posts: fc.tuple(post(['joined'])),
      rivals: fc.tuple(before(whole(-8, -1), whole(15, 50))),
    }),
  },
  'old ones move up': {
    operations: ['deploy'],
    change: fc.record({
      past: fc.constant(['finished', 'finished', 'finished', 'finished'] as const),
      posts: fc.tuple(unnamed),
      list: fc.record({
        cap: fc.constantFrom(2, 3),
        slideAtS: fc.constantFrom(1, 3),
        lagS: fc.constantFrom(5, 8),
      }),
    }),
  },
  'ended when first seen': {
    operations: ['deploy'],
    change: fc.record({
      posts: fc.tuple(unnamed),
      rivals: fc.tuple(rival(whole(1, 2), fc.constant(1))),
      list: fc.record({ lagS: fc.constantFrom(6, 8) }),
      build: fc.record({ buildS: whole(20, 50) }),
    }),
  },
  'two new ones': {
    operations: ['deploy'],
    change: fc.record({
      posts: fc.tuple(post([...quick, ...slow])),
      rivals: fc.tuple(rival(fc.constant(0), whole(30, 60))),
    }),
  },
  'an emptied list': {
    operations: ['deploy'],
    change: fc.record({
      past,
      posts: fc.tuple(post(quick)),
      faults: fc.tuple(whole(4, 6).map((times) => faultOf({ on: 'deployments', kind: 'not found', after: 1, times }))),
    }),
  },
  'slow acceptance': {
    operations: ['deploy'],
    change: fc.record({
      posts: fc.constantFrom(30, 60).chain((createdAfterS) => fc.tuple(post(slow, { createdAfterS }))),
    }),
  },
  'an error of a gateway in JSON': {
    operations: ['deploy'],
    change: fc.record({ posts: fc.tuple(post(['504 JSON of a gateway'], { createdAfterS: 30 })) }),
  },
  'a lost request that took nothing': {
    operations: ['deploy', ...working],
    change: fc.record({ posts: fc.tuple(post([...quick, ...slow], { takes: false })) }),
  },
  'busy with the lost request': {
    operations: ['deploy'],
    change: fc.record({
      posts: fc.tuple(post(quick)),
      onBusy: fc.constantFrom('skip', 'fail'),
      isBusyWhileBuilding: fc.constant(true),
      list: fc.record({ lagS: whole(18, 26) }),
      build: fc.record({ buildS: whole(50, 60) }),
    }),
  },
  'busy with other work': {
    operations: ['restart'],
    change: fc.record({
      posts: fc.tuple(
        post(quick, { takes: false }),
        post(['busy', 'busy, retry after 7 s'], { takes: false }),
        post(['busy', 'busy, retry after 7 s'], { takes: false }),
      ),
    }),
  },
  'a first deployment': {
    operations: ['deploy', 'wait'],
    change: fc.record({
      past: fc.constant([]),
      list: fc.record({ none: fc.constant('404') }),
      rivals: fc.oneof(fc.constant([]), fc.tuple(before(whole(2, 30), whole(20, 50)))),
    }),
  },
  'build log': {
    operations: ['deploy'],
    change: fc.record({
      build: fc.record({ log: fc.constantFrom(...logForms), lines: whole(10, 24), buildS: whole(10, 50) }),
    }),
  },
  'last lines of a failed build': {
    operations: ['deploy'],
    change: fc.record({
      build: fc.record({
        outcome: fc.constant('failed'),
        lines: whole(2, 12),
        lateLogS: fc.constant(3),
        log: mostly('text', ['lines', 'entries', 'phases', 'unknown form'], 2),
      }),
    }),
  },
  'runtime log': {
    operations: ['logs'],
    change: fc.record({ runtime: fc.record({ form: mostly('unknown form', runtimeForms, 2), lines: whole(1, 12) }) }),
  },
  'compressed answers': {
    operations: ['deploy', ...working],
    change: fc.record({
      faults: fc.tuple(
        fc.constantFrom('deployments', 'deployment', 'resource').map((on) => faultOf({ on, kind: 'gzip' })),
      ),
    }),
  },
  'a status for a moment': {
    operations: working,
    change: fc.record({ app: fc.record({ passingS: fc.constantFrom(1, 1.8), movingS: fc.constantFrom(2, 4) }) }),
  },
  'a status that shows its age': {
    operations: ['deploy', ...working, ...working],
    change: fc.record({ app: fc.record({ ageUnitS: fc.constantFrom(1, 8), staleS: fc.constantFrom(0, 6, 15) }) }),
  },
  'a status in the list alone': {
    operations: [...working],
    change: fc.record({
      app: fc.record({ isStatusOnlyListed: fc.constant(true), movingS: fc.constantFrom(4, 70, 90) }),
      faults: fc.tuple(
        fc
          .tuple(fc.constantFrom('502 page', 'reset', '200 page'), whole(1, 30), whole(1, 2))
          .map(([kind, after, times]) => faultOf({ on: 'resources', kind, after, times })),
      ),
    }),
  },
  'a status that cannot be read': {
    operations: ['deploy', ...working],
    change: fc.record({ unreadable: fc.constant(['status of a resource'] as const) }),
  },
  'a broken app': {
    operations: ['deploy', ...working],
    change: fc.record({
      app: fc.record({
        after: fc.constantFrom('crashed', 'CrashLoopBackOff', 'error', 'unhealthy').map((word) => ({
          word,
          kind: 'broken' as const,
        })),
      }),
    }),
  },
  'variables that are missing': {
    operations: ['deploy', 'check', 'env'],
    change: fc.record({
      env: fc.record({
        required: fc.constant('missing'),
        more: mostly('nothing', partial, 4),
      }),
    }),
  },
  'a list that is not all': {
    operations: ['list', 'env'],
    change: fc.constantFrom(...partial).map((more) => ({
      resources: { more },
      env: { more },
    })),
  },
  'a refusal of the request': {
    operations: ['deploy', ...working],
    change: fc.record({
      posts: fc.tuple(
        post(['quota', 'quota, in capitals', 'accepted with an error', 'code of ours', 'billing'], { takes: false }),
      ),
    }),
  },
  'an error in an accepted response': {
    operations: ['deploy'],
    change: fc.record({ posts: fc.tuple(post(['accepted with an error'], { takes: false })), waits: fc.boolean() }),
  },
  'the gate': {
    operations: ['wait'],
    change: fc.record({
      past,
      target: fc.constantFrom('none', 'latest', 'named'),
      rivals: fc.oneof(fc.constant([]), fc.tuple(before(whole(-5, 60), whole(5, 50)))),
    }),
  },
  'a named deployment without the list': {
    operations: ['wait'],
    change: fc.record({
      past,
      target: fc.constant('named'),
      faults: fc
        .constantFrom('hang', 'stall', '500', '403 page', '404 text', 'ok false', 'code of ours')
        .map((kind) => [faultOf({ on: 'deployments', kind })]),
    }),
  },
  'a latest without an id': {
    operations: ['wait', 'status'],
    change: fc.record({
      past,
      target: fc.constant('latest'),
      list: fc.record({ anonymous: fc.constantFrom('first', 'second') }),
    }),
  },
  'health check': {
    operations: ['deploy', 'wait', 'start', 'restart'],
    change: fc.record({
      past,
      target: fc.constant('latest'),
      health: fc.record({
        target: fc.constantFrom('path', 'address'),
        contains: fc.boolean(),
        before: fc.constantFrom(...healthAnswers),
        switchAfterS: mostly(0, [9, 30], 2),
        after: fc.constantFrom(...healthAnswers),
      }),
    }),
  },
  'a detail that cannot be read': {
    operations: ['deploy'],
    change: fc.record({
      build: fc.record({ buildS: whole(10, 50) }),
      faults: fc.tuple(
        fc
          .tuple(fc.constantFrom(...readFaults), whole(0, 3), whole(1, 2))
          .map(([kind, after, times]) => faultOf({ on: 'deployment', kind, after, times })),
      ),
    }),
  },
  'a deployment that is never shown': {
    operations: ['deploy'],
    change: fc.record({
      past,
      posts: fc.tuple(post(['accepted'], { body: 'deploymentId' })),
      faults: fc
        .constantFrom('hang', 'stall', '500', '502 page')
        .map((kind) => [faultOf({ on: 'deployment', kind }), faultOf({ on: 'deployments', kind, after: 1 })]),
    }),
  },
  'a detail of another deployment': {
    operations: ['deploy'],
    change: fc.record({
      past,
      build: fc.record({ buildS: whole(10, 50) }),
      faults: fc.tuple(whole(0, 3).map((after) => faultOf({ on: 'deployment', kind: 'stale', after, times: 3 }))),
    }),
  },
  'a health check that must not pass': {
    operations: ['deploy', 'wait', 'start', 'restart'],
    change: fc.constantFrom('404', '500', '302 with the text', '503 with the text').chain((answer) =>
      fc.record({
        past,
        target: fc.constant('latest'),
        health: fc.record({
          target: fc.constantFrom('path', 'address'),
          contains: fc.constant(answer.endsWith('the text')),
          before: fc.constant(answer),
          switchAfterS: fc.constant(0),
          after: fc.constant(answer),
        }),
      }),
    ),
  },
  'a queue that hides ours': {
    operations: ['deploy'],
    change: whole(20, 60).chain((buildS) =>
      fc.record({
        past,
        rivals: fc.tuple(before(whole(-4, -1), fc.constant(buildS))),
        posts: fc.tuple(post([...quick, ...slow], { createdAfterS: buildS + 3 })),
      }),
    ),
  },
  'a lost request without a list before': {
    operations: ['deploy'],
    change: fc.constantFrom('not found', 'wrong types').chain((kind) =>
      fc.record({
        past,
        posts: fc.boolean().chain((takes) => fc.tuple(post(quick, { takes, createdAfterS: takes ? 20 : 0 }))),
        faults: fc.constant([faultOf({ on: 'deployments', kind, times: 1 })]),
      }),
    ),
  },
  'a word for the end': {
    operations: ['deploy'],
    change: fc
      .constantFrom(...rest(endWords))
      .chain((endWord) => fc.record({ past, build: fc.record({ endWord: fc.constant(endWord), lines: whole(0, 8) }) })),
  },
  'a word for work in progress': {
    operations: ['deploy'],
    change: fc
      .constantFrom(...rest(unknownStatuses))
      .chain((unknownStatus) =>
        fc.record({ build: fc.record({ unknownStatus: fc.constant(unknownStatus), buildS: whole(20, 50) }) }),
      ),
  },
  'a status of the app never heard of': {
    operations: ['deploy', 'restart'],
    change: fc.constantFrom(...unknown).chain((status) =>
      fc.record({
        app: fc.record({
          before: fc.constant(status),
          movingS: mostly(0, [4], 3),
          passingS: fc.constant(0),
          after: fc.constant(status),
        }),
      }),
    ),
  },
  'no status of the app': {
    operations: ['deploy', 'wait', 'status', 'list'],
    change: fc.record({ past, app: fc.record({ hasNoStatus: fc.constant(true) }) }),
  },
  'a state as before': {
    operations: ['deploy'],
    change: fc.constantFrom(...down).chain((status) =>
      fc.record({
        app: fc.record({
          before: fc.constant(status),
          staleS: fc.constant(0),
          movingS: fc.constant(0),
          passingS: fc.constant(0),
          after: fc.constant(status),
        }),
      }),
    ),
  },
  'other names': {
    operations: ['deploy', ...working, 'wait', 'status', 'list'],
    change: fc.record({
      past,
      idField: fc.constantFrom('id', 'uuid', 'guid'),
      statusField: fc.constantFrom('status', 'state'),
      build: fc.record({ wrapper: fc.constant('other names') }),
      list: fc.record({ wrapper: fc.constantFrom('bare', 'items', 'other names') }),
      app: fc.record({ wrapper: fc.constant('other names') }),
    }),
  },
  'hidden lines': {
    operations: ['deploy'],
    change: fc.record({
      build: fc.record({ log: fc.constant('entries, some hidden'), lines: whole(2, 12), buildS: whole(5, 40) }),
    }),
  },
  'the commit of a deployment': {
    operations: ['deploy'],
    change: fc.record({
      past,
      build: fc.record({ commit: fc.constantFrom('of this run', 'of this run, shortened', 'another') }),
    }),
  },
  'nothing to warn about': {
    operations: operationNames,
    change: fc.record({
      past,
      target: fc.constant('latest'),
      isDebug: fc.boolean(),
      list: fc.record({ more: mostly('nothing', ['a cursor', 'total'], 2) }),
      app: fc.record({ staleS: fc.constant(0), movingS: fc.constant(0), passingS: fc.constant(0) }),
      unreadable: fc.subarray([
        'status of a listed deployment',
        'status of a deployment',
        'domains of a resource',
        'entry of the build log',
        'entry of the runtime log',
        'long field of a resource',
      ] as const),
    }),
  },
  'a shape that is not read': {
    operations: operationNames,
    change: fc.record({
      past,
      target: fc.constant('latest'),
      isDebug: fc.constant(true),
      faults: fc
        .constantFrom('deployments', 'deployment', 'resource', 'resources', 'logs', 'env')
        .map((on) => [faultOf({ on, kind: 'wrong types', times: 1 })]),
    }),
  },
} satisfies Readonly<Record<string, Focus>>;
