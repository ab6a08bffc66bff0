// Runs the commands of one block as a reader would who pastes them into a shell; knows no pages.
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';

/** What came of a block. */
export interface BlockResult {
  /** Null when it was ended from outside. */
  readonly exitCode: number | null;
  /** Both outputs, in the order in which they were written. */
  readonly output: string;
  readonly tookMs: number;
}

/**
 * Runs commands with `bash -eu -o pipefail`. Whatever they leave running is ended with them, and so are they themselves
 * after `timeoutMs`.
 */
export async function runCommands(
  code: string,
  { cwd, timeoutMs }: { cwd: string; timeoutMs: number },
): Promise<BlockResult> {
  const startedMs = performance.now();
  // One pipe for both outputs: what comes out of two has no order.
  const child = spawn('bash', ['-eu', '-o', 'pipefail', '-c', `exec 2>&1; ${code}`], {
    cwd,
    env: { ...process.env, PATH: readersPath() },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that what runs in the background can be ended too.
    detached: true,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const endGroup = () => signalGroup(child.pid);
  const timer = setTimeout(endGroup, timeoutMs);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      // Background processes hold the pipes open: `close` comes only when they are gone.
      child.once('exit', endGroup);
      child.once('close', (exitCode) => resolve({ exitCode, output, tookMs: performance.now() - startedMs }));
    });
  } finally {
    clearTimeout(timer);
  }
}

/** npm puts the programs of `npm ci` in front of the path; a reader's shell does not. */
function readersPath(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.filter((folder) => !/node_modules[\\/]/.test(folder)).join(delimiter);
}

function signalGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // Nothing of it is left.
  }
}
