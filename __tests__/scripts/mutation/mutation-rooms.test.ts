// The rooms of `npm run mutation` name files and suites that exist, also after files have moved.
import { expect, test } from '@jest/globals';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { mutationRooms } from '../../../scripts/mutation/mutation-rooms.ts';

const root = join(import.meta.dirname, '../../..');

test.each(Object.entries(mutationRooms))('has files to change and suites to run for %s', (_, room) => {
  const unmatched = [...room.mutate, ...room.suites].filter((pattern) => globSync(pattern, { cwd: root }).length === 0);
  expect(unmatched).toEqual([]);
});
