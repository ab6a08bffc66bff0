// One step as a process, as a runner starts it: inputs in the environment, the runner's files, standard output read to the
// end. Measured from outside: this file imports nothing of the action.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The result of a process. */
export interface StepProcess {
  readonly exitCode: number | null;
  /** Milliseconds since the epoch, with fractions: comparable between processes of one machine. */
  readonly startedAtMs: number;
  readonly exitedAtMs: number;
  readonly peakBytes: number;
  readonly printedBytes: number;
}

/** Milliseconds since the epoch, with fractions. */
export function preciseNowMs(): number {
  return performance.timeOrigin + performance.now();
}

const memoryProbe = `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(process.env.BENCH_MEMORY, String(process.resourceUsage().maxRSS)));`;

/** Runs a script to its end with these inputs, in a folder that is removed afterwards; `onOutput` gets what it prints. */
export async function runStepProcess(
  script: string,
  inputs: Readonly<Record<string, string>>,
  onOutput?: (text: string) => void,
): Promise<StepProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-step-'));
  const file = (name: string, text = ''): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  mkdirSync(join(folder, 'temp'));
  const named = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value] as const);
  const memoryFile = file('memory');
  try {
    const startedAtMs = preciseNowMs();
    const child = spawn(process.execPath, ['--import', file('memory-probe.mjs', memoryProbe), script], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        BENCH_MEMORY: memoryFile,
        GITHUB_OUTPUT: file('output'),
        GITHUB_STEP_SUMMARY: file('summary.md'),
        RUNNER_TEMP: join(folder, 'temp'),
        ...Object.fromEntries(named),
      },
    });
    let printedBytes = 0;
    let exitedAtMs = Number.NaN;
    child.stdout.on('data', (chunk: Buffer) => {
      printedBytes += chunk.length;
      onOutput?.(chunk.toString());
    });
    child.once('exit', () => {
      exitedAtMs = preciseNowMs();
    });
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const peakBytes = Number(readFileSync(memoryFile, 'utf8')) * 1024;
    return { exitCode, startedAtMs, exitedAtMs, peakBytes, printedBytes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
