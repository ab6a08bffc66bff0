// The inputs of a step: a row for each, with its default, the operations that use it, and its
// reader.
import * as values from './values.ts';

const CHANGING = ['deploy', 'start', 'stop', 'restart'] as const;
const OPERATIONS = [...CHANGING, 'follow', 'status', 'list', 'logs', 'env', 'check'] as const;

/** A value of the input `operation`. */
export type OperationName = (typeof OPERATIONS)[number];

const ALL_BUT_LIST = OPERATIONS.filter((operation) => operation !== 'list');
const FOLLOWING: ReadonlySet<OperationName> = new Set([...CHANGING, 'follow']);
const CHECKING_HEALTH = ['deploy', 'start', 'restart', 'follow'] as const;

/** An input. */
export interface Row {
  readonly name: string;
  /** The default of action.yml, unless that is an expression. */
  readonly fallback?: string;
  readonly usedBy: readonly OperationName[];
  /** If it is not given, the environment variable `DEPLOYMENT_SERVICE_…` is read. */
  readonly hasEnv?: true;
  /** It has an effect only together with this input. */
  readonly needs?: 'healthCheck';
  /** action.yml sets it in every step, so it is never reported as unused. */
  readonly isSetByGitHub?: true;
  /** The value of a text, or why it is invalid. Always accepts the fallback. */
  readonly read: (text: string, operation?: OperationName) => unknown;
}

/** Every input, in the order of action.yml (a test compares them). */
export const INPUT_TABLE = {
  operation: {
    name: 'operation',
    fallback: 'deploy',
    usedBy: OPERATIONS,
    read: values.oneOf(OPERATIONS),
  },
  baseUrl: { name: 'base-url', usedBy: OPERATIONS, hasEnv: true, read: values.baseUrl },
  apiKey: { name: 'api-key', usedBy: OPERATIONS, hasEnv: true, read: values.apiKey },
  resourceId: { name: 'resource-id', usedBy: ALL_BUT_LIST, read: values.resourceId },
  deploymentId: {
    name: 'deployment-id',
    usedBy: ['follow', 'status'],
    read: values.deploymentId,
  },
  force: { name: 'force', fallback: 'false', usedBy: ['deploy'], read: values.flag },
  wait: { name: 'wait', fallback: 'true', usedBy: CHANGING, read: values.flag },
  timeoutMs: { name: 'timeout', usedBy: OPERATIONS, read: readTimeout },
  onBusy: {
    name: 'on-busy',
    fallback: 'wait',
    usedBy: CHANGING,
    read: values.oneOf(['wait', 'fail']),
  },
  requiredEnv: { name: 'required-env', usedBy: ['deploy', 'check'], read: values.variableNames },
  healthCheck: { name: 'health-check', usedBy: CHECKING_HEALTH, read: values.healthCheck },
  healthCheckContains: {
    name: 'health-check-contains',
    needs: 'healthCheck',
    usedBy: CHECKING_HEALTH,
    read: values.optional,
  },
  healthCheckTimeoutMs: {
    name: 'health-check-timeout',
    needs: 'healthCheck',
    fallback: '3m',
    usedBy: CHECKING_HEALTH,
    read: values.duration,
  },
  lines: { name: 'lines', fallback: '100', usedBy: ['logs'], read: values.oneOf([100, 500, 2000]) },
  buildLog: {
    name: 'build-log',
    fallback: 'true',
    usedBy: ['deploy', 'follow'],
    read: values.flag,
  },
  concurrentJobs: {
    name: 'concurrent-jobs',
    usedBy: OPERATIONS,
    isSetByGitHub: true,
    read: values.count,
  },
} as const satisfies Readonly<Record<string, Row>>;

type Table = typeof INPUT_TABLE;

export type InputName = Table[keyof Table]['name'];

/** The values of all inputs. An input that the operation does not use has its default. */
export type Inputs = {
  readonly [K in keyof Table]: Exclude<ReturnType<Table[K]['read']>, values.Invalid>;
};

function readTimeout(text: string, operation: OperationName = 'deploy') {
  return values.duration(text || (FOLLOWING.has(operation) ? '30m' : '2m'));
}
