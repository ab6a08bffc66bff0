// One step against each of the platforms: is it right, and is it quiet? `PLATFORM=coolify SCENARIO=restart npm test --
// __tests__/platforms` plays one trial and prints its step log, outputs, summary and requests.
import { describe, expect, test } from '@jest/globals';
import { judge } from './judge.ts';
import { knownFailures } from './known-failures.ts';
import { describeTrial, playTrial } from './play.ts';
import { profiles } from './profiles/index.ts';
import { scenarios } from './scenarios.ts';
import { variants } from './variants.ts';

const { PLATFORM: platform = '', SCENARIO: name = '' } = process.env;
const chosenProfiles = profiles.filter((profile) => platform === '' || profile.name === platform);
const chosenScenarios = scenarios.filter((scenario) => name === '' || scenario.name === name);

describe.each(chosenProfiles)('a step on $name', (profile) => {
  test.each(chosenScenarios)('is right and quiet: $name', async (scenario) => {
    const trial = await playTrial(profile, scenario);
    const problems = judge(trial);
    if (platform !== '' && name !== '') process.stdout.write(`${describeTrial(trial)}\n`);
    const known = Object.entries(knownFailures[scenario.name] ?? {})
      .filter(([, platforms]) => platforms.split(' ').includes(profile.name))
      .map(([about]) => about);
    const found = problems.map(({ about }) => about);
    const report = [
      ...problems.filter(({ about }) => !known.includes(about)).map(({ about, text }) => `${about}: ${text}`),
      ...known.filter((about) => !found.some((one) => one === about)).map((about) => `no longer fails: ${about}`),
    ];
    expect(report).toEqual([]);
  });
});

test.each(variants(profiles[0] ?? missingProfile()))('every scenario can be played: $name', async (variant) => {
  for (const scenario of variant.scenarios) {
    const trial = await playTrial(variant.profile, scenario);
    expect(trial.steps.map(({ run }) => run.outputs['error-code'])).not.toContain('internal');
    expect(judge(trial)).toBeInstanceOf(Array);
  }
});

test('every known failure names a scenario and platforms', () => {
  const platforms = Object.values(knownFailures).flatMap((one) =>
    Object.values(one).flatMap((names) => names.split(' ')),
  );
  expect(Object.keys(knownFailures).filter((known) => scenarios.every((scenario) => scenario.name !== known))).toEqual(
    [],
  );
  expect(platforms.filter((known) => profiles.every((profile) => profile.name !== known))).toEqual([]);
});

function missingProfile(): never {
  throw new Error('there is no platform');
}
