// start, stop, restart: ask, wait in line if need be, then read the resource until it has settled.
import type { Client, LogLines } from '../api/client.ts';
import { ApiError, type RefusedError, UnreadableResponseError } from '../api/errors.ts';
import { isFinal } from '../api/model.ts';
import { formatMs } from '../duration.ts';
import {
  type FanOut,
  fanOut,
  readFanOut,
  checkHealth,
  readHealthCheck,
  createLine,
  isBusy,
  listOrNone,
  type OnBusy,
  onBusyChoices,
  optional,
  readInto,
  showRuntimeLog,
  type Goal,
  awaitResource,
} from './steps/index.ts';
import { type Args, type Context, lineCount, logLines, type Operation, type Outcome } from './operation.ts';
import { reportOn } from './report.ts';
import { conclude, describe, type Task } from './task.ts';

interface LifecycleArgs extends Args, FanOut {
  readonly wait: boolean;
  readonly onBusy: OnBusy;
  readonly healthCheck: string | undefined;
  readonly lines: LogLines;
}

/** What sets one of the three apart from the others. */
interface LifecycleAction {
  readonly action: 'start' | 'stop' | 'restart';
  readonly done: string;
  readonly goal: Goal;
  readonly post: (client: Client, resourceId: string) => Promise<void>;
}

/** Starts resources; passes once they have settled on `running`. */
export const start = lifecycle({
  action: 'start',
  done: 'started',
  goal: 'running',
  post: (client, id) => client.startResource(id),
});

/** Stops resources; passes once they have settled on any word at rest other than `running`. */
export const stop = lifecycle({
  action: 'stop',
  done: 'stopped',
  goal: 'stopped',
  post: (client, id) => client.stopResource(id),
});

/** Restarts resources; passes once they have settled on `running`. */
export const restart = lifecycle({
  action: 'restart',
  done: 'restarted',
  goal: 'running',
  post: (client, id) => client.restartResource(id),
});

function lifecycle(action: LifecycleAction): Operation<LifecycleArgs> {
  return {
    does: 'changes',
    read(inputs) {
      const wait = inputs.flag('wait', true);
      const healthCheck = action.goal === 'running' ? readHealthCheck(inputs, { wait }) : undefined;
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
        conclude(id, context, (task) => act(task, { action, args }, context)),
      );
      return reportOn(outcomes, { action: action.action, passed: (outcome) => passedHeadline(outcome, action) });
    },
  };
}

async function act(
  task: Task,
  plan: { action: LifecycleAction; args: LifecycleArgs },
  context: Context,
): Promise<void> {
  const { action, args } = plan;
  const { clock } = context;
  if (!(await ask(task, plan, context))) return;
  const acceptedAtMs = clock.now();
  const { resourceId } = task;
  task.emit({ kind: 'requested' });
  if (!args.wait) {
    await optional(`the resource ${resourceId}`, context, (brief) => readInto(task, brief));
    return;
  }
  const { reached, words } = await awaitResource(task, action.goal, context);
  const elapsedMs = clock.now() - acceptedAtMs;
  task.emit({ kind: 'settled', elapsedMs });
  if (reached && args.healthCheck !== undefined) await checkHealth(task, args.healthCheck, context);
  if (!reached) {
    const cause = `After ${formatMs(elapsedMs)} ${resourceId} is ${words.at(-1)}; statuses seen: ${words.join(', ')}.`;
    task.emit({ kind: 'failed', errorCode: 'not_running', cause });
  }
  if (task.outcome.errorCode !== undefined) await showRuntimeLog(resourceId, args.lines, context);
}

/**
 * Asks until it is accepted; false when the draft says why it was not. These requests may be sent again after a lost
 * answer: asking twice for the same state starts no second piece of work that the first would not have.
 */
async function ask(
  task: Task,
  plan: { action: LifecycleAction; args: LifecycleArgs },
  context: Context,
): Promise<boolean> {
  const { action, args } = plan;
  const { client, clock, signal } = context;
  const { resourceId } = task;
  const line = createLine(task, context);
  let unreadableSinceMs: number | undefined;
  let lost: ApiError | undefined;
  for (;;) {
    const answer = await post(task, action, context);
    if (answer.kind === 'accepted') return true;
    if (answer.kind === 'unknown') {
      lost = answer.error;
      if (lost instanceof UnreadableResponseError) {
        unreadableSinceMs ??= clock.now();
        if (clock.now() - unreadableSinceMs >= UNREADABLE_PATIENCE_MS) throw lost;
      } else {
        unreadableSinceMs = undefined;
      }
      const text = `${lost.message}; requesting again in ${formatMs(ASK_AGAIN_MS)}`;
      task.emit({ kind: 'lost', error: lost, text });
      await clock.sleep(ASK_AGAIN_MS, signal);
      continue;
    }
    unreadableSinceMs = undefined;
    // After a lost answer, what keeps the resource busy may be the work we asked for, unless a deployment does.
    if (lost !== undefined && !(await isDeploying(resourceId, client))) return true;
    if (args.onBusy === 'skip') {
      task.emit({ kind: 'skipped', why: 'busy', detail: answer.error.serviceMessage });
      return false;
    }
    if (args.onBusy === 'fail') {
      task.emit({ kind: 'failed', errorCode: 'busy', cause: describe(answer.error) });
      return false;
    }
    await line.wait(answer.error);
  }
}

type Answer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'busy'; readonly error: RefusedError }
  | { readonly kind: 'unknown'; readonly error: ApiError };

async function post(task: Task, { action, post: send }: LifecycleAction, { client, signal }: Context): Promise<Answer> {
  signal.throwIfAborted();
  task.emit({ kind: 'posting', action });
  try {
    await send(client, task.resourceId);
    return { kind: 'accepted' };
  } catch (error) {
    if (isBusy(error)) {
      task.emit({ kind: 'refused', error });
      return { kind: 'busy', error };
    }
    if (error instanceof ApiError && error.fate === 'unknown') return { kind: 'unknown', error };
    throw error;
  }
}

/** Whether a deployment is under way. */
async function isDeploying(resourceId: string, client: Client): Promise<boolean> {
  return (await listOrNone(resourceId, client)).some(({ status }) => !isFinal(status));
}

/** After a lost answer: long enough for a gateway to recover, short enough not to be noticed. */
const ASK_AGAIN_MS = 5_000;
/** What still answers with something else after this long is hardly the API: as for reads, a wrong address is likelier. */
const UNREADABLE_PATIENCE_MS = 60_000;

function passedHeadline(
  { resourceId, name, stillRunning, resourceStatus, durationMs }: Outcome,
  { action, done }: LifecycleAction,
): string {
  const label = name ?? resourceId;
  if (stillRunning === true) return `The ${action} of ${label} was accepted and goes on at the service`;
  return `${label} has been ${done}: it is ${resourceStatus} after ${formatMs(durationMs ?? 0)}`;
}
