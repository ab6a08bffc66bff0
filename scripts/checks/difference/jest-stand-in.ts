// Stands in for `@jest/globals` while test files are loaded: keeps their rows and runs no test.
import type { Timeline } from '../../../__tests__/support/timeline.ts';

/** The timelines of all files that were loaded. */
export const collected: Timeline[] = [];

/** @public */
export const expect = {};

/** @public */
export function afterAll(): void {}

/** @public */
export function describe(_title: string, define: () => void): void {
  define();
}

/** @public */
export const test = Object.assign((): void => undefined, {
  each(table: readonly unknown[]) {
    collected.push(...table.flat(2).filter(isTimeline));
    return (): void => undefined;
  },
});

function isTimeline(cell: unknown): cell is Timeline {
  return typeof cell === 'object' && cell !== null && 'it' in cell && 'ends' in cell;
}
