// An app for the tests of real work. COMMIT is what it answers; BEHAVIOUR: crash, deaf (does not
// listen), stubborn (ignores SIGTERM), parent (starts another process that outlives it, whose id it
// prints).
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { BEHAVIOUR: behaviour, PORT: port, HOST: host } = process.env;
if (behaviour === 'crash') throw new Error('crashed as asked');
if (behaviour === 'stubborn') process.on('SIGTERM', () => undefined);
if (behaviour === 'parent') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
    stdio: 'inherit',
  });
  process.stdout.write(`child ${child.pid}\n`);
}
process.stdout.write(`in ${process.cwd()}\napp ${process.pid}\n`);
if (behaviour === 'deaf' || port === undefined) setInterval(() => undefined, 1000);
else {
  createServer((request, response) => {
    if (request.url === '/crash') process.exit(3);
    response.end(readFileSync('built.txt', 'utf8'));
  }).listen(Number(port), host);
}
