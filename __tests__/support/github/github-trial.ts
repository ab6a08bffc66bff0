// One step with a service and a GitHub of its own, on one virtual clock over real loopback HTTP.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Emulator, Fault, ResourceOptions, VirtualClock } from '../../../emulator/index.ts';
import { type FakeGithub, GITHUB_TOKEN, type GithubAnswer, type GithubCall, startFakeGithub } from './fake-github.ts';
import type { StepRun } from '../runner/step.ts';
import { withWorld } from '../world.ts';

/** What a trial is made of; everything has a default. */
export interface GithubTrialOptions {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly resources?: readonly ResourceOptions[];
  readonly faults?: readonly Fault[];
  /** What the file at GITHUB_EVENT_PATH holds; default: there is no such file. */
  readonly event?: string;
  /** Decides about a call before GitHub answers it. */
  readonly onCall?: (call: GithubCall, world: Surroundings) => GithubAnswer | undefined;
  /** Called before the step starts. */
  readonly prepare?: (world: Surroundings) => void;
  /** Runs beside the step. */
  readonly meanwhile?: (world: Surroundings) => Promise<void>;
}

/** The surroundings of the step. */
export interface Surroundings {
  readonly clock: VirtualClock;
  readonly emulator: Emulator;
  readonly github: FakeGithub;
  /** Cancels the run. */
  readonly cancel: () => void;
  /** What a user sees so far. */
  readonly seen: () => StepRun;
}

/** What a trial came to. */
export interface GithubTrial {
  readonly run: StepRun;
  readonly github: FakeGithub;
  readonly emulator: Emulator;
  readonly apiKey: string;
}

/** The one resource of a trial that names no others. */
export const RESOURCE_ID = 'app_web';

/** For `prepare`: a deployment of somebody else is building when the step starts. */
export function occupy({ emulator }: Surroundings): void {
  emulator.deploy(RESOURCE_ID);
}

/** Runs one step to its end. */
export async function tryWithGithub(options: GithubTrialOptions): Promise<GithubTrial> {
  // Loaded ahead of time: the virtual clock cannot see that a module is being read.
  await import('@actions/github');
  const { resources = [{ id: RESOURCE_ID, name: 'web', domains: ['web.example.test'] }], faults = [] } = options;
  return await withWorld({ resources, faults }, async ({ clock, emulator, run: runInWorld }) => {
    const github = await startFakeGithub(clock);
    let cancel = (): void => undefined;
    let run: StepRun | undefined;
    const seen = (): StepRun => {
      if (run === undefined) throw new Error('the step has not started');
      return run;
    };
    const surroundings: Surroundings = { clock, emulator, github, cancel: () => cancel(), seen };
    const folder = mkdtempSync(join(tmpdir(), 'github-trial-'));
    const eventPath = join(folder, 'event.json');
    try {
      if (options.event !== undefined) writeFileSync(eventPath, options.event);
      const { onCall } = options;
      if (onCall !== undefined) github.onCall = (call) => onCall(call, surroundings);
      options.prepare?.(surroundings);
      const stepped = runInWorld(
        { 'resource-id': RESOURCE_ID, 'github-token': GITHUB_TOKEN, ...options.inputs },
        {
          env: { ...github.env, GITHUB_EVENT_PATH: eventPath, ...options.env },
          onStart: (send, started) => {
            cancel = () => send('SIGINT');
            run = started;
          },
        },
      );
      await Promise.all([stepped, options.meanwhile?.(surroundings)]);
      return { run: await stepped, github, emulator, apiKey: emulator.keys['ci'] ?? '' };
    } finally {
      await github.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
