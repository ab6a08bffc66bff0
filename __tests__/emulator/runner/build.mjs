// A build for the tests of real work: counts itself in the cache, and writes what the app answers.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const counter = join(process.env['BUILD_CACHE_DIR'] ?? '.', 'count');
const count = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) + 1 : 1;
writeFileSync(counter, String(count));
const { pid, env } = process;
process.stdout.write(
  `build ${pid}, number ${count} with this cache, secret ${env['EMULATOR_SECRET']}\n`,
);
if (existsSync('hang')) setInterval(() => undefined, 1000);
else if (existsSync('fail')) {
  process.stderr.write('error: asked to fail\n');
  process.exitCode = 7;
} else writeFileSync('built.txt', existsSync('text') ? readFileSync('text', 'utf8') : 'first');
