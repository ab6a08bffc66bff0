// Sends a POST until the service does something with it: while the resource is busy, the key is
// rate limited or the service cannot be reached, it is sent again, since nothing was done then.
// After a lost answer it never is here: its caller decides that.
import type { Failure } from '../failure.ts';
import { nameOf } from '../outcome.ts';
import type { Answer, Reply } from '../service/answer.ts';
import type { Post } from '../service/client.ts';
import type { Step } from '../step.ts';
import { readList, tryList } from './find.ts';
import { type ListRead, workIn } from './ours.ts';

/** What became of a POST. `atMs`: when its answer came or was lost, on the clock of the step. */
export type Sent =
  | {
      readonly kind: 'accepted';
      readonly reply: Reply;
      readonly sentMs: number;
      readonly atMs: number;
    }
  /** It may have been carried out. */
  | {
      readonly kind: 'lost';
      readonly failure: Failure;
      readonly sentMs: number;
      readonly atMs: number;
    }
  /** Only after an earlier lost answer: busy or rate limited, perhaps by what that has started. */
  | { readonly kind: 'not-now'; readonly failure: Failure; readonly atMs: number };

/** What to send. */
export interface Sending {
  readonly post: Post;
  /** For the log: `a deployment`. */
  readonly what: string;
  /** An earlier POST whose answer was lost: this one repeats it. */
  readonly repeats?: Failure | undefined;
  /** Gets the list each time that it was read right before the POST is sent again. */
  readonly onList?: (list: ListRead) => Promise<void>;
}

/** A POST that was certainly not sent is repeated for this long, with this gap. */
const UNSENT_TIMEOUT_MS = 60_000;
const UNSENT_GAP_MS = 2_000;

/**
 * Sends the POST until it is accepted or its answer is lost. Throws the failure of a POST that is
 * refused, or for which no time is left, or of a busy resource with `on-busy: fail`.
 */
export async function send(step: Step, sending: Sending): Promise<Sent> {
  const { clock, log, outcome, save, service, signal, waits } = step;
  const { post, what, repeats, onList } = sending;
  let unsentSinceMs: number | undefined;
  let busyRounds = 0;
  /** Shows what keeps the resource busy. */
  let list: ListRead;
  if (repeats === undefined) log.info(`Requesting ${what} of ${nameOf(outcome)}.`);
  try {
    for (;;) {
      await service.ready();
      outcome.stage = { kind: 'requesting', lostBy: repeats };
      save();
      const sentMs = clock.now();
      const answer: Answer = await service.post(post);
      const atMs = clock.now();
      if (answer.kind === 'ok') return { kind: 'accepted', reply: answer.value, sentMs, atMs };
      const { failure } = answer;
      if (answer.kind === 'lost' || answer.kind === 'too-large') {
        outcome.stage = { kind: 'requesting', lostBy: failure };
        return { kind: 'lost', failure, sentMs, atMs };
      }
      if (answer.kind !== 'unsent') unsentSinceMs = undefined;
      if (repeats === undefined) outcome.stage = { kind: 'blocked', by: failure };
      save();
      switch (answer.kind) {
        case 'refused':
        case 'page':
          throw explainRefusal(step, failure);
        case 'unsent': {
          unsentSinceMs ??= atMs;
          const untilMs = unsentSinceMs + UNSENT_TIMEOUT_MS;
          if (atMs >= untilMs) throw failure;
          waits.begin('unsent', { text: `${failure.message} Sending the request again`, untilMs });
          await clock.sleep(UNSENT_GAP_MS, signal);
          break;
        }
        case 'limited':
          if (repeats !== undefined) return { kind: 'not-now', failure, atMs };
          await service.ready();
          if (onList !== undefined) await onList(await readList(step));
          break;
        case 'busy':
          if (repeats !== undefined) return { kind: 'not-now', failure, atMs };
          busyRounds += 1;
          if (busyRounds === 1) list = await tryList(step);
          list = await waitUntilFree(step, failure, { list, rounds: busyRounds });
          await onList?.(list);
          break;
        default:
          answer.kind satisfies never;
      }
    }
  } finally {
    waits.end('unsent');
    waits.end('busy');
  }
}

/** The gap between two reads of the list while the resource is busy. */
const BUSY_POLL_MS = 5_000;
/** After so many of them the POST is sent again, although other work is still shown, or never was. */
const READS_PER_POST = 3;
/** A POST that comes later than this before the deadline could hardly be answered. */
const TOO_LATE_MS = 2_000;

/**
 * Waits until the work in the way has ended. Returns the list read last. `list`: what was read
 * before; `rounds`: how many POSTs in a row found the resource busy. Throws the failure if it is
 * not to wait, or cannot any more.
 */
async function waitUntilFree(
  step: Step,
  failure: Failure,
  { list: known, rounds }: { list: ListRead; rounds: number },
): Promise<ListRead> {
  const { clock, deadlineMs, inputs, service, waits } = step;
  let work = workIn(known);
  for (let count = 1; ; count += 1) {
    const hadWork = work !== undefined;
    const busy = await busyFailure(step, failure, work);
    if (inputs.onBusy === 'fail') throw busy;
    if (deadlineMs - clock.now() < TOO_LATE_MS + BUSY_POLL_MS)
      throw busy.with({
        message: `${busy.message} Too little time is left for another attempt.`,
      });
    step.outcome.stage = { kind: 'blocked', by: busy };
    waits.begin('busy', { ...busyWait(failure, busy, work), untilMs: deadlineMs });
    await service.pause(BUSY_POLL_MS);
    const list = await readList(step);
    work = workIn(list);
    const isFree = work === undefined && (hadWork || (rounds === 1 && count === 1));
    if (isFree || count === READS_PER_POST) return list;
  }
}

type Work = ReturnType<typeof workIn>;

/** What is waited for while the resource is busy. */
function busyWait({ message }: Failure, busy: Failure, work: Work) {
  const who =
    work === undefined ? 'other work' : `deployment ${work.id} (${work.status ?? 'no status'})`;
  const hint = busy.options.next === undefined ? '' : ` ${busy.options.next}`;
  return {
    text: `${message}${hint} Waiting for ${who} to end`,
    // A time that goes on in the sentence of the service is no news.
    reason: `${who} ${message.replaceAll(/\d+/g, '')}`,
  };
}

/** The failure of a busy resource, with the work in the way. */
async function busyFailure(step: Step, failure: Failure, work: Work): Promise<Failure> {
  if (work === undefined) return failure;
  const { commit, id, status = 'no status' } = work;
  const run = await step.run;
  const message = `${failure.message} Deployment ${id} (${status}) is in the way.`;
  if (commit === undefined || !run.isOwnCommit(commit)) return failure.with({ message });
  return failure.with({
    message: `${message} It builds the commit of this run.`,
    next: `To wait for it instead of deploying once more: operation: follow, deployment-id: ${id}.`,
  });
}

/** Types of a resource for which the API deploys nothing (API 2, 4). */
const NOT_DEPLOYED: ReadonlySet<string | undefined> = new Set(['worker', 'database', 'service']);
/** A refusal with one of these is about the key, the wallet or the moment. */
const NOT_ABOUT_TYPE: ReadonlySet<number> = new Set([401, 402, 403, 408, 409, 429]);

/** A refusal, with what it means for a resource that is known. */
function explainRefusal({ inputs, outcome }: Step, failure: Failure): Failure {
  const { httpStatus = 0 } = failure.options;
  if (inputs.operation !== 'deploy' || NOT_ABOUT_TYPE.has(httpStatus)) return failure;
  const { type } = outcome;
  if (NOT_DEPLOYED.has(type)) {
    return failure.with({
      title: `${nameOf(outcome)} is a ${type}, and only apps can be deployed`,
      next: `The API deploys apps only. A ${type} has operation: start, stop, restart, status, logs and env.`,
    });
  }
  if (failure.code !== 'not_found') return failure;
  return failure.with({
    title: `The service has no deployments for ${nameOf(outcome)}`,
    next: 'The resource itself was read a moment ago. Check in the console whether it can be deployed.',
  });
}
