// The store of an emulator that keeps nothing: build logs in memory, bounded one by one and together.
import { describe, expect, test } from '@jest/globals';
import { memoryStore } from '../../../emulator/state/store.ts';

const DROPPED = '[the emulator dropped this log to bound its memory]\n';

describe('build logs in memory', () => {
  test('grow, are replaced, and are empty where nothing was printed', () => {
    const { logs } = memoryStore({ logLimit: 1000 });
    logs.append('dep_1', 'one\n');
    logs.append('dep_1', 'two\n');
    expect([logs.read('dep_1'), logs.read('dep_2')]).toEqual(['one\ntwo\n', '']);
    logs.replace('dep_1', 'three\n');
    expect(logs.read('dep_1')).toBe('three\n');
  });

  test('are bounded one by one', () => {
    const { logs } = memoryStore({ logLimit: 100 });
    for (let count = 0; count < 100; count += 1) logs.append('dep_1', `line ${count}\n`);
    expect(logs.read('dep_1')).toMatch(/^\[\d+ bytes are missing here.*\n(?:line \d+\n)+$/);
    expect(logs.read('dep_1')).toContain('line 99\n');
    expect(logs.read('dep_1').length).toBeLessThan(200);
  });

  test('are bounded together: those that ended first are dropped first, with a note', () => {
    const { logs } = memoryStore({ logLimit: 2000, totalLimit: 2500 });
    for (const id of ['dep_1', 'dep_2', 'dep_3']) {
      logs.append(id, `${'x'.repeat(999)}\n`);
      logs.end(id);
    }
    const kept = `${'x'.repeat(999)}\n`;
    expect(['dep_1', 'dep_2', 'dep_3'].map((id) => logs.read(id))).toEqual([DROPPED, kept, kept]);
    logs.append('dep_4', kept);
    expect(['dep_2', 'dep_3', 'dep_4'].map((id) => logs.read(id))).toEqual([DROPPED, kept, kept]);
  });

  test('of builds in progress are not dropped, however much there is', () => {
    const { logs } = memoryStore({ logLimit: 1000, totalLimit: 100 });
    for (const id of ['dep_1', 'dep_2']) logs.append(id, `${'x'.repeat(99)}\n`);
    expect(logs.read('dep_1').length).toBe(100);
    expect(logs.read('dep_2').length).toBe(100);
  });

  test('make room when they are removed', () => {
    const store = memoryStore({ logLimit: 1000, totalLimit: 150 });
    const { logs } = store;
    logs.append('dep_1', 'x'.repeat(100));
    logs.end('dep_1');
    store.removeDeployment('dep_1');
    expect(logs.read('dep_1')).toBe('');
    logs.append('dep_2', 'y'.repeat(100));
    logs.end('dep_2');
    expect(logs.read('dep_2')).toBe('y'.repeat(100));
    store.removeDeployment('dep_none');
    logs.append('dep_3', 'z'.repeat(50));
    expect(logs.read('dep_2')).toBe('y'.repeat(100));
  });

  test('stay bounded however many were dropped and removed', () => {
    const store = memoryStore({ logLimit: 1000, totalLimit: 1000 });
    const { logs } = store;
    for (let number = 0; number < 100; number += 1) {
      logs.append(`dep_${number}`, 'x'.repeat(900));
      logs.end(`dep_${number}`);
      store.removeDeployment(`dep_${number - 1}`);
    }
    logs.append('dep_100', 'y'.repeat(900));
    expect([logs.read('dep_99'), logs.read('dep_100').length]).toEqual([DROPPED, 900]);
  });
});

test('nothing is remembered, and everything counts as saved', () => {
  const store = memoryStore({ logLimit: 10 });
  expect([store.saved, store.resources]).toEqual([undefined, []]);
  expect(store.save({ resource: { id: 'a', createdAtMs: 0 } })).toBe(true);
  expect(store.resources).toEqual([]);
});
