// The outputs: their values for what is known about each resource, and how they are written.
import { normalizeStatus } from '../api/status-words.ts';
import type { Outcome } from '../outcome.ts';
import { durationMs, hasEnded, type Phase, skipReasonOf } from '../phase.ts';
import { errorMessage } from '../text.ts';
import type { Host } from './host.ts';
import type { Report } from './report.ts';
import type { Sanitizers } from './sanitize/sanitizers.ts';

/** Every output, in the order of action.yml (a test compares them). */
export const OUTPUT_NAMES = [
  'deployment-id',
  'status',
  'resource-status',
  'url',
  'duration',
  'error-code',
  'skipped',
  'log-file',
  'deployments',
  'resources',
  'env-names',
  'github-deployment-id',
] as const;

type OutputName = (typeof OUTPUT_NAMES)[number];

/** Values of outputs; a missing one is empty. */
export type Outputs = Readonly<Partial<Record<OutputName, string | undefined>>>;

/** The outputs for what is known so far. */
export function outputsOf(report: Report): Outputs {
  const { outcomes, failure, github, sanitizers } = report;
  const [first] = outcomes;
  const isSkipped = outcomes.every(({ phase }) => skipReasonOf(phase) !== '');
  if (isSkipped && failure === undefined) return { skipped: first && skipReasonOf(first.phase) };
  const entries = outcomes
    .filter(({ resourceId }) => resourceId !== '')
    .map((outcome) => entryOf(outcome, report));
  const [only, ...others] = entries;
  const statuses = entries.filter(({ skipped }) => skipped === '').map(({ status }) => status);
  return {
    ...(only !== undefined && others.length === 0 && outputsOfOne(only, sanitizers)),
    status: sanitizers.output(worstOf(statuses)),
    'error-code': sanitizers.output(failure?.code ?? ''),
    deployments: entries.length === 0 ? '' : sanitizers.json(JSON.stringify(entries)),
    resources: first?.resources && sanitizers.json(first.resources),
    'env-names': first?.envNames && sanitizers.json(first.envNames),
    'github-deployment-id': github.recordId(),
  };
}

/** The outputs that are empty for several resources. */
function outputsOfOne(entry: ReturnType<typeof entryOf>, sanitizers: Sanitizers): Outputs {
  return {
    // PowerShell runs what stands in brackets.
    'deployment-id': entry.deploymentId.includes('(') ? '' : sanitizers.output(entry.deploymentId),
    'resource-status': sanitizers.output(entry.resourceStatus),
    url: sanitizers.output(entry.url),
    duration: String(entry.duration ?? ''),
    'log-file': entry.logFile,
  };
}

/** An entry of the output `deployments`: unknown facts are empty, an unknown duration is null. */
function entryOf(outcome: Outcome, report: Report) {
  const { name = '', deploymentId = '', commit = '', url = '' } = outcome;
  const { phase, adopted = false, logs, failure } = outcome;
  const log = logs.find(({ source }) => source === 'build') ?? logs[0];
  // With invalid inputs, for example, no resource has a failure of its own.
  const ofStep = report.outcomes.some((one) => one.failure) ? undefined : report.failure;
  // Publish no final status until it is confirmed that the deployment is ours.
  const isConfirmed = phase.kind !== 'identifying';
  return {
    resourceId: outcome.resourceId,
    name,
    deploymentId,
    commit,
    status: isConfirmed ? statusText(outcome.status) : '',
    resourceStatus: statusText(outcome.resourceStatus),
    url,
    duration: durationOf(phase, report),
    logFile: log?.file ?? '',
    errorCode: (failure ?? ofStep)?.code ?? '',
    skipped: skipReasonOf(phase),
    adopted,
  };
}

/**
 * Whole seconds to the end of the work, or to the end of the step if the work has not ended; null
 * until one of them is known.
 */
function durationOf(phase: Phase, { isRunning, nowMs }: Report): number | null {
  const ms = isRunning && !hasEnded(phase) ? undefined : durationMs(phase, nowMs);
  return ms === undefined ? null : Math.round(ms / 1000);
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

/** Any other status, and an empty one, counts as `unknown`. */
const WORST_FIRST = ['failed', 'cancelled', 'unknown', 'building', 'queued', 'finished'];

/** The worst of the statuses, so `finished` only if all are. */
function worstOf(statuses: readonly string[]): string {
  const rank = (status: string): number =>
    WORST_FIRST.indexOf(WORST_FIRST.includes(status) ? status : 'unknown');
  return statuses.toSorted((a, b) => rank(a) - rank(b))[0] ?? '';
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
