// Child processes in groups of their own, so that whatever a command has started ends with it and
// with the emulator.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** What to run. Only `env` is passed on: nothing of the emulator's own environment. */
export interface ProcessSpec {
  /** Program and arguments, never through a shell. `node` means the Node that runs the emulator. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Takes what is written to stdout and stderr. */
  readonly onOutput: (text: string) => void;
}

/** A running command. */
export interface RunningProcess {
  /**
   * Resolves when it has ended with everything in its group: with undefined for exit code 0, else
   * with what happened.
   */
  readonly ended: Promise<string | undefined>;
  /** Asks it to end, kills it after a while, and resolves when it has gone. */
  stop(): Promise<void>;
}

/** How long a command may take to end when it is asked to. */
const GRACE_MS = 2000;
/** How long output is awaited that a process outside the group may hold open. */
const LAST_OUTPUT_MS = 500;
/**
 * How long the end of a killed group is awaited. An orphan stays in its group until the init process
 * collects it, which some containers never do.
 */
const GROUP_END_MS = 1000;
const CHECK_GROUP_EVERY_MS = 5;

/** The few variables of the emulator's environment that programs need to run at all. */
const BASIC_NAMES =
  'PATH PATHEXT HOME USERPROFILE TMPDIR TEMP TMP LANG TZ SYSTEMROOT COMSPEC APPDATA LOCALAPPDATA';

/** Those variables: where programs, the home and temporary files are. */
export function basicEnv(): Record<string, string> {
  const names = new Set(BASIC_NAMES.split(' '));
  // Windows writes names in any case (`Path`).
  const basics = Object.entries(process.env).filter(([name]) => names.has(name.toUpperCase()));
  return Object.fromEntries(basics.map(([name, value]) => [name, value ?? '']));
}

/** The commands of one emulator. */
export class ProcessGroups {
  readonly #live = new Set<ChildProcess>();

  /** Starts a command. */
  start({ command, cwd, env, onOutput }: ProcessSpec): RunningProcess {
    const [program = '', ...args] = command;
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, which can be ended as one; on Windows this would open a window.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#live.add(child);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', onOutput);
    const ended = endOf(child).finally(() => this.#live.delete(child));
    return {
      ended,
      stop: async () => {
        signalGroup(child, 'SIGTERM');
        const killed = new AbortController();
        void delay(GRACE_MS, undefined, { signal: killed.signal }).then(
          () => signalGroup(child, 'SIGKILL'),
          () => undefined,
        );
        await ended;
        killed.abort();
      },
    };
  }

  /** Kills everything at once, for when the emulator's process exits. */
  killAll(): void {
    for (const child of this.#live) signalGroup(child, 'SIGKILL');
  }
}

async function endOf(child: ChildProcess): Promise<string | undefined> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = await new Promise<string | undefined>((resolve) => {
    child.once('error', ({ message }) => resolve(`could not be run: ${message}`));
    child.once('exit', (code, signal) => {
      if (signal !== null) resolve(`was ended by ${signal}`);
      else resolve(code === 0 ? undefined : `ended with exit code ${code}`);
    });
  });
  // What it started and left behind. SIGKILL takes effect only when the system next runs a process.
  signalGroup(child, 'SIGKILL');
  await untilGroupEnds(child);
  await Promise.race([closed, delay(LAST_OUTPUT_MS, undefined, { ref: false })]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return end;
}

async function untilGroupEnds({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined || process.platform === 'win32') return;
  const untilMs = performance.now() + GROUP_END_MS;
  while (groupExists(pid) && performance.now() < untilMs) await delay(CHECK_GROUP_EVERY_MS);
}

function groupExists(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

function signalGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/PID', String(pid), '/T', '/F'], { windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Nothing is left of the group.
  }
}
