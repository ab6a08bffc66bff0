// The final status of a record: the result of the step as a GitHub state and description. Pure.
import type { Outcome, Report } from '../../operations/operation.ts';
import { continuesForCertain } from '../../operations/outcome.ts';
import { githubStateOf, headlineOf } from '../messages/index.ts';
import { linkTarget, type Sanitizers } from '../sanitize/index.ts';
import type { DeploymentState, DeploymentStatus } from './github-api.ts';

/** GitHub's limit for the description of a deployment or a status. */
const MAX_DESCRIPTION_CHARS = 140;

/** A state that a step can end with. */
type LastState = Exclude<DeploymentState, 'in_progress'>;

const worstFirst = ['failure', 'error', 'inactive', 'success'] as const;

/** The final state and description, and the app's address for a single app. */
export function lastStatus(report: Report, sanitizers: Pick<Sanitizers, 'line' | 'redact'>): DeploymentStatus {
  const [only, ...others] = report.outcomes;
  const url = others.length === 0 && only?.url !== undefined ? linkTarget(only.url) : undefined;
  // An address that contains a secret is omitted: redacted, it would be a different address.
  const isSafe = url !== undefined && sanitizers.redact(url) === url;
  return {
    state: stateOfReport(report),
    description: description(report, sanitizers),
    ...(isSafe ? { environment_url: url } : {}),
  };
}

/** A description within GitHub's limit. */
export function shortLine(text: string, { line }: Pick<Sanitizers, 'line'>): string {
  return line(text, { maxChars: MAX_DESCRIPTION_CHARS });
}

/** The worst state of all resources; skipped ones count only if all were skipped. */
function stateOfReport(report: Report): LastState {
  const deployed = report.outcomes.filter(({ skipped }) => skipped === undefined);
  const counted = deployed.length === 0 ? report.outcomes : deployed;
  const states = new Set(counted.map(stateOfOutcome));
  // Without an outcome, something may have been deployed; beside a failure, something has been.
  if (report.errorCode !== undefined && (states.size === 0 || states.has('success'))) states.add('error');
  return worstFirst.find((state) => states.has(state)) ?? 'error';
}

function stateOfOutcome(outcome: Pick<Outcome, 'errorCode' | 'skipped' | 'phase' | 'stillRunning'>): LastState {
  const { errorCode, phase } = outcome;
  if (errorCode === undefined) return outcome.skipped === undefined ? 'success' : 'inactive';
  if (errorCode !== 'interrupted') return githubStateOf(errorCode);
  // After a cancelled run the deployment may still be running, or nothing was started.
  const isBegun = ['searching', 'following', 'checking'].includes(phase.kind) || outcome.stillRunning === true;
  return isBegun ? 'error' : githubStateOf(errorCode);
}

/** The headline, truncated so that the suffix about continuing work always fits. */
function description(report: Report, { line }: Pick<Sanitizers, 'line'>): string {
  const suffix = stillRunning(report.outcomes);
  return line(headlineOf(report), { maxChars: MAX_DESCRIPTION_CHARS - suffix.length }) + suffix;
}

/** A suffix about work that continues at the service; '' if there is none. */
function stillRunning(outcomes: readonly Outcome[]): string {
  const running = outcomes.filter((outcome) => outcome.stillRunning === true);
  const [only, ...others] = running;
  if (only === undefined) return '';
  const isCertain = running.every(continuesForCertain);
  if (others.length > 0) return `; ${running.length} deployments ${isCertain ? '' : 'may '}continue at the service`;
  const what = only.deploymentId === undefined ? 'work' : 'deployment';
  return `; the ${what} ${isCertain ? 'continues' : 'may continue'} at the service`;
}
