// Notes that would otherwise be repeated at every poll.
import type { Clock } from '../../clock.ts';
import type { Task } from '../task.ts';

/** The same note is emitted again after this time, to show that polling continues. */
const SAME_NOTE_MS = 25_000;

/**
 * The returned function emits a note, unless the same one was emitted less than 25 s ago. `kind`: what makes it the same,
 * where its text quotes the service and may change. `onceFor`: a key for which it is emitted only once.
 */
export function createNotes(task: Pick<Task, 'emit'>, clock: Pick<Clock, 'now'>) {
  const emittedAtMs = new Map<string, number>();
  return (text: string, { onceFor, kind = text }: { onceFor?: string; kind?: string } = {}): void => {
    const key = onceFor ?? kind;
    const sinceMs = clock.now() - (emittedAtMs.get(key) ?? -Infinity);
    if (sinceMs < (onceFor === undefined ? SAME_NOTE_MS : Infinity)) return;
    emittedAtMs.set(key, clock.now());
    task.emit({ kind: 'note', text });
  };
}
