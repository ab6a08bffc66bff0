// What read-only operations report: the names of environment variables, the runtime log.
import { runtimeLines } from '../service/resource-bodies.ts';
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
