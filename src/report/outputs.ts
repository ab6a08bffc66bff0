// The outputs: their values for what is known, and how they are written.
import type { Failure } from '../failure.ts';
import { durationMs, type Outcome } from '../outcome.ts';
import type { Host } from '../runner/host.ts';
import { normalizeStatus } from '../service/statuses.ts';
import type { Report } from './report.ts';

/** Every output, in the order of action.yml (a test compares them). */
export const OUTPUT_NAMES = [
  'deployment-id',
  'status',
  'resource-status',
  'url',
  'duration',
  'commit',
  'error-code',
  'log-file',
  'resources',
  'env-names',
] as const;

type OutputName = (typeof OUTPUT_NAMES)[number];

/** Values of outputs; a missing one is empty. */
export type Outputs = Readonly<Partial<Record<OutputName, string | undefined>>>;

/** The outputs for what is known so far. */
export function outputsOf(report: Report): Outputs {
  const { outcome, failure, sanitizers } = report;
  const { deploymentId = '', logs, resources, envNames, stage } = outcome;
  const log = logs.find(({ source }) => source === 'build') ?? logs[0];
  const text = (value = ''): string => sanitizers.output(value);
  return {
    // PowerShell runs what stands in brackets.
    'deployment-id': deploymentId.includes('(') ? '' : text(deploymentId),
    // No final status is published until it is confirmed that the deployment is ours.
    status: stage.kind === 'accepted' ? '' : text(statusText(outcome.status)),
    'resource-status': text(statusText(outcome.resourceStatus)),
    url: text(outcome.url),
    duration: durationOf(report),
    commit: text(outcome.commit),
    'error-code': text(failure?.code),
    'log-file': log?.file,
    resources: resources && sanitizers.json(resources),
    'env-names': envNames && sanitizers.json(envNames),
  };
}

/** Whole seconds to the end of the work, or to the end of the step if the work has not ended. */
function durationOf({ outcome, isRunning, nowMs }: Report): string {
  const hasEnded = outcome.stage.kind === 'ended' || 'endedAtMs' in outcome.stage;
  const ms = isRunning && !hasEnded ? undefined : durationMs(outcome, nowMs);
  return ms === undefined ? '' : String(Math.round(ms / 1000));
}

const MAX_STATUS_CHARS = 64;
/** PowerShell runs what else stands in brackets. */
const HARMLESS_STATUS =
  /^(?:[A-Za-z0-9 _.:/-]|\((?:(?:un)?healthy|(?:health: )?starting|\d{1,3})\))+$/;

/**
 * A status as outputs show it: one of the five of the API page, any other harmless text unchanged,
 * and `unknown` for the rest.
 */
function statusText(sent: Outcome['status']): string {
  if (sent === undefined) return '';
  const status = normalizeStatus(sent);
  return status.length <= MAX_STATUS_CHARS && HARMLESS_STATUS.test(status) ? status : 'unknown';
}

/** The outputs of a step that could not begin. */
export function outputsOfFailure({ code }: Pick<Failure, 'code'>): Outputs {
  return { 'error-code': code };
}

/**
 * Creates a function that writes all outputs the first time, then those that have changed. It never
 * throws: the first error is passed to `warn`.
 */
export function createOutputWriter(
  core: Pick<Host['core'], 'setOutput'>,
  warn: (text: string) => void,
) {
  const written = new Map<OutputName, string>();
  let hasWarned = false;

  return (outputs: Outputs): void => {
    for (const name of OUTPUT_NAMES) {
      const value = outputs[name] ?? '';
      if (written.get(name) === value) continue;
      try {
        core.setOutput(name, value);
        written.set(name, value);
      } catch {
        if (!hasWarned) warn('The outputs cannot be written, so later steps cannot read them.');
        hasWarned = true;
      }
    }
  };
}
