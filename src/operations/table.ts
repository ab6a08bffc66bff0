// The operations, by the value of the input `operation`.
import { deploy } from '../deploy/deploy.ts';
import type { OperationName } from '../inputs/table.ts';
import type { Step } from '../step.ts';
import { check } from './check.ts';
import { follow } from './follow.ts';
import { lifecycle } from './lifecycle.ts';
import { env, list, logs, status } from './reads.ts';

/** Each fills in the outcome. Rejects with the `Failure` that ends the work. */
export const operations = {
  deploy,
  start: lifecycle('start'),
  stop: lifecycle('stop'),
  restart: lifecycle('restart'),
  follow,
  status,
  list,
  logs,
  env,
  check,
} satisfies Record<OperationName, (step: Step) => Promise<void>>;
