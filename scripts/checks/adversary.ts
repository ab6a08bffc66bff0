// The adversary at length: plays drawn stories and prints each that goes wrong.
// `npm run adversary -- --seed 4711 --count 2000`; by default 20,000 stories of new seeds.
import '../node-version.ts';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { judgeStories } from '../../__tests__/support/adversary/run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    count: { type: 'string', default: '20000' },
  },
});
const [seed, count] = [Number(values.seed), Number(values.count)];
process.stdout.write(`${count} stories from seed ${seed}\n`);
let wrong = 0;
for await (const report of judgeStories(seed, count)) {
  wrong += 1;
  process.exitCode = 1;
  process.stdout.write(`\n${report}\n`);
}
process.stdout.write(`${wrong === 0 ? 'nothing' : wrong} went wrong\n`);
