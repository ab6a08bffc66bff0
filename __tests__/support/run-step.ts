// Runs one step in this process: takes inputs, returns everything that a user would see. The clock
// is the test's.
import type { AnnotationProperties } from '@actions/core';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../src/main.ts';
import type { CancelSignal, Host } from '../../src/runner/host.ts';
import type { RunContext } from '../../src/runner/run-facts.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What a user would see of a step. */
export interface StepRun {
  exitCode: number;
  /** The step log, commands included. */
  log: string;
  /** When something was written to it, in virtual milliseconds from the start. */
  writtenAtMs: number[];
  outputs: Record<string, string>;
  /** The summary, each time that it was written. */
  summaries: string[];
  /** When each of them was written, in virtual milliseconds from the start. */
  summariesAtMs: number[];
  /** The last summary. */
  summary: string;
  annotations: { kind: 'error' | 'warning'; title: string; message: string }[];
  /** Virtual milliseconds from start to end. */
  tookMs: number;
  /** Text of the file that the output `log-file` names; empty without one. */
  logFile: string;
  /** Texts of all files that the step left, by name. */
  files: Record<string, string>;
  masked: string[];
  forcedExit: boolean;
  /**
   * After how many real milliseconds the process would be ended by force, once the run is
   * cancelled.
   */
  goneWithinMs: number | undefined;
}

/** How to run a step. */
export interface StepOptions {
  clock: VirtualClock;
  inputs: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string>>;
  /** Uniform in [0, 1); default: always one half, so that nothing is jittered. */
  random?: () => number;
  /** Called before the step starts with the way to send a signal. */
  onStart?: (cancel: (signal: CancelSignal) => void) => void;
  /** When the runner has read what was written; default: at once. */
  flushed?: () => Promise<void>;
  debug?: boolean;
}

/** Runs the action's `main` in this process. */
export async function runStep(options: StepOptions): Promise<StepRun> {
  const { clock } = options;
  const temp = mkdtempSync(join(tmpdir(), 'step-'));
  const run: StepRun = {
    exitCode: 0,
    log: '',
    writtenAtMs: [],
    outputs: {},
    summaries: [],
    summariesAtMs: [],
    summary: '',
    annotations: [],
    tookMs: 0,
    logFile: '',
    files: {},
    masked: [],
    forcedExit: false,
    goneWithinMs: undefined,
  };
  const startedMs = clock.now();
  try {
    await main(hostOf(run, temp, { ...options, startedMs }));
    run.tookMs = clock.now() - startedMs;
    const path = run.outputs['log-file'] ?? '';
    if (path !== '') run.logFile = readFileSync(path, 'utf8');
    for (const entry of readdirSync(temp, { recursive: true, withFileTypes: true })) {
      if (entry.isFile())
        run.files[entry.name] = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    }
    return run;
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

/** A runner that records in `run` what a user would see. */
function hostOf(run: StepRun, temp: string, options: StepOptions & { startedMs: number }): Host {
  const listeners = new Set<(signal: CancelSignal) => void>();
  let isCancelled = false;
  options.onStart?.((signal) => {
    isCancelled = true;
    for (const listener of listeners) listener(signal);
  });
  const write = (text: string): void => {
    run.log += text;
    run.writtenAtMs.push(options.clock.now() - options.startedMs);
  };
  const annotate =
    (kind: 'error' | 'warning') =>
    (message: string | Error, properties: AnnotationProperties = {}): void => {
      const { title = '' } = properties;
      run.annotations.push({ kind, title, message: String(message) });
      write(`::${kind} title=${title}::${escapeData(String(message))}\n`);
    };
  return {
    core: {
      getInput: (name, settings) => {
        const value = options.inputs[name] ?? '';
        return settings?.trimWhitespace === false ? value : value.trim();
      },
      setSecret: (secret) => void run.masked.push(secret),
      setOutput: (name, value) => void (run.outputs[name] = String(value)),
      error: annotate('error'),
      warning: annotate('warning'),
      debug: (message) => write(`::debug::${escapeData(message)}\n`),
      isDebug: () => options.debug ?? false,
    },
    env: { RUNNER_TEMP: temp, ...options.env },
    loadContext: () => Promise.resolve(contextOf(options.env ?? {})),
    nodeVersion: process.versions.node,
    clock: options.clock,
    random: options.random ?? (() => 0.5),
    write,
    flushed: options.flushed ?? (() => Promise.resolve()),
    writeSummary: (markdown) => {
      run.summaries.push(markdown);
      run.summariesAtMs.push(options.clock.now() - options.startedMs);
      run.summary = markdown;
    },
    onCancel(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setExitCode: (code) => {
      run.exitCode = code;
    },
    exit: () => {
      run.forcedExit = true;
    },
    setUnrefTimeout: (_, ms) => {
      if (isCancelled) run.goneWithinMs ??= ms;
    },
  };
}

/** The context of `@actions/github` for these variables. Throws if the event cannot be read. */
function contextOf(env: Readonly<Record<string, string>>): RunContext {
  const path = env['GITHUB_EVENT_PATH'];
  const payload: unknown = path === undefined ? {} : JSON.parse(readFileSync(path, 'utf8'));
  return {
    payload: { ...(typeof payload === 'object' ? payload : {}) },
    eventName: env['GITHUB_EVENT_NAME'] ?? '',
    sha: env['GITHUB_SHA'] ?? '',
    ref: env['GITHUB_REF'] ?? '',
    actor: env['GITHUB_ACTOR'] ?? '',
    serverUrl: env['GITHUB_SERVER_URL'] ?? '',
    repository: env['GITHUB_REPOSITORY'] ?? '',
  };
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
