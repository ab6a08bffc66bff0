// One deploy request against an emulator of its own, on a virtual clock: its result, and what was reported on the way.
import { type Emulator, type Fault, type ResourceOptions, startEmulator, VirtualClock } from '../../emulator/index.ts';
import { type Client, createClient } from '../../src/api/client.ts';
import { createPace } from '../../src/api/pacing/index.ts';
import { Deadline, Stop } from '../../src/clock.ts';
import type { Permission, StepEvent } from '../../src/operations/operation.ts';
import { createTask } from '../../src/operations/task.ts';
import { submit, type SubmitOptions } from '../../src/operations/steps/submit/submit-deployment.ts';
import { countOf } from './world.ts';

/** The options of one deploy request; everything has a default. */
export interface SubmitTrialOptions {
  readonly faults?: readonly Fault[];
  readonly dialect?: 'silent';
  readonly script?: ResourceOptions['script'];
  readonly submit?: Partial<SubmitOptions>;
  /** Called before each POST; the step may be stopped meanwhile. Default: go. */
  readonly permission?: (surroundings: Surroundings) => Promise<Permission>;
  readonly before?: (emulator: Emulator) => void;
  readonly stopAfterMs?: number;
}

/** The state of the trial when permission is requested. */
interface Surroundings {
  readonly emulator: Emulator;
  /** How often permission has been requested, this time included. */
  readonly permissionRequests: number;
  readonly stop: () => void;
}

/** When the request is made, on the clock of the test. */
export const BEGIN_MS = 3_600_000;

/** Posts one deployment of a resource that has had two, an hour after the start; times are counted from there. */
export async function submitting(options: SubmitTrialOptions = {}) {
  const clock = new VirtualClock();
  const emulator = await startEmulator({
    clock,
    keys: [{ name: 'ci', scopes: ['deploy'] }],
    resources: [{ id: 'app_web', history: 2, script: options.script ?? { buildMs: 20_000 } }],
    faults: options.faults ?? [],
    ...(options.dialect === undefined ? {} : { dialect: options.dialect }),
  });
  const stop = new AbortController();
  let client: Client | undefined;
  try {
    await clock.sleep(BEGIN_MS);
    options.before?.(emulator);
    const common = { clock, signal: stop.signal, random: () => 0.5 };
    const pace = createPace({ ...common, concurrentJobs: 1, deadlineMs: Infinity });
    const apiKey = emulator.keys['ci'] ?? '';
    client = createClient({ ...common, baseUrl: emulator.baseUrl, apiKey, pace, onRetry: () => {} });
    if (options.stopAfterMs !== undefined) {
      void clock.sleep(options.stopAfterMs).then(() => stop.abort(new Stop('timeout')));
    }
    const events: StepEvent[] = [];
    const task = createTask('app_web', { emit: (event) => events.push(event) });
    const earlier = await client.listDeployments('app_web');
    let permissionRequests = 0;
    const ended: unknown = await submit(
      task,
      { force: false, onBusy: 'wait', wait: true, earlier, ...options.submit },
      {
        ...common,
        client,
        deadline: new Deadline(clock, 3_600_000),
        runCommits: [],
        isRerun: false,
        emit: (event) => events.push(event),
        flushed: () => Promise.resolve(),
        beforePost: async () => {
          permissionRequests += 1;
          return (
            (await options.permission?.({
              emulator,
              permissionRequests,
              stop: () => stop.abort(new Stop('interrupted')),
            })) ?? {
              go: true,
            }
          );
        },
      },
    ).catch((error: unknown) => error);
    const accepted = events.findLast((event) => event.kind === 'accepted');
    return {
      ended,
      outcome: task.outcome,
      ownership: accepted?.ownership,
      events,
      permissionRequests,
      emulator,
      posts: countOf(emulator, 'createDeployment'),
    };
  } finally {
    client?.dispose();
    await emulator.close();
    clock.dispose();
  }
}
