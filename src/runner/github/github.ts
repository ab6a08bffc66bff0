// What a deployment has to do with GitHub: may this commit still go out, and a record of how it went. Both only when
// asked for; trouble with either is a warning that names the missing permission.
import type { Permission, Report } from '../../operations/operation.ts';
import { createBranchGuard } from './branch-guard.ts';
import { createDeploymentRecord } from './deployment-record.ts';
import { createGithubApi, type GithubError } from './github-api.ts';
import type { Host } from '../host.ts';
import { isSecret, SECRET_RULE, type StepInputs } from '../inputs.ts';
import type { Reporter } from '../reporter.ts';
import type { Sanitizers } from '../sanitize/index.ts';

/** What the workflow wants of GitHub. */
export interface GithubSettings {
  readonly token: string;
  /** The environment to record a deployment of; undefined for none. */
  readonly environment: string | undefined;
  readonly skipIfOutdated: boolean;
}

/** GitHub's side of one step. */
export interface Github {
  /** Asked just before each deploy request. Rejects only when the step is stopped. */
  beforePost(): Promise<Permission>;
  /** True while a record waits for its last state. */
  hasOpenRecord(): boolean;
  /** Gives the record its last state. Never rejects. */
  close(report: Report): Promise<void>;
}

/** GitHub's limit for the name of an environment. */
const ENVIRONMENT_CHARS = 255;

/** The token as given, trimmed; empty when nothing that needs it is asked for. Whoever reads it masks it. */
export function readGithubToken({ core }: Host): string {
  const isAskedFor =
    core.getInput('github-environment').trim() !== '' || /^true$/i.test(core.getInput('skip-if-outdated').trim());
  return isAskedFor ? core.getInput('github-token').trim() : '';
}

/** Reads what is wanted; undefined when nothing is. */
export function readGithubSettings(inputs: StepInputs, token: string): GithubSettings | undefined {
  const environment = inputs.text('github-environment');
  const skipIfOutdated = inputs.flag('skip-if-outdated', false);
  if (environment === undefined && !skipIfOutdated) return undefined;
  if (environment !== undefined && (environment.length > ENVIRONMENT_CHARS || /\p{Cc}/u.test(environment))) {
    inputs.refuse('github-environment', `must be a name on one line, at most ${ENVIRONMENT_CHARS} characters`);
  }
  if (token === '') inputs.refuse('github-token', 'is needed by github-environment and skip-if-outdated');
  else if (!isSecret(token)) inputs.refuse('github-token', SECRET_RULE);
  return { token, environment, skipIfOutdated };
}

/** What GitHub's side needs of the step. */
export interface GithubOptions extends GithubSettings {
  readonly host: Host;
  readonly sanitizers: Sanitizers;
  readonly resourceIds: readonly string[];
  readonly signal: AbortSignal;
  readonly reporter: Pick<Reporter, 'emit' | 'recorded'>;
}

/** Makes GitHub's side of a step; nothing is loaded or sent before the first question. */
export function createGithub(options: GithubOptions): Github {
  const { host, reporter, environment } = options;
  const { env, clock } = host;
  const api = createGithubApi({ env, token: options.token, clock });
  const guard = options.skipIfOutdated
    ? createBranchGuard({
        ...options,
        api,
        env,
        note: (text) => reporter.emit({ kind: 'note', text }),
        onError: warnOnce('The branch could not be looked at, so this commit is deployed', 'contents: read', reporter),
      })
    : undefined;
  const onError = warnOnce('The deployment could not be recorded at GitHub', 'deployments: write', reporter);
  const record =
    environment === undefined
      ? undefined
      : createDeploymentRecord({
          ...options,
          api,
          env,
          clock,
          environment,
          onCreated: (id) => reporter.recorded(id),
          onError,
        });

  return {
    async beforePost() {
      const permission: Permission = (await guard?.()) ?? { go: true };
      if (permission.go) await record?.open();
      return permission;
    },
    hasOpenRecord: () => record?.isOpen() ?? false,
    async close(report) {
      await record?.close(report);
    },
  };
}

/** Warns once, with the permission that may be missing; what follows is a line of the log. */
function warnOnce(
  what: string,
  permission: string,
  reporter: GithubOptions['reporter'],
): (trouble: GithubError) => void {
  let kind: 'warning' | 'note' = 'warning';
  return ({ message, lacksPermission }) => {
    const remedy = lacksPermission ? ` The job needs the permission \`${permission}\`.` : '';
    reporter.emit({ kind, text: `${what}: ${message}.${remedy}` });
    kind = 'note';
  };
}
