// Plays one trial: the steps of a scenario against a service with the profile of a platform. Time is virtual.
import { VirtualClock } from '../support/virtual-time.ts';
import { runStep, type StepRun } from '../support/runner/step.ts';
import type { Profile } from './profile.ts';
import type { Scenario, StepPlan } from './scenarios.ts';
import { API_KEY, type SentStatus, startService } from './service.ts';
import type { World } from './world.ts';

/** One step that has run. */
export interface PlayedStep {
  readonly plan: StepPlan;
  readonly run: StepRun;
  readonly endedAtMs: number;
}

/** The result of a trial. */
export interface Trial {
  readonly profile: Profile;
  readonly scenario: Scenario;
  readonly steps: readonly PlayedStep[];
  readonly world: World;
  readonly sentStatuses: readonly SentStatus[];
  readonly sentSecrets: ReadonlySet<string>;
  readonly requests: readonly string[];
}

/** Plays a scenario on a platform. All steps start at once, at 0 ms. */
export async function playTrial(profile: Profile, scenario: Scenario): Promise<Trial> {
  const clock = new VirtualClock();
  const service = await startService(profile, scenario.world, clock);
  const { world, sentStatuses, sentSecrets, requests } = service;
  try {
    const steps = await Promise.all(
      scenario.steps.map(async (plan, index) => {
        const run = await runStep({
          clock,
          seed: index + 1,
          inputs: inputsOf(plan, world, service.baseUrl),
          env: { GITHUB_SHA: plan.sha, GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/shop' },
        });
        return { plan, run, endedAtMs: clock.now() };
      }),
    );
    return { profile, scenario, steps, world, sentStatuses, sentSecrets, requests };
  } finally {
    clock.dispose();
    await service.close();
  }
}

function inputsOf(plan: StepPlan, world: World, baseUrl: string): Record<string, string> {
  const { operation, inputs = {}, namesDeployment = false } = plan;
  const named = world.builds().find(({ by }) => by === 'somebody else');
  return {
    operation,
    'base-url': baseUrl,
    'api-key': API_KEY,
    ...(operation === 'list' ? {} : { 'resource-id': world.appIds.join('\n') }),
    ...(namesDeployment && named !== undefined ? { 'deployment-id': String(named.id) } : {}),
    ...inputs,
  };
}

/** Logs, outputs, summaries and requests. Each line is indented, so that a runner takes none for a command. */
export function describeTrial({ profile, scenario, steps, requests }: Trial): string {
  const parts = steps.flatMap(({ run, endedAtMs }, index) => [
    `=== step ${index + 1}: exit code ${run.exitCode} after ${endedAtMs / 1_000} s`,
    run.log.trimEnd(),
    '--- outputs',
    ...Object.entries(run.outputs).map(([name, value]) => `${name}=${value}`),
    '--- summary',
    run.summary.trimEnd(),
  ]);
  const text = [`${profile.name} / ${scenario.name}`, ...parts, '=== requests', ...requests].join('\n');
  return text.replaceAll(/^/gm, '    ');
}
