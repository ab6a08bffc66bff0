// What the process and the runner offer to a step, in one value, so that a test can be a runner too. No decisions.
import { writeFileSync } from 'node:fs';
import * as actionsCore from '@actions/core';
import { type Clock, systemClock } from '../clock.ts';

/** The part of `@actions/core` that is used. */
export type Core = Pick<
  typeof actionsCore,
  | 'getInput'
  | 'setSecret'
  | 'setOutput'
  | 'error'
  | 'warning'
  | 'notice'
  | 'debug'
  | 'isDebug'
  | 'startGroup'
  | 'endGroup'
>;

/** Signals by which a run is cancelled: SIGINT and SIGTERM; on Windows SIGINT and SIGBREAK. */
export type CancelSignal = 'SIGINT' | 'SIGTERM' | 'SIGBREAK';

/** A step's surroundings. */
export interface Host {
  readonly core: Core;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The Node that runs the step, such as `24.19.0`. */
  readonly nodeVersion: string;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Writes to the step log; `text` ends with a line end. */
  write(text: string): void;
  /**
   * Resolves when all that `write` was given has been handed to the system, or cannot be. A pipe that is not read keeps what
   * is written to it in the memory of this process.
   */
  flushed(): Promise<void>;
  /** Replaces the summary page of this step; does nothing where the runner offers none. Throws when it cannot be written. */
  writeSummary(markdown: string): void;
  /** Calls back for every cancelling signal until the returned function is called. */
  onCancel(listener: (signal: CancelSignal) => void): () => void;
  setExitCode(code: number): void;
  /** Ends the process at once. Only for when everything else has failed: output may be lost. */
  exit(code: number): void;
  /** Calls back after `ms` of real time, unless the process has ended by itself before. */
  afterwards(ms: number, callback: () => void): void;
}

const cancelSignals: readonly CancelSignal[] = ['SIGINT', 'SIGTERM', 'SIGBREAK'];

/** The process that the runner has started. */
export function systemHost(): Host {
  // The step goes on when nobody reads its log any more: verdict, outputs and summary do not depend on it.
  process.stdout.off('error', ignore).on('error', ignore);
  let lastWrite = Promise.resolve();
  return {
    core: actionsCore,
    env: process.env,
    nodeVersion: process.versions.node,
    clock: systemClock,
    random: Math.random,
    write(text) {
      // Writes end in order, and each is told of its end, also of a bad one. Waiting for an empty write instead would
      // be shorter, but readers of a pipe on Windows take it for the end of all.
      // The resolver comes from outside, since a callback made where the text can be seen would keep it in memory.
      const { promise, resolve } = Promise.withResolvers<void>();
      process.stdout.write(text, () => resolve());
      lastWrite = promise;
    },
    flushed: () => lastWrite,
    writeSummary(markdown) {
      const path = process.env['GITHUB_STEP_SUMMARY'];
      if (path !== undefined && path !== '') writeFileSync(path, markdown);
    },
    onCancel(listener) {
      for (const signal of cancelSignals) process.on(signal, listener);
      return () => {
        for (const signal of cancelSignals) process.off(signal, listener);
      };
    },
    setExitCode(code) {
      process.exitCode = code;
    },
    exit: (code) => process.exit(code),
    afterwards: (ms, callback) => void setTimeout(callback, ms).unref(),
  };
}

function ignore(): void {}
