// A sample worker: takes a made-up job every WORKER_EVERY_MS (default 5000) and logs it. It listens
// nowhere.

const everyMs = Number(process.env['WORKER_EVERY_MS'] ?? 5000);
const print = (text: string): boolean =>
  process.stdout.write(`${new Date().toISOString()} ${text}\n`);
let done = 0;

print(`worker is up, one job every ${everyMs} ms`);
const timer = setInterval(() => {
  done += 1;
  print(`job ${done} done`);
}, everyMs);

process.once('SIGTERM', () => {
  clearInterval(timer);
  print(`stopping after ${done} jobs`);
});
