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
  /** Kills it at once, and resolves when it has gone. */
  kill(): Promise<void>;
}

/** How long a command may take to end when it is asked to. */
const GRACE_MS = 2000;
/** How long output is awaited that a process outside the group may hold open. */
const LAST_OUTPUT_MS = 500;
/** How long the system may take to end what was killed, and how often that is checked. */
const KILLED_MS = 250;
const CHECK_KILLED_MS = 5;

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

/** What programs need to reach the network from behind a company's proxy: never credentials. */
const NETWORK_NAME =
  /_PROXY$|^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|NPM_CONFIG_CAFILE|NPM_CONFIG_REGISTRY)$/i;

/** The environment of builds and apps: the basic one, what reaches the network, and `names`. */
export function workEnv(names: readonly string[]): Record<string, string> {
  const passed = Object.entries(process.env).flatMap(([name, value = '']) => {
    if (names.includes(name)) return [[name, value] as const];
    if (!NETWORK_NAME.test(name)) return [];
    return [[name, /REGISTRY$/i.test(name) ? withoutUser(value) : value] as const];
  });
  return { ...basicEnv(), ...Object.fromEntries(passed) };
}

function withoutUser(address: string): string {
  return address.replace(/^([a-z]+:\/\/)[^/]*@/i, '$1');
}

/** The commands of one emulator. */
export class ProcessGroups {
  readonly #live = new Set<number>();
  readonly #onChange: (running: readonly number[]) => void;

  /** `onChange` is called with the leaders of all groups when a command has started or ended. */
  constructor(onChange: (running: readonly number[]) => void) {
    this.#onChange = onChange;
  }

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
    const { pid } = child;
    if (pid !== undefined) this.#onChange([...this.#live.add(pid)]);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', onOutput);
    const ended = endOf(child).finally(() => {
      if (pid !== undefined && this.#live.delete(pid)) this.#onChange([...this.#live]);
    });
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
      kill: async () => {
        signalGroup(child, 'SIGKILL');
        await ended;
      },
    };
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
  // What it started and left behind.
  signalGroup(child, 'SIGKILL');
  await untilGone(child);
  await Promise.race([closed, delay(LAST_OUTPUT_MS, undefined, { ref: false })]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return end;
}

/** A kill is only a request: the system ends the processes of a group a little later. */
async function untilGone(child: ChildProcess): Promise<void> {
  const deadlineMs = performance.now() + KILLED_MS;
  while (signalGroup(child, 0) && performance.now() < deadlineMs) await delay(CHECK_KILLED_MS);
}

/** Sends a signal to a group; 0 sends none. Returns whether something is left of the group. */
function signalGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  if (pid === undefined) return false;
  if (process.platform === 'win32') {
    if (signal !== 0)
      spawnSync('taskkill', ['/PID', String(pid), '/T', '/F'], { windowsHide: true });
    return false;
  }
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
