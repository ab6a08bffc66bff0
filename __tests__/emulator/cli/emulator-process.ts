// Starts `emulator/main.ts` as people and programs do: as a process, observed from outside.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** What `npm run emulator` runs. */
export const MAIN_FILE = path.join(import.meta.dirname, '../../../emulator/main.ts');

/** What `--json` prints. */
export interface Announced {
  readonly baseUrl: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly resources: readonly { readonly id: string; readonly domains: readonly string[] }[];
}

/** The command line as a process under way. */
export interface EmulatorProcess {
  readonly process: ChildProcess;
  /** Resolves with the output so far once it matches. */
  printed(pattern: RegExp): Promise<string>;
  /** Resolves with exit code, signal and the whole output when process and output have ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null; readonly output: string }>;
}

/** Follows the output of a process. */
export function follow(child: ChildProcess): EmulatorProcess {
  let output = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const check of waiting) check();
    });
  }
  const closed = async (): Promise<{ code: number | null; signal: string | null; output: string }> => {
    await once(child, 'close');
    return { code: child.exitCode, signal: child.signalCode, output };
  };
  const ended = closed();
  const matched = async (pattern: RegExp): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = (): void => {
      if (pattern.test(output)) resolve();
    };
    waiting.add(check);
    check();
    await promise;
    waiting.delete(check);
    return output;
  };
  const printed = async (pattern: RegExp): Promise<string> =>
    await Promise.race([
      matched(pattern),
      ended.then((end) => {
        throw new Error(`the emulator ended before it printed ${pattern}:\n${end.output}`);
      }),
    ]);
  return { process: child, printed, ended };
}

/** Runs the emulator's command line; `tmp` takes the place of the system's folder for temporary files. */
export function runEmulator(args: readonly string[], { tmp }: { readonly tmp: string }): EmulatorProcess {
  const env = { ...process.env, TMPDIR: tmp, TEMP: tmp, TMP: tmp };
  return follow(spawn(process.execPath, [MAIN_FILE, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] }));
}

/** Waits for the line of `--json`. */
export async function announced(emulator: EmulatorProcess): Promise<Announced> {
  const isAnnounced = (value: unknown): value is Announced =>
    typeof value === 'object' && value !== null && 'baseUrl' in value;
  const line: unknown = JSON.parse(await emulator.printed(/\n/));
  if (!isAnnounced(line)) throw new Error('the emulator announced something else');
  return line;
}
