// Plays release.yml in a clone: its `run` steps as they are, with a bare repository as origin and a
// stand-in for the GitHub CLI. Nothing is signed: the step that attests prints what it would sign.
import '../node-version.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { readFlags } from '../flags.ts';

const HELP = `npm run rehearse:release -- [--all]

Plays the release workflow for the last commit, and what can go wrong: a run that is repeated, a
draft that was left, an older release that is run again, a tag that was moved, a version without
notes. Needs git and Bash.
  --all  also install, lint and test, as the workflow does
`;

/** What the workflow repeats of \`npm run all\`; left out unless --all is given. */
const CHECKS = /^npm (?:ci|test|run (?:lint|typecheck|docs:check|check:dist))\b/;

/** Keeps a folder per release; the tag has to be on origin, as \`--verify-tag\` demands. */
const GH = `#!/bin/bash
set -e
echo "gh $*" >&2
store="$(dirname "$0")/releases"
release="$store/$3"
case "$1 $2" in
  'auth setup-git') ;;
  'run download') cp -R "$(dirname "$0")/artifact/." "\${@: -1}" ;;
  'release view') cat "$release/draft" ;;
  'release delete') rm -r "$release" ;;
  'release create')
    [ ! -e "$release" ] && git ls-remote --exit-code origin "refs/tags/$3" >/dev/null
    mkdir -p "$release"; cp "$4" "$release"; echo false > "$release/draft"
    while [ $# -gt 0 ]; do
      if [ "$1" = --notes-file ]; then cp "$2" "$release/notes.md"; fi
      if [[ $1 = --latest=* ]]; then echo "\${1#*=}" > "$release/latest"; fi
      shift
    done ;;
  *) echo "gh $1 $2 has no stand-in" >&2; exit 2 ;;
esac
`;

const stepSchema = z.object({
  name: z.string().optional(),
  run: z.string().optional(),
  uses: z.string().default(''),
  with: z.record(z.string(), z.unknown()).default({}),
});
type Step = z.output<typeof stepSchema>;
const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({ uses: z.string().optional(), steps: z.array(stepSchema).default([]) }),
  ),
});

/** What stands in the changelog of each version. */
const NOTES = '- A change that users notice.';

const root = join(import.meta.dirname, '../..');
const { all } = readFlags(HELP, { all: { type: 'boolean', default: false } });
const folder = mkdtempSync(join(tmpdir(), 'release-'));
const tools = join(folder, 'tools');
const artifact = join(tools, 'artifact');
const origin = join(folder, 'origin.git');
const author = join(folder, 'author');

function git(cwd: string, ...args: string[]): string {
  const user = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost'];
  return execFileSync('git', [...user, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** What a person does for a release: version, heading of the notes, tag. */
function prepare(version: string, { notes = true } = {}): void {
  const manifest = join(author, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, text.replace(/"version": ".*"/, `"version": "${version}"`));
  const changelog = join(author, 'CHANGELOG.md');
  const heading = `## Unreleased\n\n## ${version}\n\n${NOTES}\n`;
  const before = readFileSync(changelog, 'utf8');
  if (notes) writeFileSync(changelog, before.replace('## Unreleased\n', heading));
  git(author, 'commit', '--quiet', '--allow-empty', '--all', '--message', `release ${version}`);
  git(author, 'tag', `v${version}`);
  git(author, 'push', '--quiet', 'origin', 'main', `v${version}`);
}

/** The jobs of a workflow in order, and in their places those of the workflows that it calls. */
function jobsOf(file: string): readonly (readonly [name: string, steps: readonly Step[]])[] {
  const { jobs } = workflowSchema.parse(parse(readFileSync(join(author, file), 'utf8')));
  return Object.entries(jobs).flatMap(([name, { uses, steps }]) =>
    uses === undefined ? [[name, steps] as const] : jobsOf(uses),
  );
}

/**
 * Plays the release of a tag, or one job of it; returns the name of the step that failed, or an
 * empty text.
 */
function play(tag: string, only?: string): string {
  for (const [name, steps] of jobsOf('.github/workflows/release.yml')) {
    if (only !== undefined && only !== name) continue;
    const temp = mkdtempSync(join(folder, 'job-'));
    const workspace = join(temp, 'workspace');
    for (const step of steps) {
      const hasPassed =
        step.run === undefined
          ? useAction(step, { tag, workspace, temp })
          : runScript(step.run, { tag, workspace, temp });
      if (!hasPassed) return step.name ?? step.run ?? step.uses;
    }
  }
  return '';
}

interface Place {
  readonly tag: string;
  readonly workspace: string;
  readonly temp: string;
}

function runScript(script: string, { tag, workspace, temp }: Place): boolean {
  if (CHECKS.test(script) && !all) return true;
  const path = [tools, dirname(process.execPath), process.env['PATH']].join(delimiter);
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
    cwd: workspace,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: path,
      GITHUB_REF_NAME: tag,
      // The commit of the event: that of the tag when it was pushed.
      GITHUB_SHA: git(author, 'rev-parse', `${tag}^{commit}`),
      GITHUB_RUN_ID: '1',
      RUNNER_TEMP: temp,
    },
  });
  if (status !== 0) process.stdout.write(`${stdout}${stderr}`.replaceAll(/^(?=.)/gm, '    '));
  return status === 0;
}

/** Stands in for the four actions that the workflows use. */
function useAction({ uses, with: inputs }: Step, { tag, workspace, temp }: Place): boolean {
  switch (uses.replace(/@.*/, '')) {
    case 'actions/setup-node':
      return true;
    case 'actions/checkout':
      git(folder, 'clone', '--quiet', '--branch', tag, origin, workspace);
      if (!all) symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'));
      return true;
    case 'actions/upload-artifact': {
      const path = String(inputs['path']).replace('${{ runner.temp }}', temp);
      rmSync(artifact, { recursive: true, force: true });
      cpSync(path, artifact, { recursive: true });
      return readdirSync(artifact).length > 0;
    }
    case 'actions/attest': {
      const files = globSync(String(inputs['subject-path']), { cwd: workspace });
      for (const file of files) {
        const digest = hash('sha256', readFileSync(join(workspace, file)));
        process.stdout.write(`    would sign ${file} sha256:${digest}\n`);
      }
      return files.length > 0;
    }
    default:
      return false;
  }
}

/** A file of a release as the stand-in keeps it; an empty text if there is none. */
function released(tag: string, file: string): string {
  const path = join(tools, 'releases', tag, file);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
}

function report(what: string, isTrue: boolean): void {
  process.stdout.write(`${isTrue ? '✓' : '✗'} ${what}\n`);
  if (!isTrue) process.exitCode = 1;
}

function isMajorAt(tag: string): boolean {
  return git(origin, 'rev-parse', 'v0^{commit}') === git(origin, 'rev-parse', `${tag}^{commit}`);
}

function rehearse(): void {
  mkdirSync(tools);
  writeFileSync(join(tools, 'gh'), GH, { mode: 0o755 });
  git(folder, 'init', '--quiet', '--bare', '--initial-branch', 'main', origin);
  git(folder, 'clone', '--quiet', '--no-tags', root, author);
  git(author, 'checkout', '--quiet', '-B', 'main');
  git(author, 'remote', 'set-url', 'origin', origin);

  prepare('0.98.0');
  report('v0.98.0 is checked, attested and published', play('v0.98.0') === '');
  const tarball = 'deployment-service-emulator-0.98.0.tgz';
  report('its tarball is there', released('v0.98.0', tarball) !== '');
  report(
    'it is the latest, and v0 is on it',
    released('v0.98.0', 'latest') === 'true' && isMajorAt('v0.98.0'),
  );

  report('a repeated run changes nothing', play('v0.98.0', 'publish') === '');
  writeFileSync(join(tools, 'releases/v0.98.0/draft'), 'true');
  const isRepaired = play('v0.98.0', 'publish') === '';
  report(
    'a draft that was left is replaced',
    isRepaired && released('v0.98.0', 'draft') === 'false',
  );

  prepare('0.99.0');
  report('v0.99.0 is published', play('v0.99.0') === '');
  report('its notes are those of its version', released('v0.99.0', 'notes.md') === NOTES);
  report('v0 has moved to it', isMajorAt('v0.99.0'));
  report('an older release can be repeated', play('v0.98.0', 'publish') === '');
  report('v0 has not moved back', isMajorAt('v0.99.0'));

  process.stdout.write('Two that have to fail:\n');
  prepare('0.99.1', { notes: false });
  const agreement = 'Tag, package.json and CHANGELOG.md agree';
  report('a version without notes is refused', play('v0.99.1', 'check') === agreement);
  git(origin, 'tag', '--force', 'v0.99.0', 'v0.98.0');
  const still = 'The tag is still on the commit that was checked';
  report('a tag that was moved is refused', play('v0.99.0', 'publish') === still);
  process.stdout.write('Signing has not been tried: it needs GitHub.\n');
}

try {
  rehearse();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
