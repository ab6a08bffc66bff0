// The operations by the name of the input.
import type { Step } from '../step.ts';
import { check } from './check.ts';
import { deploy } from './deploy.ts';
import { lifecycle } from './lifecycle.ts';
import { env, list, logs, status } from './reads.ts';
import { wait } from './wait.ts';

/**
 * Each works on one resource and fills the outcome of the step. Rejects with the `Failure` that
 * ends it.
 */
export const operations = {
  deploy,
  start: lifecycle('start'),
  stop: lifecycle('stop'),
  restart: lifecycle('restart'),
  wait,
  status,
  list,
  logs,
  env,
  check,
} satisfies Record<Step['inputs']['operation'], (step: Step) => Promise<void>>;
