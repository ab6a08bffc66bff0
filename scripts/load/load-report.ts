// What a run of mixed load is given, and what it reports.
import type { LifeLimits, MemoryFigures } from './verdict.ts';

/** How much load, and for how long. */
export interface LoadOptions {
  readonly durationMs: number;
  readonly killEveryMs: number;
  /** How many clients send requests at the same time. */
  readonly clients: number;
  /** Of one client between two actions. */
  readonly pauseMs: number;
  readonly sampleEveryMs: number;
  /** What there must be of everything: on a slow machine a life and the whole run take longer than they otherwise would. */
  readonly least: {
    readonly samplesOfLife: number;
    readonly restarts: number;
    /** Of deployments and of keys. */
    readonly changes: number;
    readonly revocations: number;
  };
  readonly life: LifeLimits;
  /** Takes one line about the state of the run each minute. */
  readonly onProgress?: (line: string) => void;
}

/** How a run went. */
export interface LoadReport {
  /** Everything that must not be; empty after a good run. */
  readonly problems: readonly string[];
  readonly acknowledged: { readonly deployments: number; readonly keys: number; readonly revocations: number };
  readonly actions: number;
  /** How often it was ended and started again. */
  readonly restarts: { readonly SIGKILL: number; readonly SIGTERM: number };
  readonly seconds: number;
  /** Load of one core, in percent: this program, the emulator and all that it started. */
  readonly processorPercent: number;
  /** The largest number of actions that were under way at once. */
  readonly peakActions: number;
  readonly samples: number;
  readonly memory: MemoryFigures;
}
