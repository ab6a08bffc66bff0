// Texts of a resource that are too long for names are reported and not passed on.
import { expect, test } from '@jest/globals';
import { readResources } from '../../../src/api/wire/index.ts';
import { notesOf } from '../../support/service/readers.ts';

test('leaves out a name of 3 MB, and reports it', async () => {
  const body = { resources: [{ id: 'app_web', name: 'x'.repeat(3_000_000), ['y'.repeat(20_000)]: 1 }] };
  const notes = await notesOf((note) => {
    expect(readResources(body, note).items).toEqual([{ id: 'app_web', domains: [], fields: { id: 'app_web' } }]);
  });
  expect(notes).toEqual([
    'a field of a resource longer than 16384 characters: {name: string}',
    'a field of a resource longer than 16384 characters: {(a name of 20000 characters): number}',
  ]);
});

test('reports domains in which no host can be read', async () => {
  const body = { resources: [{ id: 'app_web', domains: [{ target: 'x' }] }] };
  const notes = await notesOf((note) => readResources(body, note));
  expect(notes).toEqual(['the domains of a resource: [1 × {target: string}]']);
});

test('keeps resources of the same id that differ in anything else', () => {
  const app = { id: 1, type: 'app', name: 'web' };
  const database = { id: 1, type: 'database', name: 'db' };
  const { items } = readResources({ resources: [app, database, app] }, () => undefined);
  expect(items.map(({ id, name }) => [id, name])).toEqual([
    ['1', 'web'],
    ['1', 'db'],
  ]);
});
