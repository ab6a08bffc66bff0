// Prints a build log while it grows: at each poll its new lines, and at the end its unfinished line
// and what is not recognised.
import type { LogText } from '../api/log.ts';
import { linesNotIn, newLines, NOTHING_PRINTED, type Printed } from '../api/new-lines.ts';
import type { Step } from '../step.ts';
import { pluralize } from '../text.ts';
import { createNote } from './notes.ts';

const NEWEST_FIRST =
  'The service shows the newest line of the log first: from here on, lines follow in time order.';
/** Both texts fit a log that was rewritten, and one that shows only its last lines. */
const BROKEN = {
  once: 'The log does not continue what was printed above. It follows as the service now shows it.',
  final: 'None of the lines above is in the log any more. It is printed once more after its end.',
} as const satisfies Record<NonNullable<Printed['broken']>, string>;

export type LogView = ReturnType<typeof createLogView>;

export function createLogView(step: Step) {
  const { inputs, log, sanitizers } = step;
  const note = createNote(step);
  let latest: LogText | undefined;
  let printed = NOTHING_PRINTED;
  let shownUnrecognised = '';

  async function showLines(text: string, isEnded: boolean): Promise<void> {
    const { lines, printed: next } = newLines(printed, text, { ended: isEnded });
    const { isNewestFirst, broken } = next;
    // With `build-log: false`, nothing stands above.
    if (inputs.buildLog && isNewestFirst !== printed.isNewestFirst) log.info(NEWEST_FIRST);
    if (inputs.buildLog && broken && broken !== printed.broken) log.info(BROKEN[broken]);
    printed = next;
    // The deadline may cut a long log short, unless the deployment has ended: its verdict is known.
    await log.lines('build', lines, { mayBeCut: !isEnded });
  }

  async function showRest({ unrecognised = '', hiddenCount }: LogText): Promise<void> {
    const rest = unrecognised === '' ? '' : `${unrecognised.trimEnd()}\n`;
    const newRest = linesNotIn(shownUnrecognised, rest);
    if (newRest !== '') await log.lines('build', newRest);
    shownUnrecognised += newRest;
    const hidden = `The service marks ${pluralize(hiddenCount, 'log line')} as hidden: not shown.`;
    if (hiddenCount > 0) note(hidden, hidden);
  }

  /** Prints what is new. At the end, an unfinished last line counts as a line. */
  async function show(reading: LogText | undefined, { isEnded }: { isEnded: boolean }) {
    if (reading === undefined) return;
    latest = reading;
    await showLines(reading.text, isEnded);
    if (isEnded) await showRest(reading);
  }

  return {
    show,
    /** Prints the unfinished last line, such as a question, when the step ends first. */
    async showUnfinished(): Promise<void> {
      if (latest === undefined) return;
      const { text } = latest;
      // The service may have been about to write the rest of a secret.
      const shown = text.endsWith('\n') ? text : sanitizers.withoutBeginnings(text);
      await show({ ...latest, text: shown }, { isEnded: true });
    },
  };
}
