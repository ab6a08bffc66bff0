// One step: reads the inputs, works on each resource, and publishes what became of it. The last
// place that catches errors.
import { createApi } from './api/client.ts';
import { endingOf } from './api/status-words.ts';
import { withTimeLimit } from './clock.ts';
import { explain } from './explain.ts';
import { Failure } from './failure.ts';
import { operations } from './operations/operations.ts';
import { newOutcome, type Outcome } from './outcome.ts';
import { createPublisher, type Run } from './publish.ts';
import { createGitHub } from './runner/github.ts';
import type { Host } from './runner/host.ts';
import { createOutputWriter } from './runner/outputs.ts';
import { readInputs, type ReadInputs } from './runner/read-inputs.ts';
import { createSanitizers } from './runner/sanitize/sanitizers.ts';
import { createStepLog } from './runner/step-log.ts';
import { headlineOf } from './runner/summary.ts';
import type { Step } from './step.ts';
import { errorMessage } from './text.ts';

/**
 * The runner kills a cancelled process after ten seconds; it is gone much sooner, with a GitHub
 * record a little later.
 */
const EXIT_WITHIN_MS = { usual: 1_900, withRecord: 4_900 } as const;

/**
 * Runs the step and publishes its result. Never rejects; the exit code is 0 only after a verdict.
 */
export async function main(host: Host): Promise<void> {
  host.setExitCode(1);
  if (refusesNode(host)) return;
  const read = readInputs(host);
  const { inputs } = read;
  const sanitizers = createSanitizers({ secrets: read.secrets });
  const outcomes = (inputs.resourceIds.length === 0 ? [''] : inputs.resourceIds).map(newOutcome);
  const stop = new AbortController();
  const reason = new Failure('timeout', 'The deadline was reached.');
  const { clock, env } = host;
  const limit = withTimeLimit(clock, inputs.timeoutMs, { signal: stop.signal, reason });
  const stepLog = createStepLog({
    host,
    sanitizers,
    signal: limit.signal,
    showLogs: inputs.buildLog,
    severalResources: outcomes.length > 1,
  });
  const github = createGitHub({
    env,
    inputs,
    clock,
    sanitizers,
    signal: limit.signal,
    warn: (text) => stepLog.warn(text),
    info: (text) => stepLog.info(text),
  });
  const run: Run = { host, inputs, outcomes, failures: [], stepLog, sanitizers, github };
  const publisher = createPublisher(run);
  const stopListening = listenForCancel(host, stop, () => github.hasOpenRecord());
  try {
    if (read.problems.length > 0) {
      run.failures.push(refusalOf(read));
    } else {
      for (const text of read.warnings) stepLog.warn(text);
      for (const text of read.notes) stepLog.info(text);
      await work(run, { save: publisher.save, signal: limit.signal });
      // A read whose sibling has failed may still be under way: nothing of it is news any more.
      stop.abort();
    }
    await publisher.publish();
  } catch (error) {
    stop.abort(error);
    run.failures.unshift(new Failure('internal', `${errorMessage(error)}.`));
    await publisher.publish();
  } finally {
    limit.clear();
    stopListening();
    // A hanging DNS query or an unread pipe would keep the process alive.
    host.setUnrefTimeout(() => host.exit(), EXIT_WITHIN_MS.usual);
  }
}

/**
 * Required by action.yml. GitHub's runners have it; some other runners, and act, take the Node of
 * the machine.
 */
const MIN_NODE_MAJOR = 24;

/**
 * Refuses a Node that is too old, with all outputs. Comes first, and uses nothing that only a newer
 * Node has.
 */
function refusesNode(host: Host): boolean {
  const { core, nodeVersion } = host;
  if (Number.parseInt(nodeVersion) >= MIN_NODE_MAJOR) return false;
  const title = 'The action cannot run here';
  const cause = `Node ${MIN_NODE_MAJOR} or newer is needed, and this is Node ${nodeVersion}. Nothing was sent to the service.`;
  const next = `GitHub's runners bring it along from version 2.327.1 on; act takes the node that comes first on the PATH.`;
  core.error(`${cause}\nWhat to do: ${next}\nerror-code: internal`, { title });
  createOutputWriter(core, (text) => core.warning(text))({ 'error-code': 'internal' });
  try {
    host.writeSummary(`## ❌ ${title}\n\n${cause}\n\n**What to do:** ${next}\n`);
  } catch (error) {
    core.warning(`The summary could not be written: ${errorMessage(error)}`);
  }
  return true;
}

function refusalOf({ problems }: ReadInputs): Failure {
  const title =
    problems.length === 1
      ? 'An input cannot be accepted'
      : `${problems.length} inputs cannot be accepted`;
  return new Failure('invalid_input', problems.join('\n'), {
    title,
    meaning: 'Nothing was sent to the service.',
  });
}

/** Works on all resources, at most `max-parallel` at once; failures are in their outcomes, too. */
async function work(run: Run, { save, signal }: Pick<Step, 'save' | 'signal'>): Promise<void> {
  const { host, inputs, outcomes, failures, stepLog, github } = run;
  const { clock, random } = host;
  const means = { clock, random, signal, deadlineMs: clock.now() + inputs.timeoutMs };
  let activeResources = 0;
  const api = createApi({
    ...inputs,
    ...means,
    isDebug: host.core.isDebug(),
    activeResources: () => activeResources,
    info: (text) => stepLog.info(text),
    debug: (text) => stepLog.debug(text),
  });

  async function workOn(outcome: Outcome): Promise<void> {
    const log = stepLog.forResource(outcome);
    const step: Step = {
      ...means,
      outcome,
      inputs,
      api,
      log,
      github,
      save,
      isRerun: Number(host.env['GITHUB_RUN_ATTEMPT'] ?? 1) > 1,
      mayStart() {
        // What a deployment has come to is known before the last lines of its log.
        const isFailed = ({ endedAtMs, status = '' }: Outcome): boolean =>
          endedAtMs !== undefined && ['failed', 'cancelled'].includes(endingOf(status) ?? '');
        if (!inputs.failFast || (failures.length === 0 && !outcomes.some(isFailed))) return true;
        outcome.skipped = 'fail-fast';
        return false;
      },
    };
    if (!step.mayStart()) return;
    activeResources += 1;
    try {
      await operations[inputs.operation](step);
      if (outcomes.length > 1) log.info(headlineOf([outcome]));
    } catch (error) {
      const { timeoutMs } = inputs;
      outcome.failure = explain(outcome, error, {
        outage: api.outage(),
        timeoutMs,
        nowMs: clock.now(),
      });
      failures.push(outcome.failure);
      if (outcomes.length > 1) log.info(`failed: ${outcome.failure.message}`);
    } finally {
      activeResources -= 1;
      save();
    }
  }

  // The workers take their next resource from one queue.
  const queue = outcomes.values();
  const workers = Array.from(
    { length: Math.min(inputs.maxParallel, outcomes.length) },
    async () => {
      for (const outcome of queue) await workOn(outcome);
    },
  );
  try {
    await Promise.all(workers);
  } finally {
    api.dispose();
  }
}

/**
 * Aborts the step at the first cancel signal, and ends the process at the second or soon after the
 * first. A GitHub record gets its final state before. Returns a function that stops listening.
 */
function listenForCancel(
  host: Host,
  stop: AbortController,
  hasOpenRecord: () => boolean,
): () => void {
  let isCancelled = false;
  return host.onCancel(() => {
    if (isCancelled && !hasOpenRecord()) host.exit();
    isCancelled = true;
    // After the verdict only the record is open, and has no more time than in a cancelled step.
    stop.abort(new Failure('interrupted', 'The run was cancelled.'));
    host.setUnrefTimeout(
      () => host.exit(),
      hasOpenRecord() ? EXIT_WITHIN_MS.withRecord : EXIT_WITHIN_MS.usual,
    );
  });
}
