// Builds the report of a step from its outcomes: headlines, and the first failure as the failure of the step.
import { ApiError } from '../api/errors.ts';
import { Stop } from '../clock.ts';
import type { Context, Fact, Outcome, Report } from './operation.ts';
import { failureOf } from './failure.ts';
import { newOutcome } from './outcome.ts';

/**
 * The report of an operation on the service as a whole. A stop or an ApiError becomes a failed report; other errors are
 * rethrown.
 */
export async function reportFor(action: string, context: Context, work: () => Promise<Report>): Promise<Report> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stop || error instanceof ApiError)) throw error;
    const { errorCode, cause, detail } = failureOf(error, newOutcome(''), context);
    return { action, outcomes: [], errorCode, cause, ...(detail && { detail }) };
  }
}

/** The wording of an operation's report. */
export interface ReportWording {
  /** Headline for a single resource that succeeded. */
  readonly passed: (outcome: Outcome) => string;
  /** For the headline of a failure: `deploy`, `restart`. */
  readonly action: string;
  /** Its past participle, for the headline of several resources; default: `read`. */
  readonly done?: string;
  readonly facts?: readonly Fact[];
}

/** The report of an operation on given resources; the first failure gives its error code. */
export function reportOn(outcomes: readonly Outcome[], wording: ReportWording): Report {
  const failure = outcomes.find(({ errorCode }) => errorCode !== undefined);
  const only = outcomes.length === 1 ? outcomes[0] : undefined;
  const whose = only === undefined && failure !== undefined ? `${failure.name ?? failure.resourceId}: ` : '';
  return {
    action: wording.action,
    ...(only === undefined && { headline: headlineOfMany(outcomes, wording) }),
    ...(only !== undefined && only.errorCode === undefined && { headline: headlineOf(only, wording) }),
    outcomes,
    ...(wording.facts && { facts: wording.facts }),
    ...(failure?.errorCode === undefined ? {} : { errorCode: failure.errorCode }),
    ...(failure?.cause === undefined ? {} : { cause: whose + failure.cause }),
  };
}

/** The end of a headline about a deployment that left the resource down or unhealthy, as it was before. */
export function asBefore({ isAsBefore, resourceStatus }: Outcome): string {
  return isAsBefore === true ? `; still ${resourceStatus}, as before` : '';
}

function headlineOf(outcome: Outcome, { passed }: ReportWording): string {
  if (outcome.skipped !== undefined) {
    return `${outcome.name ?? outcome.resourceId} was skipped: ${skipReason[outcome.skipped]}`;
  }
  return passed(outcome);
}

/** Why a resource was skipped, in words. */
const skipReason = {
  busy: 'it is busy with other work',
  outdated: 'the branch has moved past this commit',
  'fail-fast': 'another resource failed',
} as const;

function headlineOfMany(outcomes: readonly Outcome[], { done = 'read' }: ReportWording): string {
  const count = (test: (outcome: Outcome) => boolean) => outcomes.filter(test).length;
  const failed = count(({ errorCode }) => errorCode !== undefined);
  const skipped = count(({ skipped: why }) => why !== undefined);
  const passed = outcomes.length - failed - skipped;
  const continues = outcomes.some(({ errorCode, stillRunning }) => errorCode === undefined && stillRunning === true);
  const parts = [`${passed} of ${outcomes.length} ${continues ? 'accepted' : done}`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  return parts.join(', ');
}
