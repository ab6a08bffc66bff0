// The inputs of a step: a row for each, with its default, the operations that use it, and its
// reader.
import * as readers from './input-readers.ts';

const CHANGING = ['deploy', 'start', 'stop', 'restart'] as const;
const OPERATIONS = [...CHANGING, 'follow', 'status', 'list', 'logs', 'env', 'check'] as const;

/** A value of the input `operation`. */
export type OperationName = (typeof OPERATIONS)[number];

const ALL_BUT_LIST = OPERATIONS.filter((operation) => operation !== 'list');
const FOLLOWING: ReadonlySet<OperationName> = new Set([...CHANGING, 'follow']);
const CHECKING_HEALTH = ['deploy', 'start', 'restart', 'follow'] as const;

/** What a reader needs besides the text. */
export interface ReadContext {
  readonly operation: OperationName;
}

export interface Row {
  readonly name: string;
  /** The default of action.yml, unless that is an expression. */
  readonly fallback?: string;
  readonly usedBy: readonly OperationName[];
  /** If it is not given, the environment variable `DEPLOYMENT_SERVICE_…` counts. */
  readonly hasEnv?: true;
  /** It has an effect only together with this input. */
  readonly needs?: 'healthCheck';
  /** The value of a text, or why it is invalid. Always accepts the fallback. */
  readonly read: (text: string, context: ReadContext) => unknown;
}

/**
 * Every input, in the order of action.yml (a test compares them). action.yml sets the last one
 * in every step.
 */
export const INPUT_TABLE = {
  operation: {
    name: 'operation',
    fallback: 'deploy',
    usedBy: OPERATIONS,
    read: readers.oneOf(OPERATIONS),
  },
  baseUrl: { name: 'base-url', usedBy: OPERATIONS, hasEnv: true, read: readers.baseUrl },
  apiKey: { name: 'api-key', usedBy: OPERATIONS, hasEnv: true, read: readers.apiKey },
  resourceId: { name: 'resource-id', usedBy: ALL_BUT_LIST, read: readers.resourceId },
  deploymentId: { name: 'deployment-id', usedBy: ['follow', 'status'], read: readers.id },
  force: { name: 'force', fallback: 'false', usedBy: ['deploy'], read: readers.flag },
  wait: { name: 'wait', fallback: 'true', usedBy: CHANGING, read: readers.flag },
  timeoutMs: { name: 'timeout', usedBy: OPERATIONS, read: readTimeout },
  onBusy: {
    name: 'on-busy',
    fallback: 'wait',
    usedBy: CHANGING,
    read: readers.oneOf(['wait', 'fail']),
  },
  requiredEnv: { name: 'required-env', usedBy: ['deploy', 'check'], read: readers.variableNames },
  healthCheck: { name: 'health-check', usedBy: CHECKING_HEALTH, read: readers.healthCheck },
  healthCheckContains: {
    name: 'health-check-contains',
    needs: 'healthCheck',
    usedBy: CHECKING_HEALTH,
    read: readers.optional,
  },
  healthCheckTimeoutMs: {
    name: 'health-check-timeout',
    needs: 'healthCheck',
    fallback: '3m',
    usedBy: CHECKING_HEALTH,
    read: readers.duration,
  },
  lines: {
    name: 'lines',
    fallback: '100',
    usedBy: ['logs'],
    read: readers.oneOf([100, 500, 2000]),
  },
  buildLog: {
    name: 'build-log',
    fallback: 'true',
    usedBy: ['deploy', 'follow'],
    read: readers.flag,
  },
  concurrentJobs: { name: 'concurrent-jobs', usedBy: OPERATIONS, read: readers.countOr(1) },
} as const satisfies Readonly<Record<string, Row>>;

type Table = typeof INPUT_TABLE;

export type InputName = Table[keyof Table]['name'];

/** The values of all inputs. An input that the operation does not use has its default. */
export type Inputs = {
  readonly [K in keyof Table]: Exclude<ReturnType<Table[K]['read']>, readers.Invalid>;
};

function readTimeout(
  text: string,
  { operation }: Pick<ReadContext, 'operation'>,
): number | readers.Invalid {
  return readers.duration(text || (FOLLOWING.has(operation) ? '30m' : '2m'));
}
