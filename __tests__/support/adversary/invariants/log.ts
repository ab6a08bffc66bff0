// What the step log shows of a build log.
import { UNKNOWN_FIELD } from '../constants.ts';
import { CAUSE } from '../service/hosting.ts';
import { type Invariant, claimedOf, passed, plainLog, seenOf } from '../seen.ts';

/** Lines of these logs may be lost. A copy that does not continue the previous one is printed again, once. */
const LOSSY = new Set([
  'text, middle removed',
  'text, rewritten half way',
  'text, restarted half way',
  'text, restarted half way, same last line',
]);
/** Printed unchanged after the end of the deployment, if at all. */
const WITHOUT_LINES = new Set(['none', 'unknown form']);

const tagOf = (text: string): string => text.split(' ')[0] ?? text;

/** The positions of each line in the step log, by the tag that it begins with. */
function placesOf(log: string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const { 0: tag, index } of log.matchAll(/<\d+\.\d+>/g)) places.set(tag, [...(places.get(tag) ?? []), index]);
  return places;
}

export const printsEachLogLineOnce: Invariant = (trial) => {
  const { story, served } = trial;
  const claimed = claimedOf(trial);
  if (!['deploy', 'wait'].includes(story.operation) || claimed === undefined || claimed.by !== 'us') return undefined;
  if (!story.showsLogs) return /<\d+\.\d+>/.test(trial.run.log + trial.run.summary) ? 'the log is shown' : undefined;
  const log = plainLog(trial);
  const printed = placesOf(log);
  const last = seenOf(trial, 'deployment').at(-1);
  const isWhole =
    passed(trial) &&
    // The last read of a cancelled run may have been aborted.
    trial.run.goneWithinMs === undefined &&
    story.waits &&
    !served.some(({ endpoint, fault }) => endpoint === 'deployment' && fault !== undefined);
  for (const { atMs, text } of claimed.lines) {
    const count = printed.get(tagOf(text))?.length ?? 0;
    if (count > (LOSSY.has(story.build.log) ? 2 : 1)) return `line ${tagOf(text)} was printed ${count} times`;
    const isDue = isWhole && last !== undefined && atMs <= (last.endedAtMs ?? 0);
    const isLossy = LOSSY.has(story.build.log) || WITHOUT_LINES.has(story.build.log);
    if (count === 0 && isDue && !isLossy) return `line ${tagOf(text)} was not printed`;
  }
  const shown = claimed.lines.flatMap(({ text }) => printed.get(tagOf(text))?.[0] ?? []);
  if (!LOSSY.has(story.build.log) && shown.some((at, index) => at < (shown[index - 1] ?? 0)))
    return 'lines were printed in the wrong order';
  return log.split('pulling').length > 2
    ? 'a line that is overwritten in place was printed again and again'
    : undefined;
};

/** Lines up to this late are still read: the step stops after two equal reads, which are four seconds apart. */
const LATE_S = 3;

export const showsTheCauseOfAFailure: Invariant = (trial) => {
  const { story, served, run } = trial;
  const claimed = claimedOf(trial);
  if (!story.showsLogs) return undefined;
  if (run.outputs['error-code'] !== 'deployment_failed' || claimed === undefined || claimed.by === 'past')
    return undefined;
  const { log, lateLogS, lines } = story.build;
  const isDisturbed = served.some(({ endpoint, fault }) => endpoint === 'deployment' && fault !== undefined);
  const isOver = run.tookMs > story.timeoutS * 1_000 - 20_000 || story.cancelAtS > 0;
  if (isDisturbed || isOver || claimed.by !== 'us' || lines === 0) return undefined;
  if (log === 'none') return undefined;
  return run.log.includes(CAUSE) || lateLogS > LATE_S ? undefined : 'the cause of the failure is not shown';
};

/** Lines of a build log that are not lines of the build: progress, and what the service itself adds. */
const OTHER_LINES = /^(?:pull(?:ing|ed) |\[\.\.\. \d+ lines removed |the next attempt follows$)/;

/** An entry that is printed unchanged. */
const isAsItCame = (line: string): boolean => /^[[{]/.test(line) && line.includes(UNKNOWN_FIELD);

export const printsOnlyLogLinesBehindTheGutter: Invariant = (trial) => {
  const { story } = trial;
  if (story.others.length > 0 || !['deploy', 'wait'].includes(story.operation)) return undefined;
  const lines = plainLog(trial)
    .split('\n')
    .flatMap((line) => /^ {2}\| (.+)$/.exec(line)?.[1] ?? []);
  const isOfTheLog = (line: string): boolean => /^<(?:app|\d+)\.\d+>/.test(line) || OTHER_LINES.test(line);
  const other = lines.find((line) => !isOfTheLog(line) && !isAsItCame(line));
  return other === undefined ? undefined : `printed as a line of the log: ${other.slice(0, 200)}`;
};

export const printsALogOfUnknownFormUnchanged: Invariant = (trial) => {
  const { story, served, run } = trial;
  const claimed = claimedOf(trial);
  if (!['deploy', 'wait'].includes(story.operation) || claimed?.by !== 'us' || !story.showsLogs) return undefined;
  const isEnded =
    passed(trial) || ['deployment_failed', 'deployment_cancelled'].includes(run.outputs['error-code'] ?? '');
  const last = seenOf(trial, 'deployment').at(-1);
  const isDisturbed = served.some(({ endpoint, fault }) => endpoint === 'deployment' && fault !== undefined);
  if (story.build.log !== 'unknown form' || !isEnded || !story.waits || isDisturbed || last === undefined)
    return undefined;
  const log = plainLog(trial);
  const due = claimed.lines.filter(({ atMs }) => atMs <= Math.min(last.endedAtMs ?? 0, claimed.endsAtMs));
  const missing = due.find(({ text }) => !log.includes(tagOf(text)));
  return missing === undefined ? undefined : `${tagOf(missing.text)} of a log of unknown form was not printed`;
};
