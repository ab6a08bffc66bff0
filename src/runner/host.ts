// The process and the runner, behind one interface that tests replace.
import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import * as actionsCore from '@actions/core';
import { type Clock, systemClock } from '../clock.ts';
import type { RunContext } from './run-facts.ts';

/** The part of `@actions/core` that is used. */
type Core = Pick<
  typeof actionsCore,
  'getInput' | 'setSecret' | 'setOutput' | 'error' | 'warning' | 'debug' | 'isDebug'
>;

/** Signals that cancel a run: SIGINT and SIGTERM; on Windows SIGINT and SIGBREAK. */
const CANCEL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const;
export type CancelSignal = (typeof CANCEL_SIGNALS)[number];

export type Env = Readonly<Record<string, string | undefined>>;

/** The process and the runner, as a step uses them. */
export interface Host {
  readonly core: Core;
  readonly env: Env;
  /** The Node that runs the step, such as `24.19.0`. */
  readonly nodeVersion: string;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Reads the context of the run. Rejects if the file of the event cannot be read. */
  loadContext(): Promise<RunContext>;
  /** Writes to the step log; `text` ends with a line end. */
  write(text: string): void;
  /**
   * Resolves when everything written has been passed to the system, or cannot be passed. Text for a
   * pipe that nobody reads stays in the memory of this process.
   */
  flushed(): Promise<void>;
  /**
   * Replaces the summary of this step; does nothing if the runner has none. Throws if it cannot be
   * written.
   */
  writeSummary(markdown: string): void;
  /** Calls `listener` for every cancel signal until the returned function is called. */
  onCancel(listener: (signal: CancelSignal) => void): () => void;
  setExitCode(code: number): void;
  /** Ends the process immediately with the exit code that was set. Unread output is lost. */
  exit(): void;
  /** Calls `callback` after `ms` of real time. Does not keep the process alive. */
  setUnrefTimeout(callback: () => void, ms: number): void;
}

export function systemHost(): Host {
  // Verdict, outputs and summary do not depend on the step log, so the step continues even if its
  // log can no longer be written.
  process.stdout.off('error', ignore).on('error', ignore);
  let lastWrite = Promise.resolve();
  return {
    core: actionsCore,
    env: process.env,
    nodeVersion: process.versions.node,
    clock: systemClock,
    random: Math.random,
    // Loaded when it is needed: it brings a client for GitHub's API, which nothing here uses.
    async loadContext() {
      const { context } = await import('@actions/github');
      // Outside of a workflow, none of these variables is set, whatever the types say.
      const text = (value: string | undefined): string => value ?? '';
      return {
        payload: context.payload,
        eventName: text(context.eventName),
        sha: text(context.sha),
        ref: text(context.ref),
        actor: text(context.actor),
        serverUrl: text(context.serverUrl),
        repository: text(process.env['GITHUB_REPOSITORY']),
      };
    },
    write(text) {
      // Writes complete in order, and each callback is called, even after an error. Waiting for an
      // empty write instead would end a pipe on Windows. The closure of `new Promise` would keep
      // the text in memory.
      const { promise, resolve } = Promise.withResolvers<void>();
      process.stdout.write(text, () => resolve());
      lastWrite = promise;
    },
    // Takes at least one turn of the event loop, so that timers and signals are handled between the
    // pieces of a long log.
    flushed: () => lastWrite.then(() => setImmediate()),
    writeSummary,
    onCancel(listener) {
      for (const signal of CANCEL_SIGNALS) process.on(signal, listener);
      return () => {
        for (const signal of CANCEL_SIGNALS) process.off(signal, listener);
      };
    },
    setExitCode(code) {
      process.exitCode = code;
    },
    exit,
    setUnrefTimeout: (callback, ms) => void setTimeout(callback, ms).unref(),
  };
}

function ignore(): void {}

function writeSummary(markdown: string): void {
  const path = process.env['GITHUB_STEP_SUMMARY'];
  if (path === undefined || path === '') return;
  // Truncated afterwards: a step that is killed in between would otherwise leave nothing.
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT);
  try {
    writeFileSync(file, markdown);
    if (fstatSync(file).isFile()) ftruncateSync(file, Buffer.byteLength(markdown));
  } finally {
    closeSync(file);
  }
}

function exit(): void {
  try {
    // process.exit() waits for the thread of a hanging DNS query; replacing the process does not.
    const script = `process.exitCode = ${process.exitCode ?? 0}`;
    process.execve?.(process.execPath, [process.execPath, '-e', script], {});
  } catch {
    // Not available on Windows.
  }
  process.exit();
}
