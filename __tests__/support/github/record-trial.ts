// One deployment record without a step: opened, and closed with a given report, at a GitHub that fails as the test requires.
import { VirtualClock } from '../../../emulator/index.ts';
import { Deadline, Stop, withDeadline } from '../../../src/clock.ts';
import type { Report } from '../../../src/operations/operation.ts';
import { createDeploymentRecord, type RecordPart } from '../../../src/runner/github/deployment-record.ts';
import { createGithubApi } from '../../../src/runner/github/github-api.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import { type FakeGithub, GITHUB_TOKEN, type GithubAnswer, type GithubCall, RUN_SHA } from './fake-github.ts';
import { callsOf, startFakeGithub, statesOf } from './fake-github.ts';

/** How long GitHub takes to answer unless the test sets another time. */
const USUAL_DELAY_MS = 300;

/** What is tried; times in milliseconds from the opening of the record. */
export interface RecordTrialOptions {
  readonly report: Report;
  /** When the work ends by itself. */
  readonly endsAtMs: number;
  readonly timeoutMs?: number;
  /** When the run is cancelled. */
  readonly cancelledAtMs?: number;
  /** Decides about a call before it is answered; `nth` counts the calls of the same name, from 1. */
  readonly onCall?: (call: GithubCall & { readonly nth: number }) => GithubAnswer | undefined;
  readonly prepare?: (github: FakeGithub) => void;
}

/** What became of it. */
export interface RecordTrial {
  /** What each record shows after everything that was sent has taken effect. */
  readonly states: unknown[];
  readonly calls: string[];
  readonly github: FakeGithub;
  readonly errors: { part: RecordPart; message: string }[];
  readonly created: string[];
  readonly wasOpen: boolean;
  /** From the end of the work, the deadline or the cancellation to the end of closing. */
  readonly closedAfterMs: number;
}

/** No request takes effect later than this. */
const LATEST_EFFECT_MS = 60_000;

/** Opens a record, waits for the end of the work, and closes the record. */
export async function tryRecord(options: RecordTrialOptions): Promise<RecordTrial> {
  // Loaded ahead of time: the virtual clock does not see that a module is being read.
  await import('@actions/github');
  const clock = new VirtualClock();
  const github = await startFakeGithub(clock);
  const counts = new Map<string, number>();
  options.prepare?.(github);
  github.onCall = (call) => {
    const name = call.name === 'status' ? String(call.body['state']) : call.name;
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return options.onCall?.({ ...call, name, nth }) ?? { delayMs: USUAL_DELAY_MS };
  };
  const stop = new AbortController();
  const deadline = new Deadline(clock, options.timeoutMs ?? 30 * 60_000);
  const limit = withDeadline(clock, deadline.timeoutMs, { signal: stop.signal, reason: new Stop('timeout') });
  const errors: RecordTrial['errors'] = [];
  const created: string[] = [];
  const record = createDeploymentRecord({
    api: createGithubApi({ env: github.env, token: GITHUB_TOKEN, clock }),
    environment: 'production',
    commit: { sha: RUN_SHA, isTransient: false },
    identity: { run_id: '77', run_attempt: '2', step: 'one' },
    resourceIds: ['app_web'],
    logUrl: undefined,
    clock,
    sanitizers: createSanitizers({ secrets: [GITHUB_TOKEN] }),
    signal: limit.signal,
    onCreated: (id) => created.push(id),
    onError: (part, { message }) => errors.push({ part, message }),
  });
  const { cancelledAtMs = Infinity } = options;
  if (cancelledAtMs < Infinity) void clock.sleep(cancelledAtMs).then(() => stop.abort(new Stop('interrupted')));
  try {
    await record.open().catch(() => undefined);
    const endsInMs = Math.max(0, options.endsAtMs - clock.now());
    await clock.sleep(endsInMs, limit.signal).catch(() => undefined);
    const wasOpen = record.isOpen();
    const endedAtMs = Math.min(clock.now(), cancelledAtMs);
    await record.close(options.report);
    const closedAfterMs = clock.now() - Math.max(endedAtMs, cancelledAtMs < clock.now() ? cancelledAtMs : 0);
    limit.clear();
    await clock.sleep(LATEST_EFFECT_MS);
    return { states: statesOf(github), calls: callsOf(github), github, errors, created, wasOpen, closedAfterMs };
  } finally {
    await github.close();
    clock.dispose();
  }
}
