// github-environment: one GitHub Deployment for the whole step, opened before the first request and closed at the end,
// whatever the end is. It tells the verdict and has no part in it.
import { type Clock, Stop, unlessAborted } from '../../clock.ts';
import type { Outcome, Report } from '../../operations/operation.ts';
import { type DeploymentStatus, type GithubApi, GithubError } from './github-api.ts';
import { adviceFor, headlineOf } from '../error-advice.ts';
import { linkTarget, type Sanitizers } from '../sanitize/index.ts';

/** What the record needs to know and whom it tells. */
export interface DeploymentRecordOptions {
  readonly api: Pick<GithubApi, 'createDeployment' | 'createStatus'>;
  readonly environment: string;
  readonly resourceIds: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly sanitizers: Pick<Sanitizers, 'line' | 'redact'>;
  /** The step's; once it is aborted nothing waits for the record any more, though it is still closed. */
  readonly signal: AbortSignal;
  readonly onCreated: (githubDeploymentId: string) => void;
  readonly onError: (trouble: GithubError) => void;
}

/** The record of one step. Trouble with GitHub is told and goes no further. */
export interface DeploymentRecord {
  /** Creates the record if there is none yet, and marks it as in progress. Rejects only when the step is stopped. */
  open(): Promise<void>;
  /** True from the moment that a record may exist until it has been closed. */
  isOpen(): boolean;
  /** Gives the record its last state. Does nothing when it was never opened. */
  close(report: Report): Promise<void>;
}

/** How long closing may take: first calls that are still under way, then the last state, in milliseconds. */
interface Patience {
  readonly pendingMs: number;
  readonly closingMs: number;
}

/** The runner gives a cancelled run seven seconds, and five are promised; otherwise closing may outlast a hiccup. */
const patienceFor: Readonly<Record<'interrupted' | 'otherwise', Patience>> = {
  interrupted: { pendingMs: 1_000, closingMs: 2_500 },
  otherwise: { pendingMs: 10_000, closingMs: 15_000 },
};
const CLOSING_TRIES = 3;
const CLOSING_GAP_MS = 1_000;

/** The limit of GitHub for a description. */
const DESCRIPTION_CHARS = 140;

/** Makes the record of a step; nothing is sent before `open`. */
export function createDeploymentRecord(options: DeploymentRecordOptions): DeploymentRecord {
  const { api, environment, env, clock, sanitizers, signal, onError } = options;
  const logUrl = runUrl(env);
  const pending = new AbortController();
  /** Resolves with the id, or with undefined where there is no record. */
  let creating: Promise<string | undefined> | undefined;
  let progress: Promise<void> | undefined;
  let closed = false;

  function describe(text: string): string {
    return sanitizers.line(text, { maxChars: DESCRIPTION_CHARS });
  }

  async function create(): Promise<string | undefined> {
    const { resourceIds } = options;
    const what = resourceIds.length === 1 ? resourceIds.join() : `${resourceIds.length} resources`;
    const description = describe(`Deploying ${what}`);
    try {
      const deployment = { ref: env['GITHUB_SHA'] ?? '', environment, description };
      const id = await api.createDeployment(deployment, pending.signal);
      options.onCreated(id);
      progress = setStatus(id, { state: 'in_progress', description, ...logUrl }, pending.signal).catch(tell);
      return id;
    } catch (error) {
      tell(error);
      return undefined;
    }
  }

  /** What is no trouble with GitHub is our own patience at its end. */
  function tell(error: unknown): void {
    onError(error instanceof GithubError ? error : new GithubError('GitHub did not answer in time'));
  }

  async function setStatus(id: string, status: DeploymentStatus, until: AbortSignal): Promise<void> {
    await api.createStatus(id, status, until);
  }

  /** What is under way gets a little time: a state that arrives after the last one would stay. */
  async function settlePending(withinMs: number): Promise<string | undefined> {
    const settled = new AbortController();
    clock.sleep(withinMs, settled.signal).then(
      () => pending.abort(),
      () => undefined,
    );
    const id = await creating;
    await progress;
    settled.abort();
    return id;
  }

  async function setLast(id: string, status: DeploymentStatus, withinMs: number): Promise<void> {
    const expiry = new AbortController();
    const done = new AbortController();
    clock.sleep(withinMs, done.signal).then(
      () => expiry.abort(),
      () => undefined,
    );
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await setStatus(id, status, expiry.signal);
        } catch (error) {
          if (!(error instanceof GithubError) || !error.passing || tries === CLOSING_TRIES) throw error;
        }
        await clock.sleep(tries * CLOSING_GAP_MS, expiry.signal);
      }
    } catch (error) {
      tell(error);
    } finally {
      done.abort();
    }
  }

  return {
    async open() {
      signal.throwIfAborted();
      creating ??= create();
      await unlessAborted(creating, signal);
    },
    isOpen: () => creating !== undefined && !closed,
    async close(report) {
      if (creating === undefined || closed) return;
      const { pendingMs, closingMs } = patienceFor[isInterrupted(signal) ? 'interrupted' : 'otherwise'];
      const id = await settlePending(pendingMs);
      if (id !== undefined) {
        const { state, description, url } = endingOf(report);
        const appUrl = url === undefined ? undefined : linkTarget(url);
        const last = { state, description: describe(description), ...logUrl };
        // An address in which a secret was found is no address any more.
        const isSafe = appUrl !== undefined && sanitizers.redact(appUrl) === appUrl;
        await setLast(id, isSafe ? { ...last, environment_url: appUrl } : last, closingMs);
      }
      closed = true;
    },
  };
}

/** The last state of a record, and the words for it. */
export interface Ending {
  readonly state: Exclude<DeploymentStatus['state'], 'in_progress'>;
  readonly description: string;
  /** Address of the app, where the step was about one. */
  readonly url: string | undefined;
}

const worstFirst = ['failure', 'error', 'inactive', 'success'] as const;

/** What the record says in the end: the worst that became of any resource. */
export function endingOf(report: Report): Ending {
  const states = new Set([report, ...report.outcomes].map(stateOf));
  const [only, ...others] = report.outcomes;
  const stillRunning = report.outcomes.some((outcome) => outcome.stillRunning === true);
  return {
    state: worstFirst.find((state) => states.has(state)) ?? 'error',
    description: stillRunning ? `${headlineOf(report)}; work goes on at the service` : headlineOf(report),
    url: others.length === 0 ? only?.url : undefined,
  };
}

function stateOf({ errorCode, skipped }: Pick<Outcome, 'errorCode' | 'skipped'>): Ending['state'] {
  if (errorCode !== undefined) return adviceFor(errorCode).githubState;
  return skipped === undefined ? 'success' : 'inactive';
}

/** Where the run is shown; nothing where the runner does not say. */
function runUrl(env: DeploymentRecordOptions['env']): { log_url?: string } {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  return server && repository && run ? { log_url: `${server}/${repository}/actions/runs/${run}` } : {};
}

function isInterrupted({ reason }: AbortSignal): boolean {
  return reason instanceof Stop && reason.reason === 'interrupted';
}
