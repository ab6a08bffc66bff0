// The guard: a process of its own that runs one command and outlives neither it nor the emulator.
// It knows nothing of builds, apps or the service; it imports only Node and types.

import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

/** The first message to a guard: what to run. Sent over the channel, as arguments could be read by every local user. */
export interface GuardOrder {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** How long the command may take to end after it was asked to; then it is killed. */
  readonly graceMs: number;
}

/** What a guard reports of its command. */
export type GuardReport =
  | { readonly kind: 'spawned' }
  | { readonly kind: 'not-spawned'; readonly reason: string }
  | { readonly kind: 'ended'; readonly code: number | null; readonly signal: string | null };

const isWindows = process.platform === 'win32';

/** A variable of the command that everything it starts inherits, so that what left the group (`setsid`) is found. */
const MARK = ['DEPLOYMENT_EMULATOR_CHILD', randomUUID()] as const;
/** A process may start another while it is ended; one that does so for ever is left. */
const MARKED_ROUNDS = 10;

/** Processes with the mark; none where there is no `/proc`, so that only Linux ends what left the group. */
function markedProcesses(): number[] {
  try {
    return readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) && isMarked(pid) ? [Number(pid)] : []));
  } catch {
    return [];
  }
}

function isMarked(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(MARK.join('='));
  } catch {
    return false; // ended meanwhile, or somebody else's
  }
}

function killMarked(): void {
  for (let round = 0; round < MARKED_ROUNDS; round += 1) {
    const found = markedProcesses();
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}

/** Signals the guard's own process group, of which it is the leader: the command and all it started. */
function signalGroup(signal: 'SIGTERM' | 'SIGKILL'): void {
  process.kill(-process.pid, signal);
}

function killAll(): void {
  if (isWindows) process.exit();
  killMarked();
  signalGroup('SIGKILL');
}

/** Reports to the emulator if it is still there; `then` is called either way. */
function send(report: GuardReport, then: () => void = () => undefined): void {
  // Without a callback a channel that broke meanwhile would be an exception, and the command would outlive its guard.
  if (process.connected) process.send?.(report, then);
  else then();
}

/** Ends whatever the command left behind, reports the end, and ends the guard. */
function finish(report: GuardReport): void {
  killMarked();
  send(report, killAll);
}

/** Asks the command to end, where the platform can; kills it once the grace is over. */
function endCommand(child: ChildProcess, graceMs: number): void {
  if (isWindows) {
    // Windows has no signal that a console program could answer; /T takes the tree.
    spawnSync('taskkill', ['/PID', String(child.pid), '/T', '/F'], { windowsHide: true });
    return;
  }
  signalGroup('SIGTERM');
  setTimeout(killAll, graceMs);
}

function run(order: GuardOrder): void {
  // Both streams go into one pipe, so that the log keeps the order in which the command wrote.
  const child = spawn(order.command, order.args, {
    cwd: order.cwd,
    env: { ...order.env, [MARK[0]]: MARK[1] },
    stdio: ['ignore', 1, 1],
    shell: false,
    windowsHide: true,
  });
  child.once('spawn', () => send({ kind: 'spawned' }));
  child.once('error', (error) => finish({ kind: 'not-spawned', reason: error.message }));
  child.once('exit', (code, signal) => finish({ kind: 'ended', code, signal }));

  let ending = false;
  const endOnce = (): void => {
    if (ending) return;
    ending = true;
    endCommand(child, order.graceMs);
  };
  process.on('message', endOnce); // any second message asks for the end
  process.once('disconnect', endOnce); // the emulator is gone, however it went
  // A guard that fails must not leave its command alone.
  process.once('uncaughtException', () => {
    if (isWindows) endCommand(child, 0);
    killAll();
  });
  if (!process.connected) endOnce();
}

const isOrder = (message: unknown): message is GuardOrder =>
  typeof message === 'object' && message !== null && 'command' in message;

// The guard's group gets these too; the guard stays until its command has gone.
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
process.once('message', (order) => {
  if (isOrder(order)) run(order);
});
