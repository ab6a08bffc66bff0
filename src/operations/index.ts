// The table of operations. Adding one: a file beside this one, a line here, its inputs and outputs in action.yml.
import { deploy } from './deploy.ts';
import type { Operation } from './operation.ts';

/** Every operation by the name that `operation:` takes. */
export const operations: Readonly<Record<string, Operation>> = { deploy };
