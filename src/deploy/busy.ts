// Waits until the work that keeps a resource busy has ended.
import type { Failure } from '../failure.ts';
import type { Deployment } from '../service/replies.ts';
import type { Step } from '../step.ts';
import { type DeploymentList, nameWithStatus, readList, tryList, workIn } from './list.ts';

/** The gap between two reads of the list while the resource is busy. */
const BUSY_POLL_MS = 5_000;
/** After so many of them the POST is sent again, although other work is still shown, or never was. */
const READS_PER_POST = 3;
/** A POST that comes later than this before the deadline could hardly be answered. */
const TOO_LATE_MS = 2_000;

/**
 * Creates the wait after a POST that has found the resource busy. It returns the list read last, and
 * throws the failure if the step is not to wait, or cannot any more.
 */
export function createBusyWait(step: Step) {
  const { deadlineMs, outcome, service, waits } = step;
  let list: DeploymentList | undefined;
  return async (failure: Failure): Promise<DeploymentList> => {
    const isFirst = list === undefined;
    list ??= await tryList(step);
    for (let count = 1; ; count += 1) {
      const work = workIn(list.items);
      const busy = await busyFailure(step, failure, work);
      assertMayWait(step, busy);
      outcome.stage = { kind: 'blocked', by: busy };
      const who = work === undefined ? 'other work' : `deployment ${nameWithStatus(work)}`;
      const hint = busy.options.next === undefined ? '' : ` ${busy.options.next}`;
      const text = `${failure.message}${hint} Waiting for ${who} to end`;
      waits.begin('busy', { text, untilMs: deadlineMs });
      await service.pause(BUSY_POLL_MS);
      list = await readList(step);
      // Work that the list has never shown may have ended soon.
      const mayBeFree = work !== undefined || (isFirst && count === 1);
      if (mayBeFree && workIn(list.items) === undefined) return list;
      if (count === READS_PER_POST) return list;
    }
  };
}

/** Throws the failure with `on-busy: fail`, or if there is no time for another attempt. */
function assertMayWait({ clock, deadlineMs, inputs }: Step, busy: Failure): void {
  if (inputs.onBusy === 'fail') throw busy;
  if (deadlineMs - clock.now() >= TOO_LATE_MS + BUSY_POLL_MS) return;
  throw busy.with({ message: `${busy.message} Too little time is left for another attempt.` });
}

/** The failure of a busy resource, with the work in the way. */
async function busyFailure(
  step: Step,
  failure: Failure,
  work: Deployment | undefined,
): Promise<Failure> {
  if (work === undefined) return failure;
  const { commit, id } = work;
  const run = await step.run;
  const message = `${failure.message} Deployment ${nameWithStatus(work)} is in the way.`;
  if (commit === undefined || !run.isOwnCommit(commit)) return failure.with({ message });
  return failure.with({
    message: `${message} It builds the commit of this run.`,
    next: `To wait for it instead of deploying once more: operation: follow, deployment-id: ${id}.`,
  });
}
