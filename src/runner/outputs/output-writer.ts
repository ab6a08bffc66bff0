// Writes outputs as soon as they are known. The output file is append-only, so only changed values are written.
import type { Outcome } from '../../operations/operation.ts';
import { errorMessage } from '../../error-message.ts';
import type { Host } from '../host.ts';
import { emptyOutputs, type OutputContext, type OutputName, outputNames, type Outputs, outputsOf } from './outputs.ts';
import type { Sanitizers } from '../sanitize/index.ts';

/** Writes outputs. */
interface OutputWriter {
  /** Writes changed values; `deployments` and `duration`, which change at every poll, only with a new id or status. */
  update(outcomes: readonly Outcome[], context: OutputContext): void;
  /** Writes every output, which overwrites values that anything else wrote. */
  finish(outcomes: readonly Outcome[], context: OutputContext): void;
}

/** Creates the writer; `onError` is called at most once. */
export function createOutputWriter(options: {
  host: Pick<Host, 'core'>;
  sanitizers: Pick<Sanitizers, 'redact'>;
  onError: (message: string) => void;
}): OutputWriter {
  const { host, sanitizers } = options;
  let written: Outputs = emptyOutputs;
  let state = '';
  let failed = false;

  function write(name: OutputName, value: string): void {
    try {
      host.core.setOutput(name, sanitizers.redact(value));
    } catch (error) {
      if (!failed) options.onError(errorMessage(error));
      failed = true;
    }
  }

  return {
    update(outcomes, context) {
      const outputs = outputsOf(outcomes, context);
      const newState = JSON.stringify(outcomes.map(stateOf));
      const isNewState = newState !== state;
      const changed = outputNames.filter((name) => outputs[name] !== written[name]);
      const due = changed.filter((name) => isNewState || (name !== 'deployments' && name !== 'duration'));
      for (const name of due) write(name, outputs[name]);
      written = { ...written, ...Object.fromEntries(due.map((name) => [name, outputs[name]])) };
      state = newState;
    },
    finish(outcomes, context) {
      written = outputsOf(outcomes, context);
      for (const name of outputNames) write(name, written[name]);
    },
  };
}

function stateOf({ deploymentId, status, resourceStatus, skipped, errorCode }: Outcome) {
  return [deploymentId, status, resourceStatus, skipped, errorCode];
}
