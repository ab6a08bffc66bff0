// The commits of a run, and the one that its deployment is recorded on.
import { readFileSync } from 'node:fs';
import { field } from './field.ts';
import type { Env } from './host.ts';

const SHA_PATTERN = /^[0-9a-f]{40}$/;

/** The payload of the event that started the run; undefined if it cannot be read. */
export function readEvent(env: Env): unknown {
  try {
    return JSON.parse(readFileSync(env['GITHUB_EVENT_PATH'] ?? '', 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The commits of the run. The head of a pull request, or of the run that triggered this one, comes first: GITHUB_SHA is
 * then a merge commit or that of the default branch. `event`: the payload of the run's event.
 */
export function runCommits(env: Env, event: unknown = readEvent(env)): readonly string[] {
  const shas = [
    field(field(field(event, 'pull_request'), 'head'), 'sha'),
    field(field(event, 'workflow_run'), 'head_sha'),
    env['GITHUB_SHA'],
  ];
  return [...new Set(shas.filter((sha): sha is string => typeof sha === 'string' && SHA_PATTERN.test(sha)))];
}

/** The title of the commit's pull request, or the first line of its message; undefined where the event has neither. */
export function runTitle(sha: string, event: unknown): string | undefined {
  const pullRequest = field(event, 'pull_request');
  const run = field(event, 'workflow_run');
  const titles = [
    [field(field(pullRequest, 'head'), 'sha'), field(pullRequest, 'title')],
    ...[event, run, field(event, 'merge_group')].map((source) => {
      const commit = field(source, 'head_commit');
      return [field(commit, 'id'), field(commit, 'message')];
    }),
    [field(run, 'head_sha'), field(run, 'display_title')],
  ];
  return titles.flatMap(([id, text]) => (id === sha && typeof text === 'string' ? firstLine(text) : [])).at(0);
}

function firstLine(text: string): string[] {
  return text
    .split('\n', 1)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The commit of a deployment record at GitHub. */
interface RecordedCommit {
  /** Undefined when no record can be created. */
  readonly sha: string | undefined;
  /** True for a temporary environment: the preview of a pull request. */
  readonly isTransient: boolean;
  /** A note to the user about the choice. */
  readonly note?: string;
}

/**
 * The first of {@link runCommits}: GitHub shows a record in a pull request only on its head, and `workflow_run` is about
 * the commit of another run.
 */
export function recordedCommit(env: Env, event: unknown = readEvent(env)): RecordedCommit {
  const [sha] = runCommits(env, event);
  const eventName = env['GITHUB_EVENT_NAME'] ?? '';
  if (sha === undefined) {
    const note = 'GITHUB_SHA names no commit, so no deployment is recorded at GitHub';
    return { sha, isTransient: false, note };
  }
  if (!eventName.startsWith('pull_request')) return { sha, isTransient: false };
  const pullRequest = field(event, 'pull_request');
  const head = field(pullRequest, 'head');
  const isTransient = field(pullRequest, 'state') !== 'closed' && field(pullRequest, 'merged') !== true;
  if (field(head, 'sha') !== sha) {
    const note =
      "The event payload names no head of the pull request, so the deployment is recorded on the run's merge commit, which GitHub does not show in the pull request";
    return { sha, isTransient, note };
  }
  // Runs for a fork's pull request get a read-only token. `repo` is null for a deleted fork.
  const repository = field(field(head, 'repo'), 'full_name');
  if (eventName !== 'pull_request_target' && repository !== env['GITHUB_REPOSITORY']) {
    const fork = typeof repository === 'string' ? `the fork ${repository}` : 'another repository';
    const note = `The pull request comes from ${fork}, whose runs may not write to this repository: no deployment is recorded at GitHub`;
    return { sha: undefined, isTransient, note };
  }
  return { sha, isTransient };
}
