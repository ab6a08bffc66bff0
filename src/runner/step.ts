// Sets up one step on the runner, in order: secrets, inputs, plan, reporter, GitHub.
import { Deadline, Stop, withDeadline } from '../clock.ts';
import type { Operation, Permission, Report, StepEvent } from '../operations/operation.ts';
import { endProcessSoon, listenForCancel } from './cancellation.ts';
import { createExchangeLog, type ExchangeLog } from './exchange-log.ts';
import { createGithub } from './github/index.ts';
import type { Host } from './host.ts';
import { readApiKey, readGithubToken, secretLines } from './inputs/index.ts';
import { runCommits } from './run-commits.ts';
import { type Plan, readPlan, type Refusal } from './plan.ts';
import { publish } from './publish.ts';
import { createReporter, type Reporter, type ReporterOptions } from './reporter.ts';
import { createSanitizers } from './sanitize/index.ts';

/** A plan that is being carried out. */
export interface RunningPlan extends Plan {
  readonly deadline: Deadline;
  /** Aborted with a `Stop` at the deadline or when the run is cancelled. */
  readonly signal: AbortSignal;
  /** Stops the timer of the deadline. */
  clearDeadline(): void;
}

/** One step on the runner. */
export interface Step {
  /** What is carried out, or the report of invalid inputs. */
  readonly start: RunningPlan | Refusal;
  readonly reporter: Reporter;
  /** Reports an event, and has it recorded at GitHub where it concerns the record. */
  emit(event: StepEvent): void;
  /** Whether this commit may still be deployed; called before each deploy request. */
  beforePost(): Promise<Permission>;
  readonly debug: ExchangeLog;
  /** See `Context`. */
  readonly runCommits: readonly string[];
  /** Stops the operation. */
  abort(): void;
  publish(report: Report): void;
  /** Closes the GitHub record, stops listening for signals, and makes sure that the process ends. Called last. */
  close(): Promise<void>;
}

/** Opens the step. Masks key and token first. */
export function openStep(host: Host, table: Readonly<Record<string, Operation>>): Step {
  const githubToken = readGithubToken(host);
  const secrets = secretLines([readApiKey(host), githubToken]);
  for (const secret of secrets) host.core.setSecret(secret);
  const sanitizers = createSanitizers({ secrets });
  const read = readPlan(host, { table, githubToken });
  const stop = new AbortController();
  const start = read.kind === 'plan' ? startPlan(read, { host, stop }) : read;
  const plan = start.kind === 'plan' ? start : undefined;
  const reporter = createReporter({ host, sanitizers, ...reporterSettings(plan) });
  const github =
    plan?.github &&
    createGithub({
      ...plan.github,
      resourceIds: plan.args.resourceIds,
      signal: plan.signal,
      host,
      sanitizers,
      reporter,
    });
  const stopListening = listenForCancel(host, stop, { hasOpenRecord: () => github?.hasOpenRecord() ?? false });
  const exchangeLog = createExchangeLog(host, sanitizers);
  let lastReport: Report | undefined;
  for (const remark of plan?.remarks ?? []) reporter.emit(remark);

  return {
    start,
    reporter,
    emit(event) {
      reporter.emit(event);
      github?.observe(event);
    },
    beforePost: async () => (await github?.beforePost()) ?? { go: true },
    debug: exchangeLog,
    runCommits: runCommits(host.env),
    abort: () => stop.abort(new Stop('interrupted')),
    publish(report) {
      lastReport = report;
      publish(report, { host, sanitizers, reporter, ...(plan && { service: plan.connection.baseUrl }) });
    },
    async close() {
      if (lastReport !== undefined) await github?.close(lastReport);
      plan?.clearDeadline();
      stopListening();
      endProcessSoon(host);
    },
  };
}

function startPlan(plan: Plan, { host, stop }: { host: Host; stop: AbortController }): RunningPlan {
  const { clock } = host;
  const limit = withDeadline(clock, plan.timeoutMs, { signal: stop.signal, reason: new Stop('timeout') });
  return {
    ...plan,
    deadline: new Deadline(clock, plan.timeoutMs),
    signal: limit.signal,
    clearDeadline: () => limit.clear(),
  };
}

/** The reporter's settings; without a plan it only publishes the report of invalid inputs. */
function reporterSettings(plan: RunningPlan | undefined): Omit<ReporterOptions, 'host' | 'sanitizers'> {
  if (plan === undefined)
    return { operation: 'the step', resourceIds: [], showLogs: false, service: '', leftMs: () => 0 };
  const { name, args, showLogs, connection, deadline } = plan;
  const { resourceIds } = args;
  return { operation: name, resourceIds, showLogs, service: connection.baseUrl, leftMs: () => deadline.remainingMs() };
}
