// Every benchmark one after another, or those that are named.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readCommandLine } from '../scripts/command-line.ts';

const parts = ['startup', 'lone', 'deploys', 'growth', 'fleet', 'virtual-fleet', 'real-fleet'];
const { names, rest: options } = readCommandLine({
  command: 'npm run bench',
  purpose: 'Measures what a step costs and writes the results to bench/results/.',
  names: { meaning: 'benchmarks, all by default', known: parts },
  passesTo: 'the benchmark',
});
const unknown = options.find((option) => !option.startsWith('-'));
if (names.length === 0 && unknown !== undefined) {
  process.stderr.write(`There is no benchmark "${unknown}". Benchmarks: ${parts.join(', ')}.\n`);
  process.exit(2);
}
for (const name of names.length === 0 ? parts : names) {
  const script = join(import.meta.dirname, `${name}.ts`);
  const { status } = spawnSync(process.execPath, [script, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  process.stdout.write('\n');
}
