// Summaries to render: outcomes, logs and events put together as a step would.
import { isFinal } from '../../../src/api/model.ts';
import type { Outcome, Report, StepEvent } from '../../../src/operations/operation.ts';
import { type CapturedLog, createLogCapture } from '../../../src/runner/logs/log-capture.ts';
import { advance, newProgress, type Progress } from '../../../src/runner/summary/progress.ts';
import { renderSummary } from '../../../src/runner/summary/summary.ts';
import type { SummaryData } from '../../../src/runner/summary/summary-data.ts';
import { createSanitizers } from '../../../src/runner/sanitize/sanitizers.ts';
import { type PageNode, pageNodes } from './gfm.ts';
import { following } from './outcome-of.ts';

/** Sanitizers that know one secret. */
export const sanitizers = createSanitizers({ secrets: ['canary-key-1'] });
/** The one resource and its deployment. */
export const resourceId = 'app_web';
export const deploymentId = 'dep_7';

/** A deployment that went well. */
export const finished: Outcome = {
  resourceId,
  name: 'web',
  deploymentId,
  status: 'finished',
  resourceStatus: 'running',
  url: 'https://web.example.test',
  durationMs: 72_000,
  phase: following,
};

/** One that did not. */
export const failed: Outcome = {
  ...finished,
  status: 'failed',
  errorCode: 'deployment_failed',
  cause: 'The image is too large.',
};

/** The report on these outcomes; the first failure gives its code. */
export function reportOn(outcomes: readonly Outcome[], more: Partial<Report> = {}): Report {
  const failure = outcomes.find(({ errorCode }) => errorCode !== undefined);
  return {
    headline: 'the headline',
    outcomes,
    ...(failure?.errorCode === undefined ? {} : { errorCode: failure.errorCode }),
    ...(failure?.cause === undefined ? {} : { cause: failure.cause }),
    ...more,
  };
}

/** The resource was read and is up. */
export const isUp: StepEvent = { kind: 'resource', resourceId, status: 'running', url: 'https://web.example.test' };

/** The service accepted the request of this step. */
export const accepted = { kind: 'accepted', resourceId, deploymentId, ownership: 'response' } as const;

/** A poll of the deployment. */
export function polled(status: string, elapsedMs = 0): StepEvent {
  return { kind: 'status', resourceId, deploymentId, status, elapsedMs, hasEnded: isFinal(status) };
}

/** The resource is busy with this deployment. */
export function busyWith(id: string) {
  const blocker = { id, status: 'building', seenForMs: 1 };
  return { kind: 'waiting', resourceId, afterMs: 1, leftMs: 1, blocker, isWatched: true } satisfies StepEvent;
}

interface LogOptions {
  of?: string;
  source?: 'build' | 'runtime';
  show?: boolean;
  file?: string;
}

/** A log that has been taken in whole. */
export function logOf(
  text: string,
  { of = resourceId, source = 'build', show = true, file = `/tmp/${of}.${source}.log` }: LogOptions = {},
) {
  const capture = createLogCapture({
    sanitizers,
    file: undefined,
    label: undefined,
    show,
    onFileError: () => undefined,
    print: () => undefined,
    note: () => undefined,
  });
  capture.push(text);
  return { resourceId: of, source, capture: { ...capture, file: () => file } } satisfies CapturedLog;
}

function progressOf(outcomes: readonly Outcome[], events: readonly StepEvent[] = []): Progress {
  const ended = outcomes.map((outcome): StepEvent => ({ kind: 'ended', resourceId: outcome.resourceId }));
  const start = newProgress(outcomes.map((outcome) => outcome.resourceId));
  const progress = [...events, ...ended].reduce((sum, event, index) => advance(sum, event, 1_000 * index), start);
  const byId = new Map(outcomes.map((outcome) => [outcome.resourceId, outcome]));
  return new Map(
    [...progress].map(([id, found]) => {
      // Without events of its own, the deployment of an outcome is one that this step has started.
      const isStartedHere = found.isStartedHere || !events.some(({ kind }) => kind === 'accepted');
      return [id, { ...found, isStartedHere, outcome: { ...found.outcome, ...byId.get(id) } }];
    }),
  );
}

/** A summary of these outcomes, after these events, one a second. */
export function dataOf(
  outcomes: readonly Outcome[],
  more: Partial<SummaryData> & { events?: readonly StepEvent[] } = {},
): SummaryData {
  const { events = [], ...rest } = more;
  return {
    operation: 'deploy',
    progress: progressOf(outcomes, events),
    logs: [],
    report: reportOn(outcomes),
    run: [],
    nowMs: 60_000,
    ...rest,
  };
}

/** The summary as Markdown. */
export function render(data: SummaryData): string {
  return renderSummary(data, sanitizers);
}

/** The blocks of code that a parser finds. */
export function codeBlocks(markdown: string): PageNode[] {
  return pageNodes(markdown).filter(({ type }) => type === 'code');
}
