// start, stop, restart: request it, wait while the resource is busy, then read the resource until its status has settled.
import type { Client, LogLines } from '../api/client.ts';
import { UNREADABLE_PATIENCE_MS, UnreadableResponseError } from '../api/errors.ts';
import { isFinal, resourceStateOf } from '../api/model.ts';
import { formatDuration } from '../duration.ts';
import {
  type FanOut,
  fanOut,
  readFanOut,
  awaitResource,
  checkHealth,
  type HealthCheck,
  readHealthCheck,
  listOrNone,
  type LifecycleAction,
  type OnBusy,
  onBusyChoices,
  optional,
  readBriefly,
  readInto,
  type Request,
  requestUntilAccepted,
  showRuntimeLog,
} from './steps/index.ts';
import { type Args, type Context, lineCount, logLines, type Operation, type Outcome } from './operation.ts';
import { reportOn } from './report.ts';
import { conclude, type Task } from './task.ts';

interface LifecycleArgs extends Args, FanOut {
  readonly wait: boolean;
  readonly onBusy: OnBusy;
  readonly healthCheck: HealthCheck | undefined;
  readonly lines: LogLines;
}

/** What sets one of the three apart from the others. */
interface LifecycleRequest {
  readonly action: LifecycleAction;
  readonly done: string;
  readonly post: (client: Client, resourceId: string) => Promise<void>;
}

/** Starts resources; passes once their status has settled on *up*. */
export const start = lifecycle({
  action: 'start',
  done: 'started',
  post: (client, id) => client.startResource(id),
});

/** Stops resources; passes once their status has settled on *down*. */
export const stop = lifecycle({
  action: 'stop',
  done: 'stopped',
  post: (client, id) => client.stopResource(id),
});

/** Restarts resources; passes once their status has settled on *up*. */
export const restart = lifecycle({
  action: 'restart',
  done: 'restarted',
  post: (client, id) => client.restartResource(id),
});

function lifecycle(request: LifecycleRequest): Operation<LifecycleArgs> {
  return {
    does: 'changes',
    read(inputs) {
      const wait = inputs.flag('wait', true);
      const healthCheck = request.action === 'stop' ? undefined : readHealthCheck(inputs, { wait });
      return {
        wait,
        healthCheck,
        resourceIds: inputs.resourceIds({ several: true, required: true }),
        onBusy: inputs.choice('on-busy', onBusyChoices, 'wait'),
        lines: lineCount(inputs.choice('lines', logLines, '100')),
        ...readFanOut(inputs),
      };
    },

    async run(args, context) {
      const outcomes = await fanOut(args.resourceIds, { ...args, context }, (id) =>
        conclude(id, context, (task) => act(task, { request, args }, context)),
      );
      return reportOn(outcomes, { action: request.action, passed: (outcome) => passedHeadline(outcome, request) });
    },
  };
}

async function act(
  task: Task,
  plan: { request: LifecycleRequest; args: LifecycleArgs },
  context: Context,
): Promise<void> {
  const { request, args } = plan;
  const { resourceId } = task;
  if (!(await readBriefly(task, context))) return;
  const before = task.outcome.resourceStatus;
  const requested = await requestUntilAccepted(task, requestOf(task, plan, context), context);
  if (requested === undefined) return;
  task.emit({ kind: 'requested' });
  if (!args.wait) {
    await optional(`the resource ${resourceId}`, context, (brief) => readInto(task, brief));
    return;
  }
  const { acceptedAtMs } = requested;
  const reached = await awaitResource(task, { action: request.action, before, acceptedAtMs }, context);
  if (reached && args.healthCheck !== undefined) await checkHealth(task, args.healthCheck, context);
  if (task.outcome.errorCode !== undefined) await showRuntimeLog(resourceId, args.lines, context);
}

/** After a lost response: long enough for a gateway to recover, short enough not to be noticed. */
const AGAIN_MS = 5_000;

/**
 * These requests may be sent again after a lost response: a second one asks for the same state. Where the status has
 * changed or other work than a deployment keeps the resource busy, the lost one was accepted.
 */
function requestOf(
  task: Task,
  { request, args }: { request: LifecycleRequest; args: LifecycleArgs },
  context: Context,
): Request<'accepted'> {
  const { client, clock, signal } = context;
  const before = task.outcome.resourceStatus;
  let pagesSinceMs: number | undefined;

  async function hasChanged(): Promise<boolean> {
    const resource = await optional(`the resource ${task.resourceId}`, context, (brief) => readInto(task, brief));
    const { status } = resource ?? {};
    if (status === undefined || before === undefined) return false;
    return status !== before || resourceStateOf(status) === 'transition';
  }

  return {
    action: request.action,
    onBusy: args.onBusy,
    lostText: `reading the resource, then requesting again in ${formatDuration(AGAIN_MS)}`,
    async send(mayPost) {
      await mayPost();
      await request.post(client, task.resourceId);
      return 'accepted';
    },
    async recover({ error, isBusy }) {
      if (isBusy) {
        const list = await listOrNone(task.resourceId, client);
        return list?.items.some(({ status }) => !isFinal(status)) === true ? undefined : 'accepted';
      }
      pagesSinceMs = error instanceof UnreadableResponseError ? (pagesSinceMs ?? clock.now()) : undefined;
      if (pagesSinceMs !== undefined && clock.now() - pagesSinceMs >= UNREADABLE_PATIENCE_MS) throw error;
      await clock.sleep(AGAIN_MS, signal);
      return (await hasChanged()) ? 'accepted' : undefined;
    },
  };
}

function passedHeadline(
  { resourceId, name, stillRunning, resourceStatus, durationMs }: Outcome,
  { action, done }: LifecycleRequest,
): string {
  const label = name ?? resourceId;
  if (stillRunning === true) return `The ${action} of ${label} was accepted and continues at the service`;
  return `${label} has been ${done}: it is ${resourceStatus} after ${formatDuration(durationMs ?? 0)}`;
}
