// When the emulator has to end: a signal, or (with --exit-with-parent) the parent or the input gone.

import { fstatSync, readFileSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;
/** A parent that was killed sends nothing, so it is checked this often. */
const CHECK_EVERY_MS = 500;
/** One Ctrl-C can come twice, from the terminal and from npm, which hands it on. */
const SAME_SIGNAL_MS = 1000;
const SHELLS: ReadonlySet<string> = new Set(['sh', 'ash', 'bash', 'busybox', 'dash', 'zsh']);

/** The parent; where that is the shell which npm puts between, and the system shows it, npm too. */
function ancestors({ withNpm }: { readonly withNpm: boolean }): string {
  if (!withNpm) return String(process.ppid);
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat) ?? [];
    return SHELLS.has(name) ? `${process.ppid} of ${parent}` : String(process.ppid);
  } catch {
    return String(process.ppid); // no `/proc`
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

/** Whether npm or npx started the emulator as its own command: a person who ends them means the emulator. */
export function isStartedByNpm({ npm_lifecycle_event: event }: NodeJS.ProcessEnv): boolean {
  return event === 'npx' || event === 'emulator';
}

function observeParent(end: (reason: string) => void, of: { readonly withNpm: boolean }): () => void {
  const before = ancestors(of);
  const timer = setInterval(() => {
    if (ancestors(of) !== before) end('the parent process is gone');
  }, CHECK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

function observeInput(end: (reason: string) => void): () => void {
  if (!inputHasOtherEnd()) return () => undefined;
  const onEnd = (): void => end('the input was closed');
  process.stdin.once('end', onEnd).once('error', onEnd).resume();
  return () => process.stdin.destroy();
}

/** The observation of what ends the process. */
export interface Shutdown {
  /** Resolves with the reason when the process has to end. */
  readonly requested: Promise<string>;
  /** Stops observing, so that nothing is kept alive. */
  stop(): void;
}

/** Whose end ends the emulator, beside a signal. */
interface ShutdownOptions {
  /** The parent, and whoever holds the other end of the input. */
  readonly withParent: boolean;
  /** npm or npx, which end without handing SIGKILL on, and SIGTERM only to the shell between. */
  readonly withNpm: boolean;
}

/** Observes signals, and what else the options name. A second signal exits at once. */
export function observeShutdown({ withParent, withNpm }: ShutdownOptions): Shutdown {
  const { promise, resolve } = Promise.withResolvers<string>();
  let first: { readonly signal: string; readonly atMs: number } | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const atMs = performance.now();
      if (first === undefined) {
        first = { signal, atMs };
        resolve(signal);
      } else if (signal !== first.signal || atMs - first.atMs >= SAME_SIGNAL_MS) {
        process.exit(1); // children end all the same: their guards see to it
      }
    });
  }
  const stops = [
    ...(withParent || withNpm ? [observeParent(resolve, { withNpm })] : []),
    ...(withParent ? [observeInput(resolve)] : []),
  ];
  return {
    requested: promise,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
