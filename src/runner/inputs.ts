// The inputs of a step: one row each, with its default, its users and its reader. All are checked
// before anything else.
import type { Host } from './host.ts';
import * as readers from './input-readers.ts';

const OPERATIONS = [
  'deploy',
  'start',
  'stop',
  'restart',
  'wait',
  'status',
  'list',
  'logs',
  'env',
  'check',
] as const;
/** A value of the input `operation`. */
export type OperationName = (typeof OPERATIONS)[number];

const ALL_BUT_LIST = OPERATIONS.filter((operation) => operation !== 'list');
const CHANGING = ['deploy', 'start', 'stop', 'restart'] as const;
const FOLLOWING: readonly OperationName[] = [...CHANGING, 'wait'];
const WITH_SEVERAL: readonly OperationName[] = [...FOLLOWING, 'status'];
const CHECKING_HEALTH = ['deploy', 'start', 'restart', 'wait'] as const;

/** One input. */
interface Row {
  readonly name: string;
  /** As in action.yml; '' for none, or for an expression. */
  readonly fallback: string;
  readonly usedBy: readonly OperationName[];
  /** An environment variable, `DEPLOYMENT_SERVICE_…`, stands in when it is not given. */
  readonly hasEnv?: true;
  /** White space around the value counts. */
  readonly isUntrimmed?: true;
  /** The value of a text, which is the default when none is given. */
  readonly read: (
    text: string,
    more: { operation: OperationName; note: (text: string) => void },
  ) => unknown;
}

/**
 * Every input, in the order of action.yml (a test compares them). GitHub gives the last two to
 * every step.
 */
export const INPUT_TABLE = {
  operation: {
    name: 'operation',
    fallback: 'deploy',
    usedBy: OPERATIONS,
    read: readers.oneOf(OPERATIONS),
  },
  baseUrl: {
    name: 'base-url',
    fallback: '',
    usedBy: OPERATIONS,
    hasEnv: true,
    read: readers.baseUrl,
  },
  apiKey: { name: 'api-key', fallback: '', usedBy: OPERATIONS, hasEnv: true, read: readers.apiKey },
  resourceIds: {
    name: 'resource-id',
    fallback: '',
    usedBy: ALL_BUT_LIST,
    isUntrimmed: true,
    read: readers.ids,
  },
  deploymentId: {
    name: 'deployment-id',
    fallback: '',
    usedBy: ['wait', 'status'],
    read: readers.id,
  },
  force: { name: 'force', fallback: 'false', usedBy: ['deploy'], read: readers.flag },
  wait: { name: 'wait', fallback: 'true', usedBy: CHANGING, read: readers.flag },
  timeoutMs: { name: 'timeout', fallback: '', usedBy: OPERATIONS, read: readTimeout },
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
  requiredEnv: {
    name: 'required-env',
    fallback: '',
    usedBy: ['deploy', 'check'],
    read: readers.words,
  },
  healthCheck: {
    name: 'health-check',
    fallback: '',
    usedBy: CHECKING_HEALTH,
    read: readers.healthCheck,
  },
  healthCheckContains: {
    name: 'health-check-contains',
    fallback: '',
    usedBy: CHECKING_HEALTH,
    read: readers.optional,
  },
  healthCheckTimeoutMs: {
    name: 'health-check-timeout',
    fallback: '3m',
    usedBy: CHECKING_HEALTH,
    read: readers.duration,
  },
  maxParallel: {
    name: 'max-parallel',
    fallback: '',
    usedBy: WITH_SEVERAL,
    read: readers.countOr(Infinity),
  },
  failFast: { name: 'fail-fast', fallback: 'true', usedBy: WITH_SEVERAL, read: readers.flag },
  lines: {
    name: 'lines',
    fallback: '100',
    usedBy: [...FOLLOWING, 'logs'],
    read: readers.oneOf([100, 500, 2000]),
  },
  filter: { name: 'filter', fallback: '', usedBy: ['list'], read: readers.filter },
  buildLog: { name: 'build-log', fallback: 'true', usedBy: ['deploy', 'wait'], read: readers.flag },
  githubEnvironment: {
    name: 'github-environment',
    fallback: '',
    usedBy: ['deploy'],
    read: readers.optional,
  },
  concurrentJobs: {
    name: 'concurrent-jobs',
    fallback: '',
    usedBy: OPERATIONS,
    read: readers.countOr(1),
  },
  githubToken: {
    name: 'github-token',
    fallback: '',
    usedBy: OPERATIONS,
    read: (text: string) => text,
  },
} as const satisfies Readonly<Record<string, Row>>;

type Table = typeof INPUT_TABLE;

/** The inputs of a step, as values. Those that the operation does not use have their defaults. */
export type Inputs = {
  readonly [K in keyof Table]: Exclude<ReturnType<Table[K]['read']>, readers.Invalid>;
};

/**
 * What was read. With problems the step must not start; `inputs` then holds defaults for what is
 * invalid.
 */
export interface ReadInputs {
  readonly inputs: Inputs;
  /** One line per invalid input; values are quoted, but no secrets. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  /** Everything to redact. */
  readonly secrets: readonly string[];
}

/** Reads and checks all inputs. Masks the key before anything else. */
export function readInputs(host: Pick<Host, 'core' | 'env'>): ReadInputs {
  const secrets = [INPUT_TABLE.apiKey, INPUT_TABLE.githubToken].flatMap((row) =>
    readers.secretLines(givenText(host, row)),
  );
  for (const secret of secrets) host.core.setSecret(secret);
  const problems = new Map<string, string>();
  const notes: string[] = [];
  const unused: string[] = [];
  let operation: OperationName = 'deploy';

  function refuse(name: string, reason: string): void {
    if (!problems.has(name)) problems.set(name, `${name} ${reason}`);
  }

  function read(row: Row): unknown {
    const text = givenText(host, row);
    if (text.includes('${{')) refuse(row.name, UNEVALUATED);
    const isUsed = row.usedBy.includes(operation) || problems.has('operation');
    if (!isUsed && !['', row.fallback].includes(text.toLowerCase())) unused.push(row.name);
    const reading = { operation, note: (note: string) => void notes.push(note) };
    const value = row.read(isUsed && text !== '' ? text : row.fallback, reading);
    if (!(value instanceof readers.Invalid)) return value;
    refuse(row.name, value.reason);
    return row.read(row.fallback, reading);
  }

  const values: Record<string, unknown> = {};
  for (const [key, row] of Object.entries<Row>(INPUT_TABLE)) {
    values[key] = read(row);
    if (key === 'operation')
      operation = OPERATIONS.find((name) => name === values[key]) ?? operation;
  }
  // Each value is what the reader of its row returns.
  // oxlint-disable-next-line no-unsafe-type-assertion
  const inputs = values as Inputs;
  checkTogether(inputs, (of, isBroken, reason) => {
    if (isBroken && !of.some((name) => problems.has(name))) refuse(of[0], reason);
  });
  const warnings =
    unused.length === 0 ? [] : [`No effect with operation: ${operation}: ${unused.join(', ')}.`];
  return { inputs, problems: [...problems.values()], warnings, notes, secrets };
}

/**
 * Refuses the first of these inputs if something is broken; does nothing when one of them is
 * refused already.
 */
type RefuseIf = (of: readonly [string, ...string[]], isBroken: boolean, reason: string) => void;

/** What must hold besides each value. */
function checkTogether(inputs: Inputs, refuseIf: RefuseIf): void {
  const { operation, resourceIds, deploymentId = 'latest', githubEnvironment } = inputs;
  const hasCheck = inputs.healthCheck !== undefined;
  const hasRecord = githubEnvironment !== undefined;
  const isSeveral = resourceIds.length > 1;
  const hasOtherTimeout =
    inputs.healthCheckTimeoutMs !== readers.duration(INPUT_TABLE.healthCheckTimeoutMs.fallback);
  refuseIf(['base-url'], inputs.baseUrl === '', `${NEEDED} DEPLOYMENT_SERVICE_BASE_URL`);
  refuseIf(['api-key'], inputs.apiKey === '', `${NEEDED} DEPLOYMENT_SERVICE_API_KEY. ${EMPTY_KEY}`);
  const needsId = operation !== 'list' && operation !== 'check';
  refuseIf(
    ['resource-id', 'operation'],
    needsId && resourceIds.length === 0,
    'is needed: the id of the resource',
  );
  const takesOne = !WITH_SEVERAL.includes(operation);
  refuseIf(
    ['resource-id', 'operation'],
    takesOne && isSeveral,
    `must be one id with operation: ${operation}`,
  );
  const isOneId = isSeveral && deploymentId !== 'latest';
  refuseIf(
    ['deployment-id', 'resource-id'],
    isOneId,
    'must be latest when there are several resources',
  );
  const endNeeded =
    'must be true with health-check or github-environment, which need the end of the work';
  refuseIf(
    ['wait', 'health-check', 'github-environment'],
    !inputs.wait && (hasCheck || hasRecord),
    endNeeded,
  );
  const isAlone = !hasCheck && inputs.healthCheckContains !== undefined;
  refuseIf(['health-check-contains', 'health-check'], isAlone, 'needs health-check');
  refuseIf(
    ['health-check-timeout', 'health-check'],
    !hasCheck && hasOtherTimeout,
    'needs health-check',
  );
  const isNowhere = inputs.requiredEnv.length > 0 && resourceIds.length === 0;
  refuseIf(['required-env', 'resource-id'], isNowhere, 'needs resource-id');
  const needsToken = inputs.skipIfOutdated || hasRecord;
  const hasToken = readers.isSecret(inputs.githubToken);
  const who = 'for skip-if-outdated and github-environment';
  refuseIf(
    ['github-token', 'github-environment'],
    needsToken && !hasToken,
    `${readers.SECRET_RULE} ${who}`,
  );
}

const NEEDED = 'is needed, as the input or as env';
const EMPTY_KEY =
  'It is empty when the secret is not set, when the job lacks the environment that holds it, and in runs from forks and Dependabot, which get no secrets';
const UNEVALUATED =
  'holds an expression that was not evaluated (${{): check its quotes, and whether it comes from a variable or from the default of an input of a reusable workflow or composite action';

function readTimeout(
  text: string,
  { operation }: { operation: OperationName },
): number | readers.Invalid {
  return readers.duration(text || (FOLLOWING.includes(operation) ? '30m' : '2m'));
}

/** An input as given, else its environment variable; empty when neither is given. */
function givenText({ core, env }: Pick<Host, 'core' | 'env'>, row: Row): string {
  const text = core.getInput(row.name, { trimWhitespace: false });
  if (row.isUntrimmed === true && text.trim() !== '') return text;
  const variable = `DEPLOYMENT_SERVICE_${row.name.replace('-', '_').toUpperCase()}`;
  return text.trim() || ((row.hasEnv && env[variable]?.trim()) ?? '');
}
