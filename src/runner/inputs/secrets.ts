// The API key and the GitHub token: where they come from, which values are valid, and what is masked.
import type { Host } from '../host.ts';
import { inputText } from './inputs.ts';
import { LINE_END } from '../sanitize/index.ts';

/** Masking a shorter value would mask unrelated text all over the job log. */
const SHORTEST_SECRET_CHARS = 8;

/** The error for a key or token that `isSecret` rejects. */
export const SECRET_RULE = `must be at least ${SHORTEST_SECRET_CHARS} printable ASCII characters without spaces`;

/** True for a key or token that can be masked and sent. */
export function isSecret(value: string): boolean {
  return value.length >= SHORTEST_SECRET_CHARS && /^[\x21-\x7e]+$/.test(value);
}

/** The key as given, trimmed; empty when not given. The caller must mask it first. */
export function readApiKey(host: Pick<Host, 'core' | 'env'>): string {
  return inputText(host, 'api-key');
}

/** The token as given, trimmed; empty when no feature needs it. The caller must mask it. */
export function readGithubToken({ core }: Pick<Host, 'core'>): string {
  const isAskedFor =
    core.getInput('github-environment').trim() !== '' || /^true$/i.test(core.getInput('skip-if-outdated').trim());
  return isAskedFor ? core.getInput('github-token').trim() : '';
}

/** The lines to mask: the runner masks line by line. Values that are too short to mask are rejected with the inputs. */
export function secretLines(secrets: readonly string[]): string[] {
  return secrets
    .flatMap((secret) => secret.split(LINE_END).map((line) => line.trim()))
    .filter(({ length }) => length >= SHORTEST_SECRET_CHARS);
}
