// The notes of a release: the section of CHANGELOG.md for a tag such as `v1.2.3`, on standard output. Exit code 1 where
// tag, package.json and CHANGELOG.md do not speak of the same version, so that no release is made by mistake.
import './node-version.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from './fields.ts';

const root = join(import.meta.dirname, '..');
const [tag = ''] = process.argv.slice(2);
const result = releaseNotes(tag);
if (typeof result === 'string') {
  process.stdout.write(`${result}\n`);
} else {
  process.stderr.write(`${result.problem}\n`);
  process.exitCode = 1;
}

function releaseNotes(name: string): string | { problem: string } {
  const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(name) ?? [];
  if (version === undefined) return { problem: `"${name}" is no tag of a release, such as v1.2.3.` };
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const declared = textOf(manifest, 'version');
  if (declared !== version) return { problem: `The tag is ${name}, but package.json says ${declared ?? 'nothing'}.` };
  const notes = sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  return notes === '' ? { problem: `CHANGELOG.md has nothing to say of ${version}.` } : notes;
}

/** What stands below `## 1.2.3` or `## [1.2.3] - 2026-01-31`, up to the next heading of that size. */
function sectionOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## +/m).slice(1);
  const found = sections.find((section) => /^\[?([^\]\s]+)/.exec(section)?.[1] === version);
  return found === undefined ? '' : found.slice(found.indexOf('\n') + 1).trim();
}
