// A log that is shown at once: its text, then what it holds without text.
import type { LogReading } from '../../../api/model.ts';
import { pluralize } from '../../../plural.ts';
import type { Task } from '../../task.ts';

/** The text of a log with a line end at its end, and then its entries without text as lines of JSON. */
export function wholeText(log: LogReading): string {
  return withLineEnd(log.text) + unreadText(log);
}

/** The entries of a log without text as lines of JSON; empty when there are none. */
export function unreadText({ unread }: Pick<LogReading, 'unread'>): string {
  return unread === undefined ? '' : withLineEnd(unread);
}

/** Notes how many entries the service marks as hidden. */
export function reportHidden(task: Pick<Task, 'emit'>, { hiddenCount }: LogReading): void {
  if (hiddenCount === 0) return;
  task.emit({ kind: 'note', text: `${pluralize(hiddenCount, 'line')} that the service marks as hidden left out` });
}

/** The text with a line end, unless it is empty. */
export function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
