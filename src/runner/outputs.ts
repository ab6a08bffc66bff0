// The outputs: their values for what is known of each resource, and a writer.
import { normalizeStatus } from '../api/status-words.ts';
import type { Outcome } from '../outcome.ts';
import { type Phase, timesOf } from '../phase.ts';
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
  'error-code',
  'skipped',
  'log-file',
  'deployments',
  'resources',
  'env-names',
  'github-deployment-id',
] as const;

type OutputName = (typeof OUTPUT_NAMES)[number];

/** Values of outputs; one that is missing is empty. */
export type Outputs = Readonly<Partial<Record<OutputName, string>>>;

/** The outputs for what is known by now. Those of one resource are empty for several. */
export function outputsOf({
  outcomes,
  failure,
  github,
  nowMs,
  isRunning,
  sanitizers,
}: Report): Outputs {
  const [first] = outcomes;
  const isSkipped = outcomes.every(({ phase }) => phase.kind === 'skipped');
  if (isSkipped && failure === undefined) return { skipped: skippedText(first?.phase) };
  // Until the step has ended, what has not ended has no duration.
  const untilMs = isRunning ? undefined : nowMs;
  const rows = outcomes
    .filter(({ resourceId }) => resourceId !== '')
    .map((outcome) => rowOf(outcome, untilMs));
  const only = rows.length === 1 ? rows[0] : undefined;
  return {
    'deployment-id': sanitizers.output(only?.deploymentId ?? ''),
    status: sanitizers.output(
      worstOf(rows.filter(({ skipped }) => skipped === '').map(({ status }) => status)),
    ),
    'resource-status': sanitizers.output(only?.resourceStatus ?? ''),
    url: sanitizers.output(only?.url ?? ''),
    duration: String(only?.duration ?? ''),
    'error-code': sanitizers.output(failure?.code ?? ''),
    'log-file': only?.logFile ?? '',
    deployments: rows.length === 0 ? '' : sanitizers.json(JSON.stringify(rows)),
    resources: first?.resources === undefined ? '' : sanitizers.json(first.resources),
    'env-names': first?.envNames === undefined ? '' : sanitizers.json(first.envNames),
    'github-deployment-id': github.deploymentId(),
  };
}

/** An entry of the output `deployments`: unknown facts are empty, or null for the duration. */
function rowOf(outcome: Outcome, untilMs: number | undefined) {
  const { phase, logs } = outcome;
  const { sinceMs, endedAtMs = untilMs } = timesOf(phase);
  const log = logs.find(({ source }) => source === 'build') ?? logs[0];
  return {
    resourceId: outcome.resourceId,
    name: outcome.name ?? '',
    deploymentId: outcome.deploymentId ?? '',
    commit: outcome.commit ?? '',
    // Publish no status until ownership is confirmed.
    status: phase.kind === 'identifying' ? '' : statusText(outcome.status),
    resourceStatus: statusText(outcome.resourceStatus),
    url: outcome.url ?? '',
    duration:
      sinceMs === undefined || endedAtMs === undefined
        ? null
        : Math.round((endedAtMs - sinceMs) / 1000),
    logFile: log?.file ?? '',
    errorCode: outcome.failure?.code ?? '',
    skipped: skippedText(phase),
    adopted: outcome.adopted ?? false,
  };
}

function skippedText(phase?: Phase): string {
  return phase?.kind === 'skipped' ? phase.why : '';
}

/**
 * A status as outputs show it: one of the five words, another harmless one as it is, else
 * `unknown`.
 */
function statusText(sent: string | undefined): string {
  if (sent === undefined) return '';
  const status = normalizeStatus(sent);
  return /^[A-Za-z0-9 _.:()/-]{1,64}$/.test(status) ? status : 'unknown';
}

/** Any other word, and none, counts as `unknown`. */
const WORST_FIRST: readonly string[] = [
  'failed',
  'cancelled',
  'unknown',
  'building',
  'queued',
  'finished',
];

/** `finished` only when all are. */
function worstOf(statuses: readonly string[]): string {
  const rank = (status: string): number =>
    WORST_FIRST.indexOf(WORST_FIRST.includes(status) ? status : 'unknown');
  return statuses.toSorted((a, b) => rank(a) - rank(b))[0] ?? '';
}

/**
 * Creates a function that writes every output, later those that changed. It never throws: it warns.
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
        warn(
          `The outputs cannot be written, so later steps cannot read them: ${errorMessage(error)}`,
        );
      }
    }
  };
}
