// The GitHub features of a deployment: skip-if-outdated and the GitHub deployment record. Both are opt-in; an error of
// GitHub is a warning that names the permission that may be missing.
import { randomUUID } from 'node:crypto';
import { unlessAborted, withDeadline } from '../../clock.ts';
import type { Permission, Report, StepEvent } from '../../operations/operation.ts';
import type { Env, Host } from '../host.ts';
import { isSecret, SECRET_RULE, type StepInputs } from '../inputs/index.ts';
import type { Reporter } from '../reporter.ts';
import { recordedCommit } from '../run-commits.ts';
import type { Sanitizers } from '../sanitize/index.ts';
import { createBranchGuard } from './branch-guard.ts';
import { createDeploymentRecord, type DeploymentRecord, type RecordPart } from './deployment-record.ts';
import { createGithubApi, type GithubApi } from './github-api.ts';
import type { GithubError } from './github-error.ts';

/** The inputs of the GitHub features. */
export interface GithubSettings {
  readonly token: string;
  /** The environment of the deployment record; undefined for no record. */
  readonly environment: string | undefined;
  readonly skipIfOutdated: boolean;
}

/** The GitHub features of one step. */
export interface Github {
  /** Called just before each deploy request. Rejects only when the step is stopped. */
  beforePost(): Promise<Permission>;
  /** Called with each event of the step. */
  observe(event: StepEvent): void;
  /** True while a record has no final state. */
  hasOpenRecord(): boolean;
  /** Sets the final state of the record. Never rejects. */
  close(report: Report): Promise<void>;
}

/** GitHub's limit for the name of an environment. */
const ENVIRONMENT_CHARS = 255;

/** Reads the inputs; undefined when no feature is used. */
export function readGithubSettings(inputs: StepInputs, token: string): GithubSettings | undefined {
  const environment = inputs.text('github-environment');
  const skipIfOutdated = inputs.flag('skip-if-outdated');
  if (environment === undefined && !skipIfOutdated) return undefined;
  if (environment !== undefined && (environment.length > ENVIRONMENT_CHARS || /\p{Cc}/u.test(environment))) {
    inputs.refuse('github-environment', `must be a name on one line, at most ${ENVIRONMENT_CHARS} characters`);
  }
  if (token === '') inputs.refuse('github-token', 'is needed by github-environment and skip-if-outdated');
  else if (!isSecret(token)) inputs.refuse('github-token', SECRET_RULE);
  return { token, environment, skipIfOutdated };
}

/** What the GitHub features depend on. */
interface GithubOptions extends GithubSettings {
  readonly host: Host;
  readonly sanitizers: Sanitizers;
  readonly resourceIds: readonly string[];
  readonly signal: AbortSignal;
  readonly reporter: Pick<Reporter, 'emit' | 'recorded'>;
}

const GO: Permission = { go: true };

/** A deploy request waits this long for its record at most; a slower creation continues during the deployment. */
const MAX_CREATION_WAIT_MS = 1_000;

/** Creates the GitHub features of a step; nothing is loaded or sent before the first deploy request. */
export function createGithub(options: GithubOptions): Github {
  const { signal } = options;
  const { env, clock } = options.host;
  const api = createGithubApi({ env, token: options.token, clock });
  const guard = options.skipIfOutdated ? createGuard(options, api) : undefined;
  const record = options.environment === undefined ? undefined : createRecord(options, api, options.environment);

  return {
    async beforePost() {
      const permission = (await guard?.()) ?? GO;
      if (!permission.go || record === undefined) return permission;
      const wait = withDeadline(clock, MAX_CREATION_WAIT_MS, { signal });
      await unlessAborted(record.open(), wait.signal).catch(() => signal.throwIfAborted());
      wait.clear();
      // The branch may have moved on meanwhile.
      return wait.isExpired() ? ((await guard?.()) ?? GO) : permission;
    },
    observe(event) {
      // A re-run that follows the deployment of an earlier attempt sends no request.
      if (event.kind === 'accepted') void record?.open();
    },
    hasOpenRecord: () => record?.isOpen() ?? false,
    async close(report) {
      await record?.close(report);
    },
  };
}

function createGuard({ host, signal, reporter }: GithubOptions, api: GithubApi): () => Promise<Permission> {
  const warn = warnOnce('contents: read', reporter);
  return createBranchGuard({
    ...host,
    api,
    signal,
    note: (text) => reporter.emit({ kind: 'note', text }),
    onError: (error) => warn('It is not known whether the branch has moved on, so this commit is deployed', error),
  });
}

/** Undefined when this run cannot have a record; a note gives the reason. */
function createRecord(options: GithubOptions, api: GithubApi, environment: string): DeploymentRecord | undefined {
  const { host, reporter } = options;
  const { sha, isTransient, note } = recordedCommit(host.env);
  if (note !== undefined) reporter.emit({ kind: 'note', text: note });
  if (sha === undefined) return undefined;
  const warn = warnOnce('deployments: write', reporter);
  return createDeploymentRecord({
    ...options,
    api,
    environment,
    commit: { sha, isTransient },
    identity: identityOf(host.env),
    logUrl: runUrl(host.env),
    clock: host.clock,
    onCreated: (id) => reporter.recorded(id),
    onError: (part, error) => warn(failedPart[part], error),
  });
}

const failedPart: Readonly<Record<RecordPart, string>> = {
  creation: 'No record of the deployment is known at GitHub',
  end: 'The record at GitHub may not show how the deployment ended',
};

/** The random `step` distinguishes steps of a job and jobs of a matrix, which share run, attempt and job. */
function identityOf(env: Env): Readonly<Record<string, string>> {
  return {
    run_id: env['GITHUB_RUN_ID'] ?? '',
    run_attempt: env['GITHUB_RUN_ATTEMPT'] ?? '',
    job: env['GITHUB_JOB'] ?? '',
    step: randomUUID(),
  };
}

/** Page of the run; undefined if the runner does not provide it. */
function runUrl({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run }: Env) {
  return server && repository && run ? `${server}/${repository}/actions/runs/${run}` : undefined;
}

/** Reports the first error as a warning, with the permission that may be missing, and later ones as notes. */
function warnOnce(permission: string, reporter: GithubOptions['reporter']): (what: string, error: GithubError) => void {
  let kind: 'warning' | 'note' = 'warning';
  return (what, { message, details }) => {
    const remedy = details.lacksPermission ? ` The job may lack the permission \`${permission}\`.` : '';
    reporter.emit({ kind, text: `${what}: ${message}.${remedy}` });
    kind = 'note';
  };
}
