// The commits that a run is of, and the payload of its event.
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
 * The commits that the run is of, the one that people know first: the head of a pull request, or of the run that
 * triggered this one, before GITHUB_SHA, which is a merge commit or that of the default branch then.
 */
export function runCommits(env: Env): readonly string[] {
  const event = readEvent(env);
  const shas = [
    field(field(field(event, 'pull_request'), 'head'), 'sha'),
    field(field(event, 'workflow_run'), 'head_sha'),
    env['GITHUB_SHA'],
  ];
  return [...new Set(shas.filter((sha): sha is string => typeof sha === 'string' && SHA_PATTERN.test(sha)))];
}
