// Turns the inputs of the step into a plan, or into a report of their errors.
import type { Args, Operation, Report, StepEvent } from '../operations/operation.ts';
import { pluralize } from '../plural.ts';
import { type GithubSettings, readGithubSettings } from './github/index.ts';
import type { Host } from './host.ts';
import { type Connection, createInputs, type Problem, readConnection, type StepInputs } from './inputs/index.ts';
import { unexpectedErrorReport } from './messages/index.ts';

/** What the step will do. */
export interface Plan {
  readonly kind: 'plan';
  readonly operation: Operation;
  /** Its name, as given. */
  readonly name: string;
  readonly args: Args;
  readonly connection: Connection;
  /** Deadline of the whole step. */
  readonly timeoutMs: number;
  /** Whether logs of the build and the app may be shown. */
  readonly showLogs: boolean;
  /** Undefined when no GitHub feature is used. */
  readonly github: GithubSettings | undefined;
  /** Notes and warnings about the inputs. */
  readonly remarks: readonly StepEvent[];
}

/** The inputs are invalid. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly report: Report;
}

/** Default timeout of operations that change something or wait, and of those that only read. */
const WAITING_TIMEOUT_MS = 30 * 60_000;
const READING_TIMEOUT_MS = 2 * 60_000;

interface PlanOptions {
  /** The operations by name. */
  readonly table: Readonly<Record<string, Operation>>;
  readonly githubToken: string;
}

/** Reads and checks all inputs. Never throws: an unexpected error also becomes a refusal. */
export function readPlan(host: Host, options: PlanOptions): Plan | Refusal {
  const inputs = createInputs(host);
  try {
    const plan = planFrom(inputs, options);
    const problems = inputs.problems();
    return problems.length === 0 ? plan : { kind: 'refusal', report: refusedReport(problems) };
  } catch (error) {
    return { kind: 'refusal', report: unexpectedErrorReport(error) };
  }
}

function planFrom(inputs: StepInputs, { table, githubToken }: PlanOptions): Plan {
  const name = inputs.choice('operation', Object.keys(table));
  const operation = table[name];
  if (operation === undefined) throw new Error(`the table of operations has no ${name}`);
  const connection = readConnection(inputs);
  const timeoutMs = inputs.durationMs('timeout');
  const args = operation.read(inputs);
  const github = operation.usesGithub === true ? readGithubSettings(inputs, githubToken) : undefined;
  return {
    kind: 'plan',
    operation,
    name,
    args,
    connection,
    timeoutMs: timeoutMs ?? (operation.effect === 'reads' ? READING_TIMEOUT_MS : WAITING_TIMEOUT_MS),
    // Operations that only read show no build log; `logs` always shows its log.
    showLogs: operation.effect === 'reads' || inputs.flag('build-log'),
    github,
    remarks: [
      ...inputs.notes().map((text) => ({ kind: 'note', text }) as const),
      ...unusedInputs(inputs.unused(), name),
    ],
  };
}

function unusedInputs(names: readonly string[], operation: string): StepEvent[] {
  if (names.length === 0) return [];
  const [has, it] = names.length === 1 ? ['has', 'it'] : ['have', 'them'];
  const text = `${names.join(', ')} ${has} no effect with operation: ${operation}. Remove ${it}, or check the operation.`;
  return [{ kind: 'warning', text }];
}

function refusedReport(problems: readonly Problem[]): Report {
  const [first, ...others] = problems;
  const headline =
    others.length === 0
      ? `The input ${first?.name} cannot be accepted`
      : `${pluralize(problems.length, 'input')} cannot be accepted`;
  const cause = problems.map(({ name, reason }) => `${name} ${reason}${/[.?]$/.test(reason) ? '' : '.'}`).join(' ');
  return { outcomes: [], errorCode: 'invalid_input', headline, cause };
}
