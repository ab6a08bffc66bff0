// Reads and checks all inputs before anything else: each value on its own, then what must hold
// between them.
import type { Host } from './host.ts';
import { Invalid, secretLines } from './input-readers.ts';
import { INPUT_TABLE } from './inputs.ts';
import type { InputName, Inputs, OperationName, ReadContext, Row } from './inputs.ts';

/** What was read. With problems the step must not start. */
export type ReadInputs = ReturnType<typeof readInputs>;

/** Reads and checks all inputs; masks the secrets among them first. */
export function readInputs(host: Pick<Host, 'core' | 'env'>) {
  const secrets = maskSecrets(host);
  const givenOperation = readOperation(host);
  const operation = givenOperation ?? INPUT_TABLE.operation.fallback;
  const problems = new Map<string, string>();
  const unused: string[] = [];
  const values: Record<string, unknown> = {};
  const context = { operation };

  for (const [key, row] of Object.entries<Row>(INPUT_TABLE)) {
    const text = givenText(host, row);
    // With an invalid operation all inputs are checked.
    const isUsed = givenOperation === undefined || row.usedBy.includes(operation);
    const isGiven = !['', row.fallback].includes(text.toLowerCase());
    if (!isUsed && isGiven) unused.push(row.name);
    const { value, invalidReason } = readRow(row, isUsed ? text : '', context);
    const lacks = isUsed && isGiven ? missingFor(host, row) : undefined;
    const reason = text.includes('${{') ? UNEVALUATED : (invalidReason ?? lacks);
    if (reason !== undefined) problems.set(row.name, `${row.name} ${reason}`);
    values[key] = value;
  }
  // Each value is what the reader of its row returns.
  // oxlint-disable-next-line no-unsafe-type-assertion
  const inputs = values as Inputs;
  addBrokenRules(problems, inputs);
  const warnings = warningsOf(host, operation, unused);
  return {
    /** An invalid input has its default. */
    inputs,
    /** One line per invalid input; values are quoted, but no secrets. */
    problems: [...problems.values()],
    warnings,
    /** Everything to redact. */
    secrets,
  };
}

function warningsOf(
  { env }: Pick<Host, 'env'>,
  operation: OperationName,
  unused: readonly string[],
): readonly string[] {
  const noEffect = `No effect with operation: ${operation}: ${unused.join(', ')}.`;
  return [
    ...(unused.length === 0 ? [] : [noEffect]),
    ...(env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? [CERTIFICATES_UNCHECKED] : []),
  ];
}

function maskSecrets(host: Pick<Host, 'core' | 'env'>): readonly string[] {
  const secrets = [...secretLines(givenText(host, INPUT_TABLE.apiKey))];
  for (const secret of secrets) host.core.setSecret(secret);
  return secrets;
}

/** The operation, on which the other inputs depend; undefined if it is invalid. */
function readOperation(host: Pick<Host, 'core' | 'env'>): OperationName | undefined {
  const { fallback, read } = INPUT_TABLE.operation;
  const operation = read(givenText(host, INPUT_TABLE.operation) || fallback);
  return operation instanceof Invalid ? undefined : operation;
}

/** The value of a text; for an invalid one the default, and why it is invalid. */
function readRow({ read, fallback = '' }: Row, text: string, context: ReadContext) {
  const value = read(text || fallback, context);
  return value instanceof Invalid
    ? { value: read(fallback, context), invalidReason: value.reason }
    : { value };
}

/** Why a given input has no effect: the one that it needs is not given. */
function missingFor(host: Pick<Host, 'core' | 'env'>, { needs }: Row): string | undefined {
  const needed = needs && INPUT_TABLE[needs];
  return needed && givenText(host, needed) === '' ? `needs ${needed.name}` : undefined;
}

/** Adds a line for each broken rule, unless one of its inputs is invalid already. */
function addBrokenRules(problems: Map<string, string>, inputs: Inputs): void {
  for (const { names, isBroken, reason } of RULES) {
    const [name] = names;
    if (names.some((other) => problems.has(other)) || !isBroken(inputs)) continue;
    problems.set(name, `${name} ${reason(inputs)}`);
  }
}

/** An input as given, or its environment variable; empty if neither is given. */
function givenText({ core, env }: Pick<Host, 'core' | 'env'>, row: Row): string {
  const text = core.getInput(row.name);
  const variable = `DEPLOYMENT_SERVICE_${row.name.replaceAll('-', '_').toUpperCase()}`;
  return text.trim() || ((row.hasEnv && env[variable]?.trim()) ?? '');
}

const UNEVALUATED =
  'holds an expression that was not evaluated (${{): check its quotes, and whether it comes from ' +
  'a variable or the default of an input elsewhere';

const CERTIFICATES_UNCHECKED =
  'NODE_TLS_REJECT_UNAUTHORIZED is 0, so no certificate is checked, and anybody on the way can ' +
  'read the API key. NODE_EXTRA_CA_CERTS can name the authority of a private certificate.';

const emptyWhen = (source: string): string =>
  `It is empty when ${source} is not set, or when the job lacks the environment that holds it`;

/** What must hold between inputs. */
interface Rule {
  /** The first one is reported as invalid. */
  readonly names: readonly [InputName, ...InputName[]];
  readonly isBroken: (inputs: Inputs) => boolean;
  /** Continues a line that begins with the name of the input. */
  readonly reason: (inputs: Inputs) => string;
}

const RULES: readonly Rule[] = [
  {
    names: ['base-url'],
    isBroken: ({ baseUrl }) => baseUrl === '',
    reason: () =>
      'is needed, as the input or as env DEPLOYMENT_SERVICE_BASE_URL. ' + emptyWhen('its variable'),
  },
  {
    names: ['api-key'],
    isBroken: ({ apiKey }) => apiKey === '',
    reason: () =>
      'is needed, as the input or as env DEPLOYMENT_SERVICE_API_KEY. ' +
      `${emptyWhen('the secret')}, and in runs from forks and Dependabot, which get no secrets`,
  },
  {
    names: ['resource-id', 'operation'],
    isBroken: ({ operation, resourceId }) =>
      resourceId === '' && operation !== 'list' && operation !== 'check',
    reason: () => `is needed: the id of the resource. ${emptyWhen('its variable')}`,
  },
  {
    names: ['wait', 'health-check'],
    isBroken: ({ wait, healthCheck }) => !wait && healthCheck !== undefined,
    reason: () => 'must be true with health-check, which needs the end of the work',
  },
  {
    names: ['required-env', 'resource-id'],
    isBroken: ({ requiredEnv, resourceId }) => requiredEnv.length > 0 && resourceId === '',
    reason: () => 'needs resource-id',
  },
];
