// The health check: after the service says that the work is done, the app itself must answer. It adds evidence and never
// overrules a failed deployment.
import type { ProbeAnswer } from '../../api/client.ts';
import { attributeStop, Stop } from '../../clock.ts';
import { formatMs } from '../../duration.ts';
import { isLoopback } from '../../url.ts';
import type { Context, Inputs } from '../operation.ts';
import type { Task } from '../task.ts';
import { awaitResource } from './await-resource.ts';

const FIRST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 10_000;
const RESERVE_MS = 10_000;
/** An app whose resource has settled on another word than `running` is asked no longer than this. */
const NOT_RUNNING_PATIENCE_MS = 30_000;

/** Reads `health-check`: a path, or an address of its own. It needs the end of the work, so the step has to wait. */
export function readHealthCheck(inputs: Inputs, { wait }: { wait: boolean }): string | undefined {
  const target = inputs.text('health-check');
  if (target !== undefined && !wait) inputs.refuse('wait', 'must be true with health-check, which needs the end');
  if (target === undefined || isPath(target) || isAddress(target)) return target;
  inputs.refuse('health-check', 'must be a path such as /health, or an https: address (http: for loopback hosts only)');
  return undefined;
}

/**
 * Waits until the resource runs and its app answers 2xx or 3xx; the task has failed when it does not in time. A resource
 * whose last status was `running` is asked at once.
 */
export async function checkHealth(task: Task, target: string, context: Context): Promise<void> {
  const { client, clock, deadline, signal, random } = context;
  const running = task.outcome.resourceStatus === 'running' || (await settlesRunning(task, context));
  if (running === undefined) return;
  const url = isPath(target) ? task.outcome.url && new URL(target, task.outcome.url).href : target;
  if (url === undefined) {
    return unhealthy(task, `${task.resourceId} has no domain, so there is no address to request ${target} from.`);
  }
  task.emit({ kind: 'checking', url });
  const startedMs = clock.now();
  const leftMs = deadline.remainingMs();
  // Some time is kept back for the runtime log, which may say why.
  const untilDeadlineMs = leftMs - Math.min(RESERVE_MS, leftMs / 10);
  const patienceMs = Math.min(untilDeadlineMs, running ? Infinity : NOT_RUNNING_PATIENCE_MS);
  let answer: ProbeAnswer | undefined;
  try {
    for (let tries = 0; ; tries += 1) {
      answer = await client.probe(url);
      if (isHealthy(answer)) return;
      const gapMs = Math.min(FIRST_GAP_MS * 1.5 ** tries, LONGEST_GAP_MS) * (0.8 + random() * 0.4);
      if (clock.now() + gapMs - startedMs > patienceMs) break;
      task.emit({ kind: 'note', text: `${url} ${tell(answer)}; requesting it again in ${formatMs(gapMs)}` });
      await attributeStop(new Error(tell(answer)), () => clock.sleep(gapMs, signal));
    }
  } catch (error) {
    if (!(error instanceof Stop) || error.reason !== 'timeout') throw error;
  }
  const state = running ? '' : ` The resource is ${task.outcome.resourceStatus ?? 'in an unknown state'}.`;
  const waited = formatMs(clock.now() - startedMs);
  const deadlineIs =
    patienceMs === untilDeadlineMs ? `, all that the deadline of ${formatMs(deadline.timeoutMs)} left` : '';
  unhealthy(
    task,
    `Requested ${url} for ${waited}${deadlineIs}; ${answer === undefined ? 'it gave no answer' : `at last it ${tell(answer)}`}.${state}`,
  );
}

/** Whether the resource comes to run; undefined when the deadline came first: then the task has failed. */
async function settlesRunning(task: Task, context: Context): Promise<boolean | undefined> {
  try {
    return (await awaitResource(task, 'running', context)).running;
  } catch (error) {
    if (!(error instanceof Stop) || error.reason !== 'timeout') throw error;
    const after = `The deadline of ${formatMs(context.deadline.timeoutMs)} was reached before ${task.resourceId} ran`;
    unhealthy(task, `${after}; it was ${task.outcome.resourceStatus ?? 'in an unknown state'}.`);
    return undefined;
  }
}

function unhealthy(task: Task, cause: string): void {
  task.emit({ kind: 'failed', errorCode: 'unhealthy', cause });
}

function isHealthy(answer: ProbeAnswer): boolean {
  return 'status' in answer && answer.status >= 200 && answer.status < 400;
}

function tell(answer: ProbeAnswer): string {
  return 'status' in answer ? `answered ${answer.status}` : `gave no answer (${answer.failure})`;
}

function isPath(target: string): boolean {
  return /^\/(?!\/)[!-~]*$/.test(target) && !target.includes('\\');
}

function isAddress(target: string): boolean {
  // The parser forgives white space, controls, backslashes and missing slashes; such an address is not what was meant.
  if (!/^https?:\/\/[^/]/i.test(target) || /[\s\p{Cc}\\]/u.test(target)) return false;
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
