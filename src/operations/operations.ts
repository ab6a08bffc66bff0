// The operations, by the value of the input `operation`.
import type { Step } from '../step.ts';
import { check } from './check.ts';
import { deploy } from './deploy.ts';
import { lifecycle } from './lifecycle.ts';
import { env, list, logs, status } from './reads.ts';
import { follow } from './wait.ts';

/**
 * Each works on one resource and fills in its outcome. Rejects with the `Failure` that ends the
 * work.
 */
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
} satisfies Record<Step['inputs']['operation'], (step: Step) => Promise<void>>;
