// The guard: a process of its own that runs one command and outlives neither it nor the emulator.
// It knows nothing of builds, apps or the service; it imports only Node and types.

import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

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

/** Signals the guard's own process group, of which it is the leader: the command and all it started. */
function signalGroup(signal: 'SIGTERM' | 'SIGKILL'): void {
  process.kill(-process.pid, signal);
}

function endAll(): void {
  if (isWindows) process.exit();
  signalGroup('SIGKILL');
}

/** Reports to the emulator if it is still there; `then` is called either way. */
function send(report: GuardReport, then: () => void = () => undefined): void {
  // Without a callback a channel that broke meanwhile would be an exception, and the command would outlive its guard.
  if (process.connected) process.send?.(report, then);
  else then();
}

/** Reports the end, then ends whatever the command left behind, and the guard with it. */
function finish(report: GuardReport): void {
  send(report, endAll);
}

/** Ends the command: politely first where the platform knows how, by force once the grace is over. */
function endCommand(child: ChildProcess, graceMs: number): void {
  if (isWindows) {
    // Windows has no signal that a console program could answer; /T takes the tree.
    spawnSync('taskkill', ['/PID', String(child.pid), '/T', '/F'], { windowsHide: true });
    return;
  }
  signalGroup('SIGTERM');
  setTimeout(() => signalGroup('SIGKILL'), graceMs);
}

function run(order: GuardOrder): void {
  // Both streams go into one pipe, so that the log keeps the order in which the command wrote.
  const child = spawn(order.command, order.args, {
    cwd: order.cwd,
    env: { ...order.env },
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
    endAll();
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
