// Runs the built action as a runner would: inputs in the environment, the runner's files, Node as it is here.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputVariable, parseOutputFile } from '../../__tests__/support/runner/runner-parsers.ts';
import { basicEnv } from '../../emulator/index.ts';
import { createLogView } from './log-view.ts';

/** What a step leaves behind. */
export interface StepResult {
  readonly exitCode: number | null;
  readonly outputs: Readonly<Record<string, string>>;
  /** Markdown of the summary page. */
  readonly summary: string;
}

/** Where the runner's files of one step are. */
interface StepFiles {
  readonly output: string;
  readonly summary: string;
  readonly temp: string;
}

/**
 * Runs `dist/index.js` with the inputs given; what it prints goes to our own output, as GitHub shows it. The runner's files
 * are in `folder`, in the place of those of an earlier step.
 */
export async function runAction(
  root: string,
  inputs: Readonly<Record<string, string>>,
  { folder }: { folder: string },
): Promise<StepResult> {
  const files = openStepFiles(folder);
  const child = spawn(process.execPath, [join(root, 'dist/index.js')], {
    // A developer's own settings must not change what is shown.
    env: { ...basicEnv(process.env), ...stepEnv(inputs, files) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const view = createLogView();
  child.stdout.setEncoding('utf8').on('data', (piece: string) => process.stdout.write(view.push(piece)));
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  process.stdout.write(view.end());
  return {
    exitCode,
    outputs: parseOutputFile(readFileSync(files.output, 'utf8')),
    summary: readFileSync(files.summary, 'utf8'),
  };
}

function openStepFiles(folder: string): StepFiles {
  const files = { output: join(folder, 'output'), summary: join(folder, 'summary.md'), temp: join(folder, 'temp') };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(files.temp, { recursive: true });
  writeFileSync(files.output, '');
  writeFileSync(files.summary, '');
  return files;
}

function stepEnv(inputs: Readonly<Record<string, string>>, files: StepFiles): Record<string, string> {
  const named = Object.entries(inputs).map(([name, value]) => [inputVariable(name), value] as const);
  return {
    ...Object.fromEntries(named),
    GITHUB_OUTPUT: files.output,
    GITHUB_STEP_SUMMARY: files.summary,
    RUNNER_TEMP: files.temp,
  };
}
