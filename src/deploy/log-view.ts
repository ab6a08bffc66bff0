// Prints a build log while it grows: at each poll its new lines, and at the end what is left.
import { type LogText, type LeftOut, withoutSettings } from '../service/replies.ts';
import type { Step } from '../step.ts';
import { pluralize } from '../text.ts';
import type { Polled } from './poll.ts';

/** How many of the last printed lines must be found again in a log that has lost its beginning. */
const OVERLAP_LINES = 5;

/**
 * The lines that a reading adds to what was printed; undefined if it does not continue that. Both
 * texts are whole lines, each with `\n`.
 */
export function newLines(printed: string, reading: string): string | undefined {
  // Nothing is new, or the reply comes from a replica that is behind.
  if (printed.startsWith(reading)) return '';
  if (reading.startsWith(printed)) return reading.slice(printed.length);
  const last = printed
    .split('\n')
    .slice(-OVERLAP_LINES - 1)
    .join('\n');
  const at = `\n${reading}`.lastIndexOf(`\n${last}`);
  if (at === -1) return undefined;
  const end = at + last.length;
  return printed.endsWith(reading.slice(0, end)) ? reading.slice(end) : undefined;
}

export type LogView = ReturnType<typeof createLogView>;

/** Creates the view of one log. */
export function createLogView(step: Step) {
  const { inputs, log, save } = step;
  let printed = '';
  /** The last line of the latest reading, without its end. */
  let openLine = '';
  let isRewritten = false;
  let hiddenCount = 0;

  /** The last line may have no end. */
  async function print(lines: string): Promise<void> {
    if (lines === '') return;
    printed += lines.endsWith('\n') ? lines : `${lines}\n`;
    await log.lines('build', lines);
    save();
  }

  async function show(reading: LogText): Promise<void> {
    const { text } = reading;
    ({ hiddenCount } = reading);
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const added = newLines(printed, whole);
    if (added === undefined) {
      // With `build-log: false`, nothing stands above.
      if (!isRewritten && inputs.buildLog) log.info(REWRITTEN);
      isRewritten = true;
      return;
    }
    // A reading that is only a beginning has no newer end.
    if (added !== '' || whole === printed) openLine = text.slice(whole.length);
    await print(added);
  }

  /** Prints the unfinished last line, such as a question, when the step ends. */
  async function showOpenLine(): Promise<void> {
    const line = openLine;
    openLine = '';
    await print(line);
  }

  return {
    show,
    showOpenLine,
    /** The same at the end of the deployment: also what was rewritten, and the last line. */
    async showEnd(reading: LogText): Promise<void> {
      await show(reading);
      const { text } = reading;
      const isOpen = text !== '' && !text.endsWith('\n');
      const rest = newLines(printed, isOpen ? `${text}\n` : text);
      openLine = '';
      // What it does not continue is not looked for again.
      if (rest === undefined) printed = '';
      await print(isOpen && rest !== undefined ? rest.slice(0, -1) : (rest ?? text));
    },
    /** Says at the end what was left out. */
    reportHidden(): void {
      if (hiddenCount === 0) return;
      log.info(`The service marks ${pluralize(hiddenCount, 'log line')} as hidden: not shown.`);
    },
  };
}

const REWRITTEN =
  'The log does not continue what was printed above. It is printed as a whole once the deployment ' +
  'has ended.';

/** Prints what a deployment shows in the place of a log, once it has ended, or the whole reply. */
export async function printUnreadLog(
  step: Step,
  { id, log, json, unreadLog }: Polled,
  { orWholeReply = false } = {},
): Promise<void> {
  if (log !== undefined || id === undefined) return;
  if (unreadLog !== undefined) await printUnread(step, `The log of deployment ${id}`, unreadLog);
  else if (orWholeReply && json !== undefined)
    await printUnread(step, `A log of deployment ${id}`, json);
}

/** How many lines of a reply that is not recognised are printed. */
const MAX_JSON_LINES = 200;

/** Prints a part of a reply as JSON, without what may be a setting; nothing if logs are hidden. */
export async function printUnread(step: Step, what: string, value: unknown): Promise<void> {
  const { inputs, log, sanitizers } = step;
  if (!inputs.buildLog) return;
  const leftOut: LeftOut = { settings: 0, hidden: 0 };
  let texts = 0;
  const clean = (text: string): string => {
    texts += 1;
    // A line has a name and a value at most. What stands below the last one is only counted, so it
    // stays different: cleaning a million texts would take seconds.
    return texts <= 2 * MAX_JSON_LINES ? sanitizers.lines(text) : `…${texts}`;
  };
  const lines = jsonLines(value, { leftOut, clean });
  if (lines === undefined) {
    log.info(`${what} is not recognised, and is nested too deep to be shown.`);
    return;
  }
  const omitted = [
    leftOut.settings > 0 && pluralize(leftOut.settings, 'setting'),
    leftOut.hidden > 0 && pluralize(leftOut.hidden, 'hidden part'),
    lines.length > MAX_JSON_LINES && pluralize(lines.length - MAX_JSON_LINES, 'more line'),
  ].filter((part) => part !== false);
  const without = omitted.length === 0 ? '' : `, without ${omitted.join(', ')}`;
  log.info(`${what} is not recognised. This is what the service shows${without}:`);
  await log.lines('build', `${lines.slice(0, MAX_JSON_LINES).join('\n')}\n`);
}

/** The lines of a value as JSON; undefined if it is nested too deep. */
function jsonLines(
  value: unknown,
  options: Parameters<typeof withoutSettings>[1],
): readonly string[] | undefined {
  try {
    return JSON.stringify(withoutSettings(value, options) ?? null, undefined, 2).split('\n');
  } catch {
    return undefined;
  }
}
