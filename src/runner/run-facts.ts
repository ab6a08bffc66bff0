// The facts of the workflow run: its commits, branch and actor. Pure.

/** The context of `@actions/github`, as far as it is used. All texts are untrusted. */
export interface RunContext {
  /** The payload of the event. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly eventName: string;
  readonly sha: string;
  readonly ref: string;
  readonly actor: string;
  readonly serverUrl: string;
  /** `owner/name`. */
  readonly repository: string;
}

export type RunFacts = ReturnType<typeof runFactsOf>;

/**
 * The facts of a run. In the run of a pull request, the sha of the context is a merge commit, on
 * which GitHub shows no deployment. In a `workflow_run`, sha and ref are of the default branch.
 */
export function runFactsOf({ payload, eventName, sha, ref, ...context }: RunContext) {
  const head = field(payload['pull_request'], 'head');
  const trigger = eventName === 'workflow_run' ? payload['workflow_run'] : undefined;
  const shas = trigger === undefined ? [field(head, 'sha'), sha] : [field(trigger, 'head_sha')];
  const commits = [...new Set(shas.filter(isSha))];
  const branch = field(trigger, 'head_branch') ?? field(head, 'ref');
  const isOwnCommit = (commit: string): boolean => commits.some((own) => own.startsWith(commit));
  return {
    /** Full commits of this run, the most telling first. */
    commits,
    branch: typeof branch === 'string' ? branch : ref.replace(/^refs\/(?:heads|tags)\//, ''),
    actor: context.actor,
    /** Page of the repository at GitHub; undefined outside of GitHub. */
    repositoryUrl:
      context.serverUrl && context.repository
        ? `${context.serverUrl}/${context.repository}`
        : undefined,
    /** The run is for one commit, which should then be deployed. */
    isForCommit: eventName === 'push' || eventName === 'workflow_run',
    /** True for a commit of this run; `commit` may be cut to its first digits. */
    isOwnCommit,
    /** False for a short text that may be something other than a commit. */
    isCommit: (commit: string): boolean => commit.length === 40 || isOwnCommit(commit),
  };
}

/** What is known outside of a workflow, or if the event cannot be read. */
export const NO_RUN: RunFacts = runFactsOf({
  payload: {},
  eventName: '',
  sha: '',
  ref: '',
  actor: '',
  serverUrl: '',
  repository: '',
});

function isSha(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{40}$/.test(value);
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
