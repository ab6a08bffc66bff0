// start, stop, restart: ask, wait in line if need be, then read the resource until it has settled.
import type { Client, LogLines } from '../api/client.ts';
import { ApiError, ConnectionLostError, type RefusedError, UnreadableResponseError } from '../api/errors.ts';
import { isFinal } from '../api/model.ts';
import { attributeStop, Stop } from '../clock.ts';
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
import { conclude, describe, type Draft, fail, reportOn } from './outcome.ts';

interface LifecycleArgs extends Args, FanOut {
  readonly onBusy: OnBusy;
  readonly healthCheck: string | undefined;
  readonly lines: LogLines;
}

/** What sets one of the three apart from the others. */
interface Action {
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

function lifecycle(action: Action): Operation<LifecycleArgs> {
  return {
    read(inputs) {
      const waits = inputs.flag('wait', true);
      const healthCheck = action.goal === 'running' ? readHealthCheck(inputs, { waits }) : undefined;
      return {
        waits,
        healthCheck,
        resourceIds: inputs.resourceIds({ several: true, required: true }),
        onBusy: inputs.choice('on-busy', onBusyChoices, 'wait'),
        lines: lineCount(inputs.choice('lines', logLines, '100')),
        ...readFanOut(inputs),
      };
    },

    async run(args, context) {
      const outcomes = await fanOut(args.resourceIds, { ...args, context }, (id) =>
        conclude(id, context, (draft) => act(draft, { action, args }, context)),
      );
      return reportOn(outcomes, { action: action.action, passed: (outcome) => passedHeadline(outcome, action) });
    },
  };
}

async function act(draft: Draft, plan: { action: Action; args: LifecycleArgs }, context: Context): Promise<void> {
  const { action, args } = plan;
  const { clock } = context;
  if (!(await ask(draft, plan, context))) return;
  const acceptedAtMs = clock.now();
  draft.accepted = true;
  draft.stillRunning = false;
  context.emit({ kind: 'requested', resourceId: draft.resourceId });
  if (!args.waits) {
    draft.stillRunning = true;
    await optional(`the resource ${draft.resourceId}`, context, (brief) => readInto(draft, brief));
    return;
  }
  const { reached, words } = await awaitResource(draft, action.goal, context);
  draft.durationMs = clock.now() - acceptedAtMs;
  if (reached && args.healthCheck !== undefined) await checkHealth(draft, args.healthCheck, context);
  if (!reached) {
    const waited = formatMs(draft.durationMs);
    fail(
      draft,
      'not_running',
      `After ${waited} ${draft.resourceId} is ${words.at(-1)}; words seen: ${words.join(', ')}.`,
    );
  }
  if (draft.errorCode !== undefined) await showRuntimeLog(draft.resourceId, args.lines, context);
}

/**
 * Asks until it is accepted; false when the draft says why it was not. These requests may be sent again after a lost
 * answer: asking twice for the same state starts no second piece of work that the first would not have.
 */
async function ask(draft: Draft, plan: { action: Action; args: LifecycleArgs }, context: Context): Promise<boolean> {
  const { action, args } = plan;
  const { client, clock, signal, emit } = context;
  const { resourceId } = draft;
  const line = createLine(resourceId, context);
  let unreadableSinceMs: number | undefined;
  let lost: ApiError | undefined;
  for (;;) {
    const answer = await telling(() => post(action, resourceId, context));
    if (answer.kind === 'accepted') return true;
    if (answer.kind === 'unknown') {
      lost = answer.error;
      draft.stillRunning = true;
      if (lost instanceof UnreadableResponseError) {
        unreadableSinceMs ??= clock.now();
        if (clock.now() - unreadableSinceMs >= UNREADABLE_PATIENCE_MS) throw lost;
      } else {
        unreadableSinceMs = undefined;
      }
      emit({ kind: 'note', resourceId, text: `${lost.message}; asking again in ${formatMs(ASK_AGAIN_MS)}` });
      await telling(() => clock.sleep(ASK_AGAIN_MS, signal));
      continue;
    }
    unreadableSinceMs = undefined;
    // After a lost answer, what keeps the resource busy may be the work we asked for, unless a deployment does.
    if (lost !== undefined && !(await telling(() => isDeploying(resourceId, client)))) return true;
    if (args.onBusy === 'skip') {
      draft.skipped = 'busy';
      draft.cause = answer.error.serviceMessage;
      return false;
    }
    if (args.onBusy === 'fail') {
      fail(draft, 'busy', describe(answer.error));
      return false;
    }
    await telling(() => line.wait(answer.error));
  }

  /** A stop carries a request of ours that was lost before anything else that was being waited out. */
  async function telling<T>(work: () => Promise<T>): Promise<T> {
    return lost === undefined ? await work() : await attributeStop(lost, work);
  }
}

type Answer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'busy'; readonly error: RefusedError }
  | { readonly kind: 'unknown'; readonly error: ApiError };

async function post({ action, post: send }: Action, resourceId: string, { client, signal }: Context): Promise<Answer> {
  signal.throwIfAborted();
  try {
    await send(client, resourceId);
    return { kind: 'accepted' };
  } catch (error) {
    if (isBusy(error)) return { kind: 'busy', error };
    if (error instanceof ApiError && error.fate === 'unknown') return { kind: 'unknown', error };
    if (error instanceof Stop && error.cause === undefined) {
      const endpoint = { method: 'POST', path: `/resources/${resourceId}/${action}`, resourceId } as const;
      const cause = new ConnectionLostError('the step was stopped before the answer came', endpoint);
      throw new Stop(error.reason, { cause });
    }
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
  { action, done }: Action,
): string {
  const label = name ?? resourceId;
  if (stillRunning === true) return `The ${action} of ${label} was accepted and goes on at the service`;
  return `${label} has been ${done}: it is ${resourceStatus} after ${formatMs(durationMs ?? 0)}`;
}
