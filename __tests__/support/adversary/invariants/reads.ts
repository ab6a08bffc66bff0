// What is reported of reads: the names of environment variables, the runtime log, incomplete lists, and responses that are
// not the service's.
import { runtimeLines } from '../service/resource-bodies.ts';
import { isPartial } from '../story.ts';
import { type Invariant, hidesVariables, isReadable, passed, plainLog } from '../seen.ts';

export const reportsTheEnvironmentVariables: Invariant = (trial) => {
  const { story, run } = trial;
  const { env, operation } = story;
  const isUnsure = hidesVariables(story);
  if (run.outputs['error-code'] === 'missing_env' && (env.required !== 'missing' || isUnsure)) {
    return 'a variable was called missing that may be there';
  }
  if (
    ['deploy', 'check'].includes(operation) &&
    passed(trial) &&
    env.required === 'missing' &&
    trial.run.outputs['skipped'] === ''
  ) {
    return 'passed although a variable is missing';
  }
  if (operation !== 'env' || !passed(trial)) return undefined;
  const expected = JSON.stringify(env.names.toSorted());
  return run.outputs['env-names'] === expected ? undefined : `env-names=${run.outputs['env-names']}, not ${expected}`;
};

export const showsTheRuntimeLog: Invariant = (trial) => {
  const { story, run } = trial;
  const log = plainLog(trial);
  const last = trial.served.findLast(({ endpoint }) => endpoint === 'logs');
  const isSent = last !== undefined && isReadable(last);
  const isRead = story.operation === 'logs' && passed(trial) && isSent;
  for (const line of runtimeLines(story)) {
    const tag = line.split(' ')[0] ?? line;
    const count = log.split(tag).length - 1;
    if (count > Math.max(1, story.others.length + 1)) return `${tag} of the runtime log was printed ${count} times`;
    if (isRead && count === 0) return `${tag} of the runtime log was not printed`;
    if (isRead && !run.logFile.includes(tag)) return `${tag} of the runtime log is not in the file`;
  }
  return undefined;
};

/** Responses that are not the service's, or that are broken. */
const UNREADABLE = new Set(['200 page', '403 page', '404 text', '405 page', 'empty', 'broken JSON']);

export const reportsEachUnreadableResponse: Invariant = (trial) => {
  const { served, endedAtMs, run } = trial;
  const unread = served.find(({ endpoint, fault, delivery, endedAtMs: atMs = Infinity }) => {
    if (delivery?.kind !== 'answered' || !UNREADABLE.has(fault ?? '') || atMs >= endedAtMs) return false;
    if (endpoint === 'health') return false;
    // The first read of the resource is aborted after 10 s; a later response is ignored.
    if (endpoint === 'resource' && /It was not read within 10s/.test(run.log)) return false;
    return !/answered \d{3} with|in a form that is not recognised|\| response: .+ \| differs/.test(run.log);
  });
  return unread === undefined ? undefined : `nothing is reported of the answer to ${unread.path}: ${unread.fault}`;
};

export const reportsAnIncompleteList: Invariant = (trial) => {
  const { story, run } = trial;
  const isIncomplete =
    (story.operation === 'list' && isPartial(story.resources.more)) ||
    (story.operation === 'env' && hidesVariables(story));
  if (run.exitCode !== 0 || !isIncomplete) return undefined;
  return /incomplete/i.test(`${run.summary}\n${run.log}`)
    ? undefined
    : 'a list is incomplete, and this is not reported';
};
