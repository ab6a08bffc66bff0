// What the step log shows of a build log.
import { CAUSE } from '../hosting.ts';
import { claimedOf, plainLog, seenOf } from '../seen.ts';
import { type Invariant, passed } from './invariant.ts';

/** Lines of a log may be lost when their form loses them. */
const LOSSY = new Set(['text, middle removed', 'text, rewritten half way', 'text, restarted half way']);
const WITHOUT_LINES = new Set(['none', 'unknown form']);

export const printsEachLineOfTheLogOnce: Invariant = (trial) => {
  const { story, served } = trial;
  const claimed = claimedOf(trial);
  if (!['deploy', 'wait'].includes(story.operation) || claimed === undefined || claimed.by !== 'us') return undefined;
  const log = plainLog(trial);
  const last = seenOf(trial, 'deployment').at(-1);
  const isWhole =
    passed(trial) &&
    story.waits &&
    !served.some(({ endpoint, trouble }) => endpoint === 'deployment' && trouble !== undefined);
  for (const [index, { atMs, text }] of claimed.lines.entries()) {
    const count = log.split(text.split(' ')[0] ?? text).length - 1;
    const mayRepeat = story.build.log === 'text, restarted half way' && index === 0;
    if (count > 1 && !mayRepeat) return `line ${text} was printed ${count} times`;
    const isDue = isWhole && last !== undefined && atMs <= (last.endedAtMs ?? 0);
    if (count === 0 && isDue && !LOSSY.has(story.build.log) && !WITHOUT_LINES.has(story.build.log)) {
      return `line ${text} was not printed`;
    }
  }
  const shown = claimed.lines.map(({ text }) => log.indexOf(text)).filter((at) => at >= 0);
  if (shown.some((at, index) => at < (shown[index - 1] ?? 0))) return 'lines were printed in the wrong order';
  return log.split('pulling').length > 2
    ? 'a line that is overwritten in place was printed again and again'
    : undefined;
};

export const showsTheCauseOfAFailure: Invariant = (trial) => {
  const { story, served, run } = trial;
  const claimed = claimedOf(trial);
  if (run.outputs['error-code'] !== 'deployment_failed' || claimed === undefined || claimed.by === 'past')
    return undefined;
  const { log, lateLogS, lines } = story.build;
  const isDisturbed = served.some(({ endpoint, trouble }) => endpoint === 'deployment' && trouble !== undefined);
  const isOver = run.tookMs > story.timeoutS * 1_000 - 20_000 || story.cancelAtS > 0;
  if (isDisturbed || isOver || claimed.by !== 'us' || lines === 0) return undefined;
  if (log === 'none') return undefined;
  if (log === 'unknown form')
    return /unknownBlocks/.test(run.log) ? undefined : 'a log that was not recognised is not reported';
  return run.log.includes(CAUSE) || lateLogS > 1 ? undefined : 'the cause of the failure is not shown';
};
