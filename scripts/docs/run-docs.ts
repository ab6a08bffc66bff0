// Runs every block of the pages that is tagged as runnable, in this tree, and proves that the tree is as it was.
// What is not run is named with the reason.
import '../node-version.ts';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type CodeBlock, codeBlocks, isRunnable, isShell, toolsOf } from './command-blocks.ts';
import { ciSteps, isCoveredBySteps } from './ci-steps.ts';
import { readCommandLine } from '../command-line.ts';
import { listFiles, readPages, readScripts } from '../project.ts';
import { runCommands } from './run-block.ts';

/** Ends what hangs; a busy machine may be ten times slower than an idle one. */
const TIMEOUT_MS = 600_000;
const LAST_LINES = 20;

const root = join(import.meta.dirname, '../..');
const known = { steps: ciSteps(readFileSync(join(root, '.ci/run'), 'utf8')), scripts: readScripts(root) };
const pages = readPages(root);
const { names } = readCommandLine({
  command: 'npm run docs:run',
  purpose: 'Runs every block of commands on the pages that is tagged as runnable.',
  names: { meaning: 'pages, all by default', known: pages.map(({ page }) => page) },
});
const blocks = pages
  .filter(({ page }) => names.length === 0 || names.includes(page))
  .flatMap(({ page, text }) => codeBlocks(page, text))
  .filter((block) => isRunnable(block) || isShell(block));

let ran = 0;
let failed = 0;
for (const block of blocks) {
  const reason = reasonNotToRun(block);
  if (reason === undefined) await tryBlock(block);
  else process.stdout.write(`- ${nameOf(block)}: not run, ${reason}\n`);
}
process.stdout.write(`\n${ran} blocks ran, ${failed} failed, ${blocks.length - ran} were not run\n`);
process.exitCode = failed === 0 ? 0 : 1;

function nameOf({ page, line, code }: CodeBlock): string {
  const [first = ''] = code.trimStart().split('\n');
  return `${page}:${line} ${first}`;
}

function reasonNotToRun(block: CodeBlock): string | undefined {
  if (!isRunnable(block)) return 'not tagged as runnable';
  if (isCoveredBySteps(block, known)) return 'each of its commands is a step of .ci/run already';
  const missing = toolsOf(block).filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
  return missing.length === 0 ? undefined : `${missing.join(', ')} is not installed here`;
}

async function tryBlock(block: CodeBlock): Promise<void> {
  const before = treeState();
  const { exitCode, output, tookMs } = await (isShell(block) ? runShell(block.code) : runTypeScript(block));
  const problems = [
    ...(exitCode === 0 ? [] : [`it ended with ${exitCode ?? 'a signal'}`]),
    ...changedFiles(before, treeState()).map((file) => `it changed ${file}`),
  ];
  ran += 1;
  process.stdout.write(`${problems.length === 0 ? '✓' : '✗'} ${nameOf(block)} (${(tookMs / 1000).toFixed(1)} s)\n`);
  if (problems.length === 0) return;
  failed += 1;
  const tail = output.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  process.stdout.write(`${tail.replaceAll(/^/gm, '    ')}\n  ${problems.join('\n  ')}\n`);
}

async function runShell(code: string) {
  return await runCommands(code, { cwd: root, timeoutMs: TIMEOUT_MS });
}

/** Typechecks and runs a block in a folder as deep as `docs/`, where its imports lead to the same files. */
async function runTypeScript({ page, code }: CodeBlock) {
  const folder = mkdtempSync(join(root, 'build-docs-'));
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../tsconfig.json', include: ['*.ts'] }));
    const file = `${basename(page, '.md')}.ts`;
    writeFileSync(join(folder, file), code);
    const bin = './node_modules/.bin';
    return await runShell(`${bin}/tsc -p ${basename(folder)} && ${bin}/node ${basename(folder)}/${file}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every file of the tree with a hash of what it holds. */
function treeState(): Map<string, string> {
  const hashOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex');
  return new Map(listFiles(root).map((file) => [file, hashOf(file)]));
}

/** The files that are new, gone or different. */
function changedFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const files = new Set([...before.keys(), ...after.keys()]);
  return [...files].filter((file) => before.get(file) !== after.get(file));
}
