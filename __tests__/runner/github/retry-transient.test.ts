// Which errors from GitHub are retried, how often, and what ends the waiting.
import { expect, test } from '@jest/globals';
import { VirtualClock } from '../../../emulator/index.ts';
import { GithubError } from '../../../src/runner/github/github-error.ts';
import { retryTransient } from '../../../src/runner/github/retry-transient.ts';

const transient = new GithubError('502', { isTransient: true });

/** Runs a request that fails with each of `errors` in turn, then resolves. */
async function tryWith(errors: readonly Error[], signal = new AbortController().signal) {
  const clock = new VirtualClock();
  const sentAtMs: number[] = [];
  const request = async (): Promise<string> => {
    const error = errors[sentAtMs.length];
    sentAtMs.push(clock.now());
    if (error !== undefined) throw error;
    return 'done';
  };
  try {
    const result = await retryTransient(request, { clock, signal, gapsMs: [1_000, 3_000] }).catch(
      (error: unknown) => error,
    );
    return { result, sentAtMs };
  } finally {
    clock.dispose();
  }
}

test('resolves at once where nothing fails', async () => {
  expect(await tryWith([])).toEqual({ result: 'done', sentAtMs: [0] });
});

test('sends the request again after each gap while the error is transient', async () => {
  expect(await tryWith([transient, transient])).toEqual({ result: 'done', sentAtMs: [0, 1_000, 4_000] });
});

test('rejects with the last error when all attempts have failed', async () => {
  const last = new GithubError('503', { isTransient: true });
  expect(await tryWith([transient, transient, last])).toEqual({ result: last, sentAtMs: [0, 1_000, 4_000] });
});

test.each([new GithubError('403'), new Error('unexpected')])(
  'does not repeat a request that failed with %s',
  async (error) => {
    expect(await tryWith([transient, error])).toEqual({ result: error, sentAtMs: [0, 1_000] });
  },
);

test('rejects with the reason of the signal during a gap', async () => {
  const reason = new Error('stopped');
  expect(await tryWith([transient], AbortSignal.abort(reason))).toEqual({ result: reason, sentAtMs: [0] });
});
