// The suites that judge a change to one room, in less than half a minute: those of the files and folders named, or else of
// the files that differ from the last commit. `npm run test:quick -- src/api/wire`.
import '../node-version.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readCommandLine } from '../command-line.ts';
import { listFiles } from '../project.ts';
import { quickSuites } from './quick-tests.ts';

const root = join(import.meta.dirname, '../..');
const { rest } = readCommandLine({
  command: 'npm run test:quick',
  purpose:
    'Runs the suites that mirror the files or folders named, or else those of the files that git reports as changed.\nWhat takes minutes by design is left to `npm test`.',
  argument: { form: '[path …]', meaning: 'files or folders, such as src/api/wire' },
  passesTo: 'jest',
});
const files = listFiles(root);
const named = rest.filter((arg) => !arg.startsWith('-'));
const missing = named.filter((path) => !files.some((file) => `${file}/`.startsWith(`${path.replace(/\/$/, '')}/`)));
const suites = quickSuites(
  named.length > 0 ? named : changedFiles(),
  files.filter((file) => file.startsWith('__tests__/') && file.endsWith('.test.ts')),
);

if (missing.length > 0) {
  process.stderr.write(
    `There is no ${missing.join(', ')}. Name files or folders from the top, such as src/api/wire.\n`,
  );
  process.exitCode = 2;
} else if (suites.length === 0) {
  process.stdout.write('No suite mirrors what has changed; `npm test` runs them all.\n');
} else {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const options = rest.filter((arg) => arg.startsWith('-'));
  const args = [...flags, jest, ...options, '--runTestsByPath', ...suites];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

/** Files that differ from the last commit, new ones too. */
function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
  const changed = [
    ...git('diff', '--name-only', '-z', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return changed.filter((file) => file !== '');
}
