// How a service and the step that meets it are drawn; the parts that belong to one resource are drawn in `draw-part.ts`.
import * as fc from 'fast-check';
import { mostly, more, partFor, possiblePart, rest, whole } from './draw-part.ts';
import { type Focus, focused } from './draw-focus.ts';
import { focuses } from './focuses.ts';
import { goodStory } from '../good-story.ts';
import { healthAnswers, idStyles, unreadableValues } from '../service/forms.ts';
import {
  type Env,
  type Health,
  type OperationName,
  operationNames,
  type Part,
  type Resources,
  type Story,
} from '../story.ts';

const resources: fc.Arbitrary<Resources> = fc.record({
  more,
  domains: mostly('one', ['own', 'none'], 3),
});

const env: fc.Arbitrary<Env> = fc.record({
  names: fc.subarray(['DATABASE_URL', 'PORT', 'API_TOKEN', 'lower_case', 'WITH.DOT']),
  more,
  required: mostly('none', ['present', 'missing'], 3),
});

const healthCheck: fc.Arbitrary<Health> = fc.record({
  target: fc.constantFrom('path', 'address'),
  contains: fc.boolean(),
  before: fc.constantFrom(...healthAnswers),
  switchAfterS: mostly(0, [1, 9, 30], 2),
  after: mostly('200 with the text', healthAnswers, 2),
});

const checkedOperations = new Set<OperationName>(['deploy', 'wait', 'start', 'restart']);
const severalOperations = new Set<OperationName>(['deploy', 'wait', 'status', 'start', 'stop', 'restart']);
const changingOperations = new Set<OperationName>(['deploy', 'start', 'stop', 'restart']);

function othersFor(operation: OperationName): fc.Arbitrary<readonly Part[]> {
  if (!severalOperations.has(operation)) return fc.constant([]);
  const part = (resourceId: string): fc.Arbitrary<Part> => partFor(operation, fc.constant(resourceId));
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 9, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: part('app_api').map((one) => [one]) },
    { weight: 1, arbitrary: fc.tuple(part('app_api'), part('app_job')).map((both) => [...both]) },
  );
}

const storyFor = (operation: OperationName): fc.Arbitrary<Story> =>
  fc
    .tuple(
      partFor(operation, mostly('app_web', ['_x/ü=', '{6F96-1}', '42'], 8)),
      fc.record({
        operation: fc.constant(operation),
        timeoutS: fc.oneof(
          { withCrossShrink: true },
          { weight: 3, arbitrary: fc.constant(400) },
          { weight: 1, arbitrary: whole(5, 200) },
        ),
        waits: changingOperations.has(operation) ? mostly(true, [false], 8) : fc.constant(true),
        onBusy: mostly('wait', ['fail', 'skip'], 3),
        target:
          operation === 'wait' || operation === 'status'
            ? fc.constantFrom('none', 'latest', 'named')
            : fc.constant('none'),
        ids: fc.constantFrom(...idStyles),
        resources,
        env,
        runtimeLines: whole(0, 12),
        health: fc.oneof(
          { withCrossShrink: true },
          { weight: 3, arbitrary: fc.constant(goodStory.health) },
          { weight: 1, arbitrary: healthCheck },
        ),
        unreadable: fc.oneof(
          { withCrossShrink: true },
          { weight: 3, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.subarray([...unreadableValues], { minLength: 1, maxLength: 3 }) },
        ),
        isDebug: fc.boolean(),
        showsLogs: operation === 'deploy' || operation === 'wait' ? mostly(true, [false], 8) : fc.constant(true),
        others: othersFor(operation),
        isOneByOne: fc.boolean(),
        failFast: fc.boolean(),
        cancelAtS: mostly(0, [1, 3, 10, 20, 40], 12),
        seed: whole(1, 1_000),
      }),
    )
    .map(([part, step]) => ({ ...part, ...step }));

const anyStory = mostly('deploy', rest(operationNames), 2).chain(storyFor);

/** Ids that a workflow may not name, since an id in an input has no white space and at most 256 characters. */
const UNNAMEABLE = new Set<Story['ids']>(['spaces', 'long']);

/** A health check that the step accepts; without a domain of its own a path leads into the network. */
function possibleHealth(story: Story): Pick<Story, 'health' | 'resources'> {
  const { operation, health, waits, resources: drawn } = story;
  if (!checkedOperations.has(operation) || !waits) return { health: goodStory.health, resources: drawn };
  const isPath = health.target === 'path' && drawn.domains !== 'none';
  return { health, resources: isPath ? { ...drawn, domains: 'own' } : drawn };
}

/** The story with what its operation can have. */
const possible = (story: Story): Story => ({
  ...possiblePart(story, story.operation),
  ...possibleHealth(story),
  others: story.others.map((part) => possiblePart(part, story.operation)),
  target: story.others.length > 0 && story.target === 'named' ? 'latest' : story.target,
  ids: story.target === 'named' && UNNAMEABLE.has(story.ids) ? 'plain' : story.ids,
  env: ['deploy', 'check'].includes(story.operation) ? story.env : { ...story.env, required: 'none' },
});

const focusedStory = ({ operations, change }: Focus): fc.Arbitrary<Story> =>
  fc
    .tuple(fc.constantFrom(...operations).chain(storyFor), change)
    .map(([story, fixed]) => possible(focused(story, fixed)));

/** A service and the step that meets it; in two of five draws about one class. */
export const stories: fc.Arbitrary<Story> = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: anyStory.map(possible) },
  { weight: 2, arbitrary: fc.constantFrom<Focus[]>(...Object.values(focuses)).chain(focusedStory) },
);
