// The inputs of a step.
import type { Host } from './host.ts';

/** The values of the input `operation`. */
export type OperationName =
  'deploy' | 'start' | 'stop' | 'restart' | 'wait' | 'status' | 'list' | 'logs' | 'env' | 'check';

/** One condition of `filter`. */
export interface Condition {
  readonly key: 'type' | 'status' | 'name' | 'catalogKey';
  /** `*` matches any characters, `?` any single one. */
  readonly glob: string;
}

export interface Inputs {
  readonly operation: OperationName;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly resourceIds: readonly string[];
  readonly deploymentId: string | undefined;
  readonly force: boolean;
  readonly wait: boolean;
  readonly timeoutMs: number;
  readonly onBusy: 'wait' | 'fail' | 'skip';
  readonly skipIfOutdated: boolean;
  readonly requiredEnv: readonly string[];
  readonly healthCheck: string | undefined;
  readonly healthCheckContains: string | undefined;
  readonly healthCheckTimeoutMs: number;
  readonly maxParallel: number;
  readonly failFast: boolean;
  readonly lines: 100 | 500 | 2000;
  readonly filter: readonly Condition[];
  readonly buildLog: boolean;
  readonly githubEnvironment: string | undefined;
  readonly concurrentJobs: number;
  readonly githubToken: string;
}

/** What was read. With problems the step must not start; `inputs` then holds defaults for what is invalid. */
export interface ReadInputs {
  readonly inputs: Inputs;
  /** One line per invalid input. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  /** Everything to redact. */
  readonly secrets: readonly string[];
}

export function readInputs(_host: Pick<Host, 'core' | 'env'>): ReadInputs {
  throw new Error('not written yet');
}
