// Bundles a script with its dependencies into one file of JavaScript, as actions are shipped.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Bundles `bench/startup/<name>.ts` and returns the path of the file. */
export function bundled(name: string): string {
  // Built inside the project, where its packages can be found.
  const outDir = join(root, 'build/bench');
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const flags = ['--target', 'ES2024', '--module', 'NodeNext', '--types', 'node', '--skipLibCheck'];
  const source = join(root, 'bench/startup', `${name}.ts`);
  execFileSync(process.execPath, [tsc, source, '--ignoreConfig', '--outDir', outDir, ...flags], { cwd: root });
  const ncc = join(root, 'node_modules/@vercel/ncc/dist/ncc/cli.js');
  const folder = join(outDir, `${name}-bundle`);
  execFileSync(process.execPath, [ncc, 'build', join(outDir, `${name}.js`), '-o', folder, '-q'], { cwd: root });
  return join(folder, 'index.js');
}
