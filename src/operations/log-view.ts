// Prints a build log while it grows: at each poll its new lines, and at the end what is no line.
import { linesNotIn, type LogText, newLines } from '../api/log.ts';
import type { Step } from '../step.ts';
import { pluralize } from '../text.ts';
import { createNote } from './notes.ts';

/** The view of one build log. */
export type LogView = ReturnType<typeof createLogView>;

/** Creates the view of the build log of one deployment. */
export function createLogView(step: Step) {
  const { log } = step;
  const note = createNote(step);
  let latest: LogText | undefined;
  let printed = '';
  let wasRewritten = false;
  let shownUnread = '';

  /** A log that was rewritten is shown whole once; after that, only lines that it did not have. */
  async function showLines(text: string, isEnded: boolean): Promise<void> {
    const news = newLines(printed, text, { ended: isEnded });
    const lines = news.isRewritten && wasRewritten ? linesNotIn(printed, news.lines) : news.lines;
    if (news.isRewritten && !wasRewritten)
      log.info('The service has rewritten the log: all that it holds now is shown.');
    wasRewritten ||= news.isRewritten;
    printed = news.printed;
    // The deadline cuts a long log, except after the end: the verdict is known then.
    await log.lines('build', lines, { mayBeCut: !isEnded });
  }

  async function showRest({ unread = '', hiddenCount }: LogText): Promise<void> {
    const rest = unread === '' ? '' : `${unread.trimEnd()}\n`;
    const newRest = linesNotIn(shownUnread, rest);
    if (newRest !== '') await log.lines('build', newRest);
    shownUnread += newRest;
    const hidden = `The service marks ${pluralize(hiddenCount, 'log line')} as hidden: not shown.`;
    if (hiddenCount > 0) note(hidden, hidden);
  }

  return {
    /** Prints what is new. At the end, an unfinished last line counts as a line. */
    async show(reading: LogText | undefined, { isEnded }: { isEnded: boolean }): Promise<void> {
      if (reading === undefined) return;
      latest = reading;
      await showLines(reading.text, isEnded);
      if (isEnded) await showRest(reading);
    },
    /** Prints the unfinished last line, such as a question, when the step ends first. */
    async showUnfinished(): Promise<void> {
      await this.show(latest, { isEnded: true });
    },
  };
}
