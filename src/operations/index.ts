// The table of operations. To add one: a file in this folder, a line here, its inputs and outputs in action.yml.
import { check } from './check.ts';
import { deploy } from './deploy.ts';
import { env } from './env.ts';
import { restart, start, stop } from './lifecycle.ts';
import { list } from './list.ts';
import { logs } from './logs.ts';
import type { Operation } from './operation.ts';
import { status } from './status.ts';
import { wait } from './wait.ts';

/** Every operation by its name in the input `operation`. */
export const operations: Readonly<Record<string, Operation>> = {
  deploy,
  start,
  stop,
  restart,
  wait,
  status,
  list,
  logs,
  env,
  check,
};
