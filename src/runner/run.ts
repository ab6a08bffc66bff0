// The facts of the run, for the summary.
import { readFileSync } from 'node:fs';
import type { Env } from './host.ts';

/** Reads the facts of the run from its environment and its event; all texts are untrusted. */
export function readRun(env: Env) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
  const event = readEvent(env);
  const pullRequest = field(event, 'pull_request');
  // In the run of a pull request, GITHUB_SHA is a merge commit, and GITHUB_REF_NAME its ref. In a
  // run that was triggered by another run, both are of the default branch.
  const head = field(pullRequest, 'head');
  const trigger = field(event, 'workflow_run');
  const sha = field(trigger, 'head_sha') ?? field(head, 'sha');
  const branch = field(trigger, 'head_branch') ?? field(head, 'ref');
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

/** A field of what may be an object. */
function field(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
}
