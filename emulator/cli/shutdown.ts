// When the emulator has to end: a signal, or (with --exit-with-parent) the parent or the input gone.

import { fstatSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;
/** A parent that was killed sends nothing, so it is checked this often. */
const CHECK_EVERY_MS = 500;

function parentIsGone(parentPid: number): boolean {
  if (process.ppid !== parentPid) return true;
  try {
    process.kill(parentPid, 0);
    return false;
  } catch (error) {
    return !(Error.isError(error) && 'code' in error && error.code === 'EPERM');
  }
}

/** Whether somebody holds the other end of the input: a pipe or socket, as opposed to a terminal or nothing. */
function inputHasOtherEnd(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}

function observeParent(end: (reason: string) => void): () => void {
  const parentPid = process.ppid;
  const timer = setInterval(() => {
    if (parentIsGone(parentPid)) end('the parent process is gone');
  }, CHECK_EVERY_MS);
  if (!inputHasOtherEnd()) return () => clearInterval(timer);
  const onEnd = (): void => end('the input was closed');
  process.stdin.once('end', onEnd).once('error', onEnd).resume();
  return () => {
    clearInterval(timer);
    process.stdin.destroy();
  };
}

/** When the process has to end. */
export interface Ending {
  /** Resolves with the reason when the process has to end. */
  readonly ended: Promise<string>;
  /** Stops observing, so that nothing is kept alive. */
  stop(): void;
}

/** Observes signals, and for the parent's end where `withParent`. A second signal, of any kind, exits at once. */
export function observeEnding({ withParent }: { readonly withParent: boolean }): Ending {
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      received += 1;
      resolve(signal);
      if (received > 1) process.exit(1); // children end all the same: their guards see to it
    });
  }
  return { ended: promise, stop: withParent ? observeParent(resolve) : () => undefined };
}
