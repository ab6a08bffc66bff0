// Makes the release of a tag, which carries one file, with the GitHub CLI. `--check` only compares tag, package.json and
// CHANGELOG.md, and prints the notes.
import '../node-version.ts';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textOf } from '../fields.ts';
import { releaseNotes } from './release-plan.ts';
import { makeRelease } from './release-steps.ts';

const USAGE = 'Usage: node scripts/release/release.ts v1.2.3 <file>, or node scripts/release/release.ts --check v1.2.3';

const root = join(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const isCheck = args.includes('--check');
const [tag = '', ...files] = args.filter((arg) => arg !== '--check');

if (tag === '' || tag.startsWith('-') || files.length !== (isCheck ? 0 : 1)) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  try {
    const notes = readNotes(tag);
    if (isCheck) print(notes);
    else {
      const [repository, commit] = [setting('GITHUB_REPOSITORY'), setting('GITHUB_SHA')];
      makeRelease({ tag, notes, repository, commit, file: existing(files) }, gh, print);
    }
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

/** The absolute path of the file, so that a missing one is found before anything is created. */
function existing([file = '']: readonly string[]): string {
  if (!existsSync(file)) throw new Error(`There is no file ${file}, which the release is to carry.`);
  return resolve(file);
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
