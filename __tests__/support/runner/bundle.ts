// Runs the built action as a process of its own, with inputs in the environment and the runner's files.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputVariable, parseOutputFile } from './runner-parsers.ts';

/** What a user and the runner see of a step that ran as a process. */
export interface BundleRun {
  /** Null when a signal ended it. */
  exitCode: number | null;
  /** Standard output: the step log with its commands. */
  log: string;
  stderr: string;
  /** What the runner reads from the output file. */
  outputs: Record<string, string>;
  summary: string;
  /** Text of the file that the output `log-file` names, '' without one. */
  logFile: string;
  /** What was written to the files that the step has no use for. */
  strayFiles: string;
  /** Whether the process ended because it had nothing left to do; only known where `watchesEnd` was set. */
  endedByItself: boolean;
  /** When the process had ended, on `performance.now()`. */
  exitedAtMs: number;
  /** Milliseconds from the first signal that was sent to the end; undefined without one. */
  endedAfterSignalMs: number | undefined;
}

/** How to run the bundle. */
export interface BundleOptions {
  inputs: Record<string, string>;
  env?: Record<string, string>;
  /** The executable of Node; by default the one that runs the test. */
  node?: string;
  /** Finds out whether the process ends by itself; costs it a few milliseconds at its start. */
  watchesEnd?: boolean;
  /** Sends this signal once the log holds the text; with `againAfterMs` a second time so much later. */
  signal?: { name: NodeJS.Signals; whenLogHas: string; againAfterMs?: number };
}

/** A copy of `dist/` with nothing around it, as a runner fetches it. */
export interface Bundle {
  run(options: BundleOptions): Promise<BundleRun>;
  remove(): void;
}

/** Files that the runner offers to every step. */
const fileNames = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GITHUB_STATE', 'GITHUB_ENV', 'GITHUB_PATH'] as const;

/** Left in the folder of a process that ends because it has nothing left to do: it was not ended by `process.exit`. */
const END_MARK = 'ended-by-itself';
const WATCH_END = `--import=data:text/javascript,${encodeURIComponent(
  `import { writeFileSync } from 'node:fs'; process.once('beforeExit', () => writeFileSync('${END_MARK}', ''));`,
)}`;

/**
 * Runs a step again, at most twice, whose process took longer than `limitMs` from the signal to its end: the machine may
 * have been busy with something else, but not three times.
 */
export async function endingWithin<Run extends Pick<BundleRun, 'endedAfterSignalMs'>>(
  limitMs: number,
  run: () => Promise<Run>,
): Promise<Run> {
  const first = await run();
  if ((first.endedAfterSignalMs ?? 0) < limitMs) return first;
  const second = await run();
  return (second.endedAfterSignalMs ?? 0) < limitMs ? second : await run();
}

/** Copies the bundle to a folder of its own, so that neither the sources nor `node_modules` are near. */
export function copyBundle(): Bundle {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  cpSync(join(import.meta.dirname, '../../../dist'), join(folder, 'dist'), { recursive: true });
  let steps = 0;
  return {
    run: async (options) => {
      steps += 1;
      const step = join(folder, `step-${steps}`);
      mkdirSync(step);
      return await runProcess(join(folder, 'dist/index.js'), step, options);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function runProcess(script: string, folder: string, options: BundleOptions): Promise<BundleRun> {
  const files = Object.fromEntries(fileNames.map((name) => [name, join(folder, name)]));
  for (const file of Object.values(files)) writeFileSync(file, '');
  const inputs = Object.entries(options.inputs).map(([name, value]) => [inputVariable(name), value] as const);
  const child = spawn(options.node ?? process.execPath, [script], {
    cwd: folder,
    env: { ...files, RUNNER_TEMP: folder, ...Object.fromEntries(inputs), ...options.env, ...nodeOptionsOf(options) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  let stderr = '';
  let signalledAtMs: number | undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    const { signal } = options;
    if (signal === undefined || signalledAtMs !== undefined || !log.includes(signal.whenLogHas)) return;
    signalledAtMs = performance.now();
    child.kill(signal.name);
    if (signal.againAfterMs !== undefined) setTimeout(() => child.kill(signal.name), signal.againAfterMs);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const exitedAtMs = performance.now();
  const read = (name: (typeof fileNames)[number]): string => readFileSync(join(folder, name), 'utf8');
  const outputs = parseOutputFile(read('GITHUB_OUTPUT'));
  const logPath = outputs['log-file'] ?? '';
  return {
    exitCode,
    log,
    stderr,
    outputs,
    summary: read('GITHUB_STEP_SUMMARY'),
    logFile: logPath === '' ? '' : readFileSync(logPath, 'utf8'),
    strayFiles: read('GITHUB_STATE') + read('GITHUB_ENV') + read('GITHUB_PATH'),
    endedByItself: existsSync(join(folder, END_MARK)),
    exitedAtMs,
    endedAfterSignalMs: signalledAtMs === undefined ? undefined : exitedAtMs - signalledAtMs,
  };
}

function nodeOptionsOf({ env, watchesEnd = false }: BundleOptions): Record<string, string> {
  return watchesEnd ? { NODE_OPTIONS: [WATCH_END, env?.['NODE_OPTIONS'] ?? ''].join(' ') } : {};
}
