// Who listens on a loopback port: the child's own processes or somebody else. Linux lists it in `/proc`
// (https://man7.org/linux/man-pages/man5/proc_net.5.html); other systems do not, so that it stays unknown there.
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/** Whose the port is; `unknown` where the system does not report it or nobody listens. */
export type PortOwner = 'own' | 'other' | 'unknown';

/** Local addresses that answer for 127.0.0.1, the most particular first, as `/proc/net/tcp` and `tcp6` write them. */
const ADDRESSES: readonly (readonly string[])[] = [
  ['0100007F', '7F000001', '0000000000000000FFFF00000100007F'],
  ['00000000'],
  ['00000000000000000000000000000000'],
];
const LISTENING = '0A';

/** Whether the socket that answers on 127.0.0.1:`port` belongs to the process group `group`. Never throws. */
export function ownerOfPort(port: number, group: number | undefined): PortOwner {
  if (group === undefined) return 'unknown';
  try {
    const inodes = listeningSockets(port);
    if (inodes.size === 0) return 'unknown';
    return processesOf(group).some((pid) => holdsAny(pid, inodes)) ? 'own' : 'other';
  } catch {
    return 'unknown'; // no `/proc`
  }
}

/** Inodes of the sockets that listen for 127.0.0.1 and the port: several only where they share it on purpose. */
function listeningSockets(port: number): ReadonlySet<string> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readOptional(file)
      .split('\n')
      .map((line) => line.trim().split(/\s+/)),
  );
  for (const addresses of ADDRESSES) {
    const inodes = rows.flatMap(([, local = '', , state, , , , , , inode = '']) =>
      state === LISTENING && local.endsWith(suffix) && addresses.includes(local.slice(0, -suffix.length))
        ? [inode]
        : [],
    );
    if (inodes.length > 0) return new Set(inodes);
  }
  return new Set();
}

/** A machine without IPv6 has no `tcp6`. */
function readOptional(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function processesOf(group: number): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    // After the name, which may hold anything in its parentheses: state, parent, process group.
    const [, , own] = readOptional(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(own) === group;
  });
}

function holdsAny(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1];
      return inode !== undefined && inodes.has(inode);
    });
  } catch {
    return false; // it has ended meanwhile
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return ''; // closed meanwhile
  }
}
