// Mutation testing, room by room, and one line per room at the end.
// `npm run mutation -- api --incremental` repeats only what has changed since the last run;
// `npm run mutation -- src/api/wire/hosts.ts` takes a minute, because its own suite alone is loaded for each change.
import '../node-version.ts';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../command-line.ts';
import { mutationReport, mutationRooms } from './mutation-rooms.ts';
import { installStryker } from './stryker.ts';

const root = join(import.meta.dirname, '../..');
const { names, rest } = readCommandLine({
  command: 'npm run mutation',
  purpose: 'Breaks the rules of a room one place at a time and checks that its tests notice.',
  names: { meaning: 'rooms to run, all by default', known: Object.keys(mutationRooms) },
  argument: { form: '[src/<file>.ts …]', meaning: 'a single file, judged by the suites that are named like it' },
  passesTo: 'Stryker, such as --incremental',
});
const files = rest.filter((arg) => /^src\/.*\.ts$/.test(arg));
const flags = rest.filter((arg) => !files.includes(arg));
const unknown = flags.find((arg) => !arg.startsWith('-'));
if (unknown !== undefined) {
  process.stderr.write(`There is no room "${unknown}". Rooms: ${Object.keys(mutationRooms).join(', ')}\n`);
  process.exit(2);
}
const stryker = installStryker(root);

/** Runs one room. False when too many changes went unnoticed, or when the room could not be run. */
function runRoom(room: string): boolean {
  // Without random tests: a result that changes from run to run is of no use.
  const env = { ...process.env, MUTATION_ROOM: room, FUZZ_SCALE: '0', FUZZ_SEED: '1' };
  const { status } = spawnSync(process.execPath, [stryker, 'run', ...flags], { cwd: root, stdio: 'inherit', env });
  return status === 0;
}

/** `api: 95.5 % (85 Killed, 20 Timeout, 5 Survived)` */
function resultOf(room: string): string {
  const statuses: string[] = [];
  JSON.parse(readFileSync(join(root, `${mutationReport(room)}.json`), 'utf8'), (name, value: unknown) => {
    if (name === 'status' && typeof value === 'string') statuses.push(value);
    return value;
  });
  const counts = Object.entries(Object.groupBy(statuses, (status) => status));
  const sumOf = (wanted: readonly string[]) => statuses.filter((status) => wanted.includes(status)).length;
  const noticed = sumOf(['Killed', 'Timeout']);
  const percent = (100 * noticed) / (noticed + sumOf(['Survived', 'NoCoverage']));
  return `${room}: ${percent.toFixed(1)} % (${counts.map(([status, all]) => `${all?.length} ${status}`).join(', ')})`;
}

const chosen = [...names, ...files];
const results = (chosen.length > 0 ? chosen : Object.keys(mutationRooms)).map((room) => {
  const isEnough = runRoom(room);
  if (!isEnough) process.exitCode = 1;
  return isEnough ? resultOf(room) : `${room}: failed, see above`;
});
process.stdout.write(`\n${results.join('\n')}\n`);
