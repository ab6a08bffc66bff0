// When the emulator has to end: a signal, or (where asked for) the parent or the input gone. Nothing of what ends.

import { fstatSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;
/** A parent that was killed tells nobody; a look this often is soon enough. */
const LOOK_EVERY_MS = 500;

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

function watchParent(end: (reason: string) => void): () => void {
  const parentPid = process.ppid;
  const timer = setInterval(() => {
    if (parentIsGone(parentPid)) end('the parent process is gone');
  }, LOOK_EVERY_MS);
  if (!inputHasOtherEnd()) return () => clearInterval(timer);
  const onEnd = (): void => end('the input was closed');
  process.stdin.once('end', onEnd).once('error', onEnd).resume();
  return () => {
    clearInterval(timer);
    process.stdin.destroy();
  };
}

/** A watch for the end of the process. */
export interface EndingWatch {
  /** Resolves with the reason when the process has to end. */
  readonly ended: Promise<string>;
  /** Ends the watch, so that it keeps nothing alive. */
  stop(): void;
}

/** Watches for signals, and for the parent's end where asked for. A second signal ends the process on the spot. */
export function watchEnding({ withParent }: { readonly withParent: boolean }): EndingWatch {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      resolve(signal);
      process.once(signal, () => process.exit(1)); // children end all the same: their guards see to it
    });
  }
  return { ended: promise, stop: withParent ? watchParent(resolve) : () => undefined };
}
