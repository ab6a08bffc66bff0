// The workflows of `examples/`: reading them, and turning one into what runs on this machine. No processes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';

/** How the examples call this action, whoever owns it and whatever its version. */
export const ACTION_REFERENCE = /^OWNER\/deployment-service-action@v\d+$/;
/** How they call one of their own number. */
const WORKFLOW_REFERENCE = /^OWNER\/REPOSITORY\/(\.github\/workflows\/[a-z-]+\.yml)@main$/;

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
 * The workflow with this action and the other examples taken from the repository it lies in. A local action has to be
 * checked out first.
 */
export function localized(text: string, options: { actionPath: string; checkout: string }): string {
  const document = parseWorkflow(text);
  for (const job of jobsOf(document)) {
    const called = WORKFLOW_REFERENCE.exec(textOf(job, 'uses'))?.[1];
    if (called !== undefined) job.set('uses', `./${called}`);
    const ours = stepsOf(job).filter((step) => ACTION_REFERENCE.test(textOf(step, 'uses')));
    for (const step of ours) step.set('uses', options.actionPath);
    const steps = job.get('steps');
    if (ours.length > 0 && isSeq(steps)) steps.items.unshift(document.createNode({ uses: options.checkout }));
  }
  return document.toString();
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
