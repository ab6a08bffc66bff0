// One step of the action against one drawn service: the step as its user sees it, and the truth at the service.
import { runStep, type StepRun } from '../runner/step.ts';
import { deploymentRowOf, textIn } from '../runner/step-run.ts';
import { VirtualClock } from '../virtual-time.ts';
import { START_WALL_MS } from './clock.ts';
import type { Hosting } from './service/hosting.ts';
import { type Script, type Served, scriptOf, startService } from './service/service.ts';
import { API_KEY, HEALTH_TEXT } from './constants.ts';
import { healthTarget } from './service/resource-bodies.ts';
import { resourceIdsOf, type Story, storyOf } from './story.ts';

/** What a trial came to. */
export interface Trial {
  readonly story: Story;
  readonly run: StepRun;
  readonly served: readonly Served[];
  /** The truth about the first resource, and about each. */
  readonly hosting: Hosting;
  readonly hostings: ReadonlyMap<string, Hosting>;
  readonly endedAtMs: number;
  /** Where the service and the app listen. */
  readonly host: string;
}

/** Plays a story to its end. */
export async function tryStory(story: Story): Promise<Trial> {
  return await tryScript(scriptOf(story));
}

/** Plays a script to its end. `onStart` gets the way to cancel the run. */
export async function tryScript(script: Script, onStart?: (cancel: () => void) => void): Promise<Trial> {
  const { story } = script;
  const clock = new VirtualClock(START_WALL_MS);
  const service = await startService(script, clock);
  const { hostings } = service;
  const hosting = hostings.get(story.resourceId);
  if (hosting === undefined) throw new Error('there is no resource');
  try {
    const run = await runStep({
      clock,
      seed: story.seed,
      debug: story.isDebug,
      inputs: inputsOf(story, { ...service, hosting }),
      onStart: (cancel) => {
        onStart?.(() => cancel('SIGTERM'));
        if (story.cancelAtS > 0) void clock.sleep(story.cancelAtS * 1_000).then(() => cancel('SIGTERM'));
      },
    });
    const { served, host } = service;
    return { story, run, served, hosting, hostings, endedAtMs: clock.now(), host };
  } finally {
    clock.dispose();
    await service.close();
  }
}

function inputsOf(
  story: Story,
  { baseUrl, host, hosting }: { baseUrl: string; host: string; hosting: Hosting },
): Record<string, string> {
  const { operation, target, env, health } = story;
  const isWork = ['deploy', 'start', 'stop', 'restart'].includes(operation);
  const named = hosting.inProgress(0) ?? hosting.deployments(0)[0];
  const deploymentId = target === 'named' ? String(named?.id ?? '') : target === 'latest' ? 'latest' : '';
  const required = env.required === 'missing' ? 'NOT_THERE' : (env.names[0] ?? '');
  const isSeveral = story.others.length > 0;
  return {
    operation,
    'base-url': baseUrl,
    'api-key': API_KEY,
    timeout: `${story.timeoutS}s`,
    ...(operation === 'list' ? {} : { 'resource-id': resourceIdsOf(story).join('\n') }),
    ...(isWork ? { wait: String(story.waits), 'on-busy': story.onBusy } : {}),
    ...(operation === 'wait' || operation === 'status' ? { 'deployment-id': deploymentId } : {}),
    ...(env.required === 'none' ? {} : { 'required-env': required }),
    ...(health.target === 'none' ? {} : { 'health-check': healthTarget(story, host) }),
    ...(health.contains ? { 'health-check-contains': HEALTH_TEXT } : {}),
    ...(story.showsLogs ? {} : { 'build-log': 'false' }),
    ...(isSeveral ? { 'fail-fast': String(story.failFast), ...(story.isOneByOne ? { 'max-parallel': '1' } : {}) } : {}),
  };
}

/** What a trial came to for one of its resources: as if the step had been about it alone. */
export function trialOf(trial: Trial, resourceId: string): Trial {
  const { run, hostings } = trial;
  const hosting = hostings.get(resourceId);
  if (trial.story.others.length === 0 || hosting === undefined) return trial;
  const row = deploymentRowOf(run, resourceId);
  const text = (name: string): string => textIn(row, name);
  const outputs = {
    ...run.outputs,
    'deployment-id': text('deploymentId'),
    status: text('status'),
    'resource-status': text('resourceStatus'),
    url: text('url'),
    duration: text('duration'),
    'log-file': text('logFile'),
    'error-code': text('errorCode'),
    // When nothing was done for any resource, the outputs hold nothing else.
    skipped: text('skipped') || (run.outputs['skipped'] ?? ''),
  };
  return {
    ...trial,
    story: storyOf(trial.story, resourceId),
    hosting,
    run: { ...run, outputs, exitCode: outputs['error-code'] === '' ? 0 : 1 },
    served: trial.served.filter((one) => one.resourceId === undefined || one.resourceId === resourceId),
  };
}
