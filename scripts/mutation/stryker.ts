// Stryker, installed on demand in a folder that git ignores: only `npm run mutation` needs it, and its engines do
// not include every Node that `npm ci` has to work on.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = '.stryker';
/** Exact, and the same for both: the runner works with the core of its own version only. */
const VERSION = '10.0.0';
const MANIFEST = JSON.stringify({
  private: true,
  dependencies: { '@stryker-mutator/core': VERSION, '@stryker-mutator/jest-runner': VERSION },
});

/** Where Stryker's jest plugin is once `installStryker` has run. */
export function jestRunnerIn(root: string): string {
  return join(root, FOLDER, 'node_modules/@stryker-mutator/jest-runner/dist/src/index.js');
}

/** Installs Stryker below `root` unless it is there in this version; gives the path of its program. */
export function installStryker(root: string): string {
  const folder = join(root, FOLDER);
  const manifest = join(folder, 'package.json');
  const program = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const isCurrent = existsSync(program) && existsSync(manifest) && readFileSync(manifest, 'utf8') === MANIFEST;
  if (isCurrent) return program;
  process.stdout.write(`Installing Stryker ${VERSION} into ${FOLDER}/\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(manifest, MANIFEST);
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return program;
}
