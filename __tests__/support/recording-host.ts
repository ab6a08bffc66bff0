// A runner that only records what is requested of it, for tests of single parts of a step. Its time
// stands still.
import type { Clock } from '../../src/clock.ts';
import type { Host } from '../../src/runner/host.ts';

/** What was requested of the host, in order. */
export interface Recording {
  readonly host: Host;
  /** The step log without annotations. */
  log: string;
  readonly outputs: [name: string, value: string][];
  readonly annotations: { kind: 'error' | 'warning'; title: string; message: string }[];
  readonly masked: string[];
  readonly debug: string[];
  readonly exitCodes: number[];
}

/** What the host has to offer; `broken` sinks throw when they are used. */
export interface RecordingOptions {
  inputs?: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string>>;
  broken?: readonly ('outputs' | 'summary')[];
}

/** Opens a recording. */
export function recordHost(options: RecordingOptions = {}): Recording {
  const { inputs = {}, env = {}, broken = [] } = options;
  const clock: Clock = {
    now: () => 0,
    sleep: () => Promise.reject(new Error('nobody sleeps in this test')),
  };
  const annotate =
    (kind: 'error' | 'warning') =>
    (message: string | Error, properties?: { title?: string }): void => {
      recording.annotations.push({
        kind,
        title: properties?.title ?? '',
        message: String(message),
      });
    };
  const host: Host = {
    core: {
      getInput: (name, settings) =>
        settings?.trimWhitespace === false ? (inputs[name] ?? '') : (inputs[name] ?? '').trim(),
      setSecret: (secret) => void recording.masked.push(secret),
      setOutput: (name, value) => {
        if (broken.includes('outputs')) throw new Error('the output file is gone');
        recording.outputs.push([name, String(value)]);
      },
      error: annotate('error'),
      warning: annotate('warning'),
      debug: (message) => void recording.debug.push(message),
      isDebug: () => false,
    },
    env,
    loadContext: () => Promise.reject(new Error('nothing is known of the run')),
    nodeVersion: '24.19.0',
    clock,
    random: () => 0.5,
    write: (text) => void (recording.log += text),
    flushed: () => Promise.resolve(),
    writeSummary: () => {
      if (broken.includes('summary')) throw new Error('the summary file is gone');
    },
    onCancel: () => () => undefined,
    setExitCode: (code) => void recording.exitCodes.push(code),
    exit: () => undefined,
    setUnrefTimeout: () => undefined,
  };
  const recording: Recording = {
    host,
    log: '',
    outputs: [],
    annotations: [],
    masked: [],
    debug: [],
    exitCodes: [],
  };
  return recording;
}
