// Makes the release of a tag with the GitHub CLI. `--check` only compares tag, package.json and CHANGELOG.md, and prints
// the notes.
import './node-version.ts';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from './fields.ts';
import { releaseNotes } from './release-plan.ts';
import { makeRelease } from './release-steps.ts';

const USAGE = 'Usage: node scripts/release.ts [--check] v1.2.3';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const isCheck = args.includes('--check');
const [tag = '', ...others] = args.filter((arg) => arg !== '--check');

if (tag === '' || tag.startsWith('-') || others.length > 0) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  try {
    const notes = readNotes(tag);
    if (isCheck) print(notes);
    else
      makeRelease({ tag, notes, repository: setting('GITHUB_REPOSITORY'), commit: setting('GITHUB_SHA') }, gh, print);
  } catch (error) {
    process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readNotes(name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const result = releaseNotes(name, { version: textOf(manifest, 'version') ?? '', changelog });
  if ('problem' in result) throw new Error(result.problem);
  return result.notes;
}

function setting(name: string): string {
  const value = process.env[name] ?? '';
  if (value === '') throw new Error(`${name} is not set: releases are made by .github/workflows/release.yml.`);
  return value;
}

/** Runs the GitHub CLI, which takes its token from GH_TOKEN; throws with what it printed as error. */
function gh(parameters: readonly string[], input = ''): string {
  return execFileSync('gh', parameters, { cwd: root, encoding: 'utf8', input });
}
