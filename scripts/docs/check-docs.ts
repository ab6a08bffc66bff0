// Checks the docs by machine: links lead somewhere, workflows in code blocks and in examples/ pass actionlint, steps
// name inputs and outputs that exist, and so do the scripts, files and tests that the pages name.
import '../node-version.ts';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readManifest } from './action-manifest.ts';
import { codeBlocks, proseOf } from './command-blocks.ts';
import { readCommandLine } from '../command-line.ts';
import { commandProblems, folderProblems, pathProblems } from './doc-facts.ts';
import { proofProblems } from './proofs.ts';
import { createWorkflowChecks } from './workflow-checks.ts';
import { listFiles, type Page, readPages, readScripts } from '../project.ts';

readCommandLine({
  command: 'npm run docs:check',
  purpose: 'Checks that the README is current, and links, workflows and names on the pages.',
});
const root = join(import.meta.dirname, '../..');
const problems: string[] = [];
const workflows = await createWorkflowChecks(readManifest(join(root, 'action.yml')));

const project = { files: listFiles(root), scripts: new Set(Object.keys(readScripts(root))) };
/** Their tables give a test, a benchmark or a source for each claim. */
const pagesWithProofs = new Set(['docs/testing.md', 'docs/security.md']);

const pages = readPages(root);
for (const page of pages) {
  checkPage(page);
  problems.push(...factProblems(page));
}
for (const file of project.files.filter((name) => /^examples\/.*\.yml$/.test(name)))
  problems.push(...workflows.inWorkflow(file, readFileSync(join(root, file), 'utf8')));

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
    problems.push(...(/^jobs:/m.test(code) ? workflows.inWorkflow(page, code) : workflows.inSteps(page, code)));
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
