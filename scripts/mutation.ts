// Mutation testing, room by room, and one table at the end. Arguments name rooms, default all; options go to Stryker:
// `npm run mutation -- api/retry --incremental` tries again only what has changed since the last time.
import './node-version.ts';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutationReport, mutationRooms } from './mutation-rooms.ts';

const root = join(import.meta.dirname, '..');
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');

/** Tries one room. False when too much of it went unnoticed, or when it could not be tried. */
function tryRoom(room: string, options: readonly string[]): boolean {
  // Random tests are left out: a mutant that lives today and dies tomorrow would be of no use.
  const env = { ...process.env, MUTATION_ROOM: room, FUZZ_SCALE: '0', FUZZ_SEED: '1' };
  const { status } = spawnSync(process.execPath, [stryker, 'run', ...options], { cwd: root, stdio: 'inherit', env });
  return status === 0;
}

/** `api/retry: 95.5 % (85 Killed, 20 Timeout, 5 Survived)` */
function resultOf(room: string): string {
  const statuses: string[] = [];
  JSON.parse(readFileSync(join(root, `${mutationReport(room)}.json`), 'utf8'), (name, value: unknown) => {
    if (name === 'status' && typeof value === 'string') statuses.push(value);
    return value;
  });
  const counts = Object.entries(Object.groupBy(statuses, (status) => status));
  const sumOf = (names: readonly string[]) => statuses.filter((status) => names.includes(status)).length;
  const noticed = sumOf(['Killed', 'Timeout']);
  const percent = (100 * noticed) / (noticed + sumOf(['Survived', 'NoCoverage']));
  return `${room}: ${percent.toFixed(1)} % (${counts.map(([status, all]) => `${all?.length} ${status}`).join(', ')})`;
}

const args = process.argv.slice(2);
const asked = args.filter((arg) => Object.hasOwn(mutationRooms, arg));
const options = args.filter((arg) => !Object.hasOwn(mutationRooms, arg));
const results = (asked.length > 0 ? asked : Object.keys(mutationRooms)).map((room) => {
  const isEnough = tryRoom(room, options);
  if (!isEnough) process.exitCode = 1;
  return isEnough ? resultOf(room) : `${room}: failed, see above`;
});
process.stdout.write(`\n${results.join('\n')}\n`);
