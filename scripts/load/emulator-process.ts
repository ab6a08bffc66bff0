// The emulator as a process under load: started, measured, ended.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fieldOf, textOf } from '../fields.ts';
import { tmpOf } from './processes.ts';
import type { Sample } from './verdict.ts';

const MAIN = join(import.meta.dirname, '../../emulator/main.ts');
const PROBE = join(import.meta.dirname, 'memory-probe.ts');
const PROBE_TIMEOUT_MS = 60_000;
const START_TIMEOUT_MS = 300_000;
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
