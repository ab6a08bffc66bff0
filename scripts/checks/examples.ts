// Runs the examples: each under act, in a repository of its own, against an emulator started for it. Exit code 1 when one
// does not do what its entry requires, or when act is missing.
import '../node-version.ts';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actVersion } from '../../__tests__/examples/act.ts';
import { exampleRuns } from '../../__tests__/examples/example-runs.ts';
import { makeWorkplace, tryExample } from '../../__tests__/examples/try-example.ts';
import { originOf } from '../../__tests__/support/service/raw-server.ts';
import { readCommandLine } from '../command-line.ts';

const { names } = readCommandLine({
  command: 'npm run examples',
  purpose: 'Runs the workflows of examples/ under act, against the emulator.',
  names: {
    meaning: 'examples, all by default',
    known: [...new Set(exampleRuns({ host: '', commit: '' }).map(({ file }) => file))],
  },
});
const version = await actVersion();
if (version === undefined) {
  process.stderr.write(
    'act is needed to run the examples, and there is none on PATH: https://github.com/nektos/act\n' +
      'With Go: go install github.com/nektos/act@latest\n',
  );
  process.exitCode = 1;
} else {
  process.stdout.write(`${version}\n`);
  process.exitCode = (await runAll(names)) ? 0 : 1;
}

/** Resolves with true when all of these examples, or all that there are, met their entries. */
async function runAll(files: readonly string[]): Promise<boolean> {
  const temp = mkdtempSync(join(tmpdir(), 'examples-'));
  const workplace = makeWorkplace(temp);
  const { commit } = workplace;
  const app = createServer(({ url }, response) => response.end(url === '/version' ? commit : 'Hello'));
  await once(app.listen(0, '127.0.0.1'), 'listening');
  const runs = exampleRuns({ host: new URL(originOf(app)).host, commit }).filter(
    ({ file }) => files.length === 0 || files.includes(file),
  );
  let failed = 0;
  try {
    for (const run of runs) {
      const startedMs = performance.now();
      const { problems, log } = await tryExample(run, workplace);
      const took = `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
      process.stdout.write(`${problems.length === 0 ? '✓' : '✗'} ${run.file}: ${run.what} (${took})\n`);
      if (problems.length === 0) continue;
      failed += 1;
      process.stdout.write(`${log.replaceAll(/^/gm, '    ')}\n  ${problems.join('\n  ')}\n`);
    }
    process.stdout.write(`\n${runs.length - failed} of ${runs.length} runs met their entries\n`);
    return failed === 0 && runs.length > 0;
  } finally {
    app.close();
    rmSync(temp, { recursive: true, force: true });
  }
}
