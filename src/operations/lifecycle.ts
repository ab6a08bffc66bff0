// start, stop, restart: send the request, wait while the resource is busy, then poll the resource until its status has
// settled.
import type { LogLines } from '../api/client.ts';
import { ApiError, isRefusal, isUnreadable, orApiError, RefusedError, UNREADABLE_RETRY_MS } from '../api/errors.ts';
import { isSameStatus, resourceStateOf } from '../api/model.ts';
import { formatDuration } from '../duration.ts';
import { inProgressIn } from './decisions/index.ts';
import {
  type FanOut,
  fanOut,
  readFanOut,
  awaitResource,
  checkHealth,
  createNotes,
  type HealthCheck,
  readHealthCheck,
  readLines,
  listOrNone,
  type LifecycleAction,
  type OnBusy,
  onBusyChoices,
  bestEffort,
  readStatusBefore,
  refreshResource,
  type RepeatablePost,
  requestUntilAccepted,
  showRuntimeLog,
} from './steps/index.ts';
import type { Args, Context, Operation, Outcome } from './operation.ts';
import { describeError } from './failure.ts';
import { reportOn } from './report.ts';
import type { Task } from './task.ts';

interface LifecycleArgs extends Args, FanOut {
  readonly wait: boolean;
  readonly onBusy: OnBusy;
  readonly healthCheck: HealthCheck | undefined;
  readonly lines: LogLines;
}

/** Starts resources; passes once their status has settled on `up`. */
export const start = lifecycle('start', 'started');

/** Stops resources; passes once their status has settled on `down`. */
export const stop = lifecycle('stop', 'stopped');

/** Restarts resources; passes once their status has settled on `up`. */
export const restart = lifecycle('restart', 'restarted');

function lifecycle(action: LifecycleAction, done: string): Operation<LifecycleArgs> {
  return {
    effect: 'changes',
    read(inputs) {
      const wait = inputs.flag('wait');
      const healthCheck = action === 'stop' ? undefined : readHealthCheck(inputs, { wait });
      return {
        wait,
        healthCheck,
        resourceIds: inputs.resourceIds({ several: true, required: true }),
        onBusy: inputs.choice('on-busy', onBusyChoices),
        lines: readLines(inputs),
        ...readFanOut(inputs),
      };
    },

    async run(args, context) {
      const outcomes = await fanOut(args, context, (task) => runAction(task, { action, args }, context));
      return reportOn(outcomes, { action, done, passed: (outcome) => passedHeadline(outcome, { action, done }) });
    },
  };
}

async function runAction(
  task: Task,
  plan: { action: LifecycleAction; args: LifecycleArgs },
  context: Context,
): Promise<void> {
  const { action, args } = plan;
  const { resourceId } = task;
  const before = await readStatusBefore(task, context);
  const requested = await requestUntilAccepted(task, requestOf(task, plan, context), context);
  if (requested === undefined) return;
  const isAccepted = requested.value === 'accepted';
  if (isAccepted) task.emit({ kind: 'requested' });
  if (!args.wait) {
    if (isAccepted) await bestEffort(`the resource ${resourceId}`, context, (brief) => refreshResource(task, brief));
    return;
  }
  const { acceptedAtMs } = requested;
  const reached = !isAccepted || (await awaitResource(task, { action, before, acceptedAtMs }, context));
  if (reached && args.healthCheck !== undefined) await checkHealth(task, args.healthCheck, context);
  if (task.outcome.errorCode !== undefined) await showRuntimeLog(resourceId, args.lines, context);
}

/** What a request came to: `already`: the service refused it, because the resource already is as asked. */
type Result = 'accepted' | 'already';

/** True when a start or stop was refused with a 409 because the resource already is as asked. */
async function isAlreadySo(
  task: Task,
  { action, refusal }: { action: LifecycleAction; refusal: ApiError },
  { client }: Context,
): Promise<boolean> {
  if (action === 'restart' || !(refusal instanceof RefusedError) || refusal.status !== 409) return false;
  if (isRefusal(refusal, 'busy')) return false;
  task.emit({ kind: 'refused' });
  const read = await orApiError(refreshResource(task, { client: client.withLimits({ retryForMs: RESEND_AFTER_MS }) }));
  const wanted = action === 'start' ? 'up' : 'down';
  if (read instanceof ApiError || resourceStateOf(read.status) !== wanted) return false;
  task.emit({ kind: 'already', text: `${task.resourceId} already is ${read.status}. ${describeError(refusal)}` });
  return true;
}

/**
 * Wait after a lost response before the request is sent again: time for a gateway to recover. Doubles with each further
 * loss, since each lost request may have restarted the app.
 */
const RESEND_AFTER_MS = 5_000;
const LONGEST_RESEND_AFTER_MS = 60_000;
/** How often the resource is read during this wait: a restart may take only seconds. */
const READ_GAP_MS = 2_500;

/**
 * These requests are idempotent, so one whose response was lost may be sent again. The lost one counts as accepted if
 * the status has changed, or for a start or stop if the resource is busy with something other than a deployment.
 */
function requestOf(
  task: Task,
  { action, args }: { action: LifecycleAction; args: LifecycleArgs },
  context: Context,
): RepeatablePost<Result> {
  const { client, clock, signal } = context;
  const before = task.outcome.resourceStatus;
  const note = createNotes(task, clock);
  let pagesSinceMs: number | undefined;

  async function hasChanged(): Promise<boolean> {
    const read = await orApiError(
      refreshResource(task, { client: client.withLimits({ retryForMs: RESEND_AFTER_MS }) }),
    );
    if (read instanceof ApiError) {
      note(`the resource could not be read. ${describeError(read)}`, { kind: read.message });
      return false;
    }
    const { status } = read;
    if (status === undefined || before === undefined) return false;
    // A status that was in transition before changes without our request.
    return resourceStateOf(before) !== 'transition' && !isSameStatus(status, before);
  }

  return {
    action,
    onBusy: args.onBusy,
    lostText: () => `reading the resource before the ${action} is requested again`,
    async send(mayPost) {
      const sent = await orApiError(client.changeResource(task.resourceId, { action, mayPost }));
      if (!(sent instanceof ApiError)) return sent;
      if (await isAlreadySo(task, { action, refusal: sent }, context)) return 'already';
      throw sent;
    },
    async recover({ error, count, isBusy }) {
      if (isBusy) {
        const list = await listOrNone(task.resourceId, client);
        if (inProgressIn(list?.items ?? []).length > 0) return undefined;
        // The status alone shows whether a start or stop was done; a restart that changes nothing may never have begun.
        return action !== 'restart' || (await hasChanged()) ? 'accepted' : undefined;
      }
      pagesSinceMs = isUnreadable(error) ? (pagesSinceMs ?? clock.now()) : undefined;
      const giveUpMs = (pagesSinceMs ?? Infinity) + UNREADABLE_RETRY_MS;
      if (clock.now() >= giveUpMs) throw error;
      const waitMs = Math.min(RESEND_AFTER_MS * 2 ** (count - 1), LONGEST_RESEND_AFTER_MS);
      const resendMs = Math.min(clock.now() + waitMs, giveUpMs);
      while (clock.now() < resendMs) {
        await clock.sleep(Math.min(READ_GAP_MS, resendMs - clock.now()), signal);
        if (await hasChanged()) return 'accepted';
      }
      return undefined;
    },
  };
}

function passedHeadline(
  { resourceId, name, stillRunning, resourceStatus, durationMs }: Outcome,
  { action, done }: { action: LifecycleAction; done: string },
): string {
  const label = name ?? resourceId;
  if (stillRunning === true) return `The ${action} of ${label} was accepted and continues at the service`;
  if (resourceStatus === undefined) return `The ${action} of ${label} was accepted; the service shows no status of it`;
  if (durationMs === undefined) return `${label} already is ${resourceStatus}; the service refused the ${action}`;
  return `${label} has been ${done}: it is ${resourceStatus} after ${formatDuration(durationMs)}`;
}
