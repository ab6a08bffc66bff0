// Sends a POST until the service does something with it: while the resource is busy, the key is
// rate limited or the service cannot be reached, it is sent again, since nothing was done then.
// After a lost answer it never is here: its caller decides that.
import type { Failure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Reply } from '../service/answer.ts';
import type { Post } from '../service/endpoints.ts';
import type { Step } from '../step.ts';
import { createBusyWait } from './busy.ts';
import type { DeploymentList } from './list.ts';

/** When a POST was sent, and when its answer came or was lost, on the clock of the step. */
interface Times {
  readonly sentMs: number;
  readonly atMs: number;
}

/** What became of a POST. */
export type Sent =
  | (Times & { readonly kind: 'accepted'; readonly reply: Reply })
  /** It may have been carried out. */
  | (Times & { readonly kind: 'lost'; readonly failure: Failure })
  /** Only after an earlier lost answer: busy or rate limited, perhaps by what that has started. */
  | (Times & { readonly kind: 'not-now'; readonly failure: Failure });

/** What to send. */
interface Sending {
  readonly post: Post;
  /** For the log: `a deployment`. */
  readonly what: string;
  /** An earlier POST whose answer was lost: this one repeats it. */
  readonly repeats?: Failure | undefined;
  /** Adds what a refusal means. */
  readonly explainRefusal?: (failure: Failure) => Failure;
  /** Runs right before the POST is sent again; gets the list if it was read just now. */
  readonly beforeRetry?: (list?: DeploymentList) => Promise<void>;
}

/**
 * Sends the POST until it is accepted or its answer is lost. Throws the failure of a POST that is
 * refused, or for which no time is left, or of a busy resource with `on-busy: fail`.
 */
export async function send(step: Step, sending: Sending): Promise<Sent> {
  const { log, outcome, waits } = step;
  const { what, repeats, beforeRetry = async () => undefined } = sending;
  const { explainRefusal = (failure) => failure } = sending;
  const waitUntilFree = createBusyWait(step);
  let unsentSinceMs: number | undefined;
  if (repeats === undefined) log.info(`Requesting ${what} of ${nameOf(outcome)}.`);
  try {
    for (;;) {
      const { answer, ...times } = await postOnce(step, sending);
      if (answer.kind === 'ok') return { kind: 'accepted', reply: answer.value, ...times };
      const { failure } = answer;
      if (answer.kind !== 'unsent') unsentSinceMs = undefined;
      switch (answer.kind) {
        case 'lost':
        case 'too-large':
          return { kind: 'lost', failure, ...times };
        case 'refused':
        case 'page':
          throw explainRefusal(failure);
        case 'unsent':
          unsentSinceMs ??= times.atMs;
          await waitForConnection(step, failure, unsentSinceMs);
          break;
        case 'limited':
          if (repeats !== undefined) return { kind: 'not-now', failure, ...times };
          await beforeRetry();
          break;
        case 'busy':
          if (repeats !== undefined) return { kind: 'not-now', failure, ...times };
          await beforeRetry(await waitUntilFree(failure));
          break;
        default:
          answer satisfies never;
      }
    }
  } finally {
    for (const key of ['unsent', 'busy']) waits.end(key);
  }
}

/** Sends the POST once, after the end of a rate limit, and keeps what that means for the work. */
async function postOnce(step: Step, { post, repeats }: Sending) {
  const { clock, outcome, save, service } = step;
  await service.ready();
  outcome.stage = { kind: 'requesting', lostBy: repeats };
  save();
  const sentMs = clock.now();
  const answer = await service.post(post);
  if (answer.kind === 'lost' || answer.kind === 'too-large')
    outcome.stage = { kind: 'requesting', lostBy: answer.failure };
  else if (answer.kind !== 'ok' && repeats === undefined)
    outcome.stage = { kind: 'blocked', by: answer.failure };
  save();
  return { answer, sentMs, atMs: clock.now() };
}

/** A POST that was certainly not sent is repeated for this long, with this gap. */
const UNSENT_TIMEOUT_MS = 60_000;
const UNSENT_GAP_MS = 2_000;

/** Waits before a POST that was not sent is repeated. Throws the failure when its time is up. */
async function waitForConnection(
  { clock, signal, waits }: Step,
  failure: Failure,
  sinceMs: number,
): Promise<void> {
  const untilMs = sinceMs + UNSENT_TIMEOUT_MS;
  if (clock.now() >= untilMs) throw failure;
  waits.begin('unsent', { text: `${failure.message} Sending the request again`, untilMs });
  await clock.sleep(UNSENT_GAP_MS, signal);
}
