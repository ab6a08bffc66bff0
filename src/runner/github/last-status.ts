// The last status of a record: what the step came to, in GitHub's states and within its limits. Pure.
import type { Outcome, Report } from '../../operations/operation.ts';
import { adviceFor, headlineOf } from '../error-advice.ts';
import { linkTarget, type Sanitizers } from '../sanitize/index.ts';
import type { DeploymentState, DeploymentStatus } from './github-api.ts';

/** GitHub's limit for the description of a deployment or a status. */
const MAX_DESCRIPTION_CHARS = 140;

/** A state that a step can end with. */
export type LastState = Exclude<DeploymentState, 'in_progress'>;

const worstFirst = ['failure', 'error', 'inactive', 'success'] as const;

/** The state and description of a step's end, and the app's address where the step was about one app. */
export function lastStatus(report: Report, sanitizers: Pick<Sanitizers, 'line' | 'redact'>): DeploymentStatus {
  const [only, ...others] = report.outcomes;
  const url = others.length === 0 && only?.url !== undefined ? linkTarget(only.url) : undefined;
  // An address that holds a secret is left out: redacted, it would be another address.
  const isSafe = url !== undefined && sanitizers.redact(url) === url;
  return {
    state: stateOfReport(report),
    description: description(report, sanitizers),
    ...(isSafe ? { environment_url: url } : {}),
  };
}

/** A description that GitHub takes. */
export function shortLine(text: string, { line }: Pick<Sanitizers, 'line'>): string {
  return line(text, { maxChars: MAX_DESCRIPTION_CHARS });
}

/** The worst of all resources; one that was skipped does not count beside one that was deployed. */
function stateOfReport(report: Report): LastState {
  const deployed = report.outcomes.filter(({ skipped }) => skipped === undefined);
  const counted = deployed.length === 0 ? report.outcomes : deployed;
  const states = new Set(counted.map(stateOfOutcome));
  if (report.errorCode !== undefined && (states.size === 0 || (states.size === 1 && states.has('success')))) {
    // Without an outcome it is not known that nothing was deployed.
    states.add(report.errorCode === 'interrupted' ? 'error' : adviceFor(report.errorCode).githubState);
  }
  return worstFirst.find((state) => states.has(state)) ?? 'error';
}

function stateOfOutcome(outcome: Pick<Outcome, 'errorCode' | 'skipped' | 'accepted' | 'stillRunning'>): LastState {
  const { errorCode } = outcome;
  if (errorCode === undefined) return outcome.skipped === undefined ? 'success' : 'inactive';
  if (errorCode !== 'interrupted') return adviceFor(errorCode).githubState;
  // A cancelled run leaves a deployment of which nobody has seen the end, or nothing at all.
  return outcome.accepted === true || outcome.stillRunning === true ? 'error' : adviceFor(errorCode).githubState;
}

/** The headline, shortened so that what continues at the service is never cut off. */
function description(report: Report, { line }: Pick<Sanitizers, 'line'>): string {
  const suffix = stillRunning(report.outcomes);
  return line(headlineOf(report), { maxChars: MAX_DESCRIPTION_CHARS - suffix.length }) + suffix;
}

/** What continues at the service, as the end of a sentence; '' where nothing does. */
function stillRunning(outcomes: readonly Outcome[]): string {
  const running = outcomes.filter((outcome) => outcome.stillRunning === true);
  const [only, ...others] = running;
  if (only === undefined) return '';
  if (others.length > 0) return `; ${running.length} deployments continue at the service`;
  return `; the ${only.deploymentId === undefined ? 'work' : 'deployment'} continues at the service`;
}
