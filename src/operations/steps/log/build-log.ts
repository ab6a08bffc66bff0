// Shows the build log of a deployment while it grows.
import type { ResponseTooLargeError } from '../../../api/errors.ts';
import type { LogReading } from '../../../api/model.ts';
import { describeError } from '../../failure.ts';
import type { Context } from '../../operation.ts';
import type { Task } from '../../task.ts';
import { createNotes } from '../notes.ts';
import { emitLog } from './emit-log.ts';
import { createLogCursor } from './log-cursor.ts';
import { reportHidden, unreadText, withLineEnd } from './whole-text.ts';

/** What has been shown of a build log. */
export interface BuildLog {
  /** True once a reading had text. */
  readonly hasText: boolean;
  /** The last reading; undefined if the last poll showed none. */
  readonly last: LogReading | undefined;
  /** Shows what is new in a reading. */
  show(reading: LogReading | undefined): Promise<void>;
  /** Shows the last lines of a response that was too large to be read. */
  showTail(error: ResponseTooLargeError): Promise<void>;
  /** Shows what no later reading will complete. */
  showEnd(): Promise<void>;
}

const DISCONTINUITY =
  'the log does not continue where it ended before: lines are missing, or it was restarted or rewritten';
const HELD = 'the log does not continue again: it is shown once more at the end, as it is then';

export function createBuildLog(task: Task, context: Context): BuildLog {
  const cursor = createLogCursor();
  const note = createNotes(task, context.clock);
  let hasText = false;
  let last: LogReading | undefined;

  async function emit(text: string): Promise<void> {
    await emitLog({ resourceId: task.resourceId, source: 'build', text }, context);
  }

  return {
    get hasText() {
      return hasText;
    },
    get last() {
      return last;
    },
    async show(reading) {
      last = reading;
      if (reading === undefined) return;
      if (reading.text !== '') hasText = true;
      const { text, isDiscontinuous, isHeld, lost = '' } = cursor.advance(reading.text);
      await emit(withLineEnd(lost));
      if (isDiscontinuous) note(DISCONTINUITY);
      if (isHeld === true) note(HELD, { onceFor: HELD });
      await emit(text);
    },
    async showTail(error) {
      const { deploymentId } = task.outcome;
      const text = `only the end of the log of deployment ${deploymentId} is shown. ${describeError(error)}`;
      task.emit({ kind: 'note', text });
      const lines = error.tail.replaceAll('\\n', '\n').split('\n').slice(1);
      await emit(withLineEnd(lines.join('\n')));
    },
    async showEnd() {
      await emit(withLineEnd(cursor.end()));
      if (last === undefined) return;
      await emit(unreadText(last));
      reportHidden(task, last);
    },
  };
}
