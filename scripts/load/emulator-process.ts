// The emulator as a process under load: started, measured, ended. Its processes are found by a folder of their own for
// temporary files, which every descendant inherits.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fieldOf, textOf } from '../fields.ts';
import type { Sample } from './verdict.ts';

const MAIN = join(import.meta.dirname, '../../emulator/main.ts');
const PROBE = join(import.meta.dirname, 'memory-probe.ts');
const PROBE_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 300_000;
/** How long guards and apps may take to end after the emulator did: the grace of a command, on a busy machine. */
const GONE_WITHIN_MS = 120_000;

/** An emulator that runs. */
export interface RunningEmulator {
  readonly baseUrl: string;
  readonly origin: string;
  readonly port: number;
  readonly life: number;
  /** Undefined while it runs. */
  exitCode(): number | null | undefined;
  /** Everything that it printed on stderr: nothing, while all is well. */
  complaints(): string;
  /** Its memory; undefined when it did not answer in time. */
  sample(): Promise<Sample | undefined>;
  /** Sends the signal and resolves with the exit code when the process has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

/** How an emulator under load is started. */
export interface StartOptions {
  /** Configuration file. */
  readonly config: string;
  /** Folder for the state and, below it, for temporary files. */
  readonly dir: string;
  readonly life: number;
}

/** The arguments of `emulator/main.ts` under load. */
export function argumentsOf({ config, dir }: Pick<StartOptions, 'config' | 'dir'>): string[] {
  return [MAIN, '--json', '--port', '0', '--config', config, '--state', join(dir, 'state.db')];
}

/** The folder for temporary files of the emulator and of all that it starts. */
export function tmpOf(dir: string): string {
  return join(dir, 'tmp');
}

/** Starts the emulator; rejects when it does not announce itself. */
export async function startEmulatorProcess(options: StartOptions): Promise<RunningEmulator> {
  const tmp = tmpOf(options.dir);
  // V8 drops the bytecode of idle functions after a while, some 5 MB, which would hide as much growth.
  const flags = ['--expose-gc', '--no-flush-bytecode', '--import', PROBE];
  const child = spawn(process.execPath, [...flags, ...argumentsOf(options)], {
    env: { ...process.env, TMPDIR: tmp, TEMP: tmp, TMP: tmp },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const startedMs = performance.now();
  let output = '';
  let complaints = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  while (!output.includes('\n')) {
    if (child.exitCode !== null) throw new Error(`the emulator ended with exit code ${child.exitCode}: ${complaints}`);
    if (performance.now() - startedMs > START_TIMEOUT_MS) throw new Error('the emulator did not start in time');
    await delay(50);
  }
  const announcedMs = performance.now();
  const baseUrl = textOf(JSON.parse(output), 'baseUrl') ?? '';
  const { origin, port } = new URL(baseUrl);
  return {
    baseUrl,
    origin,
    port: Number(port),
    life: options.life,
    exitCode: () => (child.exitCode === null && child.signalCode === null ? undefined : child.exitCode),
    complaints: () => complaints,
    sample: async () => {
      const ageS = (performance.now() - announcedMs) / 1000;
      const memory = await probe(child);
      const heapMb = Number(fieldOf(memory, 'heapMb'));
      const rssMb = Number(fieldOf(memory, 'rssMb'));
      if (!(heapMb > 0)) return undefined;
      return { life: options.life, ageS, heapMb, rssMb, descriptors: descriptorsOf(child.pid) };
    },
    end: async (signal) => {
      const ended = once(child, 'close');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

async function probe(child: ChildProcess): Promise<unknown> {
  if (!child.connected) return undefined;
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const answered = once(child, 'message', { signal });
  child.send('memory', () => undefined);
  const [memory] = await answered.catch(() => [undefined]);
  return memory;
}

function descriptorsOf(pid: number | undefined): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

/** The command lines of all processes with this folder for temporary files; none where there is no `/proc`. */
function processesOf(dir: string): string[] {
  if (!existsSync('/proc/self/environ')) return [];
  const mark = `TMPDIR=${tmpOf(dir)}`;
  return readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark)) return [];
      return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}`];
    } catch {
      return []; // ended meanwhile, or somebody else's
    }
  });
}

/** Resolves with those that are left once `isGone` holds or the time for it is over. */
export async function leftAfterEnd(dir: string, heldConnections: () => number): Promise<string[]> {
  const left = (): string[] => {
    const held = heldConnections();
    return [...processesOf(dir), ...(held === 0 ? [] : [`${held} connections of apps`])];
  };
  for (let waitedMs = 0; waitedMs < GONE_WITHIN_MS && left().length > 0; waitedMs += 250) await delay(250);
  return left();
}

/** Processor seconds of this process and of all children that have ended and been waited for. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

/** Clock ticks a second in `/proc`, the same on every Linux that Node runs on. */
const TICKS = 100;

function childrenSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return 0;
  }
}
