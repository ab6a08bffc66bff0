// The workflows of `examples/`: reading them, and turning one into what runs on this machine. No processes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';

/** How the examples call this action, whoever owns it and whatever its version. */
export const ACTION_REFERENCE = /^OWNER\/deployment-service-action@v\d+$/;
/** How they call one another. */
export const WORKFLOW_REFERENCE = /^\.\/\.github\/workflows\/([a-z-]+\.yml)$/;

/** A workflow as it stands in `examples/`. */
export interface Example {
  readonly file: string;
  readonly text: string;
}

/** Every example, by file name. */
export function readExamples(folder: string): Example[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yml'))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
}

/** Something that is used: a step, or a job that is a whole workflow. */
export interface Use {
  readonly uses: string;
  readonly inputs: readonly string[];
}

/** Every `uses:` of a workflow with the inputs it is given. Throws when the text is no workflow. */
export function usesOf(text: string): Use[] {
  return jobsOf(parseWorkflow(text))
    .flatMap((job) => [job, ...stepsOf(job)])
    .filter((entry) => entry.has('uses'))
    .map((entry) => ({ uses: textOf(entry, 'uses'), inputs: keysOf(entry.get('with')) }));
}

/** The scripts of a workflow. */
export function scriptsOf(text: string): string[] {
  return jobsOf(parseWorkflow(text))
    .flatMap(stepsOf)
    .filter((step) => step.has('run'))
    .map((step) => textOf(step, 'run'));
}

/**
 * The workflow as act can run it without a network: this action is taken from the repository, which has to be checked out
 * first; an action of others becomes a step that prints its inputs; what act does not know is left out, so that steps in
 * the background run in turn.
 */
export function localized(text: string, options: { actionPath: string; checkout: string }): string {
  const document = parseWorkflow(text);
  for (const holder of [document.contents, ...jobsOf(document)]) {
    if (isMap(holder)) leaveOut(holder, UNKNOWN_TO_ACT);
  }
  for (const job of jobsOf(document)) {
    const all = job.get('steps');
    if (isSeq(all)) all.items = all.items.filter((step) => !isMap(step) || !step.has('wait'));
    let isOurs = false;
    for (const step of stepsOf(job)) {
      step.delete('background');
      const uses = textOf(step, 'uses');
      if (ACTION_REFERENCE.test(uses)) {
        step.set('uses', options.actionPath);
        isOurs = true;
      } else if (uses !== '') {
        printInputs(step, document);
      }
    }
    const steps = job.get('steps');
    if (isOurs && isSeq(steps)) steps.items.unshift(document.createNode({ uses: options.checkout }));
  }
  return document.toString();
}

/** Newer than act 0.2.89: `concurrency.queue`, `environment.deployment`. */
const UNKNOWN_TO_ACT = [
  ['concurrency', 'queue'],
  ['environment', 'deployment'],
] as const;

function leaveOut(holder: YAMLMap, paths: readonly (readonly [string, string])[]): void {
  for (const [key, part] of paths) {
    const value = holder.get(key);
    if (isMap(value)) value.delete(part);
  }
}

/** Turns a step that uses an action into one that prints what the action would be given. */
function printInputs(step: YAMLMap, document: ReturnType<typeof parseWorkflow>): void {
  const inputs = step.get('with');
  const items = isMap(inputs) ? inputs.items : [];
  const named = items.map(({ key, value }) => [`INPUT_${String(key).toUpperCase()}`, value]);
  step.delete('uses');
  step.delete('with');
  step.set('env', document.createNode(Object.fromEntries(named)));
  step.set('run', 'env | grep -A 20 ^INPUT_');
}

function parseWorkflow(text: string) {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw error;
  if (!isMap(document.get('jobs'))) throw new Error('a workflow has jobs');
  return document;
}

function jobsOf(document: ReturnType<typeof parseWorkflow>): YAMLMap[] {
  const jobs = document.get('jobs');
  return isMap(jobs) ? jobs.items.map(({ value }) => value).filter((job) => isMap(job)) : [];
}

function stepsOf(job: YAMLMap): YAMLMap[] {
  const steps = job.get('steps');
  return isSeq(steps) ? steps.items.filter((step) => isMap(step)) : [];
}

function textOf(entry: YAMLMap, key: string): string {
  const value = entry.get(key);
  return typeof value === 'string' ? value : '';
}

function keysOf(value: unknown): string[] {
  return isMap(value) ? value.items.map(({ key }) => String(key)) : [];
}
