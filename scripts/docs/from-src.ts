// What pages take from the code of the action. When a table of `src` moves, only this file follows.
import { ADVICE } from '../../src/advice.ts';
import { INPUT_TABLE } from '../../src/runner/inputs.ts';

interface ErrorCode {
  /** What happened. */
  readonly title: string;
  /** What to do. */
  readonly next: string;
}

/** The error codes of the action, in the order of the page. */
export const ERROR_CODES: ReadonlyMap<string, ErrorCode> = ADVICE;

/** Every operation, in the order of the page. */
export const OPERATIONS: readonly string[] = INPUT_TABLE.operation.usedBy;

/** The operations that use an input of this name. */
export function usersOfInput(name: string): readonly string[] {
  return Object.values(INPUT_TABLE).find((row) => row.name === name)?.usedBy ?? [];
}
