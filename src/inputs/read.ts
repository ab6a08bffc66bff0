// Reads and checks all inputs before anything else: each value on its own, then what must hold
// between them.
import { Failure } from '../failure.ts';
import type { Host } from '../runner/host.ts';
import { INPUT_TABLE, type InputName, type Inputs, type OperationName, type Row } from './table.ts';
import { Invalid, secretLines } from './values.ts';

/** All inputs as they were read, and what is wrong with them. */
export type ReadInputs = ReturnType<typeof readInputs>;

/** Where the text of an input comes from. */
type Source = Pick<Host, 'core' | 'env'>;

/** Reads and checks all inputs; masks the key first. */
export function readInputs(host: Source) {
  const secrets = secretLines(givenText(host, INPUT_TABLE.apiKey));
  for (const secret of secrets) host.core.setSecret(secret);
  const operation = readOperation(host);
  const readings = Object.entries<Row>(INPUT_TABLE).map(([key, row]) => ({
    key,
    row,
    ...readRow(host, row, operation),
  }));
  // Each value is what the reader of its row returns.
  // oxlint-disable-next-line no-unsafe-type-assertion
  const inputs = Object.fromEntries(readings.map(({ key, value }) => [key, value])) as Inputs;
  /** A line for each invalid input, by its name. */
  const problems = new Map<string, string>();
  for (const { row, reason } of readings)
    if (reason !== undefined) problems.set(row.name, `${row.name} ${reason}`);
  addBrokenRules(problems, inputs);
  const unused = readings.filter(({ isUnused }) => isUnused).map(({ row }) => row.name);
  return {
    /** An invalid input has its default. */
    inputs,
    failure: failureOf(problems),
    warnings: warningsOf(host, inputs.operation, unused),
    /** Everything to redact. */
    secrets,
  };
}

/** One line for each invalid input; values are quoted, but no secrets. */
function failureOf(problems: ReadonlyMap<string, string>): Failure | undefined {
  const [first, ...others] = problems.keys();
  if (first === undefined) return undefined;
  const several = `Invalid inputs: ${first} and ${others.length} more`;
  return new Failure('invalid_input', [...problems.values()].join('\n'), {
    title: others.length === 0 ? `Invalid input: ${first}` : several,
    meaning: 'Nothing was sent to the service.',
  });
}

function warningsOf(
  { env }: Source,
  operation: OperationName,
  unused: readonly string[],
): readonly string[] {
  const noEffect = `No effect with operation: ${operation}: ${unused.join(', ')}.`;
  return [
    ...(unused.length === 0 ? [] : [noEffect]),
    ...(env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? [CERTIFICATES_UNCHECKED] : []),
  ];
}

/** The operation, on which the other inputs depend; undefined if it is invalid. */
function readOperation(host: Source): OperationName | undefined {
  const { fallback, read } = INPUT_TABLE.operation;
  const operation = read(givenText(host, INPUT_TABLE.operation) || fallback);
  return operation instanceof Invalid ? undefined : operation;
}

/** Reads one input. With an invalid operation all inputs are checked. */
function readRow(host: Source, row: Row, operation: OperationName | undefined) {
  const text = givenText(host, row);
  const isUsed = operation === undefined || row.usedBy.includes(operation);
  const isGiven = !['', row.fallback].includes(text.toLowerCase());
  const { value, invalidReason } = readText(row, isUsed ? text : '', operation);
  const unmetNeed = isUsed && isGiven ? unmetNeedOf(host, row) : undefined;
  return {
    value,
    /** Why the input is invalid. */
    reason: unusableReason(text) ?? invalidReason ?? unmetNeed,
    isUnused: !isUsed && isGiven && row.isSetByGitHub !== true,
  };
}

/** The value of a text; for an invalid one the default, and why it is invalid. */
function readText({ read, fallback = '' }: Row, text: string, operation?: OperationName) {
  const value = read(text || fallback, operation);
  return value instanceof Invalid
    ? { value: read(fallback, operation), invalidReason: value.reason }
    : { value };
}

/** A longer input is a mistake, such as the contents of a file. */
const MAX_INPUT_CHARS = 10_000;

/** Why a text cannot be the value of any input. */
function unusableReason(text: string): string | undefined {
  if (text.includes('${{')) return UNEVALUATED;
  return text.length > MAX_INPUT_CHARS
    ? `must have at most ${MAX_INPUT_CHARS} characters, not ${text.length}`
    : undefined;
}

/** Says that the input which this one needs is not given. */
function unmetNeedOf(host: Source, { needs }: Row): string | undefined {
  const needed = needs && INPUT_TABLE[needs];
  return needed && givenText(host, needed) === '' ? `needs ${needed.name}` : undefined;
}

/** Adds a line for each broken rule, unless one of its inputs is invalid already. */
function addBrokenRules(problems: Map<string, string>, inputs: Inputs): void {
  for (const { names, isBroken, reason } of RULES) {
    const [name] = names;
    if (names.some((other) => problems.has(other)) || !isBroken(inputs)) continue;
    problems.set(name, `${name} ${reason}`);
  }
}

/** An input as given, or its environment variable; empty if neither is given. */
function givenText({ core, env }: Source, row: Row): string {
  const variable = `DEPLOYMENT_SERVICE_${row.name.replaceAll('-', '_').toUpperCase()}`;
  return core.getInput(row.name) || ((row.hasEnv && env[variable]?.trim()) ?? '');
}

const UNEVALUATED =
  'holds an expression that was not evaluated (${{): check its quotes, and whether it comes from ' +
  'a variable or the default of an input elsewhere';

const CERTIFICATES_UNCHECKED =
  'NODE_TLS_REJECT_UNAUTHORIZED is 0, so no certificate is checked, and anybody on the way can ' +
  'read the API key. NODE_EXTRA_CA_CERTS can name the authority of a private certificate.';

const emptyWhen = (source: string): string =>
  `It is empty when ${source} is not set or its name is misspelt, or when the job lacks the ` +
  'environment that holds it';

/** What must hold between inputs. */
interface Rule {
  /** The first one is reported as invalid. */
  readonly names: readonly [InputName, ...InputName[]];
  readonly isBroken: (inputs: Inputs) => boolean;
  /** Continues a line that begins with the name of the input. */
  readonly reason: string;
}

const RULES: readonly Rule[] = [
  {
    names: ['base-url'],
    isBroken: ({ baseUrl }) => baseUrl === '',
    reason:
      'is needed, as the input or as env DEPLOYMENT_SERVICE_BASE_URL. ' + emptyWhen('its variable'),
  },
  {
    names: ['api-key'],
    isBroken: ({ apiKey }) => apiKey === '',
    reason:
      'is needed, as the input or as env DEPLOYMENT_SERVICE_API_KEY. ' +
      `${emptyWhen('the secret')}, and in runs from forks and Dependabot, which get no secrets`,
  },
  {
    names: ['resource-id', 'operation'],
    isBroken: ({ operation, resourceId }) =>
      resourceId === '' && operation !== 'list' && operation !== 'check',
    reason: `is needed: the id of the resource. ${emptyWhen('its variable')}`,
  },
  {
    names: ['wait', 'health-check'],
    isBroken: ({ wait, healthCheck }) => !wait && healthCheck !== undefined,
    reason: 'must be true with health-check, which needs the end of the work',
  },
  {
    names: ['required-env', 'resource-id'],
    isBroken: ({ requiredEnv, resourceId }) => requiredEnv.length > 0 && resourceId === '',
    reason: 'needs resource-id',
  },
];
