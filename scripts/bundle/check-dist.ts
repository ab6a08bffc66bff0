// Proves that dist/ is what the sources build: builds it anew beside and compares every file.
import '../node-version.ts';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readCommandLine } from '../command-line.ts';

readCommandLine({ command: 'npm run check:dist', purpose: 'Proves that dist/ is what the sources build.' });
const root = join(import.meta.dirname, '../..');

function filesOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  // A checkout may have turned line ends; what is compared is the text.
  const text = (path: string) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  return new Map(
    names.map(({ parentPath, name }) => [relative(folder, join(parentPath, name)), text(join(parentPath, name))]),
  );
}

const fresh = mkdtempSync(join(root, 'build-dist-'));
try {
  execFileSync(process.execPath, [join(root, 'scripts/bundle/build.ts'), relative(root, fresh)], { stdio: 'inherit' });
  const committed = filesOf(join(root, 'dist'));
  const built = filesOf(fresh);
  const stale = [...new Set([...committed.keys(), ...built.keys()])].filter(
    (name) => committed.get(name) !== built.get(name),
  );
  if (stale.length > 0) {
    process.stderr.write(`dist/ is stale: ${stale.join(', ')}. Run "npm run build" and commit it.\n`);
    process.exitCode = 1;
  } else {
    process.stdout.write(`dist/ is what the sources build (${built.size} files)\n`);
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
