// The emulator for tests in one process: simulated resources on virtual time, with a key that may
// deploy.
import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator/emulator.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

/** An emulator on virtual time. */
export interface TestEmulator extends Emulator {
  readonly clock: VirtualClock;
  /** Value of the key `ci`, which has the scope `deploy`. */
  readonly key: string;
  /** What was a defect of the emulator; empty in every sound test. */
  readonly problems: string[];
}

/**
 * Options of a test; without `resources` there is one app, `app_web`. The key `ci` is always there.
 */
export type TestOptions = Partial<Omit<EmulatorOptions, 'clock' | 'onProblem'>> & {
  readonly clock?: VirtualClock;
};

/** Starts it. `stop` ends the clock, too, unless it was given. */
export async function startTestEmulator(options: TestOptions = {}): Promise<TestEmulator> {
  const {
    clock = new VirtualClock(),
    keys = [],
    resources = [{ id: 'app_web' }],
    ...rest
  } = options;
  const problems: string[] = [];
  const emulator = await startEmulator({
    ...rest,
    clock,
    resources,
    keys: [{ name: 'ci', scopes: ['deploy'] }, ...keys],
    onProblem: (sentence) => problems.push(sentence),
  });
  return {
    ...emulator,
    clock,
    problems,
    key: emulator.keys['ci'] ?? '',
    stop: async () => {
      await emulator.stop();
      if (options.clock === undefined) clock.dispose();
    },
  };
}
