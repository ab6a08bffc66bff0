// Runs a step and shows what a user would see of it: step log, outputs, summary. What it writes is in `.demo/`, which git
// ignores: the summary as a page, and the files of the step, of which outputs name some.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { renderSummaryPage } from '../pictures/render-summary.ts';
import { runAction, type StepResult } from './runner.ts';

const root = join(import.meta.dirname, '../..');

/** Prints a title over what follows. */
export function title(text: string): void {
  const line = `── ${text} ${'─'.repeat(Math.max(0, 76 - text.length))}`;
  process.stdout.write(`\n${styleText('bold', line)}\n\n`);
}

/**
 * Runs the built action with these inputs below a title. `folder`: the name of one in `.demo/`; `isSummaryShown`: prints the
 * summary's Markdown, too.
 */
export async function showStep(
  inputs: Readonly<Record<string, string>>,
  { heading, isSummaryShown, ...options }: { heading: string; folder: string; isSummaryShown: boolean },
): Promise<StepResult> {
  const folder = join(root, '.demo', options.folder);
  title(heading);
  const step = await runAction(root, inputs, { folder });
  title('Outputs');
  for (const [name, value] of Object.entries(step.outputs)) process.stdout.write(`${name.padEnd(22)}${value}\n`);
  title('Job summary');
  if (isSummaryShown) process.stdout.write(`${step.summary.trim()}\n\n`);
  const page = join(folder, 'summary.html');
  writeFileSync(page, renderSummaryPage(step.summary, 'deploy summary'));
  process.stdout.write(`${pathToFileURL(page).href}\n`);
  return step;
}
