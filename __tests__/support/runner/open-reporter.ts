// A reporter on a recording host, and the events that most tests send it.
import { isFinal } from '../../../src/api/model.ts';
import type { Outcome, Report, StepEvent } from '../../../src/operations/operation.ts';
import { createReporter, type Reporter, type ReporterOptions } from '../../../src/runner/reporter.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import { recordHost, type Recording } from './recording-host.ts';

/** The secret that the reporter's sanitizers know. */
export const KEY = 'canary-key-1';
/** The one resource of most tests, and its deployment. */
export const resourceId = 'app_web';
export const deploymentId = 'dep_7';

/** A reporter and what it does to its host. */
export interface OpenReporter {
  reporter: Reporter;
  emit: (...events: StepEvent[]) => void;
  recording: Recording;
}

/** Opens a reporter for a deploy of one resource, unless the options differ. */
export function open(options: Partial<ReporterOptions> = {}, recording: Recording = recordHost()): OpenReporter {
  const reporter = createReporter({
    host: recording.host,
    sanitizers: createSanitizers({ secrets: [KEY], token: () => 'token-of-this-test-0' }),
    operation: 'deploy',
    resourceIds: [resourceId],
    showLogs: true,
    service: 'https://host.test/api/v1',
    leftMs: () => 60_000,
    ...options,
  });
  return { reporter, recording, emit: (...events) => events.forEach((event) => reporter.emit(event)) };
}

/** A piece of a log. */
export function log(text: string, more: { of?: string; source?: 'build' | 'runtime' } = {}): StepEvent {
  return { kind: 'log', resourceId: more.of ?? resourceId, source: more.source ?? 'build', text };
}

/** A poll of the deployment. */
export function status(name: string, of = resourceId): StepEvent {
  return { kind: 'status', resourceId: of, deploymentId, status: name, elapsedMs: 4_000, hasEnded: isFinal(name) };
}

/** The deployment is ours. */
export const accepted: StepEvent = { kind: 'accepted', resourceId, deploymentId, ownership: 'response' };

/** The report on these outcomes, without a failure. */
export function reportOn(...outcomes: Outcome[]): Report {
  return { headline: 'the headline', outcomes };
}

/** What the runner would read: the last value of every output. */
export function lastOutputs({ outputs }: Recording): Record<string, string> {
  return Object.fromEntries(outputs);
}
