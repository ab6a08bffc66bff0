// The suites of `__tests__/bundle` test what `dist/` holds. When one of them fails, this reporter
// says at the end of the run whether the sources build something else.
import { spawnSync } from 'node:child_process';
import { join, sep } from 'node:path';

/** The part of Jest's results that is read. */
interface Results {
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly numFailingTests: number;
  }[];
}

/** Builds the sources only after a failure: that takes some ten seconds. */
export default class StaleBundleReporter {
  onRunComplete(_contexts: unknown, { testResults }: Results): void {
    const hasFailed = testResults.some(
      ({ testFilePath, numFailingTests }) =>
        numFailingTests > 0 && testFilePath.includes(`${sep}__tests__${sep}bundle${sep}`),
    );
    // BUNDLE names another folder than `dist/` (support/bundle.ts).
    if (!hasFailed || process.env['BUNDLE'] !== undefined) return;
    process.stderr.write('\nTests of the bundle failed. Comparing dist/ with the sources …\n');
    const root = join(import.meta.dirname, '../..');
    spawnSync(process.execPath, [join(root, 'scripts/bundle/check-dist.ts')], { stdio: 'inherit' });
  }
}
