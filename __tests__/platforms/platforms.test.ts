// One step against each of the platforms: correct results, and no needless warnings or waits. `PLATFORM=coolify SCENARIO=restart npm test --
// __tests__/platforms` plays one trial and prints its step log, outputs, summary and requests.
import { describe, expect, test } from '@jest/globals';
import { judge } from './judge/judge.ts';
import { describeTrial, playTrial, type Trial } from './play.ts';
import { profiles } from './profiles.ts';
import { scenarios } from './scenarios.ts';
import { variants } from './variants.ts';

const { PLATFORM: platform = '', SCENARIO: name = '' } = process.env;
const chosenProfiles = profiles.filter((profile) => platform === '' || profile.name === platform);
const chosenScenarios = scenarios.filter((scenario) => name === '' || scenario.name === name);

function problemsOf(trial: Trial): string[] {
  return judge(trial).map(({ about, text }) => `${trial.scenario.name}: ${about}: ${text}`);
}

describe.each(chosenProfiles)('a step on $name', (profile) => {
  test.each(chosenScenarios)('reports correctly and without noise: $name', async (scenario) => {
    const trial = await playTrial(profile, scenario);
    if (platform !== '' && name !== '') process.stdout.write(`${describeTrial(trial)}\n`);
    expect(problemsOf(trial)).toEqual([]);
  });

  test.each(variants(profile))('reports correctly and without noise in a variant: $name', async (variant) => {
    const trials: Trial[] = [];
    for (const scenario of variant.scenarios) trials.push(await playTrial(variant.profile, scenario));
    expect(trials.filter((trial) => !isAmbiguous(trial)).flatMap(problemsOf)).toEqual([]);
  });
});

/** Two deployments have appeared and the response named neither, so the step must not choose one. */
function isAmbiguous({ steps, world }: Trial): boolean {
  const others = world.builds().filter(({ by }) => by === 'somebody else');
  return others.length > 0 && steps.every(({ run }) => run.outputs['error-code'] === 'ambiguous');
}
