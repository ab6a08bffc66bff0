// Mixed load on the emulator as a process: builds that flood, apps that crash, clients that stall, faults, SIGKILL and
// restart. Nothing acknowledged may be missing, no process and no descriptor left over, and memory must stay flat.
import '../node-version.ts';
import { endWithMistake, readOptions } from '../command-line.ts';
import { runLoad } from './run-load.ts';
import { LEAST_SAMPLES } from './verdict.ts';

const HELP = `npm run load:emulator -- [--minutes <n>] [--clients <n>] [--kill-every <seconds>] [--pause <milliseconds>]

Puts mixed load of several clients at once on the emulator, ends it (mostly with SIGKILL) and starts it again every while, and measures its memory
after garbage collection. Prints a line each minute, a report in JSON and the verdict; the exit code is 0 only when
nothing acknowledged was lost, nothing was left over and the memory stayed within its bounds.

  --minutes <n>        how long (default 60)
  --clients <n>        how many clients send requests at once (default 4)
  --kill-every <s>     seconds between two restarts (default 180)
  --pause <ms>         of a client between two requests (default 1000); 200 is heavy load
`;

/** Reads a number that an option was given. */
function positive(option: string, text: string): number {
  const value = Number(text);
  return value > 0 ? value : endWithMistake(`--${option} is a number above 0, not "${text}"`, HELP);
}

const values = readOptions(HELP, {
  minutes: '60',
  'kill-every': '180',
  clients: '4',
  pause: '1000',
});
const killEveryMs = positive('kill-every', values['kill-every']) * 1000;
const report = await runLoad({
  durationMs: positive('minutes', values.minutes) * 60_000,
  killEveryMs,
  clients: Math.ceil(positive('clients', values.clients)),
  pauseMs: positive('pause', values.pause),
  sampleEveryMs: Math.min(10_000, killEveryMs / 15),
  least: { samplesOfLife: LEAST_SAMPLES, restarts: 0, changes: 1, revocations: 0 },
  life: { warmUpS: 4, growthMb: 6 },
  onProgress: (line) => process.stdout.write(`${line}\n`),
});
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
const { problems } = report;
process.stdout.write(problems.length === 0 ? 'The load test passed.\n' : `The load test failed: ${problems.length}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
