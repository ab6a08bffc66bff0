// The facts of the run, for the summary and for the deployment record.
import { readFileSync } from 'node:fs';
import { field } from './github-api.ts';
import type { Env } from './host.ts';

export type RunFacts = ReturnType<typeof readRun>;

/** Reads the facts of the run from its environment and its event; all texts are untrusted. */
export function readRun(env: Env) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
  const event = readEvent(env);
  const pullRequest = field(event, 'pull_request');
  // In the run of a pull request, GITHUB_SHA is a merge commit, on which GitHub shows no
  // deployment, and GITHUB_REF_NAME its ref. In a run that was triggered by another run, both are
  // of the default branch. The repository is null for a deleted fork.
  const head = field(pullRequest, 'head');
  const trigger = field(event, 'workflow_run');
  const sha = field(trigger, 'head_sha') ?? field(head, 'sha');
  const branch = field(trigger, 'head_branch') ?? field(head, 'ref');
  const headRepository = field(trigger, 'head_repository') ?? field(head, 'repo');
  const repositoryUrl = server && repository ? `${server}/${repository}` : undefined;
  return {
    /** The head of the run that triggered this one alone, or of the pull request; then GITHUB_SHA. */
    commits:
      trigger === undefined
        ? [...new Set([sha, env['GITHUB_SHA']].filter(isSha))]
        : [sha].filter(isSha),
    branch: typeof branch === 'string' ? branch : env['GITHUB_REF_NAME'],
    actor: env['GITHUB_ACTOR'],
    /** Page of the repository at GitHub. */
    repositoryUrl,
    /** Page of the run. */
    runUrl: `${repositoryUrl}/actions/runs/${env['GITHUB_RUN_ID']}`,
    /** A run for a fork may not write to this repository. */
    isFork: (trigger ?? head) !== undefined && field(headRepository, 'full_name') !== repository,
    /**
     * The environment is the preview of a pull request. A closed one was merged, or no longer needs
     * a preview.
     */
    isPreview: field(pullRequest, 'state') === 'open',
  };
}

function isSha(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{40}$/.test(value);
}

/** The payload of the event that started the run; undefined if it cannot be read. */
function readEvent(env: Env): unknown {
  try {
    return JSON.parse(readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
  } catch {
    return undefined;
  }
}
