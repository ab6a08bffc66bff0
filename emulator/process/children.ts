// Child processes that cannot be orphaned: each runs under a guard (child-guard.ts) that ends it, with all it started,
// when asked to or when the emulator is gone. Nothing of builds, apps or the service in here.
// What leaves its process group (setsid) is ended on Linux only, where the variables of a process can be read.

import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { GuardOrder, GuardReport } from './child-guard.ts';

/** What to run and where. Only `env` is passed on: nothing of the emulator's own environment. */
export interface ChildSpec {
  /** Program and arguments, never through a shell. `node` means the Node that runs the emulator. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Takes the output, stdout and stderr in the order they were written. */
  readonly onOutput: (text: string) => void;
  /** How long the command may take to end after `stop`; then it is killed. Default 3000. */
  readonly graceMs?: number | undefined;
}

/** How a child ended. `reason` is set when the command could not be run at all. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly reason?: string;
}

/** A running child. Neither promise rejects. */
export interface Child {
  /** True once the command runs, false when it could not be run. */
  readonly spawned: Promise<boolean>;
  /** Resolves when the command, everything it started and its output have ended. */
  readonly ended: Promise<ChildEnd>;
  /** Asks the command to end, kills it after its grace; resolves as `ended` does. */
  stop(): Promise<ChildEnd>;
}

/** Output of a child that is read at once, and what is read of it per second after that, in characters. */
const OUTPUT_BURST = 8_000_000;
const OUTPUT_PER_SECOND = 1_000_000;

/** Hands on the output of a child; one that prints without pause has to wait, so that it costs us next to nothing. */
function readOutput(stream: Readable, onOutput: (text: string) => void): void {
  let allowance = OUTPUT_BURST;
  let readAtMs = performance.now();
  stream.setEncoding('utf8').on('data', (text: string) => {
    const nowMs = performance.now();
    allowance = Math.min(OUTPUT_BURST, allowance + ((nowMs - readAtMs) / 1000) * OUTPUT_PER_SECOND) - text.length;
    readAtMs = nowMs;
    onOutput(text);
    if (allowance >= 0) return;
    stream.pause();
    setTimeout(() => stream.resume(), 100).unref();
  });
}

/** A file of its own, also where the rest of the emulator is bundled as JavaScript. */
const GUARD_FILE = path.join(import.meta.dirname, `child-guard${path.extname(import.meta.filename)}`);
/** Output held open by a process that escaped is not waited for longer than this. */
const OUTPUT_DRAIN_MS = 1000;

/** The few variables of the emulator's environment that programs need to run at all. */
const BASIC_NAMES: ReadonlySet<string> = new Set(
  'PATH PATHEXT HOME USERPROFILE TMPDIR TEMP TMP LANG TZ SYSTEMROOT WINDIR COMSPEC APPDATA LOCALAPPDATA'.split(' '),
);

/** The basics out of `from` (the emulator's environment): where programs, the home and temporary files are. */
export function basicEnv(from: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const basics: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    // Windows writes names in any case (`Path`).
    if (value !== undefined && BASIC_NAMES.has(name.toUpperCase())) basics[name] = value;
  }
  return basics;
}

/** One sentence about an end, for a log. */
export function describeEnd(end: ChildEnd): string {
  if (end.reason !== undefined) return `could not be run: ${end.reason}`;
  return end.signal === null ? `ended with exit code ${end.code}` : `was ended by ${end.signal}`;
}

/** Kills what is left of a guard's group; the guard itself may have been killed before it could. */
function killGroup(guardPid: number | undefined): void {
  if (guardPid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-guardPid, 'SIGKILL');
  } catch {
    // Nothing left of it, which is what is wanted.
  }
}

const isReport = (message: unknown): message is GuardReport =>
  typeof message === 'object' && message !== null && 'kind' in message;

/** Runs a command under a guard of its own. */
export function startChild(spec: ChildSpec): Child {
  const [program = '', ...args] = spec.command;
  const guard = spawn(process.execPath, [GUARD_FILE], {
    // A group of its own, which the guard can end as one; on Windows this would open a window.
    detached: process.platform !== 'win32',
    env: basicEnv(process.env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  });
  const spawned = Promise.withResolvers<boolean>();
  const ended = Promise.withResolvers<ChildEnd>();
  let end: ChildEnd = { code: null, signal: null, reason: 'its guard ended early' };

  for (const stream of [guard.stdout, guard.stderr]) if (stream !== null) readOutput(stream, spec.onOutput);
  guard.on('message', (report) => {
    if (!isReport(report)) return;
    if (report.kind === 'spawned') spawned.resolve(true);
    else if (report.kind === 'ended') end = { code: report.code, signal: report.signal };
    else end = { code: null, signal: null, reason: report.reason };
  });
  guard.once('error', (error) => {
    if (guard.pid !== undefined) return; // the others are reported by `exit`
    spawned.resolve(false);
    ended.resolve({ code: null, signal: null, reason: error.message });
  });
  guard.once('exit', () => {
    killGroup(guard.pid);
    const abandonOutput = (): void => {
      guard.stdout?.destroy();
      guard.stderr?.destroy();
    };
    // The timer of a process that was held up fires before the output is read that came meanwhile; `setImmediate` after.
    setTimeout(() => setImmediate(abandonOutput), OUTPUT_DRAIN_MS).unref();
  });
  guard.once('close', () => {
    spawned.resolve(false);
    ended.resolve(end);
  });

  const order: GuardOrder = {
    command: program === 'node' ? process.execPath : program,
    args,
    cwd: spec.cwd,
    env: spec.env,
    graceMs: spec.graceMs ?? 3000,
  };
  // A guard that ended early is reported by `exit`; a message that does not reach it any more is ignored.
  const send = (message: GuardOrder | 'stop'): void => {
    if (guard.connected) guard.send(message, () => undefined);
  };
  send(order);
  return {
    spawned: spawned.promise,
    ended: ended.promise,
    stop: async () => {
      send('stop');
      return await ended.promise;
    },
  };
}
