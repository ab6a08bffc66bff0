// From work to outcome: the one place where a failure on the way becomes a value, and outcomes become a report.
import { ApiError, type ErrorCode, RefusedError } from '../api/errors.ts';
import { isFinal } from '../api/model.ts';
import { Stop } from '../clock.ts';
import { formatMs } from '../duration.ts';
import type { Context, Fact, Outcome, Report } from './operation.ts';

/** An outcome while the work goes on: every fact is written as soon as it is known, so that none is lost to a failure. */
export type Draft = { -readonly [K in keyof Outcome]: Outcome[K] };

/** Runs the work on one resource and tells how it ended, whatever happened to it. Rejects only for a surprise. */
export async function conclude(
  resourceId: string,
  context: Context,
  work: (draft: Draft) => Promise<void>,
): Promise<Outcome> {
  const draft: Draft = { resourceId };
  try {
    await work(draft);
  } catch (error) {
    if (!(error instanceof Stop || error instanceof ApiError)) throw error;
    // What had already gone wrong is the outcome; trouble in looking closer does not replace it.
    if (draft.errorCode === undefined) Object.assign(draft, failureOf(error, draft, context));
  }
  context.emit({ kind: 'ended', outcome: draft });
  return draft;
}

/** Marks a draft as failed. */
export function fail(draft: Draft, errorCode: ErrorCode, cause: string): void {
  draft.errorCode = errorCode;
  draft.cause = cause;
}

type Failure = Pick<Outcome, 'errorCode' | 'cause' | 'stillRunning'>;

function failureOf(error: Stop | ApiError, draft: Draft, context: Context): Failure {
  if (error instanceof ApiError)
    return { errorCode: error.code, cause: describe(error), stillRunning: mayStillRun(draft) };
  return error.reason === 'timeout' ? timedOut(error, draft, context) : interrupted(error, draft);
}

/** Whether work that we asked for may go on at the service; what is seen to have ended does not. */
function mayStillRun({ accepted, stillRunning, status }: Draft): boolean {
  return (accepted === true || stillRunning === true) && !(status !== undefined && isFinal(status));
}

function timedOut(stop: Stop, draft: Draft, { deadline }: Context): Failure {
  const after = `The deadline of ${formatMs(deadline.timeoutMs)} was reached`;
  const trouble = stop.cause instanceof ApiError ? stop.cause : undefined;
  if (draft.accepted === true) {
    const state = draft.status ?? draft.resourceStatus ?? 'not seen yet';
    const last = trouble === undefined ? '' : ` Last trouble: ${describe(trouble)}`;
    const what = draft.deploymentId === undefined ? draft.resourceId : `deployment ${draft.deploymentId}`;
    return {
      errorCode: 'timeout',
      cause: `${after} while ${what} was ${state}.${last}`,
      stillRunning: mayStillRun(draft),
    };
  }
  if (trouble === undefined) return { errorCode: 'timeout', cause: `${after}.`, stillRunning: false };
  if (isLostPost(trouble)) {
    const cause = `${after} before it was known whether the request had been accepted: ${describe(trouble)}`;
    return { errorCode: 'unknown_outcome', cause, stillRunning: true };
  }
  const waited = trouble.code === 'busy' || trouble.code === 'rate_limited';
  return {
    errorCode: waited ? trouble.code : 'timeout',
    cause: `${after} while waiting: ${describe(trouble)}`,
    stillRunning: false,
  };
}

function interrupted(stop: Stop, draft: Draft): Failure {
  const lost = draft.accepted !== true && stop.cause instanceof ApiError && isLostPost(stop.cause);
  const cause = lost
    ? 'The run was cancelled before it was known whether the request had been accepted.'
    : 'The run was cancelled.';
  return { errorCode: 'interrupted', cause, stillRunning: lost || mayStillRun(draft) };
}

function isLostPost(error: ApiError): boolean {
  return error.endpoint.method === 'POST' && error.fate === 'unknown';
}

/** An error in one sentence: what was asked, what came, and what the service says of it. */
export function describe(error: ApiError): string {
  const said =
    error instanceof RefusedError && error.serviceMessage !== '' ? `: ${error.serviceMessage.replace(/\.?$/, '')}` : '';
  return `${error.endpoint.method} ${error.endpoint.path}: ${error.message}${said}.`;
}

/** The report of an operation that looks at the service rather than at single resources; failures become values here. */
export async function reportFor(task: string, context: Context, work: () => Promise<Report>): Promise<Report> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stop || error instanceof ApiError)) throw error;
    const { errorCode, cause } = failureOf(error, { resourceId: '' }, context);
    return {
      headline: `Could not ${task}`,
      outcomes: [],
      facts: [],
      sections: [],
      ...(errorCode === undefined ? {} : { errorCode }),
      ...(cause === undefined ? {} : { cause }),
    };
  }
}

/** How the operation speaks of its outcomes. */
export interface ReportWording {
  /** One line for one resource that did what was asked. */
  readonly passed: (outcome: Outcome) => string;
  /** What was to be done, for failures: `deploy`, `restart`. */
  readonly action: string;
  readonly facts?: readonly Fact[];
}

/** The report of an operation that works on resources: the first failure gives its code. */
export function reportOn(outcomes: readonly Outcome[], wording: ReportWording): Report {
  const failure = outcomes.find(({ errorCode }) => errorCode !== undefined);
  const only = outcomes.length === 1 ? outcomes[0] : undefined;
  const whose = only === undefined && failure !== undefined ? `${failure.name ?? failure.resourceId}: ` : '';
  return {
    action: wording.action,
    ...(only === undefined ? { headline: headlineOfMany(outcomes) } : {}),
    ...(only?.errorCode === undefined && only !== undefined ? { headline: headlineOf(only, wording) } : {}),
    outcomes,
    facts: wording.facts ?? [],
    sections: [],
    ...(failure?.errorCode === undefined ? {} : { errorCode: failure.errorCode }),
    ...(failure?.cause === undefined ? {} : { cause: whose + failure.cause }),
  };
}

function headlineOf(outcome: Outcome, { passed }: ReportWording): string {
  if (outcome.skipped !== undefined) {
    return `${outcome.name ?? outcome.resourceId} was skipped: ${skipReason[outcome.skipped]}`;
  }
  return passed(outcome);
}

/** Why nothing was done, in words. */
const skipReason = {
  busy: 'it is busy with other work',
  outdated: 'the branch has moved past this commit',
  'fail-fast': 'another resource failed',
} as const;

function headlineOfMany(outcomes: readonly Outcome[]): string {
  const count = (test: (outcome: Outcome) => boolean) => outcomes.filter(test).length;
  const failed = count(({ errorCode }) => errorCode !== undefined);
  const skipped = count(({ skipped: why }) => why !== undefined);
  const passed = outcomes.length - failed - skipped;
  const parts = [`Done: ${passed} of ${outcomes.length} resources`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  return parts.join(', ');
}
