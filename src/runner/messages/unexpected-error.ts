// The report for an error that no operation has handled.
import { ApiError } from '../../api/errors.ts';
import { Stop } from '../../clock.ts';
import type { Outcome, Report } from '../../operations/operation.ts';
import { errorMessage } from '../../error-message.ts';

/** The report for any thrown value, without a stack trace; `outcomes`: what is known of each resource. */
export function unexpectedErrorReport(error: unknown, outcomes: readonly Outcome[] = []): Report {
  if (error instanceof Stop)
    return { outcomes, errorCode: error.reason, headline: 'The step was stopped before it had an outcome' };
  if (error instanceof ApiError) return { outcomes, errorCode: error.code, headline: error.message };
  return { outcomes, errorCode: 'internal', headline: 'The action failed', cause: errorMessage(error) };
}
