// Runs the built action as a runner would, and shows what a user sees on GitHub: step log, outputs,
// summary. What it writes stays in `.demo/`, which git ignores.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { inputVariables, parseOutputFile } from '../../__tests__/support/runner-parsers.ts';
import { basicEnv } from '../../emulator/runner/process.ts';
import { renderSummaryPage } from '../pictures/render-summary.ts';

const root = join(import.meta.dirname, '../..');

/** Prints a title over what follows. */
export function printTitle(text: string): void {
  process.stdout.write(
    `\n${styleText('bold', `── ${text} ${'─'.repeat(Math.max(0, 76 - text.length))}`)}\n\n`,
  );
}

/** Runs `dist/index.js` with these inputs and shows it; resolves with its exit code and outputs. */
export async function showStep(
  heading: string,
  inputs: Readonly<Record<string, string>>,
): Promise<{ exitCode: number; outputs: Readonly<Record<string, string>> }> {
  const folder = join(root, '.demo');
  const files = {
    output: join(folder, 'output'),
    summary: join(folder, 'summary.md'),
    temp: join(folder, 'temp'),
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(files.temp, { recursive: true });
  for (const file of [files.output, files.summary]) writeFileSync(file, '');

  printTitle(heading);
  const child = spawn(process.execPath, [join(root, 'dist/index.js')], {
    // A developer's own settings must not change what is shown.
    env: {
      ...basicEnv(),
      ...inputVariables(inputs),
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
      RUNNER_TEMP: files.temp,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Whoever reads the output may leave first (`| head`); that is no reason to fail.
  process.stdout.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) =>
    process.stdout.write(shownOnGithub(line)),
  );
  await once(child, 'close');

  const outputs = parseOutputFile(readFileSync(files.output, 'utf8'));
  printTitle('Outputs');
  for (const [name, value] of Object.entries(outputs))
    process.stdout.write(`${name.padEnd(22)}${value}\n`);
  printTitle('Job summary');
  const summary = readFileSync(files.summary, 'utf8');
  const page = join(folder, 'summary.html');
  writeFileSync(page, renderSummaryPage(summary, 'deploy summary'));
  process.stdout.write(`${summary.trim()}\n\nAs a page: ${pathToFileURL(page).href}\n`);
  return { exitCode: child.exitCode ?? 1, outputs };
}

const LEVELS: Readonly<Record<string, string>> = {
  error: 'Error',
  warning: 'Warning',
  notice: 'Notice',
};

/**
 * A line of the step log as GitHub shows it: workflow commands are carried out instead of printed.
 */
function shownOnGithub(line: string): string {
  const [, command = '', properties = '', data = ''] =
    /^::([\w-]+)((?: [^:]*)?)::(.*)$/.exec(line) ?? [];
  if (command === '') return `${line}\n`;
  if (command === 'group') return `▾ ${unescaped(data)}\n`;
  const level = LEVELS[command];
  if (level === undefined) return '';
  const title = /\btitle=([^,]*)/.exec(properties)?.[1];
  const text = title === undefined ? data : `${title}%0A${data}`;
  return `${level}: ${unescaped(text).replaceAll('\n', '\n  ')}\n`;
}

/** Undoes what the runner asks for in commands: %0A, %0D, %25, %2C and %3A. */
function unescaped(text: string): string {
  return text.replaceAll(/%(?:0A|0D|25|2C|3A)/g, decodeURIComponent);
}
