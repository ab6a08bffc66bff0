// The health check: after the service has reported success, the app itself must answer, optionally with a given text.
import type { ProbeAnswer } from '../../api/client.ts';
import { isTimeout } from '../../clock.ts';
import { formatDuration } from '../../duration.ts';
import { addressProblem } from '../../url.ts';
import type { Context, FailureDetail, HealthProof, Inputs } from '../operation.ts';
import type { Task } from '../task.ts';
import { createNotes } from './notes.ts';

const FIRST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 10_000;
const RESERVE_MS = 10_000;
/** Longest quote of an answer that does not contain the text. */
const QUOTE_CHARS = 200;

/** What must answer, and the text that the answer must contain. */
export interface HealthCheck {
  /** A path on the resource's first domain, or an address. */
  readonly target: string;
  readonly contains: string | undefined;
  /** How long it may be requested again, within the deadline of the step. */
  readonly timeoutMs: number;
  /** Answers may be quoted; `build-log: false` keeps them out of everything that is shown. */
  readonly mayQuote: boolean;
}

/** Reads `health-check` and the inputs that belong to it. They need the end of the work, so the step has to wait. */
export function readHealthCheck(inputs: Inputs, { wait }: { wait: boolean }): HealthCheck | undefined {
  const target = inputs.text('health-check');
  if (target === undefined) {
    for (const name of ['health-check-contains', 'health-check-timeout']) {
      if (inputs.isGiven(name)) inputs.refuse(name, 'needs health-check, which is not given');
    }
    return undefined;
  }
  if (!wait) inputs.refuse('wait', 'must be true with health-check, which runs after the work has ended');
  if (!isPath(target) && addressProblem(target) !== undefined) {
    inputs.refuse(
      'health-check',
      'must be a path such as /health, or an https: address (http: for loopback hosts only)',
    );
  }
  return {
    target,
    contains: inputs.text('health-check-contains'),
    timeoutMs: inputs.durationMs('health-check-timeout') ?? Infinity,
    mayQuote: inputs.flag('build-log'),
  };
}

/** Waits until the app is healthy; fails the task with `unhealthy` if it is not in time. */
export async function checkHealth(task: Task, check: HealthCheck, context: Context): Promise<void> {
  const { clock, deadline, signal, random } = context;
  const url = urlOf(task, check);
  if (url === undefined) return unhealthy(task, `${noAddress(task, check)}.`, 'no address');
  task.emit({ kind: 'checking', url });
  const startedMs = clock.now();
  const leftMs = deadline.remainingMs();
  // The rest is reserved for reading the runtime log, which may show the cause.
  const usableMs = leftMs - Math.min(RESERVE_MS, leftMs / 10);
  const timeoutMs = Math.min(check.timeoutMs, usableMs);
  let limit = check.timeoutMs > usableMs ? describeDeadline(deadline) : 'all that health-check-timeout allows';
  const note = createNotes(task, clock);
  let last: HealthAnswer = {
    proof: undefined,
    text: `${url} ${describeSilence(' in time', check)}`,
    kind: '',
    isTextMissing: false,
  };
  try {
    for (let tries = 0; ; tries += 1) {
      last = await requestHealth(task, check, context);
      if (last.proof !== undefined) return task.emit({ kind: 'healthy', answer: last.text, proof: last.proof });
      const restMs = startedMs + timeoutMs - clock.now();
      if (restMs <= 0) break;
      // The last request comes just before the end, however long the gap has become.
      const gapMs = Math.min(restMs, Math.min(FIRST_GAP_MS * 1.5 ** tries, LONGEST_GAP_MS) * (0.8 + random() * 0.4));
      note(`${last.text}; requesting it again`, { kind: last.kind });
      await clock.sleep(gapMs, signal);
    }
  } catch (error) {
    if (!isTimeout(error)) throw error;
    limit = describeDeadline(deadline);
  }
  const waited = formatDuration(clock.now() - startedMs);
  const cause = `It was requested for ${waited}, ${limit}. Last answer: ${last.text}.`;
  unhealthy(task, cause, last.isTextMissing ? 'text missing' : undefined);
}

/** The answer to one request of the health address. */
interface HealthAnswer {
  /** Set when it is healthy. */
  readonly proof: HealthProof | undefined;
  /** What it answered, in a sentence. */
  readonly text: string;
  /** The same without the body. */
  readonly kind: string;
  /** Only the text that is needed was missing. */
  readonly isTextMissing: boolean;
}

/** Requests the health address once. */
export async function requestHealth(
  task: Task,
  check: HealthCheck,
  { client }: Pick<Context, 'client'>,
): Promise<HealthAnswer> {
  const url = urlOf(task, check);
  if (url === undefined) return { proof: undefined, text: noAddress(task, check), kind: '', isTextMissing: false };
  const answer = await client.probe(url, { readBody: check.contains !== undefined });
  const kind = describeAnswer(answer, { ...check, mayQuote: false });
  const isHealthy = 'status' in answer && passes(answer, check.contains);
  const proof = isHealthy ? { url, status: answer.status, contains: check.contains } : undefined;
  const text = `${url} ${describeAnswer(answer, check)}`;
  return { proof, text, kind, isTextMissing: !isHealthy && passes(answer, undefined) };
}

/** The deadline of the step as the limit of a wait. */
export function describeDeadline({ timeoutMs }: Context['deadline']): string {
  return `all that the deadline of ${formatDuration(timeoutMs)} left`;
}

function urlOf({ outcome }: Task, { target }: HealthCheck): string | undefined {
  return isPath(target) ? outcome.url && new URL(target, outcome.url).href : target;
}

function noAddress(task: Task, { target }: HealthCheck): string {
  return `${task.resourceId} has no known domain, so there is no address to request ${target} from`;
}

function unhealthy(task: Task, cause: string, detail?: FailureDetail): void {
  task.emit({ kind: 'failed', errorCode: 'unhealthy', cause, detail });
}

/** A redirect never contains the text: what it leads to is not requested. */
function passes(answer: ProbeAnswer, contains: string | undefined): boolean {
  if (!('status' in answer)) return false;
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (contains !== undefined) return isSuccess && answer.body.includes(contains);
  return isSuccess || (answer.status >= 300 && answer.status < 400);
}

/** `why`: why there is no answer. */
function describeSilence(why: string, { contains }: HealthCheck): string {
  const needed = contains === undefined ? '' : `, where one that contains "${contains}" is needed`;
  return `gave no answer${why}${needed}`;
}

function describeAnswer(answer: ProbeAnswer, check: HealthCheck): string {
  if (!('status' in answer)) return describeSilence(`: ${answer.failure}`, check);
  const { contains, mayQuote } = check;
  const { status, location, body, undecoded } = answer;
  const answered = `answered ${status}${location === undefined ? '' : ` with Location: ${location}`}`;
  if (contains === undefined) return answered;
  if (passes(answer, contains)) return `${answered}, and the body contains "${contains}"`;
  if (status >= 300 && status < 400) return `${answered}, which is not followed, so "${contains}" was not seen`;
  if (undecoded !== undefined)
    return `${answered} with a body that cannot be decoded (content-encoding: ${undecoded}), so "${contains}" was not seen`;
  const seen = `${answered} with ${mayQuote ? quoted(body) : 'a body'}`;
  return body.includes(contains)
    ? `${seen} that contains "${contains}", but only a 2xx status passes`
    : `${seen} that does not contain "${contains}"${body.length > QUOTE_CHARS ? ' in its first 64 KiB' : ''}`;
}

function quoted(body: string): string {
  const quote = body.slice(0, QUOTE_CHARS).trim();
  if (quote === '') return 'an empty body';
  return `the body "${quote}${body.length > QUOTE_CHARS ? '…' : ''}"`;
}

function isPath(target: string): boolean {
  return /^\/(?!\/)[!-~]*$/.test(target) && !target.includes('\\');
}
