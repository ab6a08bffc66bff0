// Plays release.yml in a clone: its `run` steps as they are, with a bare repository as origin and a
// stand-in for the GitHub CLI. Left out are the install, `npm run all`, and signing.
import '../node-version.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { readFlags } from '../flags.ts';

readFlags(
  `Usage: npm run rehearse:release

Plays the release workflow for the last commit, and what can go wrong: a run that is repeated, a
draft that was left, an older release that is run again, a tag that was moved, a version without
notes. Needs git and Bash.
`,
  {},
);

const LEFT_OUT = /^npm (?:ci|run all)\b/;

/** Keeps a folder per release: whether it is a draft, its file, and the arguments it was made with. */
const GH = `#!/bin/bash
set -e
store=$(dirname "$0") release="$(dirname "$0")/$3"
case "$1 $2" in
  'auth setup-git') ;;
  'run download') cp -R "$store/artifact/." "\${@: -1}" ;;
  'release view') cat "$release/draft" ;;
  'release delete') rm -r "$release" ;;
  'release create')
    mkdir "$release"; cp "$4" "$release"; echo "$*" > "$release/arguments"; echo false > "$release/draft" ;;
  *) echo "gh $1 $2 has no stand-in" >&2; exit 2 ;;
esac
`;

const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      steps: z
        .array(z.object({ name: z.string().optional(), run: z.string().optional() }))
        .default([]),
    }),
  ),
});

/** What stands in the changelog of each version. */
const NOTES = '- A change that users notice.';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'release-'));
const store = join(folder, 'gh');
const origin = join(folder, 'origin.git');
const author = join(folder, 'author');

function git(cwd: string, ...args: string[]): string {
  const user = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@localhost'];
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  return execFileSync('git', [...user, ...args], { cwd, encoding: 'utf8', stdio: [...stdio] });
}

/** What a person does for a release: version, heading of the notes, tag. */
function prepare(version: string, { notes = NOTES }: { notes?: string } = {}): void {
  const edit = (name: string, pattern: RegExp, text: string): void => {
    const file = join(author, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, text));
  };
  edit('package.json', /"version": ".*"/, `"version": "${version}"`);
  edit('CHANGELOG.md', /^## Unreleased\n/m, `## Unreleased\n\n## ${version}\n\n${notes}\n\n`);
  git(author, 'commit', '--quiet', '--all', '--message', `release ${version}`);
  git(author, 'tag', `v${version}`);
  git(author, 'push', '--quiet', 'origin', 'main', `v${version}`);
}

/** Plays the release of a tag, or one job of it; returns the step that failed, or an empty text. */
function play(tag: string, only?: string): string {
  const file = join(author, '.github/workflows/release.yml');
  const { jobs } = workflowSchema.parse(parse(readFileSync(file, 'utf8')));
  for (const [job, { steps }] of Object.entries(jobs)) {
    if (only !== undefined && only !== job) continue;
    const temp = mkdtempSync(join(folder, `${job}-`));
    const workspace = join(temp, 'workspace');
    git(folder, 'clone', '--quiet', '--branch', tag, origin, workspace);
    symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'));
    for (const { name, run = '' } of steps) {
      if (!LEFT_OUT.test(run) && !passes(run, { tag, workspace, temp })) return name ?? run;
    }
    if (job === 'check')
      cpSync(join(temp, 'release'), join(store, 'artifact'), { recursive: true });
  }
  return '';
}

interface Place {
  readonly tag: string;
  readonly workspace: string;
  readonly temp: string;
}

function passes(script: string, { tag, workspace, temp }: Place): boolean {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
    cwd: workspace,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: [store, dirname(process.execPath), process.env['PATH']].join(delimiter),
      GITHUB_REF_NAME: tag,
      // The commit of the event: the tag's when it was pushed.
      GITHUB_SHA: git(author, 'rev-parse', `${tag}^{commit}`).trim(),
      GITHUB_RUN_ID: '1',
      RUNNER_TEMP: temp,
    },
  });
  if (status !== 0) process.stdout.write(`${stdout}${stderr}`.replaceAll(/^(?=.)/gm, '    '));
  return status === 0;
}

function report(what: string, isTrue: boolean): void {
  process.stdout.write(`${isTrue ? '✓' : '✗'} ${what}\n`);
  if (!isTrue) process.exitCode = 1;
}

function isMajorAt(tag: string): boolean {
  return git(origin, 'rev-parse', 'v0^{commit}') === git(origin, 'rev-parse', `${tag}^{commit}`);
}

function rehearse(): void {
  mkdirSync(store);
  writeFileSync(join(store, 'gh'), GH, { mode: 0o755 });
  git(folder, 'init', '--quiet', '--bare', '--initial-branch', 'main', origin);
  git(folder, 'clone', '--quiet', '--no-tags', root, author);
  git(author, 'checkout', '--quiet', '-B', 'main');
  git(author, 'remote', 'set-url', 'origin', origin);
  const released = (tag: string, file: string): string =>
    readFileSync(join(store, tag, file), 'utf8').trim();

  prepare('0.98.0');
  report('v0.98.0 is checked and published', play('v0.98.0') === '');
  report('as the latest', released('v0.98.0', 'arguments').includes(' --latest=true'));
  report('with the tarball', released('v0.98.0', 'deployment-service-emulator-0.98.0.tgz') !== '');
  report('v0 is on it', isMajorAt('v0.98.0'));
  report('a repeated run passes', play('v0.98.0', 'publish') === '');
  writeFileSync(join(store, 'v0.98.0/draft'), 'true');
  report('with a draft that was left, too', play('v0.98.0', 'publish') === '');
  report('which it replaces', released('v0.98.0', 'draft') === 'false');

  prepare('0.99.0');
  report('v0.99.0 is checked and published', play('v0.99.0') === '');
  const [, notes = ''] = /--notes-file (\S+)/.exec(released('v0.99.0', 'arguments')) ?? [];
  report('with its own notes', readFileSync(notes, 'utf8').trim() === NOTES);
  report('v0 has moved to it', isMajorAt('v0.99.0'));
  report('an older release can be repeated', play('v0.98.0', 'publish') === '');
  report('v0 has not moved back', isMajorAt('v0.99.0'));

  process.stdout.write('Two that have to fail:\n');
  prepare('0.99.1', { notes: '' });
  const agreement = 'Tag, package.json and CHANGELOG.md agree';
  report('a version without notes', play('v0.99.1', 'check') === agreement);
  git(origin, 'tag', '--force', 'v0.99.0', 'v0.98.0');
  const still = 'The tag is still on the commit that was checked';
  report('a tag that was moved', play('v0.99.0', 'publish') === still);
  process.stdout.write('Signing has not been tried: it needs GitHub.\n');
}

try {
  rehearse();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
