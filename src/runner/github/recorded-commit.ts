// Which commit the deployment is recorded on. Pure.
import type { Env } from '../host.ts';
import { field } from '../field.ts';

/** The commit of the record. */
interface RecordedCommit {
  /** The commit; undefined when no record can be created. */
  readonly sha: string | undefined;
  /** True for a temporary environment, such as a preview. */
  readonly isTransient: boolean;
  /** A note to the user about the choice. */
  readonly note?: string;
}

const SHA_PATTERN = /^[0-9a-f]{40,64}$/;

/**
 * The commit of the run; for a pull request its head, since GitHub does not show a record on the merge commit there.
 * `event`: the parsed payload of the run's event, undefined if it could not be read.
 */
export function recordedCommit(env: Env, event: unknown): RecordedCommit {
  const runSha = env['GITHUB_SHA'] || undefined;
  const eventName = env['GITHUB_EVENT_NAME'] ?? '';
  if (eventName !== 'pull_request' && eventName !== 'pull_request_target') {
    if (runSha !== undefined) return { sha: runSha, isTransient: false };
    const note = 'GITHUB_SHA names no commit, so no deployment is recorded at GitHub';
    return { sha: undefined, isTransient: false, note };
  }
  const head = field(field(event, 'pull_request'), 'head');
  const headSha = field(head, 'sha');
  const repository = field(field(head, 'repo'), 'full_name');
  if (typeof headSha !== 'string' || !SHA_PATTERN.test(headSha)) {
    const note =
      "The event payload names no head of the pull request, so the deployment is recorded on the run's merge commit, which GitHub does not show in the pull request";
    return { sha: runSha, isTransient: true, note };
  }
  // Runs for a fork's pull request get a read-only token. `repo` is null for a deleted fork.
  if (eventName === 'pull_request' && repository !== env['GITHUB_REPOSITORY']) {
    const fork = typeof repository === 'string' ? `the fork ${repository}` : 'another repository';
    const note = `The pull request comes from ${fork}, whose runs may not write to this repository: no deployment is recorded at GitHub`;
    return { sha: undefined, isTransient: true, note };
  }
  return { sha: headSha, isTransient: true };
}
