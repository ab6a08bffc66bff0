// Whether a process id still means the same process: ids are used again, start times are not.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process, known by more than its number. */
export interface ProcessMark {
  readonly pid: number;
  /** Undefined where the system does not tell (Windows). */
  readonly startedAt?: string | undefined;
}

/** The mark of a process that runs now. */
export function markOf(pid: number): ProcessMark {
  return { pid, startedAt: startTimeOf(pid) };
}

/** Whether the same process runs; on Windows the number has to do. */
export function isRunning({ pid, startedAt }: ProcessMark): boolean {
  if (process.platform !== 'win32')
    return startedAt !== undefined && startTimeOf(pid) === startedAt;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Kills the group that the process leads, if it is surely the same process. */
export function killGroup(mark: ProcessMark): void {
  if (process.platform === 'win32' || !isRunning(mark)) return;
  try {
    process.kill(-mark.pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

/**
 * Linux: the boot, and the clock ticks since then (`man proc_pid_stat`, field 22). Elsewhere what
 * `ps` shows. Undefined where nothing runs.
 */
function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, which comes before, may hold anything.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return state === 'Z' ? undefined : `${boot} ${fields[18]}`;
  } catch {
    return undefined;
  }
}
