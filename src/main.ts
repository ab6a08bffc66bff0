// One step: open it, run its operation, publish the report. The last place that catches unexpected errors.
import { createClient } from './api/client.ts';
import { createPace } from './api/pacing/index.ts';
import { unlessAborted } from './clock.ts';
import { operations } from './operations/index.ts';
import type { Operation, Report } from './operations/operation.ts';
import type { Host } from './runner/host.ts';
import { refusesNode } from './runner/node-version.ts';
import { openStep, type Step, type RunningPlan } from './runner/step.ts';
import { unexpectedErrorReport } from './runner/messages/index.ts';

/** Runs the step and publishes its report. Never rejects; the exit code is 0 only after a verdict. */
export async function main(host: Host, table: Readonly<Record<string, Operation>> = operations): Promise<void> {
  host.setExitCode(1);
  if (refusesNode(host)) return;
  const step = openStep(host, table);
  const { start } = step;
  try {
    step.publish(start.kind === 'refusal' ? start.report : await run(start, step, host));
  } catch (error) {
    // Stop the work on other resources: its results would not be reported.
    step.abort();
    step.publish(unexpectedErrorReport(error, step.reporter.outcomes()));
  } finally {
    await step.close();
  }
}

async function run(
  { operation, args, connection, deadline, signal }: RunningPlan,
  step: Step,
  host: Host,
): Promise<Report> {
  const { clock, random } = host;
  const { reporter } = step;
  const client = createClient({
    ...connection,
    clock,
    signal,
    random,
    pace: createPace({ ...connection, clock, signal, random, deadlineMs: deadline.endMs }),
    onRetry: (notice) => reporter.emit({ kind: 'retrying', ...notice }),
    onExchange: (trace) => step.debug.exchange(trace),
    onUnrecognised: (part) => step.debug.unrecognised(part),
  });
  try {
    return await operation.run(args, {
      client,
      clock,
      deadline,
      signal,
      random,
      runCommits: step.runCommits,
      isRerun: Number(host.env['GITHUB_RUN_ATTEMPT'] ?? 1) > 1,
      emit: (event) => step.emit(event),
      // An abort is ignored here; the next request rejects with it.
      flushed: () => unlessAborted(host.flushed(), signal).catch(() => undefined),
      beforePost: () => step.beforePost(),
    });
  } finally {
    client.dispose();
  }
}
