// The GitHub side of one step, put together in order: secrets, inputs, plan, reporter, GitHub. No decisions about the work.
import type { ExchangeTrace } from '../api/model.ts';
import { Deadline, Stop, withDeadline } from '../clock.ts';
import type { Operation, Permission, Report } from '../operations/operation.ts';
import { endProcessSoon, listenForCancel } from './cancellation.ts';
import { readApiKey, SHORTEST_SECRET_CHARS } from './connection.ts';
import { createExchangeLog } from './exchange-log.ts';
import { createGithub, type Github, readGithubToken } from './github/index.ts';
import type { Host } from './host.ts';
import { type Plan, readPlan, type Refusal } from './plan.ts';
import { publish } from './publish.ts';
import { createReporter, type Reporter, type ReporterOptions } from './reporter.ts';
import { createSanitizers, LINE_END } from './sanitize/index.ts';

/** What exists while the work runs. */
export interface Work extends Plan {
  readonly deadline: Deadline;
  /** Aborted with a `Stop` at the deadline or when the run is cancelled. */
  readonly signal: AbortSignal;
  /** Ends the timer of the deadline. */
  clearDeadline(): void;
}

/** One step at the runner's side. */
export interface Step {
  /** What to do, or the report that refuses the inputs. */
  readonly start: Work | Refusal;
  readonly reporter: Reporter;
  /** Whether GitHub lets this commit be deployed; asked before each deploy request. */
  beforePost(): Promise<Permission>;
  /** Writes one debug line per request. */
  trace(exchange: ExchangeTrace): void;
  /** Ends the work of all resources of the step. */
  abort(): void;
  publish(report: Report): void;
  /** The last thing: closes what was opened at GitHub, stops listening for signals, and sees to it that the process ends. */
  close(): Promise<void>;
}

/** Opens the step: key and token are masked before anything else happens. */
export function openStep(host: Host, table: Readonly<Record<string, Operation>>): Step {
  const githubToken = readGithubToken(host);
  const secrets = secretLines([readApiKey(host), githubToken]);
  for (const secret of secrets) host.core.setSecret(secret);
  const sanitizers = createSanitizers({ secrets });
  const plan = readPlan(host, { table, githubToken });
  const stop = new AbortController();
  const start = plan.kind === 'plan' ? beginWork(plan, { host, stop }) : plan;
  const work = start.kind === 'plan' ? start : undefined;
  const reporter = createReporter({ host, sanitizers, ...reporterSettings(work) });
  const github = work && createGithubSide(work, { host, sanitizers, reporter });
  const stopListening = listenForCancel(host, stop, { isClosing: () => github?.hasOpenRecord() ?? false });
  const exchangeLog = createExchangeLog(host, sanitizers);
  let lastReport: Report | undefined;
  for (const remark of work?.remarks ?? []) reporter.emit(remark);

  return {
    start,
    reporter,
    beforePost: async () => (await github?.beforePost()) ?? { go: true },
    trace: exchangeLog,
    abort: () => stop.abort(new Stop('interrupted')),
    publish(report) {
      lastReport = report;
      publish(report, { host, sanitizers, reporter, ...(work && { service: work.connection.baseUrl }) });
    },
    async close() {
      if (lastReport !== undefined) await github?.close(lastReport);
      work?.clearDeadline();
      stopListening();
      endProcessSoon(host);
    },
  };
}

/** The runner masks line by line. What is too short for a mask is refused when the inputs are read. */
function secretLines(secrets: readonly string[]): string[] {
  return secrets
    .flatMap((secret) => secret.split(LINE_END).map((line) => line.trim()))
    .filter(({ length }) => length >= SHORTEST_SECRET_CHARS);
}

function beginWork(plan: Plan, { host, stop }: { host: Host; stop: AbortController }): Work {
  const { clock } = host;
  const limit = withDeadline(clock, plan.timeoutMs, { signal: stop.signal, reason: new Stop('timeout') });
  return {
    ...plan,
    deadline: new Deadline(clock, plan.timeoutMs),
    signal: limit.signal,
    clearDeadline: () => limit.clear(),
  };
}

function createGithubSide(
  { github, args, signal, deadline }: Work,
  sinks: Pick<Parameters<typeof createGithub>[0], 'host' | 'sanitizers' | 'reporter'>,
): Github | undefined {
  return github && createGithub({ ...github, ...sinks, resourceIds: args.resourceIds, signal, deadline });
}

/** What the reporter must know; without work to do it only publishes why. */
function reporterSettings(work: Work | undefined): Omit<ReporterOptions, 'host' | 'sanitizers'> {
  if (work === undefined)
    return { operation: 'the step', resourceIds: [], showLogs: false, service: '', leftMs: () => 0 };
  const { name, args, showLogs, connection, deadline } = work;
  const { resourceIds } = args;
  return { operation: name, resourceIds, showLogs, service: connection.baseUrl, leftMs: () => deadline.remainingMs() };
}
