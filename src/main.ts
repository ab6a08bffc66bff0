// Runs one step: reads the inputs, works on the resource and publishes the result. Catches every
// error that nothing else has caught.
import { createApi } from './api/client.ts';
import { withTimeLimit } from './clock.ts';
import { explain } from './explain.ts';
import { Failure, unforeseenFailure } from './failure.ts';
import { operations } from './operations/operations.ts';
import { newOutcome } from './outcome.ts';
import { createPublisher } from './publish.ts';
import { createGitHub } from './runner/github.ts';
import type { Host } from './runner/host.ts';
import { createOutputWriter } from './runner/outputs.ts';
import { readInputs, type ReadInputs } from './runner/read-inputs.ts';
import { createSanitizers } from './runner/sanitize/sanitizers.ts';
import { createStepLog } from './runner/step-log.ts';
import type { Run } from './step.ts';

/** How soon the process ends after its result or a cancel signal. The runner kills it after 10 s. */
const EXIT_WITHIN_MS = 1_900;

/**
 * Runs the step and publishes its result. Never rejects. The exit code is 0 only if the step
 * passed.
 */
export async function main(host: Host): Promise<void> {
  host.setExitCode(1);
  try {
    if (!failOnOldNode(host)) await runStep(host);
  } catch {
    // Nothing can be published with sanitizers: only constant texts are printed.
    const { title, message, next } = unforeseenFailure();
    host.core.error(`${message}\nWhat to do: ${next}\nerror-code: internal`, { title });
    createOutputWriter(host.core, (text) => host.core.warning(text))({ 'error-code': 'internal' });
  }
}

async function runStep(host: Host): Promise<void> {
  const read = readInputs(host);
  const stop = new AbortController();
  const reason = new Failure('timeout', 'The deadline was reached.');
  const limit = withTimeLimit(host.clock, read.inputs.timeoutMs, { signal: stop.signal, reason });
  const run = createRun(host, read, limit.signal);
  const publisher = createPublisher(host, run);
  const stopListening = listenForCancel(host, stop);
  try {
    if (read.problems.length > 0) {
      run.failures.push(invalidInputs(read));
    } else {
      for (const text of read.warnings) run.stepLog.warn(text);
      await work(host, run, publisher.save);
      // After a failure, reads in parallel may still be open: end them.
      stop.abort(new Failure('interrupted', 'The work of the step has ended.'));
    }
    publisher.publish();
  } catch {
    const failure = unforeseenFailure();
    stop.abort(failure);
    run.failures.unshift(failure);
    publisher.publish();
  } finally {
    limit.clear();
    stopListening();
    // A hanging DNS query or an unread pipe would keep the process alive.
    host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS);
  }
}

function createRun(host: Host, { inputs, secrets }: ReadInputs, signal: AbortSignal): Run {
  const { clock, env, random } = host;
  const sanitizers = createSanitizers({ secrets });
  const outcomes = [newOutcome(inputs.resourceId)];
  const { buildLog: showLogs, timeoutMs } = inputs;
  const stepLog = createStepLog({ host, sanitizers, signal, showLogs });
  const github = createGitHub(env);
  const time = { clock, random, signal, deadlineMs: clock.now() + timeoutMs };
  return { ...time, inputs, outcomes, failures: [], stepLog, sanitizers, github };
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
  const { core, nodeVersion } = host;
  if (Number.parseInt(nodeVersion) >= MIN_NODE_MAJOR) return false;
  const title = 'The action cannot run here';
  const needed = `Node ${MIN_NODE_MAJOR} or newer is needed, and this is Node ${nodeVersion}.`;
  const cause = `${needed} Nothing was sent to the service.`;
  const next =
    "GitHub's runners have it since version 2.327.1; act uses the first node on the PATH.";
  core.error(`${cause}\nWhat to do: ${next}\nerror-code: internal`, { title });
  createOutputWriter(core, (text) => core.warning(text))({ 'error-code': 'internal' });
  return true;
}

function invalidInputs({ problems }: ReadInputs): Failure {
  const [first = '', ...others] = problems.map((problem) => problem.replace(/ .*/s, ''));
  const more = `Invalid inputs: ${first} and ${others.length} more`;
  const title = others.length === 0 ? `Invalid input: ${first}` : more;
  return new Failure('invalid_input', problems.join('\n'), {
    title,
    meaning: 'Nothing was sent to the service.',
  });
}

/** Does the work. Never rejects: a failure is explained in the outcome. */
async function work({ core }: Host, run: Run, save: () => void): Promise<void> {
  const { clock, failures, inputs, outcomes, sanitizers, stepLog } = run;
  const [outcome = newOutcome('')] = outcomes;
  const api = createApi({
    ...inputs,
    ...run,
    longestSecretChars: sanitizers.longestSecretChars,
    info: stepLog.info,
    debug: core.isDebug() ? stepLog.debug : () => undefined,
  });
  try {
    const log = stepLog.forResource(outcome);
    await operations[inputs.operation]({ ...run, api, save, outcome, log });
    outcome.isDone = true;
  } catch (error) {
    const { timeoutMs } = inputs;
    const context = { outcome, outage: api.outage(), timeoutMs, nowMs: clock.now() };
    outcome.failure = explain(error, context);
    failures.push(outcome.failure);
  } finally {
    api.dispose();
  }
}

/**
 * Aborts the step at a cancel signal, and ends the process soon after it. Returns a function that
 * stops listening.
 */
function listenForCancel(host: Host, stop: AbortController): () => void {
  return host.onCancel(() => {
    stop.abort(new Failure('interrupted', 'The run was cancelled.'));
    host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS);
  });
}
