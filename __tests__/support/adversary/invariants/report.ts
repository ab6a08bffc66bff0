// What the step reports: outputs, annotations and summary agree with what it saw, and the key is in none of them.
import { stripVTControlCharacters } from 'node:util';
import { runProblems } from '../../runner/run-problems.ts';
import { errorOf, warningsOf } from '../../runner/step-run.ts';
import {
  type Invariant,
  claimedOf,
  isChange,
  isLost,
  isReadable,
  isUnclaimable,
  lastStatusSeen,
  oursOf,
  passed,
  saysThatThereIsNone,
} from '../seen.ts';
import { API_KEY } from '../constants.ts';
import { OLDER_WORD } from '../service/forms.ts';
import { isPartial } from '../story.ts';
import type { Trial } from '../trial.ts';

export const endsInTimeAndReportsOneVerdict: Invariant = ({ run, story }) => {
  const limitS = story.cancelAtS > 0 ? Math.min(story.timeoutS, story.cancelAtS) : story.timeoutS;
  return runProblems(run, limitS * 1_000)[0];
};

export const outputsAgreeWithTheLastStatusSeen: Invariant = (trial) => {
  const { outputs } = trial.run;
  const id = outputs['deployment-id'] ?? '';
  const status = outputs['status'] ?? '';
  if (id === '') return status === '' ? undefined : `status=${status} without deployment-id`;
  if (claimedOf(trial) === undefined) return `deployment-id=${id}, which does not exist`;
  const error = errorOf(trial.run);
  if (status === '' && error.includes('the status of deployment') && !error.includes('had not been seen yet'))
    return `the error names a status of ${id}, and none was seen: ${error}`;
  const last = lastStatusSeen(trial, id);
  const beforeTheLast = lastStatusSeen(trial, id, { beforeTheLast: true });
  const isStopped = ['interrupted', 'timeout'].includes(outputs['error-code'] ?? '');
  if (last === undefined && status === 'unknown') return undefined;
  if (status === (last ?? '') || (isStopped && status === (beforeTheLast ?? ''))) return undefined;
  return `status=${status}, but the last one seen was ${last ?? 'none'}`;
};

const endsAtDeadline = ({ run, story }: Trial): boolean => run.tookMs >= story.timeoutS * 1_000 - 1_000;

/** When each error code may be given. Codes that are not in the table never may. */
const mayReport: Readonly<Record<string, (trial: Trial) => boolean>> = {
  deployment_failed: (trial) => claimedOf(trial)?.outcome === 'failed',
  deployment_cancelled: (trial) => claimedOf(trial)?.outcome === 'cancelled',
  timeout: endsAtDeadline,
  // Without a readable response before the first change, the error in the way is reported as the cause.
  unreachable: (trial) => endsAtDeadline(trial) && trial.served.some((one) => !isReadable(one)),
  interrupted: ({ story }) => story.cancelAtS > 0,
  busy: ({ served }) => served.some(({ fault }) => fault?.startsWith('busy')),
  rate_limited: ({ served }) => served.some(({ fault }) => fault?.startsWith('rate limited')),
  locked: ({ served }) => served.some(({ fault }) => fault === 'accepted with an error'),
  monthly_quota: ({ served }) => served.some(({ fault }) => fault?.startsWith('quota')),
  billing: ({ served }) => served.some(({ fault }) => fault === 'billing'),
  internal_error: ({ served }) =>
    served.some(({ fault }) => ['ok false', '500', 'key quoted', 'long message'].includes(fault ?? '')),
  service_error: ({ served }) => served.some(({ fault }) => fault !== undefined),
  not_found: ({ served }) => served.some(({ fault }) => fault === 'not found'),
  not_running: ({ story }) => ['deploy', 'wait', 'start', 'stop', 'restart'].includes(story.operation),
  no_deployment: ({ story }) => story.operation === 'wait',
  unreadable_reply: ({ served, story }) =>
    story.list.anonymous !== 'none' ||
    story.list.order === 'oldest first' ||
    story.unreadable.includes('name of a variable') ||
    isPartial(story.env.more) ||
    served.some(({ fault }) => fault !== undefined),
  missing_env: ({ story }) => story.env.required === 'missing',
  unhealthy: ({ story }) => story.health.target !== 'none',
  ambiguous: ({ hosting, story, served }) =>
    hosting.all().filter(({ by }) => by !== 'past').length > 1 ||
    // After an empty list, the step takes deployments that were there before for new ones.
    served.some(saysThatThereIsNone) ||
    story.list.anonymous !== 'none' ||
    story.list.order === 'oldest first',
  unknown_outcome: (trial) =>
    // This status shows that it has ended, but not how.
    (trial.story.build.endWord === OLDER_WORD && claimedOf(trial) !== undefined) ||
    isUnclaimable(trial) ||
    // Such a list does not show which deployment is new.
    trial.story.list.anonymous !== 'none' ||
    trial.story.list.order === 'oldest first' ||
    trial.served.some(
      (one) =>
        isChange(one) &&
        (isLost(one.fault ?? '') ||
          one.delivery?.kind !== 'answered' ||
          (one.endedAtMs ?? 0) >= 1_000 * trial.story.timeoutS),
    ),
};

export const givesATrueErrorCode: Invariant = (trial) => {
  const code = trial.run.outputs['error-code'] ?? '';
  if (code === '') return undefined;
  const rule = Object.hasOwn(mayReport, code) ? mayReport[code] : undefined;
  if (rule?.(trial) === true) return undefined;
  return `error-code=${code}: ${errorOf(trial.run)}`;
};

export const neverClaimsThatNothingWasSentAfterARequest: Invariant = (trial) => {
  if (!trial.served.some(isChange)) return undefined;
  const text = `${trial.run.summary}\n${trial.run.annotations.map(({ title, message }) => `${title} ${message}`).join('\n')}`;
  if (trial.story.others.length > 0) return undefined;
  const found = /nothing (?:was|has been) (?:sent|started|changed|requested)[^.\n]*/i.exec(text)?.[0];
  if (found === undefined) return undefined;
  return /sent/.test(found) || oursOf(trial).length > 0 ? `the step claims "${found}" after a request` : undefined;
};

export const reportsThatOurDeploymentContinues: Invariant = (trial) => {
  const { run, hosting, served, endedAtMs } = trial;
  if (passed(trial)) return undefined;
  const ours = oursOf(trial).find((one) => one.createdAtMs <= endedAtMs && one.endsAtMs > endedAtMs);
  if (ours === undefined || hosting.statusOf(ours, endedAtMs) === ours.outcome) return undefined;
  // After a lost response a deployment of somebody else may have been adopted before ours was shown.
  const adoptedAtMs = served.find(({ endpoint }) => endpoint === 'deployment')?.atMs ?? Infinity;
  const isSeen = served.some(({ shown, atMs }) => shown.has(String(ours.id)) && atMs < adoptedAtMs);
  const isUnseen = claimedOf(trial)?.by === 'rival' && !isSeen;
  if (isUnseen) return undefined;
  // In a list from oldest to latest a rival in progress looks older, and its unknown word like that of an end.
  if (trial.story.list.order === 'oldest first' && run.outputs['error-code'] === 'unknown_outcome') return undefined;
  return /continu|go(?:es)? on|still (?:running|building|at work)|may be (?:under way|running)/i.test(run.summary)
    ? undefined
    : `${ours.id} continues, and the summary does not state it`;
};

export const neverRepeatsAWarning: Invariant = (trial) => {
  const warnings = warningsOf(trial.run);
  const twice = warnings.find((text, index) => warnings.indexOf(text) !== index);
  return twice === undefined ? undefined : `warned twice: ${twice}`;
};

const textOf = ({ title, message }: { title: string; message: string }): string => `${title}\n${message}`;

export const neverShowsTheKey: Invariant = ({ run }) => {
  const whole = [run.log, ...Object.values(run.outputs), ...run.pages, ...run.annotations.map(textOf), run.logFile];
  const everything = stripVTControlCharacters(whole.join('\n')).toLowerCase();
  if (everything.includes(API_KEY.toLowerCase())) return 'the key is shown';
  return run.masked.includes(API_KEY) ? undefined : 'the key was not masked';
};

export const requestsOnlyExistingEndpointsAndDeployments: Invariant = ({ served, hostings }) => {
  const ids = new Set([...hostings.values()].flatMap((hosting) => hosting.all().map(({ id }) => String(id))));
  const idIn = (path: string): string => decodeURIComponent(path.split('/').at(-1) ?? '');
  const other = served.find(
    ({ endpoint, path }) => endpoint === 'other' || (endpoint === 'deployment' && !ids.has(idIn(path))),
  );
  return other === undefined ? undefined : `asked for ${other.path}`;
};
