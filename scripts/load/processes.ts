// The processes that an emulator under load has started, and their use of the processor. They are found by a folder of
// their own for temporary files, which every descendant inherits.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long guards and apps may take to end after the emulator did: the grace of a command, on a busy machine. */
const GONE_WITHIN_MS = 120_000;

/** The folder for temporary files of the emulator and of all that it starts. */
export function tmpOf(dir: string): string {
  return join(dir, 'tmp');
}

/** The command lines of all processes with this folder for temporary files; none where there is no `/proc`. */
function processesOf(dir: string): string[] {
  if (!existsSync('/proc/self/environ')) return [];
  const mark = `TMPDIR=${tmpOf(dir)}`;
  return readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark)) return [];
      return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()}`];
    } catch {
      return []; // ended meanwhile, or somebody else's
    }
  });
}

/** Resolves with those that are left once `isGone` holds or the time for it is over. */
export async function leftAfterEnd(dir: string, heldConnections: () => number): Promise<string[]> {
  const left = (): string[] => {
    const held = heldConnections();
    return [...processesOf(dir), ...(held === 0 ? [] : [`${held} connections of apps`])];
  };
  for (let waitedMs = 0; waitedMs < GONE_WITHIN_MS && left().length > 0; waitedMs += 250) await delay(250);
  return left();
}

/** Processor seconds of this process and of all children that have ended and been waited for. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

/** Clock ticks a second in `/proc`, the same on every Linux that Node runs on. */
const TICKS = 100;

function childrenSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return 0;
  }
}
