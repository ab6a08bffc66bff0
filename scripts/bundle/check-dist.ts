// Proves that dist/ is what the sources build: builds it anew in another folder and compares the
// two.
import '../node-version.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
const fresh = relative(root, mkdtempSync(join(root, 'build-dist-')));
try {
  execFileSync(process.execPath, [join(root, 'scripts/bundle/build.ts'), fresh], {
    stdio: 'inherit',
  });
  const compare = (...how: string[]) =>
    spawnSync('git', ['diff', '--no-index', ...how, 'dist', fresh], {
      cwd: root,
      encoding: 'utf8',
    });
  // A package may have CRLF line ends, which git turns into LF when dist/ is committed.
  if (compare('--quiet', '--text', '--ignore-cr-at-eol').status === 0) {
    process.stdout.write('dist/ is what the sources build\n');
  } else {
    process.stderr.write(
      `${compare('--stat').stdout}dist/ is stale. Run "npm ci", "npm run build" and commit it.\n`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(join(root, fresh), { recursive: true, force: true });
}
