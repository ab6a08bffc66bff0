// Reading the inputs of a step: their values, and what is refused.
import { createInputs, type StepInputs } from '../../../src/runner/inputs/inputs.ts';
import type { Host } from '../../../src/runner/host.ts';
import { recordHost } from './recording-host.ts';

/** The inputs that every step needs. */
export const GOOD = { 'base-url': 'https://host.test/api/v1', 'api-key': 'k'.repeat(8) };

/** Inputs as a step reads them, on a host of their own. */
export function read(inputs: Record<string, string>, env: Record<string, string> = {}) {
  const { host } = recordHost({ inputs, env });
  return { inputs: createInputs(host), host };
}

/** What is wrong with the inputs that were read so far, by name. */
export function problemsOf(inputs: StepInputs): Record<string, string> {
  return Object.fromEntries(inputs.problems().map(({ name, reason }) => [name, reason]));
}

/** Why one input is refused, once `use` has read it; undefined where it is not. */
export function refusal(
  name: string,
  value: string,
  use: (inputs: StepInputs, host: Host) => unknown,
): string | undefined {
  const { inputs, host } = read({ ...GOOD, [name]: value });
  use(inputs, host);
  return problemsOf(inputs)[name];
}
