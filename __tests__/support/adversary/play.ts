// Plays the step of a story against its service.
import { seededRandom } from '../random.ts';
import { runStep, type StepRun } from '../run-step.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { startStoryService, type Truth } from './service.ts';
import type { Story } from './story.ts';

/** A story that has been played: what the user saw, and what really happened. */
export interface Trial {
  readonly story: Story;
  readonly run: StepRun;
  readonly truth: Truth;
}

/** Plays a story to its end. */
export async function play(story: Story): Promise<Trial> {
  const clock = new VirtualClock();
  const service = await startStoryService(story, clock);
  try {
    const run = await runStep({
      clock,
      inputs: { 'base-url': service.baseUrl, ...inputsOf(story) },
      random: seededRandom(story.seed),
      debug: story.debug,
      onStart: (cancel) => {
        if (story.cancelS === 0) return;
        void clock.sleep(story.cancelS * 1_000).then(() => cancel('SIGTERM'));
      },
    });
    return { story, run, truth: service.truth };
  } finally {
    await service.close();
    clock.dispose();
  }
}

function inputsOf(story: Story): Record<string, string> {
  const { operation, target, waits, onBusy, healthCheck } = story;
  return {
    'api-key': story.key,
    'resource-id': 'app_web',
    operation,
    timeout: `${story.timeoutS}s`,
    wait: String(waits),
    'on-busy': onBusy,
    'deployment-id': target === 'ours' ? '201' : target,
    ...(healthCheck ? { 'health-check': '/health' } : {}),
  };
}
