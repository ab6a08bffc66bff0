// The GitHub side of one step, put together: inputs, sanitizers, reporter, annotation and signals. No decisions about the work.
import { ApiError } from '../api/errors.ts';
import type { ExchangeTrace } from '../api/model.ts';
import { type Deadline, Stop } from '../clock.ts';
import { formatMs } from '../duration.ts';
import type { Args, Operation, Permission, Report } from '../operations/operation.ts';
import { listenForCancel } from './cancellation.ts';
import { createGithub, type Github, type GithubSettings, readGithubToken, readGithubSettings } from './github/index.ts';
import type { Host } from './host.ts';
import { type Connection, createInputs, InvalidInputsError, readApiKey, SHORTEST_SECRET_CHARS } from './inputs.ts';
import { errorMessage } from './error-message.ts';
import { publish } from './publish.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { createSanitizers, LINE_END } from './sanitize/index.ts';

/** What the step has to do, once its inputs have been found good. */
export interface StepPlan {
  readonly operation: Operation;
  readonly args: Args;
  readonly connection: Connection;
}

/** What `action.yml` asks for. A runner brings it along; who runs actions on a Node of the machine, as act does, may not. */
const LEAST_NODE = 24;

/** One step at the runner's side. */
export interface Step {
  /** Reads and checks all inputs; throws one error that names every bad one. */
  read(table: Readonly<Record<string, Operation>>): StepPlan;
  /** Begins to tell the step; call it once, after `read`. `stop` is what ends the step. */
  report(args: Args, stop: { signal: AbortSignal; deadline: Deadline }): Reporter;
  /** GitHub's say before each deploy request, where it was asked for. */
  beforePost(): Promise<Permission>;
  publish(report: Report): void;
  /** Publishes what should not have happened, without a stack trace. */
  publishUnexpectedError(error: unknown): void;
  /** One debug line a request. */
  trace(exchange: ExchangeTrace): void;
  listenForCancel(stop: AbortController): void;
  /** The last thing: closes what was opened at GitHub, then stops listening for signals. */
  close(): Promise<void>;
}

/** Opens the step: key and token are masked before anything else happens. */
export function openStep(host: Host): Step {
  const { core } = host;
  const githubToken = readGithubToken(host);
  // The runner masks each line by itself. What is too short for a mask is refused instead, when the inputs are read.
  const secrets = [readApiKey(host), githubToken]
    .flatMap((secret) => secret.split(LINE_END).map((line) => line.trim()))
    .filter(({ length }) => length >= SHORTEST_SECRET_CHARS);
  for (const secret of secrets) core.setSecret(secret);
  const sanitizers = createSanitizers({ secrets });
  const inputs = createInputs(host, (text) => host.write(`${sanitizers.line(text)}\n`));
  const operationName = inputs.text('operation') ?? 'deploy';
  let showBuildLog = true;
  let lastTraceMs = host.clock.now();
  let reporter = open([]);
  let settings: GithubSettings | undefined;
  let github: Github | undefined;
  let lastReport: Report | undefined;
  let stopListening = (): void => undefined;

  function open(resourceIds: readonly string[]): Reporter {
    return createReporter({ host, sanitizers, operation: sanitizers.line(operationName), resourceIds, showBuildLog });
  }

  function publishNow(report: Report): void {
    lastReport = report;
    publish(report, { host, sanitizers, reporter });
  }

  return {
    read(table) {
      if (Number.parseInt(host.nodeVersion) < LEAST_NODE) throw new OldNodeError(host.nodeVersion);
      inputs.choice('operation', Object.keys(table), 'deploy');
      // Beside an unknown name the inputs are read as those of the first, so that all that is bad is told at once.
      const operation = Object.hasOwn(table, operationName) ? table[operationName] : Object.values(table)[0];
      if (operation === undefined) throw new Error('the table of operations is empty');
      const connection = inputs.connection();
      showBuildLog = inputs.flag('build-log', true);
      const args = operation.read(inputs);
      if (operationName === 'deploy') settings = readGithubSettings(inputs, githubToken);
      inputs.assertGood();
      return { operation, args, connection };
    },
    report(args, stop) {
      const { resourceIds } = args;
      reporter = open(resourceIds);
      github = settings && createGithub({ ...settings, ...stop, host, sanitizers, resourceIds, reporter });
      return reporter;
    },
    beforePost: async () => (await github?.beforePost()) ?? { go: true },
    publish: publishNow,
    publishUnexpectedError: (error) => publishNow(unexpectedErrorReport(error)),
    trace({ endpoint, status, tookMs, bytes, shape }) {
      const waitedMs = Math.max(0, host.clock.now() - tookMs - lastTraceMs);
      lastTraceMs = host.clock.now();
      if (!core.isDebug()) return;
      const answer = status === 0 ? 'no response' : String(status);
      core.debug(
        sanitizers.line(
          `${endpoint.method} ${endpoint.path}: ${answer}, ${formatMs(tookMs)}, ${bytes} bytes, after a wait of ${formatMs(waitedMs)}; ${shape}`,
        ),
      );
    },
    listenForCancel(stop) {
      stopListening = listenForCancel(host, stop, { isClosing: () => github?.hasOpenRecord() ?? false });
    },
    async close() {
      if (lastReport !== undefined) await github?.close(lastReport);
      stopListening();
    },
  };
}

class OldNodeError extends Error {
  constructor(version: string) {
    super(
      `Node ${LEAST_NODE} or newer is needed, and this is Node ${version}. A runner of GitHub brings it along; act takes the node that comes first on the PATH.`,
    );
  }
}

/** A report for what no operation has made a report of. */
function unexpectedErrorReport(error: unknown): Report {
  const empty = { outcomes: [], facts: [], sections: [] };
  if (error instanceof InvalidInputsError) {
    const [first, ...others] = error.problems;
    const headline =
      others.length === 0
        ? `The input ${first?.name} cannot be accepted`
        : `${error.problems.length} inputs cannot be accepted`;
    const cause = error.problems.map(({ name, reason }) => `${name} ${reason}`).join('; ');
    return { ...empty, errorCode: 'invalid_input', headline, cause: `${cause}.` };
  }
  if (error instanceof Stop)
    return { ...empty, errorCode: error.reason, headline: 'The step was stopped before it had an outcome' };
  if (error instanceof OldNodeError)
    return { ...empty, errorCode: 'internal', headline: 'The action cannot run here', cause: error.message };
  if (error instanceof ApiError) return { ...empty, errorCode: error.code, headline: error.message };
  return { ...empty, errorCode: 'internal', headline: 'The action failed', cause: errorMessage(error) };
}
