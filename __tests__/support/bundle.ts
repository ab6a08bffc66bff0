// Runs the built action as a process of its own, with inputs in the environment and the runner's
// files.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputVariables, parseOutputFile } from './runner-parsers.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What a user and the runner see of a step that ran as a process. */
export interface BundleRun {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** Standard output: the step log with its commands. */
  readonly log: string;
  readonly stderr: string;
  /** What the runner reads from the output file. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** What was written to the files that the step has no use for. */
  readonly strayFiles: string;
  readonly tookMs: number;
  /** Milliseconds from the signal to the end; undefined without one. */
  readonly endedAfterSignalMs: number | undefined;
}

/** How to run the bundle. */
export interface BundleOptions {
  readonly inputs: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The executable of Node; by default the one that runs the test. */
  readonly node?: string;
  /** A module that is loaded before the action. */
  readonly preload?: string;
  /** Sends this signal once the log holds the text. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly whenLogHas: string };
  /** Nobody reads what the step prints. */
  readonly isUnread?: boolean;
}

/** Files that the runner offers to every step. */
const FILES = [
  'GITHUB_OUTPUT',
  'GITHUB_STEP_SUMMARY',
  'GITHUB_STATE',
  'GITHUB_ENV',
  'GITHUB_PATH',
] as const;

/**
 * Copies the bundle (or the one of the folder `BUNDLE`) to a folder of its own, with no sources or
 * `node_modules` near, as a runner fetches it. Returns what runs it.
 */
export function copyBundle(): (options: BundleOptions) => Promise<BundleRun> {
  const folder = temporaryFolder();
  cpSync(
    process.env['BUNDLE'] ?? join(projectFolder(import.meta.dirname), 'dist'),
    join(folder, 'dist'),
    { recursive: true },
  );
  let steps = 0;
  return async (options) => {
    steps += 1;
    const step = join(folder, `step-${steps}`);
    mkdirSync(step);
    return await runProcess(join(folder, 'dist/index.js'), step, options);
  };
}

/** The nearest folder above that holds `action.yml`. */
export function projectFolder(folder: string): string {
  return existsSync(join(folder, 'action.yml')) && existsSync(join(folder, 'dist'))
    ? folder
    : projectFolder(join(folder, '..'));
}

async function runProcess(
  script: string,
  folder: string,
  options: BundleOptions,
): Promise<BundleRun> {
  const files = Object.fromEntries(FILES.map((name) => [name, join(folder, name)]));
  for (const file of Object.values(files)) writeFileSync(file, '');
  const inputs = inputVariables(options.inputs);
  const preload =
    options.preload === undefined
      ? []
      : [`--import=data:text/javascript,${encodeURIComponent(options.preload)}`];
  const startedAtMs = performance.now();
  const child = spawn(options.node ?? process.execPath, [...preload, script], {
    cwd: folder,
    env: { ...files, RUNNER_TEMP: folder, ...inputs, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  let stderr = '';
  let signalledAtMs: number | undefined;
  if (options.isUnread !== true) {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      const { signal } = options;
      if (signal === undefined || signalledAtMs !== undefined || !log.includes(signal.whenLogHas))
        return;
      signalledAtMs = performance.now();
      child.kill(signal.name);
    });
  }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // With an unread pipe, "close" would wait for its end.
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once(options.isUnread === true ? 'exit' : 'close', resolve);
  });
  const exitedAtMs = performance.now();
  child.stdout.destroy();
  const read = (name: (typeof FILES)[number]): string => readFileSync(join(folder, name), 'utf8');
  return {
    exitCode,
    log,
    stderr,
    outputs: parseOutputFile(read('GITHUB_OUTPUT')),
    summary: read('GITHUB_STEP_SUMMARY'),
    strayFiles: read('GITHUB_STATE') + read('GITHUB_ENV') + read('GITHUB_PATH'),
    tookMs: exitedAtMs - startedAtMs,
    endedAfterSignalMs: signalledAtMs === undefined ? undefined : exitedAtMs - signalledAtMs,
  };
}
