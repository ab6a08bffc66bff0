// The outputs and their values. Pure; a test compares the names with action.yml.
import { NO_STATUS, normalizeStatus } from '../../api/model.ts';
import { type ErrorCode, errorCodeText } from '../../api/errors.ts';
import type { Outcome, Report } from '../../operations/operation.ts';

/** Every output, in the order of action.yml. */
export const outputNames = [
  'deployment-id',
  'status',
  'resource-status',
  'url',
  'duration',
  'error-code',
  'skipped',
  'log-file',
  'deployments',
  'resources',
  'env-names',
  'github-deployment-id',
] as const;

/** The name of an output. */
export type OutputName = (typeof outputNames)[number];

/** The outputs that are JSON, or empty. All others are one line of text. */
export const jsonOutputs: ReadonlySet<OutputName> = new Set(['deployments', 'resources', 'env-names'] as const);

/** A value for every output. */
export type Outputs = Readonly<Record<OutputName, string>>;

/** Order in which statuses decide the output `status` of several resources. */
const worstFirst = ['failed', 'cancelled', 'other', 'building', 'queued', 'finished'];

/** What the outputs need besides the outcomes. */
export interface OutputContext {
  /** Path of the log file by resource id. */
  readonly logFiles: ReadonlyMap<string, string>;
  /** Empty without a GitHub deployment record. */
  readonly githubDeploymentId: string;
  /** Undefined while the step runs. */
  readonly report: Pick<Report, 'errorCode' | 'outputs'> | undefined;
}

/**
 * The outputs for the outcomes so far; outputs of a single resource are empty for several. A skipped step sets only
 * `skipped`, so that a condition on `finished` is false.
 */
export function outputsOf(
  outcomes: readonly Outcome[],
  { logFiles, githubDeploymentId, report }: OutputContext,
): Outputs {
  const only = outcomes.length === 1 ? outcomes[0] : undefined;
  const skipped = onlySkip(outcomes);
  if (skipped !== '') return { ...emptyOutputs, skipped, 'error-code': errorCodeOf(report?.errorCode) };
  return {
    ...emptyOutputs,
    'deployment-id': only?.deploymentId ?? '',
    status: worst(outcomes),
    'resource-status': statusText(only?.resourceStatus),
    url: only?.url ?? '',
    duration: only?.durationMs === undefined ? '' : seconds(only.durationMs),
    'error-code': errorCodeOf(report?.errorCode),
    'log-file': (only && logFiles.get(only.resourceId)) ?? '',
    deployments: outcomes.length === 0 ? '' : JSON.stringify(outcomes.map((outcome) => row(outcome, logFiles))),
    'github-deployment-id': githubDeploymentId,
    ...report?.outputs,
  };
}

/** Every output, empty. */
// oxlint-disable-next-line no-unsafe-type-assertion -- the names are all there are
export const emptyOutputs = Object.fromEntries(outputNames.map((name) => [name, ''])) as Outputs;

function row(outcome: Outcome, logFiles: ReadonlyMap<string, string>) {
  return {
    resourceId: outcome.resourceId,
    name: outcome.name ?? '',
    deploymentId: outcome.deploymentId ?? '',
    commit: outcome.commit ?? '',
    status: statusText(outcome.status),
    resourceStatus: statusText(outcome.resourceStatus),
    url: outcome.url ?? '',
    duration: outcome.durationMs === undefined ? null : Number(seconds(outcome.durationMs)),
    logFile: logFiles.get(outcome.resourceId) ?? '',
    errorCode: errorCodeOf(outcome.errorCode),
    skipped: outcome.skipped ?? '',
  };
}

/** `busy` or `outdated` when every resource was skipped. */
function onlySkip(outcomes: readonly Outcome[]): string {
  const [first] = outcomes;
  if (first?.skipped === undefined || first.skipped === 'fail-fast') return '';
  return outcomes.every(({ skipped }) => skipped !== undefined) ? first.skipped : '';
}

/** The first status in the order of `worstFirst`; `finished` only when all finished. */
function worst(outcomes: readonly Outcome[]): string {
  const statuses = outcomes.map(({ status }) => statusText(status));
  if (statuses.length <= 1) return statuses[0] ?? '';
  const rank = (status: string) => {
    const at = worstFirst.indexOf(status);
    return at < 0 ? worstFirst.indexOf('other') : at;
  };
  const [first = ''] = statuses.toSorted((a, b) => rank(a) - rank(b));
  return first;
}

/**
 * A status for an output: the five known ones in their usual spelling, others only if they match the documented
 * pattern.
 */
function statusText(sent: string | undefined): string {
  if (sent === undefined) return '';
  const status = normalizeStatus(sent);
  return /^[A-Za-z0-9 _.:()/-]{1,64}$/.test(status) ? status : NO_STATUS;
}

function errorCodeOf(code: ErrorCode | undefined): string {
  return code === undefined ? '' : errorCodeText(code);
}

function seconds(ms: number): string {
  return String(Math.round(ms / 1000));
}
