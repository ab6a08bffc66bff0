// One step as a process, as a runner starts it, measured from outside: this file imports nothing of
// the action.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputVariables } from '../__tests__/support/runner-parsers.ts';
import { listenOnLoopback } from '../scripts/demo/loopback.ts';

/** The result of a process. */
export interface StepProcess {
  readonly exitCode: number | null;
  /** By `preciseNowMs`. */
  readonly startedAtMs: number;
  readonly peakBytes: number;
}

/** Milliseconds since the epoch, with fractions. */
export function preciseNowMs(): number {
  return performance.timeOrigin + performance.now();
}

const MEMORY_PROBE = `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(process.env.BENCH_MEMORY, String(process.resourceUsage().maxRSS)));`;

/** Runs a script to its end with these inputs, in a folder that is removed afterwards. */
export async function runStepProcess(
  script: string,
  inputs: Readonly<Record<string, string>>,
): Promise<StepProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-step-'));
  const file = (name: string, text = ''): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  mkdirSync(join(folder, 'temp'));
  const memoryFile = file('memory');
  try {
    const startedAtMs = preciseNowMs();
    const child = spawn(
      process.execPath,
      ['--import', file('memory-probe.mjs', MEMORY_PROBE), script],
      {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          PATH: process.env['PATH'],
          BENCH_MEMORY: memoryFile,
          GITHUB_OUTPUT: file('output'),
          GITHUB_STEP_SUMMARY: file('summary.md'),
          RUNNER_TEMP: join(folder, 'temp'),
          ...inputVariables(inputs),
        },
      },
    );
    await once(child, 'close');
    return {
      exitCode: child.exitCode,
      startedAtMs,
      peakBytes: Number(readFileSync(memoryFile, 'utf8')) * 1024,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Listens on a free loopback port while `use` runs, which gets the inputs of a step on it. */
export async function withService<T>(
  serve: RequestListener,
  use: (inputs: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const { host, close } = await listenOnLoopback(serve);
  try {
    return await use({
      'base-url': `http://${host}/api/v1`,
      'api-key': 'key-for-the-bench',
      'resource-id': 'app_web',
    });
  } finally {
    close();
  }
}
