// Every benchmark one after another, or the one that is named:
//   npm run bench [-- startup|lone|deploys|growth|fleet|real-fleet [its options]]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const parts = ['startup', 'lone', 'deploys', 'growth', 'fleet', 'real-fleet'];
const [part, ...options] = process.argv.slice(2);
if (part !== undefined && !parts.includes(part)) {
  process.stderr.write(`There is no benchmark "${part}"; there are ${parts.join(', ')}.\n`);
  process.exit(2);
}
for (const name of part === undefined ? parts : [part]) {
  const script = join(import.meta.dirname, `${name}.ts`);
  const { status } = spawnSync(process.execPath, [script, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  process.stdout.write('\n');
}
