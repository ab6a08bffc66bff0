// Classes of what a service may do that would come up once in thousands of stories if all were drawn freely, and that no
// story of the explorer is about.
import * as fc from 'fast-check';
import type { Focus } from './draw-focus.ts';
import { mostly, partial, quickLosses, slowLosses, unknown, whole } from './draw-part.ts';
import { accepted } from '../good-story.ts';
import { healthAnswers, logForms } from '../service/forms.ts';
import { type Fault, operationNames, type PostAnswer, type PostPlan, type Rival } from '../story.ts';

const past = fc.array(fc.constant('finished' as const), { minLength: 1, maxLength: 4 });

/** The answer to the first deploy request, start, stop or restart. */
function post(answers: readonly PostAnswer[], plan: Partial<PostPlan> = {}): fc.Arbitrary<PostPlan> {
  return fc.constantFrom(...answers).map((answer) => ({ ...accepted, answer, ...plan }));
}

/** A deployment by somebody else, at a time from the start of the step. */
const before = (atS: fc.Arbitrary<number>, buildS: fc.Arbitrary<number>): fc.Arbitrary<Rival> =>
  fc.record({ atS, afterPost: fc.constant(false), buildS, outcome: fc.constantFrom('finished', 'failed') });

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
  'a lost request that took nothing': {
    operations: ['deploy', ...working],
    change: fc.record({ posts: fc.tuple(post([...quick, ...slow], { takes: false })) }),
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
      waits: fc.boolean(),
    }),
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
