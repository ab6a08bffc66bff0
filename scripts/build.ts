// Builds the bundle: TypeScript to build/, build/ to one file with its licences in dist/ (or the folder given).
import './node-version.ts';
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [outDir = 'dist'] = process.argv.slice(2);

function run(script: string, ...args: string[]): void {
  execFileSync(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root, stdio: 'inherit' });
}

/** Built here first, so that a build that fails leaves the old bundle where it is. */
const fresh = 'build/bundle';

rmSync(join(root, 'build'), { recursive: true, force: true });
run('typescript/bin/tsc', '-p', 'tsconfig.build.json');
run('@vercel/ncc/dist/ncc/cli.js', 'build', 'build/index.js', '-o', fresh, '--license', 'licenses.txt', '-q');
rmSync(join(root, outDir), { recursive: true, force: true });
cpSync(join(root, fresh), join(root, outDir), { recursive: true });
