// When a step may pass: only after what was requested has happened, and never on somebody else's deployment. A final status
// other than the documented ones ends it, and an app that is down is warned about.
import { outputNames } from '../../../../src/runner/outputs/outputs.ts';
import { errorOf, warningsOf } from '../../runner/step-run.ts';
import { OLDER_WORD } from '../service/forms.ts';
import { isHealthy } from '../service/health.ts';
import {
  type Invariant,
  claimedOf,
  isReadable,
  isSkipped,
  isUnknown,
  normalStatus,
  oursOf,
  passed,
  seenOf,
} from '../seen.ts';

export const deploysAtMostOnce: Invariant = (trial) => {
  const count = oursOf(trial).length;
  return count > 1 ? `${count} deployments were started` : undefined;
};

export const skipsOnlyWhenNothingWasDone: Invariant = (trial) => {
  if (!isSkipped(trial)) return undefined;
  if (oursOf(trial).length > 0) return `skipped=${trial.run.outputs['skipped']}, although a deployment was started`;
  if (trial.story.others.length > 0) return undefined;
  const filled = outputNames.filter((name) => !['skipped', 'deployments'].includes(name) && trial.run.outputs[name]);
  return filled.length > 0 ? `skipped, but the outputs ${filled.join(', ')} are not empty` : undefined;
};

export const passesOnlyOnOurFinishedDeployment: Invariant = (trial) => {
  const { story, hosting, endedAtMs, run } = trial;
  if (story.operation !== 'deploy' || !passed(trial) || isSkipped(trial)) return undefined;
  const claimed = claimedOf(trial);
  // Without a list before the request, it cannot be known who started one that is in progress.
  const posted = trial.served.findIndex(({ endpoint }) => endpoint === 'deploy');
  const [listBefore] = seenOf({ served: trial.served.slice(0, posted) }, 'deployments');
  const named = trial.served.findLast((one) => one.endpoint === 'deploy' && isReadable(one))?.named;
  if (claimed === undefined) {
    if (story.waits) return 'passed and names no deployment';
    return hosting.all().some(({ by }) => by !== 'past') ? undefined : 'passed although nothing was started';
  }
  if (named !== undefined && claimed !== named && !isUnknown(trial, String(named.id))) {
    return `passed on ${claimed.id}, although the answer named ${named.id}`;
  }
  if (named === undefined && claimed.by === 'past') return `passed on ${claimed.id}, which was there before`;
  if (named === undefined && claimed.by === 'rival' && claimed.createdAtMs < (listBefore?.endedAtMs ?? -Infinity)) {
    return `passed on ${claimed.id}, which somebody else had started before`;
  }
  if (!story.waits) return undefined;
  const status = hosting.statusOf(claimed, endedAtMs);
  if (status !== 'finished') return `passed on ${claimed.id}, which is ${status}`;
  return run.outputs['status'] === 'finished' ? undefined : `passed with status=${run.outputs['status']}`;
};

export const neverReportsABrokenAppAsDeployed: Invariant = (trial) => {
  if (trial.story.operation !== 'deploy' || !passed(trial) || isSkipped(trial) || !trial.story.waits) return undefined;
  if (trial.story.unreadable.includes('status of a resource')) return undefined;
  const claimed = claimedOf(trial);
  // With several resources the list of all shows the status of another one, too.
  const endpoints = trial.story.others.length === 0 ? ['resource', 'resources'] : ['resource'];
  const reads = trial.served.filter(
    (one) => endpoints.includes(one.endpoint) && (one.endedAtMs ?? 0) >= (claimed?.endsAtMs ?? 0),
  );
  // The deadline may come first: then the step passes with a warning.
  if (reads.length === 0 && trial.run.tookMs >= trial.story.timeoutS * 1_000 - 1_000) return undefined;
  if (reads.length === 0) return 'the resource was not read after the deployment had finished';
  const last = reads.findLast(isReadable)?.resourceStatus;
  const { before, after } = trial.story.app;
  // One that was unhealthy before the deployment is reported with a warning.
  if (after.word === 'unhealthy' && before.word === 'unhealthy') return undefined;
  return after.kind === 'broken' && last?.startsWith(after.word) === true
    ? `passed although the app is ${last}`
    : undefined;
};

export const passesOnlyInTheRequestedState: Invariant = (trial) => {
  const { story, hosting, endedAtMs } = trial;
  const { operation, app, waits } = story;
  if (operation !== 'start' && operation !== 'stop' && operation !== 'restart') return undefined;
  if (!passed(trial) || isSkipped(trial) || !waits) return undefined;
  if (story.unreadable.includes('status of a resource')) return 'passed although no status could be read';
  const goal = operation === 'stop' ? 'down' : 'up';
  if (operation !== 'restart' && app.before.kind === goal) return undefined;
  const { word, kind } = hosting.resourceStatus(endedAtMs);
  if (!hosting.isSettled(endedAtMs)) return `passed while the app was still ${word}`;
  if (kind === goal || kind === 'unknown') return undefined;
  return `passed although the app is ${word}`;
};

export const waitPassesOnlyOnTheRightDeployment: Invariant = (trial) => {
  const { story, hosting, endedAtMs, run } = trial;
  if (story.operation !== 'wait' || !passed(trial) || isSkipped(trial)) return undefined;
  const claimed = claimedOf(trial);
  if (claimed === undefined) return 'passed and names no deployment';
  const status = hosting.statusOf(claimed, endedAtMs);
  if (status !== 'finished') return `passed on ${claimed.id}, which is ${status}`;
  if (run.outputs['status'] !== 'finished') return `passed with status=${run.outputs['status']}`;
  const lists = seenOf(trial, 'deployments');
  const id = String(claimed.id);
  if (story.target === 'latest') {
    if (story.list.anonymous === 'first') return 'passed on the latest, although the first in the list has no id';
    return lists.some(({ shown }) => [...shown.keys()][0] === id) ? undefined : `${id} never was the latest`;
  }
  if (story.target === 'named') return undefined;
  // The text that the health check asks for proves that the latest deployment is the right one.
  if (story.health.contains && trial.served.some(({ health }) => health !== undefined && isHealthy(health, story))) {
    return undefined;
  }
  const [first, ...others] = lists;
  if (first === undefined) return 'passed without a list';
  if (claimed.endsAtMs > (first.endedAtMs ?? 0)) return undefined;
  if (first.shown.has(id)) return `passed on ${id}, which had ended before the first list`;
  const isAbove = others.some(({ shown }) => {
    const ids = [...shown.keys()];
    const known = ids.findIndex((other) => first.shown.has(other));
    return ids.includes(id) && (known === -1 || ids.indexOf(id) < known);
  });
  return isAbove ? undefined : `passed on ${id}, an old one that slid into the list below those known`;
};

/** Time for the next poll, the last lines of the log, and the log of the app. */
const SOON_MS = 50_000;

export const endsSoonAfterAnUnusualFinalStatus: Invariant = (trial) => {
  const { story, served, run } = trial;
  const { endWord } = story.build;
  const claimed = claimedOf(trial);
  if (story.operation !== 'deploy' || endWord === '' || claimed?.by !== 'us' || !story.waits) return undefined;
  const isQuiet = story.timeoutS === 400 && story.cancelAtS === 0 && story.others.length === 0;
  // Which entry is older shows only in a list with the latest first, as the API page has it.
  const isOrdered = story.list.order !== 'oldest first';
  const isGood = isOrdered && served.every(({ fault }) => fault === undefined) && story.build.hasStatus;
  if (!isQuiet || !isGood || run.tookMs < claimed.endsAtMs) return undefined;
  const code = run.outputs['error-code'];
  const expected =
    endWord === OLDER_WORD
      ? 'unknown_outcome'
      : claimed.outcome === 'failed'
        ? 'deployment_failed'
        : 'deployment_cancelled';
  if (code !== expected) return `error-code=${code} after ${endWord}`;
  if (run.outputs['status'] !== normalStatus(endWord)) return `status=${run.outputs['status']} after ${endWord}`;
  if (!errorOf(run).includes(endWord)) return `the error does not name ${endWord}: ${errorOf(run)}`;
  // A deployment that had ended when the list first showed it is ours only after the patience for a lost response.
  const followedAtMs = served.find(({ endpoint }) => endpoint === 'deployment')?.atMs ?? 0;
  const lateMs = run.tookMs - Math.max(claimed.endsAtMs, followedAtMs);
  return lateMs > SOON_MS ? `ended ${lateMs} ms after ${endWord}` : undefined;
};

/** A deploy that passes although the app is down has to warn about it. */
export const warnsWhenTheAppIsDown: Invariant = (trial) => {
  const { story, run } = trial;
  const claimed = claimedOf(trial);
  if (story.operation !== 'deploy' || !story.waits || !passed(trial) || isSkipped(trial)) return undefined;
  const reads = trial.served.filter((one) => ['resource', 'resources'].includes(one.endpoint) && isReadable(one));
  const last = reads.findLast(({ atMs }) => atMs >= (claimed?.endsAtMs ?? Infinity))?.resourceStatus;
  const isDown = story.app.after.kind === 'down' && last?.startsWith(story.app.after.word) === true;
  if (!isDown || story.unreadable.includes('status of a resource') || run.tookMs >= story.timeoutS * 1_000 - 1_000)
    return undefined;
  return warningsOf(trial.run).some((text) => text.includes(last)) ? undefined : `passed without a warning of ${last}`;
};
