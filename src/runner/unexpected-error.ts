// The report for an error that no operation has handled.
import { ApiError } from '../api/errors.ts';
import { Stop } from '../clock.ts';
import type { Outcome, Report } from '../operations/operation.ts';
import { errorMessage } from './error-message.ts';

/** The report for any thrown value, without a stack trace; `outcomes`: what is known of each resource. */
export function unexpectedErrorReport(error: unknown, outcomes: readonly Outcome[] = []): Report {
  const empty = { outcomes, facts: [], sections: [] };
  if (error instanceof Stop)
    return { ...empty, errorCode: error.reason, headline: 'The step was stopped before it had an outcome' };
  if (error instanceof ApiError) return { ...empty, errorCode: error.code, headline: error.message };
  return { ...empty, errorCode: 'internal', headline: 'The action failed', cause: errorMessage(error) };
}
