// What pages take from the code of the action. When a table of `src` moves, only this file follows.
import { CODES } from '../../src/failure.ts';
import { INPUT_TABLE, type Row } from '../../src/inputs/table.ts';

interface ErrorCode {
  /** What happened. */
  readonly title: string;
  /** What to do. */
  readonly next: string;
}

/** The error codes of the action, in the order of the page. */
export const ERROR_CODES: ReadonlyMap<string, ErrorCode> = new Map(Object.entries(CODES));

/** Every operation, in the order of the page. */
export const OPERATIONS: readonly string[] = INPUT_TABLE.operation.usedBy;

/** The operations that use an input of this name. */
export function usersOfInput(name: string): readonly string[] {
  return Object.values<Row>(INPUT_TABLE).find((row) => row.name === name)?.usedBy ?? [];
}
