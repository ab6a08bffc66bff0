// Notes that would otherwise be repeated at every poll.
import type { Clock } from '../../clock.ts';
import type { Task } from '../task.ts';

/** The same note is emitted again after this time, to show that polling continues. */
const SAME_NOTE_MS = 25_000;

/** The returned function emits a note, unless the last one was the same and less than 25 s ago. */
export function createNotes(task: Pick<Task, 'emit'>, clock: Pick<Clock, 'now'>): (text: string) => void {
  let last = { text: '', atMs: -Infinity };
  return (text) => {
    const atMs = clock.now();
    if (text === last.text && atMs - last.atMs < SAME_NOTE_MS) return;
    last = { text, atMs };
    task.emit({ kind: 'note', text });
  };
}
