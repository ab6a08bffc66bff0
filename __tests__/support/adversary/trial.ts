// One step of the action against one drawn service: the step as its user sees it, and the truth at the service.
import { runStep, type StepRun } from '../step.ts';
import { createTrialClock } from './clock.ts';
import type { Hosting } from './hosting.ts';
import { type Script, type Served, scriptOf, startService } from './service.ts';
import type { Story } from './story.ts';

/** The key of every trial. */
export const API_KEY = 'dsk_Adversary_0123456789';

/** What a trial came to. */
export interface Trial {
  readonly story: Story;
  readonly run: StepRun;
  readonly served: readonly Served[];
  readonly hosting: Hosting;
  readonly endedAtMs: number;
}

/** Plays a story to its end. */
export async function tryStory(story: Story): Promise<Trial> {
  return await tryScript(scriptOf(story));
}

/** Plays a script to its end. `onStart` gets the way to cancel the run. */
export async function tryScript(script: Script, onStart?: (cancel: () => void) => void): Promise<Trial> {
  const { story } = script;
  const clock = createTrialClock();
  const service = await startService(script, clock);
  const { hosting } = service;
  try {
    const run = await runStep({
      clock,
      seed: story.seed,
      inputs: inputsOf(story, { baseUrl: service.baseUrl, hosting }),
      onStart: (cancel) => {
        onStart?.(() => cancel('SIGTERM'));
        if (story.cancelAtS > 0) void clock.sleep(story.cancelAtS * 1_000).then(() => cancel('SIGTERM'));
      },
    });
    return { story, run, served: service.served, hosting, endedAtMs: clock.now() };
  } finally {
    clock.dispose();
    await service.close();
  }
}

function inputsOf(story: Story, { baseUrl, hosting }: { baseUrl: string; hosting: Hosting }): Record<string, string> {
  const { operation, target } = story;
  const isWork = ['deploy', 'start', 'stop', 'restart'].includes(operation);
  const named = hosting.inProgress(0) ?? hosting.deployments(0)[0];
  const deploymentId = target === 'named' ? String(named?.id ?? '') : target === 'latest' ? 'latest' : '';
  return {
    operation,
    'base-url': baseUrl,
    'api-key': API_KEY,
    timeout: `${story.timeoutS}s`,
    ...(operation === 'list' ? {} : { 'resource-id': story.resourceId }),
    ...(isWork ? { wait: String(story.waits), 'on-busy': story.onBusy } : {}),
    ...(operation === 'wait' || operation === 'status' ? { 'deployment-id': deploymentId } : {}),
  };
}
