// An emulator on a virtual clock and a runner: everything an operation test needs, closed after each use.
import {
  dialects,
  type Emulator,
  type EmulatorOptions,
  parseDialect,
  startEmulator,
  VirtualClock,
} from '../../emulator/index.ts';
import { runStep, type StepOptions, type StepRun } from './runner/step.ts';

export { errorOf, rowsOf, warningsOf } from './runner/step-run.ts';

/** A service for the action, and a function that runs a step on it. */
export interface World {
  readonly emulator: Emulator;
  readonly clock: VirtualClock;
  /** Runs a step. Default key: `ci`; default `timeout`: 10 minutes. */
  readonly run: (inputs: Record<string, string>, options?: WorldRunOptions) => Promise<StepRun>;
}

/** Options of a step; everything has a default. */
interface WorldRunOptions extends Partial<Omit<StepOptions, 'clock' | 'inputs'>> {
  readonly key?: string;
}

/** The keys of every world: one that may deploy, one that may only read. */
const keys = [
  { name: 'ci', scopes: ['deploy'] },
  { name: 'reader', scopes: ['read'] },
] as const satisfies EmulatorOptions['keys'];

/** Every dialect by name, for `describe.each`. */
export const dialectNames: readonly string[] = Object.keys(dialects);

/** Options of a world; everything has a default. */
export interface WorldOptions extends Omit<EmulatorOptions, 'clock' | 'keys' | 'dialect'> {
  /** As the command line of the emulator accepts it; default `plain`. */
  readonly dialect?: string;
}

/** Opens a world, passes it to `use`, closes it in any case, and resolves with the result of `use`. Throws on a defect of the emulator. */
export async function withWorld<T>(
  { dialect = 'plain', ...options }: WorldOptions,
  use: (world: World) => Promise<T>,
): Promise<T> {
  const clock = new VirtualClock();
  const emulator = await startEmulator({ ...options, dialect: parseDialect(dialect), clock, keys });
  const run = (inputs: Record<string, string>, { key = 'ci', ...more }: WorldRunOptions = {}): Promise<StepRun> =>
    runStep({
      clock,
      inputs: { 'base-url': emulator.baseUrl, 'api-key': emulator.keys[key] ?? '', timeout: '10m', ...inputs },
      ...more,
    });
  try {
    const result = await use({ emulator, clock, run });
    if (emulator.violations.length > 0) throw new Error(`the emulator broke its own rules: ${emulator.violations[0]}`);
    return result;
  } finally {
    await emulator.close();
    clock.dispose();
  }
}

/** How often an endpoint was requested, by its name in the emulator's document. */
export function countOf({ requests }: Pick<Emulator, 'requests'>, endpoint: string): number {
  return requests.filter((request) => request.endpoint === endpoint).length;
}
