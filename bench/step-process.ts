// One step as a process, as a runner starts it, measured from outside: nothing here imports the
// action.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inputVariables } from '../__tests__/support/runner-parsers.ts';
import { preciseNowMs } from './service.ts';

/** Prints the peak of the memory, in KiB, to the standard error, which a step leaves alone. */
const MEMORY_PROBE =
  "process.on('exit', () => process.stderr.write(`${process.resourceUsage().maxRSS}`));";

/** Runs a script to its end with these inputs. Its times are by `preciseNowMs`. */
export async function runStepProcess(script: string, inputs: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-step-'));
  const files = {
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'page'),
  };
  for (const file of Object.values(files)) writeFileSync(file, '');
  try {
    const startedMs = preciseNowMs();
    const child = spawn(
      process.execPath,
      [`--import=data:text/javascript,${encodeURIComponent(MEMORY_PROBE)}`, script],
      {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
          ...files,
          PATH: process.env['PATH'],
          RUNNER_TEMP: folder,
          ...inputVariables(inputs),
        },
      },
    );
    const [printed] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return {
      exitCode: child.exitCode,
      startedMs,
      endedMs: preciseNowMs(),
      peakBytes: Number(printed) * 1024,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
