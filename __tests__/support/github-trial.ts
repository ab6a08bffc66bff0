// GitHub as one step uses it, without a step: on a virtual clock, at a fake GitHub.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGitHub, type GitHub } from '../../src/runner/github.ts';
import { createSanitizers } from '../../src/runner/sanitize/sanitizers.ts';
import { type FakeGitHub, GITHUB_TOKEN, startFakeGitHub } from './fake-github.ts';
import { VirtualClock } from './virtual-clock.ts';

/** What a trial is made of; everything has a default. */
export interface GitHubTrialOptions {
  readonly environment?: string | undefined;
  readonly resourceIds?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The payload of the event; default: there is no such file. */
  readonly event?: unknown;
  /** Redacted from what is sent. */
  readonly secrets?: readonly string[];
}

/** What a trial works with. */
export interface GitHubTrial {
  readonly github: GitHub;
  readonly server: FakeGitHub;
  readonly clock: VirtualClock;
  readonly warnings: string[];
  readonly notes: string[];
  /** Where a check logs. */
  readonly log: { info: (text: string) => void; warn: (text: string) => void };
  /** Aborts the step's signal. */
  readonly stop: (reason: Error) => void;
  /** The names of the calls, in order. */
  readonly calls: () => string[];
}

/** Runs `play` on a GitHub of its own. */
export async function tryGitHub<Result>(
  options: GitHubTrialOptions,
  play: (trial: GitHubTrial) => Promise<Result>,
): Promise<Result> {
  // Loaded ahead of time: the virtual clock does not see that a module is being read.
  await import('@actions/github');
  const clock = new VirtualClock();
  const server = await startFakeGitHub(clock);
  const folder = mkdtempSync(join(tmpdir(), 'github-trial-'));
  const eventPath = join(folder, 'event.json');
  if (options.event !== undefined) writeFileSync(eventPath, JSON.stringify(options.event));
  const warnings: string[] = [];
  const notes: string[] = [];
  const log = {
    info: (text: string) => void notes.push(text),
    warn: (text: string) => void warnings.push(text),
  };
  const step = new AbortController();
  const github = createGitHub({
    ...log,
    env: { ...server.env, GITHUB_EVENT_PATH: eventPath, ...options.env },
    inputs: {
      githubEnvironment: 'environment' in options ? options.environment : 'production',
      githubToken: GITHUB_TOKEN,
      resourceIds: options.resourceIds ?? ['app_web'],
    },
    clock,
    sanitizers: createSanitizers({ secrets: options.secrets ?? [] }),
    signal: step.signal,
  });
  const calls = (): string[] => server.calls.map(({ name }) => name);
  try {
    const stop = (reason: Error): void => step.abort(reason);
    return await play({ github, server, clock, warnings, notes, log, stop, calls });
  } finally {
    await server.close();
    clock.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}
