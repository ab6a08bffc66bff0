// Facts of a step that has run: its messages, and the rows of outputs that hold JSON.
import type { StepRun } from './step.ts';

/** The parts of a run that are asked about. */
type Annotated = Pick<StepRun, 'annotations'>;
type WithOutputs = Pick<StepRun, 'outputs'>;

/** One entry of an output that holds a JSON array of objects. */
export type Row = Readonly<Record<string, unknown>>;

/** The messages of the error annotations, in order. */
export function errorsOf({ annotations }: Annotated): string[] {
  return annotations.filter(({ kind }) => kind === 'error').map(({ message }) => message);
}

/** The message of the error annotation; '' when there is none. */
export function errorOf(run: Annotated): string {
  return errorsOf(run)[0] ?? '';
}

/** The messages of the warnings that are annotations, in order. */
export function warningsOf({ annotations }: Annotated): string[] {
  return annotations.filter(({ kind }) => kind === 'warning').map(({ message }) => message);
}

/** The rows of an output; none where it is empty. */
export function rowsOf({ outputs }: WithOutputs, output: 'deployments' | 'resources'): Row[] {
  const text = outputs[output] ?? '';
  const rows: unknown = text === '' ? [] : JSON.parse(text);
  if (!Array.isArray(rows)) throw new Error(`the output ${output} is no array`);
  return rows.map((row: unknown) => {
    if (typeof row !== 'object' || row === null) throw new Error(`a row of ${output} is no object`);
    return Object.fromEntries(Object.entries(row));
  });
}

/** What the output `deployments` says of a resource; empty where it does not name it. */
export function deploymentRowOf(run: WithOutputs, resourceId: string): Row {
  return rowsOf(run, 'deployments').find((row) => row['resourceId'] === resourceId) ?? {};
}

/** A text in a row; '' for any other value. */
export function textIn(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}
