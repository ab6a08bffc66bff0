// One deploy step against an emulator of its own, with faults, on a virtual clock over real loopback HTTP.
import type { DeploymentRecord, Emulator, Fault, ResourceOptions, VirtualClock } from '../../emulator/index.ts';
import type { CancelSignal } from '../../src/runner/host.ts';
import type { StepOptions, StepRun } from '../support/runner/step.ts';
import { withWorld } from '../support/world.ts';

/** Everything has a default. */
export interface TrialOptions {
  readonly faults?: readonly Fault[];
  readonly inputs?: Readonly<Record<string, string>>;
  /** As the command line of the emulator accepts it. */
  readonly dialect?: string;
  readonly resource?: Partial<ResourceOptions>;
  readonly seed?: number;
  readonly step?: Pick<StepOptions, 'onWrite'>;
  /** Runs concurrently with the step; an exception in it fails the trial. Not awaited after the end of the step. */
  readonly meanwhile?: (world: Surroundings) => Promise<void>;
}

/** What `meanwhile` acts on. */
interface Surroundings {
  readonly clock: VirtualClock;
  readonly emulator: Emulator;
  /** Sends the step a signal. */
  readonly cancel: (signal: CancelSignal) => void;
}

/** The result of a trial: the step as its user sees it, and the state of the service. */
export interface Trial {
  readonly run: StepRun;
  /** Deployments made since the start, by anyone, latest first. */
  readonly fresh: readonly DeploymentRecord[];
  /** Those of them that were made through the API. */
  readonly ours: readonly DeploymentRecord[];
  readonly requests: Emulator['requests'];
}

/** The one resource of a trial. */
export const RESOURCE_ID = 'app_web';

/** How long a build takes unless a trial changes it. */
export const BUILD_MS = 20_000;

/** Runs one deploy step to its end. */
export async function tryDeploy(options: TrialOptions = {}): Promise<Trial> {
  const { dialect = 'plain', faults = [], resource, inputs, seed = 1, step, meanwhile } = options;
  const web: ResourceOptions = {
    id: RESOURCE_ID,
    name: 'web',
    domains: ['web.example.test'],
    history: 2,
    script: { buildMs: BUILD_MS, log: ['Step 1', 'Step 2'] },
    ...resource,
  };
  return await withWorld({ dialect, faults, resources: [web] }, async ({ clock, emulator, run: runInWorld }) => {
    const before = new Set(emulator.deployments(RESOURCE_ID).map(({ id }) => id));
    const errors: unknown[] = [];
    const run = await runInWorld(
      { 'resource-id': RESOURCE_ID, ...inputs },
      {
        seed,
        onStart: (cancel) => {
          meanwhile?.({ clock, emulator, cancel }).catch((error: unknown) => errors.push(error));
        },
        ...step,
      },
    );
    if (errors.length > 0) throw new Error('What runs concurrently with the step failed.', { cause: errors[0] });
    const fresh = emulator.deployments(RESOURCE_ID).filter(({ id }) => !before.has(id));
    return { run, fresh, ours: fresh.filter(({ label }) => label === 'api'), requests: emulator.requests };
  });
}

/** Milliseconds from the first request to each request of an endpoint. */
export function timesOf({ requests }: Pick<Trial, 'requests'>, endpoint: string): number[] {
  const startMs = requests[0]?.atMs ?? 0;
  return requests.filter((request) => request.endpoint === endpoint).map(({ atMs }) => atMs - startMs);
}
