// Summary pages to draw: outcomes, logs and events put together as a step would.
import type { Outcome, Report, StepEvent } from '../../src/operations/operation.ts';
import { createLogCapture } from '../../src/runner/logs/log-capture.ts';
import { newTracks, track, type Tracks } from '../../src/runner/summary/progress.ts';
import { type CapturedLog, type Page, renderSummary } from '../../src/runner/summary/summary.ts';
import { createSanitizers } from '../../src/runner/sanitize/sanitizers.ts';
import { type PageNode, pageNodes } from './gfm.ts';

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
};

/** One that did not. */
export const failed: Outcome = {
  ...finished,
  status: 'failed',
  errorCode: 'deployment_failed',
  cause: 'The service says so.',
};

/** The report on these outcomes; the first failure gives its code. */
export function reportOn(outcomes: readonly Outcome[], more: Partial<Report> = {}): Report {
  const failure = outcomes.find(({ errorCode }) => errorCode !== undefined);
  return {
    headline: 'the headline',
    outcomes,
    facts: [],
    sections: [],
    ...(failure?.errorCode === undefined ? {} : { errorCode: failure.errorCode }),
    ...(failure?.cause === undefined ? {} : { cause: failure.cause }),
    ...more,
  };
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
  { of = resourceId, source = 'build', show = true, file = '/tmp/a.log' }: LogOptions = {},
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
  capture.end();
  return { resourceId: of, source, capture: { ...capture, file: () => file } } satisfies CapturedLog;
}

function tracksOf(outcomes: readonly Outcome[], events: readonly StepEvent[] = []): Tracks {
  const ended = outcomes.map((outcome): StepEvent => ({ kind: 'ended', resourceId: outcome.resourceId }));
  const start = newTracks(outcomes.map((outcome) => outcome.resourceId));
  const tracks = [...events, ...ended].reduce((sum, event, index) => track(sum, event, 1_000 * index), start);
  const byId = new Map(outcomes.map((outcome) => [outcome.resourceId, outcome]));
  return new Map([...tracks].map(([id, found]) => [id, { ...found, outcome: { ...found.outcome, ...byId.get(id) } }]));
}

/** A page about these outcomes, after these events, one a second. */
export function pageOf(
  outcomes: readonly Outcome[],
  more: Partial<Page> & { events?: readonly StepEvent[] } = {},
): Page {
  const { events = [], ...rest } = more;
  return {
    operation: 'deploy',
    tracks: tracksOf(outcomes, events),
    logs: [],
    report: reportOn(outcomes),
    nowMs: 60_000,
    ...rest,
  };
}

/** The page as Markdown. */
export function render(page: Page): string {
  return renderSummary(page, sanitizers);
}

/** The blocks of code that a parser finds. */
export function codeBlocks(markdown: string): PageNode[] {
  return pageNodes(markdown).filter(({ type }) => type === 'code');
}
