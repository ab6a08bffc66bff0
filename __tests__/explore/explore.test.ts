// The explorer: a story can be played again by its number, and every choice is played.
import { describe, expect, test } from '@jest/globals';
import { describeRequests } from '../support/adversary/describe.ts';
import { explore, tryPlan } from './explore.ts';
import { rarePlaces } from './rare-places.ts';
import { createChoices, numberOf, prefixOf } from './choices.ts';
import { type Bound, nextPlans, planNumber, planOf, play } from './play.ts';

describe('the number of a story', () => {
  test.each(['0', '0.0.3', '1.2@arrived4', '0.1@ended12', '0@deadline31'])(
    '%s is parsed and printed unchanged',
    (number) => {
      expect(planNumber(planOf(number))).toBe(number);
    },
  );

  test('omits trailing harmless choices', () => {
    expect(numberOf([0, 2, 0, 0])).toBe('0.2');
    expect(prefixOf('0.2')).toEqual([0, 2]);
  });

  test.each(['', 'abc', '0@noon3', '@arrived1'])('cannot be "%s"', (text) => {
    expect(() => planOf(text)).toThrow(RangeError);
  });
});

describe('the choices of a story', () => {
  const options = [
    ['good', 1],
    ['bad', 2],
  ] as const;

  test('follow the number, then take the harmless options', () => {
    const { choose, made } = createChoices([1], () => 0);
    expect([choose('first', options), choose('second', options), choose('first', options)]).toEqual([2, 1, 2]);
    expect(made.map(({ name, label }) => `${name}: ${label}`)).toEqual(['first: bad', 'second: good']);
  });
});

describe('a story', () => {
  test('has the same requests each time it is played', async () => {
    const plan = planOf('0.0.1.2.4');
    const requests = [describeRequests((await play(plan)).trial), describeRequests((await play(plan)).trial)];
    expect(requests[1]).toEqual(requests[0]);
    expect(requests[0]?.length).toBeGreaterThan(4);
  });

  test('is followed by one story for every other option of its later choices', async () => {
    const played = await play(planOf('0'));
    const next = nextPlans(played, { choices: 1, choicesWithStop: -1 });
    const others = played.choices.reduce((sum, { options }) => sum + options - 1, 0);
    expect(new Set(next.map(planNumber)).size).toBe(others);
    expect(nextPlans(played, { choices: 0, choicesWithStop: -1 })).toEqual([]);
  });

  test('is cancelled at the request that its number names', async () => {
    const { trial } = await play(planOf('0@ended1'));
    expect(trial.run.outputs['error-code']).toBe('interrupted');
    expect(trial.served.length).toBeLessThanOrEqual(3);
  });
});

describe('every story with one choice that is not harmless, and every stop in it', () => {
  const bound: Bound = { choices: 1, choicesWithStop: 1 };
  /** Places that take two or three choices, which only `npm run explore` plays. */
  const beyond = [
    'a busy resource is found to be building the lost request',
    'a new entry without an id leaves the outcome open',
    'the request joins the deployment in progress',
    'two new deployments are ambiguous',
    'a lost request is sent again once the build of somebody else has ended',
    'the step gives up on a queue that does not change for ten minutes',
    'without a list before, a lost request is not sent again',
    'without a list before, a deployment in progress is ours',
    'without a list before, one that has ended is not ours',
    'lines that come after the end of a good build are shown',
  ];

  test('breaks no invariant, and reaches all rare places that take one choice', async () => {
    const { stories, reached, failures } = await explore({
      bound,
      batch: 1,
      parallel: 1,
      playAll: async (plans) => await Promise.all(plans.map((plan) => tryPlan(plan, bound))),
    });
    expect([...failures.values()].map(({ text }) => text)).toEqual([]);
    expect(stories).toBeGreaterThan(500);
    expect(Object.keys(rarePlaces).filter((place) => !reached.has(place))).toEqual(beyond);
  }, 900_000);
});
