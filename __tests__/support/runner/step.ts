// Runs one step in this process: takes inputs, returns everything a user would see. The clock is the test's.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../src/clock.ts';
import { main } from '../../../src/main.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import type { CancelSignal, Host } from '../../../src/runner/host.ts';
import { seededRandom } from '../random.ts';

/** What a user would see of a step. */
export interface StepRun {
  exitCode: number;
  /** The step log, commands included. */
  log: string;
  outputs: Record<string, string>;
  /** How often each output was written. */
  writes: Record<string, number>;
  /** Every page that was written, in order. */
  pages: string[];
  summary: string;
  annotations: { kind: 'error' | 'warning' | 'notice'; title: string; message: string }[];
  /** Virtual milliseconds from start to end. */
  tookMs: number;
  /** Text of the file that the output `log-file` names, '' without one. */
  logFile: string;
  masked: string[];
  forcedExit: boolean;
  /** After how many real milliseconds the process would be ended by force, once the run is cancelled. */
  goneWithinMs: number | undefined;
}

/** How to run a step. */
export interface StepOptions {
  clock: Clock;
  inputs: Record<string, string>;
  env?: Record<string, string>;
  seed?: number;
  table?: Readonly<Record<string, Operation>>;
  /** Called before the step starts with the way to send a signal, and with what a user sees as it comes to be. */
  onStart?: (cancel: (signal: CancelSignal) => void, run: StepRun) => void;
  /** Called for every piece written to the step log. */
  onWrite?: (text: string) => void;
  /** When the runner has read what was written; default: at once. */
  flushed?: () => Promise<void>;
  debug?: boolean;
}

/** Runs the action's main in this process. */
export async function runStep(options: StepOptions): Promise<StepRun> {
  const { clock, inputs, env = {} } = options;
  const temp = mkdtempSync(join(tmpdir(), 'step-'));
  const run: StepRun = {
    exitCode: 0,
    log: '',
    outputs: {},
    writes: {},
    pages: [],
    summary: '',
    annotations: [],
    tookMs: 0,
    logFile: '',
    masked: [],
    forcedExit: false,
    goneWithinMs: undefined,
  };
  const listeners = new Set<(signal: CancelSignal) => void>();
  let cancelled = false;
  const annotate =
    (kind: 'error' | 'warning' | 'notice') =>
    (message: string | Error, properties?: { title?: string }): void => {
      run.annotations.push({ kind, title: properties?.title ?? '', message: String(message) });
      write(`::${kind} title=${properties?.title ?? ''}::${escapeData(String(message))}\n`);
    };
  function write(text: string): void {
    run.log += text;
    options.onWrite?.(text);
  }
  const host: Host = {
    core: {
      getInput: (name) => (inputs[name] ?? '').trim(),
      setSecret: (secret) => void run.masked.push(secret),
      setOutput: (name, value) => {
        run.outputs[name] = String(value);
        run.writes[name] = (run.writes[name] ?? 0) + 1;
      },
      error: annotate('error'),
      warning: annotate('warning'),
      notice: annotate('notice'),
      debug: (message) => write(`::debug::${escapeData(message)}\n`),
      isDebug: () => options.debug ?? false,
      startGroup: (name) => write(`::group::${escapeData(name)}\n`),
      endGroup: () => write('::endgroup::\n'),
    },
    env: { RUNNER_TEMP: temp, ...env },
    nodeVersion: process.versions.node,
    clock,
    random: seededRandom(options.seed ?? 1),
    write,
    flushed: options.flushed ?? (() => Promise.resolve()),
    writeSummary: (markdown) => {
      run.pages.push(markdown);
      run.summary = markdown;
    },
    onCancel(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setExitCode: (code) => {
      run.exitCode = code;
    },
    exit: (code = run.exitCode) => {
      run.exitCode = code;
      run.forcedExit = true;
    },
    setUnrefTimeout: (_, ms) => {
      if (cancelled) run.goneWithinMs ??= ms;
    },
  };
  options.onStart?.((signal) => {
    cancelled = true;
    for (const listener of listeners) listener(signal);
  }, run);
  const startedMs = clock.now();
  try {
    await main(host, options.table);
    run.tookMs = clock.now() - startedMs;
    const file = run.outputs['log-file'] ?? '';
    if (file !== '') run.logFile = readFileSync(file, 'utf8');
    return run;
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
