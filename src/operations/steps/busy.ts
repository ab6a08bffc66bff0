// Waiting in line: what to do when the service says that a resource is busy with other work. One line of the log a wait.
import type { Client } from '../../api/client.ts';
import { type ApiError, RefusedError } from '../../api/errors.ts';
import { type Deployment, type Identified, isFinal, isIdentified } from '../../api/model.ts';
import type { Blocker, Context } from '../operation.ts';
import type { Task } from '../task.ts';

/** What `on-busy` may be. */
export const onBusyChoices = ['wait', 'fail', 'skip'] as const;

/** What to do when the resource is busy: wait in line, fail at once, or do nothing and pass. */
export type OnBusy = (typeof onBusyChoices)[number];

/** True for the refusal that means: other work is going on, come back when it has ended. */
export function isBusy(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.code === 'busy';
}

/** Our place in line for one resource; it remembers how long we have stood there and who is in the way. */
export interface Line {
  /**
   * Waits once, for as long as the service asks where it does, and on while the deployment in the way is seen to go on;
   * resolves with the last look at the list when asking again makes sense.
   */
  wait(busy: RefusedError): Promise<readonly Identified<Deployment>[]>;
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
/** Waits after which we ask again even though the list still shows the same deployment at work: the list may be wrong. */
const WAITS_BEFORE_ASKING_ANYWAY = 4;

/** Begins a wait in line for one resource. */
export function createLine(task: Task, context: Context): Line {
  const { clock, deadline, signal, random } = context;
  let waits = 0;
  let blocker: { id: string; sinceMs: number } | undefined;

  async function look(): Promise<{ deployments: readonly Identified<Deployment>[]; inTheWay: Blocker | undefined }> {
    const deployments = await listOrNone(task.resourceId, context.client);
    const moving = deployments.find(({ status }) => !isFinal(status));
    if (moving === undefined) return { deployments, inTheWay: undefined };
    if (blocker?.id !== moving.id) blocker = { id: moving.id, sinceMs: clock.now() };
    return {
      deployments,
      inTheWay: { id: moving.id, status: moving.status, seenForMs: clock.now() - blocker.sinceMs },
    };
  }

  async function waitOnce(busy: RefusedError): Promise<readonly Identified<Deployment>[]> {
    let { deployments, inTheWay } = await look();
    for (let round = 1; round <= WAITS_BEFORE_ASKING_ANYWAY; round += 1) {
      const backoffMs = Math.min(FIRST_WAIT_MS * 2 ** waits, LONGEST_WAIT_MS) * (0.75 + random() / 2);
      const afterMs = round === 1 && busy.retryAfterMs !== undefined ? busy.retryAfterMs + backoffMs / 4 : backoffMs;
      waits += 1;
      task.emit({ kind: 'waiting', afterMs, leftMs: deadline.remainingMs(), blocker: inTheWay });
      await clock.sleep(afterMs, signal);
      if (inTheWay === undefined) break;
      const { id } = inTheWay;
      ({ deployments, inTheWay } = await look());
      if (inTheWay?.id !== id) break;
    }
    return deployments;
  }

  return { wait: waitOnce };
}

/** A database has no deployments, and a service may refuse to list them: then nobody is known to be in the way. */
export async function listOrNone(resourceId: string, client: Client): Promise<readonly Identified<Deployment>[]> {
  try {
    return (await client.listDeployments(resourceId)).items.filter(isIdentified);
  } catch (error) {
    if (error instanceof RefusedError && !isKeyProblem(error)) return [];
    throw error;
  }
}

/** A key that is gone or may not do this: no patience helps. */
function isKeyProblem(error: ApiError): boolean {
  return error.code === 'unauthorized' || error.code === 'forbidden' || error.code === 'billing';
}
