// The inputs of a step: a row for each, with its default, the operations that use it, and its
// reader.
import * as readers from './input-readers.ts';

const CHANGING = ['deploy', 'start', 'stop', 'restart'] as const;
const OPERATIONS = [...CHANGING, 'wait', 'status', 'list', 'logs', 'env', 'check'] as const;

/** A value of the input `operation`. */
export type OperationName = (typeof OPERATIONS)[number];

const ALL_BUT_LIST = OPERATIONS.filter((operation) => operation !== 'list');
const FOLLOWING: readonly OperationName[] = [...CHANGING, 'wait'];
/** Operations that accept several resources. */
export const WITH_SEVERAL: readonly OperationName[] = [...FOLLOWING, 'status'];
const CHECKING_HEALTH = ['deploy', 'start', 'restart', 'wait'] as const;

/** What a reader needs besides the text. */
export interface ReadContext {
  readonly operation: OperationName;
  /** Called with a sentence for the step log. */
  readonly info: (text: string) => void;
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
  /** White space around the value has a meaning. */
  readonly isUntrimmed?: true;
  /** The value of a text, or why it is invalid. Always accepts the fallback. */
  readonly read: (text: string, context: ReadContext) => unknown;
}

/**
 * Every input, in the order of action.yml (a test compares them). action.yml sets the last two in
 * every step.
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
  resourceIds: { name: 'resource-id', usedBy: ALL_BUT_LIST, isUntrimmed: true, read: readers.ids },
  deploymentId: { name: 'deployment-id', usedBy: ['wait', 'status'], read: readers.id },
  force: { name: 'force', fallback: 'false', usedBy: ['deploy'], read: readers.flag },
  wait: { name: 'wait', fallback: 'true', usedBy: CHANGING, read: readers.flag },
  timeoutMs: { name: 'timeout', usedBy: OPERATIONS, read: readTimeout },
  onBusy: {
    name: 'on-busy',
    fallback: 'wait',
    usedBy: CHANGING,
    read: readers.oneOf(['wait', 'fail', 'skip']),
  },
  skipIfOutdated: {
    name: 'skip-if-outdated',
    fallback: 'false',
    usedBy: ['deploy'],
    read: readers.flag,
  },
  requiredEnv: { name: 'required-env', usedBy: ['deploy', 'check'], read: readers.variableNames },
  healthCheck: { name: 'health-check', usedBy: CHECKING_HEALTH, read: readers.healthCheck },
  healthCheckContains: {
    name: 'health-check-contains',
    needs: 'healthCheck',
    usedBy: CHECKING_HEALTH,
    read: readers.optional,
  },
  healthCheckHeaders: {
    name: 'health-check-headers',
    needs: 'healthCheck',
    usedBy: CHECKING_HEALTH,
    read: readers.headers,
  },
  healthCheckTimeoutMs: {
    name: 'health-check-timeout',
    needs: 'healthCheck',
    fallback: '3m',
    usedBy: CHECKING_HEALTH,
    read: readers.duration,
  },
  maxParallel: { name: 'max-parallel', usedBy: WITH_SEVERAL, read: readers.countOr(Infinity) },
  failFast: { name: 'fail-fast', fallback: 'true', usedBy: WITH_SEVERAL, read: readers.flag },
  lines: {
    name: 'lines',
    fallback: '100',
    usedBy: [...FOLLOWING, 'logs'],
    read: readers.oneOf([100, 500, 2000]),
  },
  filter: { name: 'filter', usedBy: ['list'], read: readers.filter },
  buildLog: { name: 'build-log', fallback: 'true', usedBy: ['deploy', 'wait'], read: readers.flag },
  githubEnvironment: { name: 'github-environment', usedBy: ['deploy'], read: readers.optional },
  concurrentJobs: { name: 'concurrent-jobs', usedBy: OPERATIONS, read: readers.countOr(1) },
  githubToken: { name: 'github-token', usedBy: OPERATIONS, read: (text: string) => text },
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
  return readers.duration(text || (FOLLOWING.includes(operation) ? '30m' : '2m'));
}
