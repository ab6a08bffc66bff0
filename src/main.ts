// Runs one step: reads the inputs, does the work and publishes the result. Catches every error that
// nothing else has caught.
import { withTimeLimit } from './clock.ts';
import { CODES, Failure } from './failure.ts';
import { type ReadInputs, readInputs } from './inputs/read.ts';
import { operations } from './operations/table.ts';
import { newOutcome } from './outcome.ts';
import { explain, UNFORESEEN } from './report/explain.ts';
import { createOutputWriter, outputsOfFailure } from './report/outputs.ts';
import { createPublisher } from './report/publish.ts';
import { createSanitizers } from './report/sanitize/sanitizers.ts';
import { createStepLog } from './report/step-log.ts';
import type { Host } from './runner/host.ts';
import { NO_RUN, type RunFacts, runFactsOf } from './runner/run-facts.ts';
import { createService } from './service/client.ts';
import type { Step } from './step.ts';
import { createWaits } from './waits.ts';

/** From the result or a cancel signal to the end of the process. The runner kills it after 10 s. */
const EXIT_WITHIN_MS = 1_900;

/**
 * Runs the step and publishes its result. Never rejects. The exit code is 0 only if the step
 * passed.
 */
export async function main(host: Host): Promise<void> {
  host.setExitCode(1);
  if (failOnOldNode(host)) return;
  try {
    await runStep(host);
  } catch {
    // A bug: what it says may hold anything.
    const { title, next } = CODES.internal;
    failWithoutStep(host, { title, cause: UNFORESEEN, next });
  } finally {
    // A hanging DNS query or an unread pipe would keep the process alive.
    host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS);
  }
}

async function runStep(host: Host): Promise<void> {
  const read = readInputs(host);
  const stop = new AbortController();
  const reason = new Failure('timeout', 'The deadline was reached.');
  const deadline = withTimeLimit(host.clock, read.inputs.timeoutMs, {
    signal: stop.signal,
    reason,
  });
  const stopListening = host.onCancel(() => {
    // It has no effect once the result is known.
    stop.abort(new Failure('interrupted', 'The run was cancelled.'));
    host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS);
  });
  const { step, publisher } = createStep(host, read, deadline.signal);
  try {
    for (const text of read.warnings) step.log.warn(text);
    publisher.publish(read.failure ?? (await runOperation(step)));
  } finally {
    deadline.clear();
    stopListening();
    step.waits.leaveAll();
    // Reads in parallel may still be open after a failure: end them.
    stop.abort(new Failure('interrupted', 'The work of the step has ended.'));
  }
}

function createStep(host: Host, { inputs, secrets }: ReadInputs, signal: AbortSignal) {
  const { clock, core, random } = host;
  const outcome = newOutcome(inputs.resourceId);
  const sanitizers = createSanitizers({ secrets });
  const deadlineMs = clock.now() + inputs.timeoutMs;
  const log = createStepLog({ host, outcome, sanitizers, signal, showLogs: inputs.buildLog });
  const waits = createWaits({ clock, deadlineMs, info: log.info });
  const debug = core.isDebug() ? log.debug : undefined;
  const time = { clock, random, signal, deadlineMs };
  const service = createService({ ...inputs, ...time, waits, debug });
  const run = loadRun(host);
  const shared = { inputs, outcome, log, sanitizers, run };
  const publisher = createPublisher(host, shared);
  const save = (): void => publisher.save();
  const step: Step = { ...shared, service, waits, clock, signal, deadlineMs, save };
  return { step, publisher };
}

/** The facts of the run; none if they cannot be read. */
async function loadRun(host: Host): Promise<RunFacts> {
  try {
    return runFactsOf(await host.loadContext());
  } catch {
    return NO_RUN;
  }
}

/** Does the work. Returns the failure that ended it. Never rejects. */
async function runOperation(step: Step): Promise<Failure | undefined> {
  const { clock, inputs, outcome, service } = step;
  try {
    await operations[inputs.operation](step);
    return undefined;
  } catch (error) {
    const { timeoutMs } = inputs;
    return explain(error, { outcome, outage: service.outage(), timeoutMs, nowMs: clock.now() });
  } finally {
    // The summary shows the facts of the run.
    await step.run;
  }
}

/**
 * action.yml asks for this version. GitHub's runners have it; act and some other runners use the
 * Node of the machine.
 */
const MIN_NODE_MAJOR = 24;

/**
 * True if Node is too old, which is reported with all outputs. Runs first, so it uses nothing that
 * only a newer Node has.
 */
function failOnOldNode(host: Host): boolean {
  const { nodeVersion } = host;
  if (Number.parseInt(nodeVersion) >= MIN_NODE_MAJOR) return false;
  const needed = `Node ${MIN_NODE_MAJOR} or newer is needed, and this is Node ${nodeVersion}.`;
  failWithoutStep(host, {
    title: 'The action cannot run here',
    cause: `${needed} Nothing was sent to the service.`,
    next: "GitHub's runners have it since version 2.327.1; act uses the first node on the PATH.",
  });
  return true;
}

/** Reports a failure, with all outputs, where there is no step that could. */
function failWithoutStep(
  { core }: Pick<Host, 'core'>,
  { title, cause, next }: { title: string; cause: string; next: string },
): void {
  core.error(`${cause}\nWhat to do: ${next}\nerror-code: internal`, { title });
  const writeOutputs = createOutputWriter(core, (text) => core.warning(text));
  writeOutputs(outputsOfFailure({ code: 'internal' }));
}
