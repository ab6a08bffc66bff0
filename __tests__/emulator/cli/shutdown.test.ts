// When the emulator has to end: tried on processes that do nothing else.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { isStartedByNpm } from '../../../emulator/cli/shutdown.ts';
import { follow } from './emulator-process.ts';
import type { EmulatorProcess } from './emulator-process.ts';

const SHUTDOWN = pathToFileURL(path.join(import.meta.dirname, '../../../emulator/cli/shutdown.ts')).href;
const started: EmulatorProcess[] = [];

afterEach(async () => {
  for (const { process: child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(async ({ ended }) => await ended));
});

/** A process that observes its shutdown, prints `ready`, and then does what the script says. */
function observing(
  script: string,
  options: { readonly withParent: boolean; readonly withNpm?: boolean; readonly input?: 'pipe' | 'ignore' },
): EmulatorProcess {
  const code = `import { observeShutdown } from ${JSON.stringify(SHUTDOWN)};
    const shutdown = observeShutdown({ withParent: ${options.withParent}, withNpm: ${options.withNpm === true} });
    process.stdout.write('ready\\n');
    ${script}`;
  const args = ['--input-type=module', '--eval', code];
  const observed = follow(spawn(process.execPath, args, { stdio: [options.input ?? 'pipe', 'pipe', 'pipe'] }));
  started.push(observed);
  return observed;
}

/** Lives until it has to end, and prints why. */
const UNTIL_ENDED = `const alive = setInterval(() => undefined, 1000);
  process.stdout.write(await shutdown.requested);
  shutdown.stop();
  clearInterval(alive);`;
/** Prints why it has to end, and does not end. */
const STUBBORN = 'setInterval(() => undefined, 1000); process.stdout.write(await shutdown.requested);';

// Windows has no signals that a process could handle when another one sends them.
(process.platform === 'win32' ? describe.skip : describe)('a signal', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s is a reason to end, and no crash', async (signal) => {
    const observed = observing(UNTIL_ENDED, { withParent: false });
    await observed.printed(/ready/);
    observed.process.kill(signal);
    expect(await observed.ended).toEqual({ code: 0, signal: null, output: `ready\n${signal}` });
  });

  test('after another one ends the process at once, with an error', async () => {
    const observed = observing(STUBBORN, { withParent: false });
    await observed.printed(/ready/);
    observed.process.kill('SIGINT');
    await observed.printed(/SIGINT/);
    observed.process.kill('SIGTERM');
    expect(await observed.ended).toEqual({ code: 1, signal: null, output: 'ready\nSIGINT' });
  });
});

(process.platform === 'win32' ? describe.skip : describe)('the same signal', () => {
  test('counts once when it comes twice at once, as npm forwards what the terminal has sent already', async () => {
    const observed = observing(
      `${UNTIL_ENDED.replace('shutdown.stop()', 'await slow(); shutdown.stop()')}
      async function slow() { await new Promise((done) => setTimeout(done, 300)); }`,
      { withParent: false },
    );
    await observed.printed(/ready/);
    observed.process.kill('SIGINT');
    await observed.printed(/SIGINT/);
    observed.process.kill('SIGINT');
    expect(await observed.ended).toEqual({ code: 0, signal: null, output: 'ready\nSIGINT' });
  });
});

test('observes npm and npx when the emulator is their own command', () => {
  const events = ['npx', 'emulator', 'test', undefined];
  const counted = events.map((event) => isStartedByNpm(event === undefined ? {} : { npm_lifecycle_event: event }));
  expect(counted).toEqual([true, true, false, false]);
});

(process.platform === 'linux' ? describe : describe.skip)('the end of npm', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'by %s is a reason to end, though a shell stands between',
    async (signal) => {
      const program = `import { observeShutdown } from ${JSON.stringify(SHUTDOWN)};
      const shutdown = observeShutdown({ withParent: false, withNpm: true });
      const alive = setInterval(() => undefined, 1000);
      process.stdout.write('ready ' + process.ppid + '\\n');
      process.stdout.write(await shutdown.requested);
      clearInterval(alive);`;
      // As npm does: a shell that does not give its place to the command.
      const npm = `const { spawn } = require('node:child_process');
      const command = [process.execPath, '--input-type=module', '--eval', process.argv[1]];
      spawn('sh', ['-c', '"$0" "$@"; exit $?', ...command], { stdio: 'inherit' });`;
      const observed = follow(spawn(process.execPath, ['--eval', npm, program], { stdio: ['ignore', 'pipe', 'pipe'] }));
      started.push(observed);
      await observed.printed(/ready \d/);
      observed.process.kill(signal);
      expect((await observed.ended).output).toMatch(/the parent process is gone$/);
    },
  );
});

describe('the end of the input', () => {
  test('is a reason to end where the parent counts', async () => {
    const observed = observing(UNTIL_ENDED, { withParent: true });
    await observed.printed(/ready/);
    observed.process.stdin?.end();
    expect(await observed.ended).toEqual({ code: 0, signal: null, output: 'ready\nthe input was closed' });
  });

  test('is none where the parent does not count', async () => {
    const observed = observing('process.stdin.resume().on("end", () => console.log("unheard"));', {
      withParent: false,
    });
    await observed.printed(/ready/);
    observed.process.stdin?.end();
    expect(await observed.ended).toEqual({ code: 0, signal: null, output: 'ready\nunheard\n' });
  });

  test('is none where there never was an input', async () => {
    const script = `void shutdown.requested.then((reason) => process.stdout.write(reason));
      process.stdin.resume().once('end', () => setImmediate(() => { console.log('end of nothing'); shutdown.stop(); }));`;
    const observed = observing(script, { withParent: true, input: 'ignore' });
    expect(await observed.ended).toEqual({ code: 0, signal: null, output: 'ready\nend of nothing\n' });
  });
});

test('once observing has stopped, nothing keeps the process alive, an open input neither', async () => {
  const observed = observing('shutdown.stop();', { withParent: true });
  await once(observed.process, 'exit');
  expect(await observed.ended).toEqual({ code: 0, signal: null, output: 'ready\n' });
});
