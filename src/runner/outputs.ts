// The outputs: their values for what is known about each resource, and how they are written.
import { normalizeStatus } from '../api/status-words.ts';
import type { Outcome } from '../outcome.ts';
import { durationMs, hasEnded, type Phase } from '../phase.ts';
import { errorMessage } from '../text.ts';
import type { Host } from './host.ts';
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
  const { outcomes, failure, sanitizers } = report;
  const [{ resources, envNames } = {}] = outcomes;
  return {
    ...outcomes.map((outcome) => outputsOfResource(outcome, report))[0],
    'error-code': sanitizers.output(failure?.code ?? ''),
    resources: resources && sanitizers.json(resources),
    'env-names': envNames && sanitizers.json(envNames),
  };
}

function outputsOfResource(outcome: Outcome, report: Report): Outputs {
  const { deploymentId = '', commit = '', url = '', phase, logs } = outcome;
  const { sanitizers } = report;
  const log = logs.find(({ source }) => source === 'build') ?? logs[0];
  // Publish no final status until it is confirmed that the deployment is ours.
  const isConfirmed = phase.kind !== 'identifying';
  return {
    // PowerShell runs what stands in brackets.
    'deployment-id': deploymentId.includes('(') ? '' : sanitizers.output(deploymentId),
    status: isConfirmed ? sanitizers.output(statusText(outcome.status)) : '',
    'resource-status': sanitizers.output(statusText(outcome.resourceStatus)),
    url: sanitizers.output(url),
    duration: durationOf(phase, report),
    commit: sanitizers.output(commit),
    'log-file': log?.file,
  };
}

/**
 * Whole seconds to the end of the work, or to the end of the step if the work has not ended; empty
 * until one of them is known.
 */
function durationOf(phase: Phase, { isRunning, nowMs }: Report): string {
  const ms = isRunning && !hasEnded(phase) ? undefined : durationMs(phase, nowMs);
  return ms === undefined ? '' : String(Math.round(ms / 1000));
}

/**
 * A status as outputs show it: one of the five of the API page, any other harmless text unchanged,
 * and `unknown` for the rest.
 */
function statusText(sent: string | undefined): string {
  if (sent === undefined) return '';
  const status = normalizeStatus(sent);
  return /^[A-Za-z0-9 _.:()/-]{1,64}$/.test(status) ? status : 'unknown';
}

/**
 * Creates a function that writes all outputs the first time, then those that have changed. An error
 * is passed to `warn`; it never throws.
 */
export function createOutputWriter(
  core: Pick<Host['core'], 'setOutput'>,
  warn: (text: string) => void,
) {
  const written = new Map<OutputName, string>();

  return (outputs: Outputs): void => {
    for (const name of OUTPUT_NAMES) {
      const value = outputs[name] ?? '';
      if (written.get(name) === value) continue;
      try {
        core.setOutput(name, value);
        written.set(name, value);
      } catch (error) {
        const what = 'The outputs cannot be written, so later steps cannot read them';
        warn(`${what}: ${errorMessage(error)}`);
      }
    }
  };
}
