// The context of an operation, for tests of its parts: a client of one service, and a deadline.
import type { Client } from '../../src/api/client.ts';
import { type Clock, Deadline } from '../../src/clock.ts';
import type { Context, StepEvent } from '../../src/operations/operation.ts';

/** A context with a deadline of ten minutes, and the events that left through it. */
export function createContext(
  client: Client,
  clock: Clock,
  more: Partial<Context> = {},
): { context: Context; events: StepEvent[] } {
  const events: StepEvent[] = [];
  const context: Context = {
    client,
    clock,
    deadline: new Deadline(clock, 600_000),
    signal: new AbortController().signal,
    runCommits: [],
    isRerun: false,
    random: () => 0.5,
    emit: (event) => void events.push(event),
    flushed: () => Promise.resolve(),
    beforePost: () => Promise.resolve({ go: true }),
    ...more,
  };
  return { context, events };
}
