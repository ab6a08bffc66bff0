// Runs the built action as a runner would: inputs in the environment, the runner's files, Node as it is here.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** Runs `dist/index.js` with the inputs given; what it prints goes straight to our own output. */
export async function runAction(root: string, inputs: Readonly<Record<string, string>>): Promise<StepResult> {
  const files = openStepFiles();
  const child = spawn(process.execPath, [join(root, 'dist/index.js')], {
    env: { ...plainEnv(), ...stepEnv(inputs, files) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return {
    exitCode,
    outputs: parseOutputs(readFileSync(files.output, 'utf8')),
    summary: readFileSync(files.summary, 'utf8'),
  };
}

function openStepFiles(): StepFiles {
  const folder = mkdtempSync(join(tmpdir(), 'demo-step-'));
  const files = { output: join(folder, 'output'), summary: join(folder, 'summary.md'), temp: join(folder, 'temp') };
  writeFileSync(files.output, '');
  writeFileSync(files.summary, '');
  mkdirSync(files.temp);
  return files;
}

/** The runner keeps hyphens in the names of inputs. */
function stepEnv(inputs: Readonly<Record<string, string>>, files: StepFiles): Record<string, string> {
  const named = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value] as const);
  return {
    ...Object.fromEntries(named),
    GITHUB_OUTPUT: files.output,
    GITHUB_STEP_SUMMARY: files.summary,
    RUNNER_TEMP: files.temp,
  };
}

/** What a program needs to run at all; a developer's own settings must not change the demo. */
function plainEnv(): Record<string, string> {
  const names = ['PATH', 'HOME', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Reads the runner's output file: `name<<delimiter`, lines of the value, the delimiter. */
export function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, delimiter] = /^([^=<]+)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined || delimiter === undefined) continue;
    const end = lines.indexOf(delimiter, at + 1);
    outputs[name] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return outputs;
}
