// Runs one step: reads the inputs, works on each resource and publishes the result. Catches every
// error that nothing else has caught.
import { createApi } from './api/client.ts';
import { withTimeLimit } from './clock.ts';
import { explain } from './explain.ts';
import { Failure, isFailure, unforeseenFailure } from './failure.ts';
import { mayStart } from './operations/may-start.ts';
import { operations } from './operations/operations.ts';
import { newOutcome, type Outcome } from './outcome.ts';
import { createPublisher } from './publish.ts';
import { createGitHub } from './runner/github.ts';
import type { Host } from './runner/host.ts';
import { createOutputWriter } from './runner/outputs.ts';
import { readInputs, type ReadInputs } from './runner/read-inputs.ts';
import { createSanitizers } from './runner/sanitize/sanitizers.ts';
import { createStepLog } from './runner/step-log.ts';
import { headlineOf } from './runner/summary.ts';
import type { Run, Step } from './step.ts';

/**
 * How soon the process ends after its result or a cancel signal; `withRecord`: after a cancel
 * signal while the GitHub record is open. The runner kills a cancelled process after 10 s.
 */
const EXIT_WITHIN_MS = { usual: 1_900, withRecord: 4_900 } as const;

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
  const stopListening = listenForCancel(host, run, stop);
  try {
    if (read.problems.length > 0) {
      run.failures.push(invalidInputs(read));
    } else {
      for (const text of read.warnings) run.stepLog.warn(text);
      for (const text of read.infos) run.stepLog.info(text);
      await workOnAll(host, run, publisher.save);
      // After a failure, reads in parallel may still be open: end them.
      stop.abort(new Failure('interrupted', 'The work of the step has ended.'));
    }
    await publisher.publish();
  } catch {
    const failure = unforeseenFailure();
    stop.abort(failure);
    run.failures.unshift(failure);
    await publisher.publish();
  } finally {
    limit.clear();
    stopListening();
    // A hanging DNS query or an unread pipe would keep the process alive.
    host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS.usual);
  }
}

function createRun(host: Host, { inputs, secrets }: ReadInputs, signal: AbortSignal): Run {
  const { clock, env, random } = host;
  const sanitizers = createSanitizers({ secrets });
  const outcomes = (inputs.resourceIds.length === 0 ? [''] : inputs.resourceIds).map(newOutcome);
  const severalResources = outcomes.length > 1;
  const { buildLog: showLogs, timeoutMs } = inputs;
  const stepLog = createStepLog({ host, sanitizers, signal, showLogs, severalResources });
  const { info, warn } = stepLog;
  const github = createGitHub({ env, clock, inputs, sanitizers, signal, info, warn });
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

/** Works on all resources, at most `max-parallel` at once. */
async function workOnAll({ core, env }: Host, run: Run, save: () => void): Promise<void> {
  const { inputs, outcomes, sanitizers, stepLog } = run;
  let activeResources = 0;
  const api = createApi({
    ...inputs,
    ...run,
    longestSecretChars: sanitizers.longestSecretChars,
    activeResources: () => activeResources,
    info: stepLog.info,
    debug: core.isDebug() ? stepLog.debug : () => undefined,
  });
  const isRerun = Number(env['GITHUB_RUN_ATTEMPT'] ?? 1) > 1;
  const mayBeUnderWay = isRerun || env['GITHUB_EVENT_NAME'] === 'push';
  const shared = { ...run, api, mayBeUnderWay, save };
  // The workers take their next resource from one queue.
  const queue = outcomes.values();
  async function work(): Promise<void> {
    for (const outcome of queue) {
      const log = stepLog.forResource(outcome);
      if (mayStart(run)) {
        activeResources += 1;
        await workOn({ ...shared, outcome, log });
        activeResources -= 1;
        // With one resource, the result is published next.
        if (outcomes.length > 1) save();
      } else {
        outcome.phase = { kind: 'skipped', why: 'fail-fast' };
        log.info(headlineOf([outcome]));
      }
    }
  }
  const workers = Math.min(inputs.maxParallel, outcomes.length);
  try {
    await Promise.all(Array.from({ length: workers }, work));
  } finally {
    api.dispose();
  }
}

/** Works on one resource. Never rejects: its failure is explained in its outcome. */
async function workOn(step: Step): Promise<void> {
  const { api, clock, failures, inputs, log, outcome, outcomes } = step;
  const isOneOfSeveral = outcomes.length > 1;
  try {
    await operations[inputs.operation](step);
    outcome.isDone = true;
    if (isOneOfSeveral) log.info(headlineOf([outcome]));
  } catch (error) {
    const { timeoutMs } = inputs;
    const context = { outcome, outage: api.outage(), timeoutMs, nowMs: clock.now() };
    const first = outcomes.find(({ failure }) => failure !== undefined && failure === failures[0]);
    outcome.failure = explain(error, context);
    // A deployment has failed once its end is seen: its last log lines are read after that.
    const isDeploymentEnd = isFailure(outcome.failure, 'deployment_failed', 'deployment_cancelled');
    outcome.failedAtMs = (isDeploymentEnd && outcome.phase.endedAtMs) || context.nowMs;
    if (goesFirst(outcome, first)) failures.unshift(outcome.failure);
    else failures.push(outcome.failure);
    const isCancelled = isFailure(outcome.failure, 'interrupted', 'deployment_cancelled');
    const word = isCancelled ? 'cancelled' : 'failed';
    if (isOneOfSeveral) log.info(`${word}: ${outcome.failure.message}`);
  }
}

/**
 * A bug of the action goes first, so that its consequences do not hide it; then the earliest. In a
 * cancelled run, work that may continue goes before resources of which nothing was requested.
 */
function goesFirst({ failure, failedAtMs = 0 }: Outcome, first: Outcome | undefined): boolean {
  const mayContinue = isFailure(failure, 'interrupted') && failure.options.next !== undefined;
  const { failure: other, failedAtMs: otherMs = 0 } = first ?? {};
  if (isFailure(failure, 'internal')) return true;
  if (isFailure(other, 'interrupted')) return mayContinue && other.options.next === undefined;
  return failedAtMs < otherMs && !isFailure(other, 'internal');
}

/**
 * Aborts the step at a cancel signal, and ends the process soon after it. Returns a function that
 * stops listening.
 */
function listenForCancel(host: Host, { github }: Run, stop: AbortController): () => void {
  return host.onCancel(() => {
    // After the verdict this abort has no effect; an open GitHub record gets more time.
    stop.abort(new Failure('interrupted', 'The run was cancelled.'));
    const { usual, withRecord } = EXIT_WITHIN_MS;
    host.setUnrefTimeout(() => host.exit(), github.hasOpenRecord() ? withRecord : usual);
  });
}
