// Inputs handed to a step that only reads them: what it makes of each, and what it finds wrong.
import { createInputs, InvalidInputsError, type StepInputs } from '../../src/runner/inputs.ts';
import { recordHost } from './recording-host.ts';

/** The inputs that every step needs. */
export const GOOD = { 'base-url': 'https://host.test/api/v1', 'api-key': 'k'.repeat(8) };

/** Inputs as a step reads them, and the notes that it makes on the way. */
export function read(inputs: Record<string, string>, env: Record<string, string> = {}) {
  const notes: string[] = [];
  return { inputs: createInputs(recordHost({ inputs, env }).host, (text) => notes.push(text)), notes };
}

/** What is wrong with the inputs, by name, after `look` has read some of them. */
export function problemsOf(inputs: StepInputs, look: (inputs: StepInputs) => void): Record<string, string> {
  look(inputs);
  try {
    inputs.assertGood();
    return {};
  } catch (error) {
    if (!(error instanceof InvalidInputsError)) throw error;
    return Object.fromEntries(error.problems.map(({ name, reason }) => [name, reason]));
  }
}

/** Why one input is refused, after `look` has read it; undefined where it is not. */
export function refusal(name: string, value: string, look: (inputs: StepInputs) => void): string | undefined {
  return problemsOf(read({ ...GOOD, [name]: value }).inputs, look)[name];
}
