// Writes outputs as soon as they are known. The output file is append-only, so only changed values are written.
import type { Outcome } from '../../operations/operation.ts';
import { errorMessage } from '../../error-message.ts';
import type { Host } from '../host.ts';
import {
  emptyOutputs,
  jsonOutputs,
  type OutputContext,
  type OutputName,
  outputNames,
  type Outputs,
  outputsOf,
} from './outputs.ts';
import type { Sanitizers } from '../sanitize/index.ts';

/** Writes outputs. */
interface OutputWriter {
  /** Writes changed values; `deployments` and `duration`, which change at every poll, only with a new id or status. */
  update(outcomes: readonly Outcome[], context: OutputContext): void;
  /** Writes every output, which overwrites values that anything else wrote. */
  finish(outcomes: readonly Outcome[], context: OutputContext): void;
}

/** GitHub passes on at most this much from one job to another, in UTF-16. */
const MAX_JOB_OUTPUT_BYTES = 1024 * 1024;

/** Creates the writer; `warn` is called at most once per kind of problem. */
export function createOutputWriter(options: {
  host: Pick<Host, 'core'>;
  sanitizers: Pick<Sanitizers, 'output' | 'json'>;
  warn: (message: string) => void;
}): OutputWriter {
  const { host, sanitizers } = options;
  let written: Outputs = emptyOutputs;
  let state = '';
  const reported = new Set<string>();

  function warnOnce(problem: string, message: string): void {
    if (!reported.has(problem)) options.warn(message);
    reported.add(problem);
  }

  function write(name: OutputName, value: string): void {
    try {
      host.core.setOutput(name, sanitized(name, value));
    } catch (error) {
      const message = `The outputs cannot be written, so later steps cannot read them: ${errorMessage(error)}`;
      warnOnce('unwritable', message);
    }
  }

  function sanitized(name: OutputName, value: string): string {
    if (value === '') return '';
    if (jsonOutputs.has(name)) return sanitizers.json(value);
    const text = sanitizers.output(value);
    if (text !== undefined) return text;
    const problem = 'its value has line ends or invisible characters, which a script could mistake';
    warnOnce('invisible', `The output ${name} stays empty: ${problem}. The output deployments shows them as escapes.`);
    return '';
  }

  function checkSize({ resources }: Outputs): void {
    const bytes = 2 * resources.length;
    if (bytes <= MAX_JOB_OUTPUT_BYTES) return;
    const size = `${Math.ceil((10 * bytes) / MAX_JOB_OUTPUT_BYTES) / 10} MB`;
    const limit = 'more than the 1 MB that GitHub passes on from one job to another';
    warnOnce(
      'size',
      `The output resources has ${size}, ${limit}: only steps of this job can use it. The input filter makes it smaller.`,
    );
  }

  return {
    update(outcomes, context) {
      const outputs = outputsOf(outcomes, context);
      const newState = JSON.stringify(outcomes.map(stateOf));
      const isNewState = newState !== state;
      const changed = outputNames.filter((name) => outputs[name] !== written[name]);
      const toWrite = changed.filter((name) => isNewState || (name !== 'deployments' && name !== 'duration'));
      for (const name of toWrite) write(name, outputs[name]);
      written = { ...written, ...Object.fromEntries(toWrite.map((name) => [name, outputs[name]])) };
      state = newState;
    },
    finish(outcomes, context) {
      written = outputsOf(outcomes, context);
      for (const name of outputNames) write(name, written[name]);
      checkSize(written);
    },
  };
}

function stateOf({ deploymentId, status, resourceStatus, skipped, errorCode }: Outcome) {
  return [deploymentId, status, resourceStatus, skipped, errorCode];
}
