// Builds the bundle: TypeScript to build/, and build/ to dist/ (or the folder given), with the
// licences of what it holds. What reads the context of the run is a file of its own, since it is
// loaded only when it is needed.
import '../node-version.ts';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { licencesOf } from './licences.ts';

const root = join(import.meta.dirname, '../..');
const build = join(root, 'build');
/** Bundled here first, so that a build that fails leaves the old bundle where it is. */
const fresh = join(build, 'bundle');
const outDir = resolve(root, process.argv[2] ?? 'dist');

function run(script: string, ...args: string[]): void {
  execFileSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: build,
    stdio: 'inherit',
  });
}

function bundle(entry: string, to: string): void {
  run('@vercel/ncc/dist/ncc/cli.js', 'build', entry, '-o', to, '-q');
}

rmSync(build, { recursive: true, force: true });
mkdirSync(build);
run('typescript/bin/tsc', '-p', join(root, 'tsconfig.build.json'));

// ncc reads the paths of the tsconfig.json in the folder it runs in, for JavaScript too.
const paths = { undici: ['../bundle/undici.cjs'] };
writeFileSync(
  join(build, 'tsconfig.json'),
  JSON.stringify({ compilerOptions: { allowJs: true, paths } }),
);
bundle('index.js', fresh);
rmSync(join(build, 'tsconfig.json'));
writeFileSync(join(fresh, 'licenses.txt'), `${licencesOf(root)}\n`);

rmSync(outDir, { recursive: true, force: true });
cpSync(fresh, outDir, { recursive: true });
