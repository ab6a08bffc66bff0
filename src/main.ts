// One step, read downwards: read the inputs, connect, run the operation, publish its report. The only catch.
import { createClient } from './api/client.ts';
import { createPace } from './api/pacing/index.ts';
import { Deadline, Stop, type TimeLimit, unlessAborted, withDeadline } from './clock.ts';
import { operations } from './operations/index.ts';
import type { Operation } from './operations/operation.ts';
import type { Host } from './runner/host.ts';
import { openStep } from './runner/step.ts';

/** The default deadline of a step that changes something or waits, and of one that only reads. */
const WAITING_TIMEOUT_MS = 30 * 60_000;
const READING_TIMEOUT_MS = 2 * 60_000;

/** Runs the step. Never rejects: whatever happens is published, and the exit code is 0 only after a verdict. */
export async function main(host: Host, table: Readonly<Record<string, Operation>> = operations): Promise<void> {
  host.setExitCode(1);
  const { clock, random } = host;
  const stop = new AbortController();
  const step = openStep(host);
  let limit: TimeLimit | undefined;
  try {
    const { operation, args, connection } = step.read(table);
    const deadline = new Deadline(
      clock,
      connection.timeoutMs ?? (operation.does === 'reads' ? READING_TIMEOUT_MS : WAITING_TIMEOUT_MS),
    );
    step.listenForCancel(stop);
    limit = withDeadline(clock, deadline.timeoutMs, { signal: stop.signal, reason: new Stop('timeout') });
    const { signal } = limit;
    const reporter = step.report(args, { signal, deadline });
    const client = createClient({
      ...connection,
      clock,
      signal,
      random,
      pace: createPace({ ...connection, clock, signal, random, deadlineMs: clock.now() + deadline.remainingMs() }),
      onRetry: (notice) => reporter.emit({ kind: 'retrying', ...notice }),
      onExchange: (exchange) => step.trace(exchange),
      onUnrecognised: ({ what, request, shape }) =>
        reporter.emit({
          kind: 'warning',
          text: `The response to ${request} holds ${what} in a form that is not recognised: ${shape}`,
        }),
    });
    try {
      step.publish(
        await operation.run(args, {
          client,
          clock,
          deadline,
          signal,
          random,
          emit: (event) => reporter.emit(event),
          // A stop is found out by whoever asks for more; what is there already is told nevertheless.
          flushed: () => unlessAborted(host.flushed(), signal).catch(() => undefined),
          beforePost: () => step.beforePost(),
        }),
      );
    } finally {
      client.dispose();
    }
  } catch (error) {
    // What still goes on for other resources of the step has nobody left to tell.
    stop.abort(new Stop('interrupted'));
    step.publishUnexpectedError(error);
  } finally {
    await step.close();
    limit?.clear();
  }
}
