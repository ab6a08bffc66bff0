// What the process and the runner offer to a step, in one value, so that a test can stand in for the runner. No decisions.
import { writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
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
  /** Replaces the summary of this step; does nothing where the runner offers none. Throws when it cannot be written. */
  writeSummary(markdown: string): void;
  /** Calls back for every cancelling signal until the returned function is called. */
  onCancel(listener: (signal: CancelSignal) => void): () => void;
  setExitCode(code: number): void;
  /** Ends the process at once, by default with the code that was set. Output that nobody has read yet is lost. */
  exit(code?: number): void;
  /** Calls back after `ms` of real time, unless the process has ended by itself before. */
  afterwards(ms: number, callback: () => void): void;
}

const cancelSignals: readonly CancelSignal[] = ['SIGINT', 'SIGTERM', 'SIGBREAK'];

/** The process that the runner has started. */
export function systemHost(): Host {
  // The step continues when its log is no longer read: verdict, outputs and summary do not depend on it.
  process.stdout.off('error', ignore).on('error', ignore);
  let lastWrite = Promise.resolve();
  return {
    core: actionsCore,
    env: process.env,
    nodeVersion: process.versions.node,
    clock: systemClock,
    random: Math.random,
    write(text) {
      // Writes end in order, and the callback of each is called, also after an error. An empty write would end a pipe on
      // Windows. The resolver is made outside of the callback, which would otherwise keep the text in memory.
      const { promise, resolve } = Promise.withResolvers<void>();
      process.stdout.write(text, () => resolve());
      lastWrite = promise;
    },
    // One turn of the event loop at least, so that timers and signals are served between the pieces of a long log.
    flushed: () => lastWrite.then(() => setImmediate()),
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
    exit: (code = Number(process.exitCode ?? 0)) => {
      try {
        // process.exit() waits for the threads of a DNS query that hangs; replacing the process does not.
        process.execve?.(process.execPath, [process.execPath, '-e', `process.exitCode = ${code}`], {});
      } catch {
        // Windows has no such call.
      }
      process.exit(code);
    },
    afterwards: (ms, callback) => void setTimeout(callback, ms).unref(),
  };
}

function ignore(): void {}
